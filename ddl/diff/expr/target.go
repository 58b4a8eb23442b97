package expr

import (
	"strconv"

	pg "github.com/sqlc-dev/oliphant"
)

func itoa(i int) string { return strconv.Itoa(i) }

// target is an entry of a select list.
type target struct {
	name string
	expr *Node
}

func targetList(targets []*target) *Node {
	out := list("targets", "")
	for _, t := range targets {
		out.Args = append(out.Args, list("as", quoteLiteral(t.name), t.expr))
	}
	return out
}

// withoutNames drops the column names of a query where nothing can refer to
// them: the later arms of a set operation, and sublinks.
func withoutNames(form *Node) *Node {
	out := *form
	out.Args = nil
	for _, n := range form.Args {
		switch n.Op {
		case "targets":
			t := list("targets", "")
			for _, as := range n.Args {
				t.Args = append(t.Args, list("as", "", as.Args...))
			}
			n = t
		case "set":
			s := list("set", n.Text)
			for _, arm := range n.Args {
				s.Args = append(s.Args, withoutNames(arm))
			}
			n = s
		}
		out.Args = append(out.Args, n)
	}
	return &out
}

// targets expands stars and names every column.
func (a *Analyzer) targets(nodes []*pg.Node, names []string) []*target {
	var out []*target
	for _, n := range nodes {
		r := n.GetResTarget()
		if r == nil {
			continue
		}
		if c := r.Val.GetColumnRef(); c != nil && len(c.Fields) > 0 && c.Fields[len(c.Fields)-1].GetAStar() != nil {
			out = append(out, a.star(c)...)
			continue
		}
		if in := r.Val.GetAIndirection(); in != nil && len(in.Indirection) > 0 && in.Indirection[len(in.Indirection)-1].GetAStar() != nil {
			out = append(out, a.expandRow(in)...)
			continue
		}
		name := r.Name
		if name == "" {
			name, _ = columnName(r.Val)
		}
		if name == "" {
			name = "?column?"
		}
		out = append(out, &target{name, a.expr(r.Val)})
	}
	for i := range out {
		if i < len(names) {
			out[i].name = names[i]
		}
	}
	return out
}

// star expands * or t.*; a relation whose columns are not known stays a star.
func (a *Analyzer) star(c *pg.ColumnRef) []*target {
	parts := Strings(c.Fields)
	if len(parts) == 0 {
		return a.scope.all()
	}
	for s := a.scope; s != nil; s = s.parent {
		for _, e := range s.rtes {
			if e.matches(parts) {
				return e.all(true)
			}
		}
	}
	return []*target{{"*", typed(opColumn, parts[len(parts)-1]+".*", Type{})}}
}

func (s *scope) all() []*target {
	var out []*target
	for _, m := range s.merged {
		out = append(out, &target{m.name, (&rte{}).node(m)})
	}
	for _, e := range s.rtes {
		if !e.hidden {
			out = append(out, e.all(false)...)
		}
	}
	return out
}

func (e *rte) all(merged bool) []*target {
	if !e.known {
		return []*target{{"*", typed(opColumn, e.prefix+".*", Type{})}}
	}
	var out []*target
	for _, c := range e.cols {
		if merged || !c.merged {
			out = append(out, &target{c.name, e.node(c)})
		}
	}
	return out
}

// expandRow is (row).*
func (a *Analyzer) expandRow(in *pg.A_Indirection) []*target {
	n := a.expr(&pg.Node{Node: &pg.Node_AIndirection{AIndirection: &pg.A_Indirection{
		Arg: in.Arg, Indirection: in.Indirection[:len(in.Indirection)-1],
	}}})
	if len(in.Indirection) == 1 {
		n = a.expr(in.Arg)
	}
	fields, ok := a.fields(n)
	if !ok {
		return []*target{{"*", list("field", "*", n)}}
	}
	var out []*target
	for _, f := range fields {
		out = append(out, &target{f.Name, typed("field", f.Name, f.Type, n)})
	}
	return out
}

// columnName is FigureColnameInternal: the name of a column that has none,
// and how strong it is.
func columnName(n *pg.Node) (string, int) {
	if n == nil {
		return "", 0
	}
	switch v := n.Node.(type) {
	case *pg.Node_ColumnRef:
		if s := Strings(v.ColumnRef.Fields); len(s) > 0 {
			return s[len(s)-1], 2
		}
	case *pg.Node_AIndirection:
		for i := len(v.AIndirection.Indirection) - 1; i >= 0; i-- {
			if s := v.AIndirection.Indirection[i].GetString_(); s != nil {
				return s.Sval, 2
			}
		}
		return columnName(v.AIndirection.Arg)
	case *pg.Node_FuncCall:
		_, name := LastTwo(v.FuncCall.Funcname)
		return name, 2
	case *pg.Node_TypeCast:
		if name, strength := columnName(v.TypeCast.Arg); strength > 1 {
			return name, strength
		}
		_, name := LastTwo(v.TypeCast.TypeName.GetNames())
		return name, 1
	case *pg.Node_CollateClause:
		return columnName(v.CollateClause.Arg)
	case *pg.Node_CaseExpr:
		if name, strength := columnName(v.CaseExpr.Defresult); strength > 1 {
			return name, strength
		}
		return "case", 1
	case *pg.Node_SubLink:
		return subLinkName(v.SubLink)
	case *pg.Node_AExpr:
		if v.AExpr.Kind == pg.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", 2
		}
	}
	return constructName(n)
}

func subLinkName(s *pg.SubLink) (string, int) {
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		return "exists", 2
	case pg.SubLinkType_ARRAY_SUBLINK:
		return "array", 2
	case pg.SubLinkType_EXPR_SUBLINK:
		q := s.Subselect.GetSelectStmt()
		for q.GetLarg() != nil {
			q = q.Larg
		}
		if t := q.GetTargetList(); len(t) > 0 {
			if r := t[0].GetResTarget(); r.GetName() != "" {
				return r.Name, 2
			}
			return columnName(t[0].GetResTarget().GetVal())
		}
	}
	return "", 0
}

func constructName(n *pg.Node) (string, int) {
	switch v := n.Node.(type) {
	case *pg.Node_AArrayExpr:
		return "array", 2
	case *pg.Node_RowExpr:
		return "row", 2
	case *pg.Node_CoalesceExpr:
		return "coalesce", 2
	case *pg.Node_GroupingFunc:
		return "grouping", 2
	case *pg.Node_MinMaxExpr:
		if v.MinMaxExpr.Op == pg.MinMaxOp_IS_LEAST {
			return "least", 2
		}
		return "greatest", 2
	case *pg.Node_SqlvalueFunction:
		return valueFunctionName(v.SqlvalueFunction), 2
	case *pg.Node_XmlExpr:
		return xmlName(v.XmlExpr.Op), 2
	case *pg.Node_XmlSerialize:
		return "xmlserialize", 2
	}
	return "", 0
}

// rowArgs are the fields of ROW(…), stars expanded.
func (a *Analyzer) rowArgs(nodes []*pg.Node) []*Node {
	var out []*Node
	for _, n := range nodes {
		if c := n.GetColumnRef(); c != nil && len(c.Fields) > 0 && c.Fields[len(c.Fields)-1].GetAStar() != nil {
			for _, t := range a.star(c) {
				out = append(out, t.expr)
			}
			continue
		}
		out = append(out, a.expr(n))
	}
	return out
}
