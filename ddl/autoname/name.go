package autoname

import (
	"strconv"
	"strings"
	"unicode/utf8"

	pg "github.com/sqlc-dev/oliphant"
)

// Max is NAMEDATALEN - 1: the bytes an identifier may have.
const Max = 63

// Clip cuts a name to n bytes without cutting a character.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Object is makeObjectName of indexcmds.c: name1_name2_label, the longer of
// the two names cut until all fits.
func Object(name1, name2, label string) string {
	avail := Max
	if name2 != "" {
		avail--
	}
	if label != "" {
		avail -= len(label) + 1
	}
	n1, n2 := len(name1), len(name2)
	for n1+n2 > avail {
		if n1 > n2 {
			n1--
		} else {
			n2--
		}
	}
	out := Clip(name1, n1)
	if name2 != "" {
		out += "_" + Clip(name2, n2)
	}
	if label != "" {
		out += "_" + label
	}
	return out
}

// Choose numbers the label until the name is free, as ChooseRelationName and
// ChooseConstraintName do.
func Choose(name1, name2, label string, taken func(string) bool) string {
	for pass := 0; ; pass++ {
		l := label
		if pass > 0 {
			l += strconv.Itoa(pass)
		}
		if name := Object(name1, name2, l); !taken(name) {
			return name
		}
	}
}

// Joined is ChooseIndexNameAddition: column names with underscores, until
// there are more bytes than a name can have.
func Joined(columns []string) string {
	var b strings.Builder
	for _, c := range columns {
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(c)
		if b.Len() > Max {
			break
		}
	}
	return b.String()
}

// IndexColumns is ChooseIndexColumnNames: the name each column of an index
// gets, numbered where it repeats.
func IndexColumns(elements []*pg.Node) []string {
	out := make([]string, 0, len(elements))
	seen := map[string]bool{}
	for _, n := range elements {
		base := n.GetIndexElem().GetName()
		if base == "" {
			base = Column(n.GetIndexElem().GetExpr())
		}
		if base == "" {
			base = "expr"
		}
		name := base
		for i := 1; seen[name]; i++ {
			suffix := strconv.Itoa(i)
			name = Clip(base, Max-len(suffix)) + suffix
		}
		seen[name] = true
		out = append(out, name)
	}
	return out
}

// Multirange is makeMultirangeTypeName: "range" becomes "multirange",
// otherwise the word is appended.
func Multirange(name string) string {
	if i := strings.Index(name, "range"); i >= 0 {
		return Clip(name[:i]+"multi"+name[i:], Max)
	}
	return Clip(name, Max-len("_multirange")) + "_multirange"
}
