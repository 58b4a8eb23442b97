package autoname

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// Column is FigureColname: the name Postgres gives a column or an index
// expression that has none of its own; "" where it finds none.
func Column(n *pg.Node) string {
	name, _ := figure(n)
	return name
}

// figure is FigureColnameInternal: the name of a column that has none,
// and how strong it is.
func figure(n *pg.Node) (string, int) {
	if n == nil {
		return "", 0
	}
	switch v := n.Node.(type) {
	case *pg.Node_ColumnRef:
		if name := last(v.ColumnRef.Fields); name != "" {
			return name, 2
		}
	case *pg.Node_AIndirection:
		if name := last(v.AIndirection.Indirection); name != "" {
			return name, 2
		}
		return figure(v.AIndirection.Arg)
	case *pg.Node_FuncCall:
		return last(v.FuncCall.Funcname), 2
	case *pg.Node_TypeCast:
		if name, strength := figure(v.TypeCast.Arg); strength > 1 {
			return name, strength
		}
		return last(v.TypeCast.TypeName.GetNames()), 1
	case *pg.Node_CollateClause:
		return figure(v.CollateClause.Arg)
	case *pg.Node_CaseExpr:
		if name, strength := figure(v.CaseExpr.Defresult); strength > 1 {
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
			return figure(t[0].GetResTarget().GetVal())
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

// last is the last name in a list that may hold subscripts too.
func last(nodes []*pg.Node) string {
	for i := len(nodes) - 1; i >= 0; i-- {
		if s := nodes[i].GetString_(); s != nil {
			return s.Sval
		}
	}
	return ""
}

func valueFunctionName(f *pg.SQLValueFunction) string {
	name := strings.ToLower(strings.TrimPrefix(f.Op.String(), "SVFOP_"))
	return strings.TrimSuffix(name, "_n")
}

func xmlName(op pg.XmlExprOp) string {
	switch op {
	case pg.XmlExprOp_IS_XMLCONCAT:
		return "xmlconcat"
	case pg.XmlExprOp_IS_XMLELEMENT:
		return "xmlelement"
	case pg.XmlExprOp_IS_XMLFOREST:
		return "xmlforest"
	case pg.XmlExprOp_IS_XMLPARSE:
		return "xmlparse"
	case pg.XmlExprOp_IS_XMLPI:
		return "xmlpi"
	case pg.XmlExprOp_IS_XMLROOT:
		return "xmlroot"
	}
	return "?column?"
}
