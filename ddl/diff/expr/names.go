package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

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

// ColumnName is the name Postgres gives a column or an index expression that
// has none of its own; "" where it finds no better than its fallback.
func ColumnName(n *pg.Node) string {
	name, _ := columnName(n)
	return name
}
