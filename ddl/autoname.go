package ddl

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// maxName is NAMEDATALEN - 1: the bytes an identifier may have.
const maxName = 63

// clip cuts a name to n bytes without cutting a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// objectName is makeObjectName of indexcmds.c: name1_name2_label, the longer
// of the two names cut until all fits.
func objectName(name1, name2, label string) string {
	avail := maxName
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
	out := clip(name1, n1)
	if name2 != "" {
		out += "_" + clip(name2, n2)
	}
	if label != "" {
		out += "_" + label
	}
	return out
}

// joined is ChooseIndexNameAddition: column names with underscores, until
// there are more bytes than a name can have.
func joined(columns []string) string {
	var b strings.Builder
	for _, c := range columns {
		if b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(c)
		if b.Len() > maxName {
			break
		}
	}
	return b.String()
}

// choose numbers the label until the name is free.
func choose(name1, name2, label string, taken func(string) bool) string {
	for pass := 0; ; pass++ {
		l := label
		if pass > 0 {
			l = fmt.Sprint(label, pass)
		}
		if name := objectName(name1, name2, l); !taken(name) {
			return name
		}
	}
}

// relationName is ChooseRelationName; the name of an index behind a
// constraint must be free among the schema's constraints too.
func (c *catalog) relationName(in, name1, name2, label string, constraint bool) string {
	return choose(name1, name2, label, func(name string) bool {
		n := schema.Name{Schema: in, Name: name}
		return c.relations[n] != 0 || constraint && c.constraints[n] > 0
	})
}

// constraintName is ChooseConstraintName: free among the constraints of the
// schema.
func (c *catalog) constraintName(in, name1, name2, label string) string {
	return choose(name1, name2, label, func(name string) bool {
		return c.constraints[schema.Name{Schema: in, Name: name}] > 0
	})
}

// indexColumns is ChooseIndexColumnNames: the name each index column gets,
// numbered where it repeats.
func indexColumns(keys []*pg.Node) []string {
	var out []string
	for _, k := range keys {
		e := k.GetIndexElem()
		name := e.GetName()
		if name == "" {
			name = figure(e.GetExpr())
		}
		base := name
		for i := 1; slices.Contains(out, name); i++ {
			suffix := fmt.Sprint(i)
			name = clip(base, maxName-len(suffix)) + suffix
		}
		out = append(out, name)
	}
	return out
}

// figure is FigureIndexColname: the name an expression suggests, "expr" when
// it suggests none.
func figure(n *pg.Node) string {
	if name, _ := figureStrength(n); name != "" {
		return name
	}
	return "expr"
}

// figureStrength is FigureColnameInternal: a name, and whether it is a good
// one (2) or one that a better may replace (1).
func figureStrength(n *pg.Node) (string, int) {
	switch {
	case n.GetColumnRef() != nil:
		return lastWord(words(n.GetColumnRef().Fields)), 2
	case n.GetAIndirection() != nil:
		if name := lastWord(words(n.GetAIndirection().Indirection)); name != "" {
			return name, 2
		}
		return figureStrength(n.GetAIndirection().Arg)
	case n.GetFuncCall() != nil:
		return lastWord(words(n.GetFuncCall().Funcname)), 2
	case n.GetAExpr() != nil && n.GetAExpr().Kind == pg.A_Expr_Kind_AEXPR_NULLIF:
		return "nullif", 2
	case n.GetTypeCast() != nil:
		if name, s := figureStrength(n.GetTypeCast().Arg); s > 1 {
			return name, s
		}
		return lastWord(words(n.GetTypeCast().GetTypeName().GetNames())), 1
	case n.GetCollateClause() != nil:
		return figureStrength(n.GetCollateClause().Arg)
	case n.GetCaseExpr() != nil:
		if name, s := figureStrength(n.GetCaseExpr().Defresult); s > 1 {
			return name, s
		}
		return "case", 1
	}
	return figureKeyword(n)
}

func figureKeyword(n *pg.Node) (string, int) {
	switch {
	case n.GetAArrayExpr() != nil:
		return "array", 2
	case n.GetRowExpr() != nil:
		return "row", 2
	case n.GetCoalesceExpr() != nil:
		return "coalesce", 2
	case n.GetMinMaxExpr() != nil:
		if n.GetMinMaxExpr().Op == pg.MinMaxOp_IS_LEAST {
			return "least", 2
		}
		return "greatest", 2
	case n.GetSqlvalueFunction() != nil:
		op := n.GetSqlvalueFunction().Op.String()
		return strings.TrimSuffix(strings.ToLower(strings.TrimPrefix(op, "SVFOP_")), "_n"), 2
	}
	return "", 0
}

func lastWord(w []string) string {
	if len(w) == 0 || w[len(w)-1] == "*" {
		return ""
	}
	return w[len(w)-1]
}

// multirangeName is makeMultirangeTypeName: "range" becomes "multirange",
// otherwise the word is appended.
func multirangeName(name string) string {
	if i := strings.Index(name, "range"); i >= 0 {
		return clip(name[:i]+"multi"+name[i:], maxName)
	}
	return clip(name, maxName-len("_multirange")) + "_multirange"
}
