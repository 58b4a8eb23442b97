package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// sortKey is an ORDER BY item: output columns by name or number first, where
// there is a select list, then expressions.
func (a *Analyzer) sortKey(s *pg.SortBy, targets []*target) *Node {
	if s == nil {
		return list("raw", "")
	}
	n := outputColumn(s.Node, targets, true)
	if n == nil {
		n = a.expr(s.Node)
	}
	if n.Type.Name == "unknown" {
		n = a.coerce(n, textType)
	}
	return list("key", SortOrder(s.SortbyDir, s.SortbyNulls)+rawNames(s.UseOp), n)
}

func (a *Analyzer) sortByNumber(s *pg.SortBy, targets []*target) *Node {
	order := SortOrder(s.SortbyDir, s.SortbyNulls) + rawNames(s.UseOp)
	if c := s.Node.GetAConst(); c != nil {
		if i := int(c.GetIval().GetIval()); i >= 1 && i <= len(targets) {
			return list("key", order, list("output", itoa(i)))
		}
	}
	if c := s.Node.GetColumnRef(); c != nil && len(c.Fields) == 1 {
		name := Strings(c.Fields)
		for i, t := range targets {
			if len(name) == 1 && t.name == name[0] {
				return list("key", order, list("output", itoa(i+1)))
			}
		}
	}
	return list("key", order, a.expr(s.Node))
}

func rawNames(nodes []*pg.Node) string {
	if len(nodes) == 0 {
		return ""
	}
	return " USING " + strings.Join(Strings(nodes), ".")
}

// SortOrder prints direction and place of NULLs, defaults left out: ASC and
// NULLS LAST, or DESC and NULLS FIRST.
func SortOrder(dir pg.SortByDir, nulls pg.SortByNulls) string {
	out := ""
	desc := dir == pg.SortByDir_SORTBY_DESC
	if desc {
		out = "DESC"
	}
	switch {
	case nulls == pg.SortByNulls_SORTBY_NULLS_FIRST && !desc:
		out += " NULLS FIRST"
	case nulls == pg.SortByNulls_SORTBY_NULLS_LAST && desc:
		out += " NULLS LAST"
	}
	return out
}

// outputColumn resolves a number, or a bare name where names count.
func outputColumn(n *pg.Node, targets []*target, byName bool) *Node {
	if c := n.GetAConst(); c != nil && len(targets) > 0 {
		if v, ok := c.Val.(*pg.A_Const_Ival); ok && !c.Isnull {
			if i := int(v.Ival.Ival); i >= 1 && i <= len(targets) {
				return targets[i-1].expr
			}
		}
	}
	c := n.GetColumnRef()
	if c == nil || !byName || len(c.Fields) != 1 {
		return nil
	}
	names := Strings(c.Fields)
	for _, t := range targets {
		if len(names) == 1 && t.name == names[0] {
			return t.expr
		}
	}
	return nil
}

func (a *Analyzer) distinctClause(nodes []*pg.Node, targets []*target) *Node {
	out := list("distinct", "")
	for _, n := range nodes {
		if n.GetNode() == nil {
			continue
		}
		e := outputColumn(n, targets, true)
		if e == nil {
			e = a.expr(n)
		}
		out.Args = append(out.Args, e)
	}
	return out
}

func (a *Analyzer) groupBy(s *pg.SelectStmt, targets []*target) *Node {
	out := list("group", "")
	if s.GroupDistinct {
		out.Text = "DISTINCT"
	}
	for _, n := range s.GroupClause {
		out.Args = append(out.Args, a.groupItem(n, targets))
	}
	return out
}

// groupItem: a column of FROM goes before an output column of the same name.
func (a *Analyzer) groupItem(n *pg.Node, targets []*target) *Node {
	if set := n.GetGroupingSet(); set != nil {
		out := list("set", strings.TrimPrefix(set.Kind.String(), "GROUPING_SET_"))
		for _, c := range set.Content {
			out.Args = append(out.Args, a.groupItem(c, targets))
		}
		return out
	}
	if row := n.GetRowExpr(); row != nil && row.RowFormat == pg.CoercionForm_COERCE_IMPLICIT_CAST {
		out := list(opRow, "")
		for _, c := range row.Args {
			out.Args = append(out.Args, a.groupItem(c, targets))
		}
		return out
	}
	if e := outputColumn(n, targets, false); e != nil {
		return e
	}
	if c := n.GetColumnRef(); c != nil {
		if parts := Strings(c.Fields); len(parts) == 1 && len(c.Fields) == 1 {
			if found := a.scope.lookup(parts); found != nil {
				return found
			}
			if e := outputColumn(n, targets, true); e != nil {
				return e
			}
		}
	}
	return a.expr(n)
}
