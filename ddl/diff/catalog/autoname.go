package catalog

import (
	"strconv"
	"strings"
	"unicode/utf8"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

const maxName = 63 // NAMEDATALEN - 1

// makeName is makeObjectName: the two names are cut, the longer first, until
// all fits with the label.
func makeName(name1, name2, label string) string {
	overhead := 0
	if name2 != "" {
		overhead++
	}
	if label != "" {
		overhead += len(label) + 1
	}
	n1, n2 := len(name1), len(name2)
	for n1+n2 > maxName-overhead {
		if n1 > n2 {
			n1--
		} else {
			n2--
		}
	}
	out := clip(name1, n1)
	if name2 != "" {
		out += "_" + clip(name2, n2)
	}
	if label != "" {
		out += "_" + label
	}
	return out
}

func clip(s string, n int) string {
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// chooseRelation is ChooseRelationName.
func (c *Catalog) chooseRelation(name1, name2, label, in string, constraint bool) string {
	for pass := 0; ; pass++ {
		l := label
		if pass > 0 {
			l += strconv.Itoa(pass)
		}
		n := schema.Name{Schema: in, Name: makeName(name1, name2, l)}
		if c.Relations[n] == nil && (!constraint || c.conNames[n] == 0) {
			return n.Name
		}
	}
}

// chooseConstraint is ChooseConstraintName.
func (c *Catalog) chooseConstraint(name1, name2, label, in string) string {
	for pass := 0; ; pass++ {
		l := label
		if pass > 0 {
			l += strconv.Itoa(pass)
		}
		n := schema.Name{Schema: in, Name: makeName(name1, name2, l)}
		if c.conNames[n] == 0 {
			return n.Name
		}
	}
}

// addition joins column names for a constraint's or an index' own name, as
// ChooseIndexNameAddition does.
func addition(columns []string) string {
	out := strings.Join(columns, "_")
	if len(out) > maxName {
		out = clip(out, maxName)
	}
	return out
}

// indexColumns names the columns of an index, as ChooseIndexColumnNames does.
func indexColumns(elems []*pg.Node) []string {
	var out []string
	seen := map[string]bool{}
	for _, n := range elems {
		e := n.GetIndexElem()
		name := e.GetName()
		if name == "" {
			name = expr.ColumnName(e.GetExpr())
		}
		if name == "" {
			name = "expr"
		}
		unique := name
		for i := 1; seen[unique]; i++ {
			suffix := strconv.Itoa(i)
			unique = clip(name, min(len(name), maxName-len(suffix))) + suffix
		}
		seen[unique] = true
		out = append(out, unique)
	}
	return out
}

// columnsIn lists the distinct columns that an expression names, in order.
func columnsIn(n *pg.Node, r *Relation) []string {
	var out []string
	seen := map[string]bool{}
	expr.Walk(n, func(m *pg.Node) {
		c := m.GetColumnRef()
		if c == nil {
			return
		}
		parts := expr.Strings(c.Fields)
		if len(parts) == 0 {
			return
		}
		name := parts[len(parts)-1]
		if !seen[name] && (r == nil || r.column(name) != nil) {
			seen[name] = true
			out = append(out, name)
		}
	})
	return out
}
