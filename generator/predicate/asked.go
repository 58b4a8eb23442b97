package predicate

import (
	"strings"

	"github.com/effigydb/effigy/schema"
)

// inSQL gives an expression that was put together here its SQL, so that the
// database can be asked for its value. Parts that come from the schema have
// theirs.
func inSQL(e *schema.Expr) *schema.Expr {
	if e.SQL != "" {
		return e
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = "(" + inSQL(a).SQL + ")"
	}
	switch e.Kind {
	case schema.ExprColumn:
		e.SQL = schema.Quote(e.Name)
	case schema.ExprConst:
		e.SQL = schema.Literal(e.Value)
		if e.Type.Name.Name != "" {
			e.SQL += "::" + e.Type.String()
		}
	case schema.ExprAnd:
		e.SQL = strings.Join(args, " AND ")
	case schema.ExprOr:
		e.SQL = strings.Join(args, " OR ")
	case schema.ExprNot:
		e.SQL = "NOT " + args[0]
	case schema.ExprOp:
		e.SQL = args[0] + " " + e.Name + " " + args[1]
	case schema.ExprIn:
		e.SQL = args[0] + " IN (" + strings.Join(args[1:], ", ") + ")"
	case schema.ExprIsNull:
		e.SQL = args[0] + map[bool]string{false: " IS NULL", true: " IS NOT NULL"}[e.Negated]
	}
	return e
}
