package predicate

import "github.com/effigydb/effigy/schema"

// spellRows spells a comparison of two rows with comparisons of their fields;
// nil for any other expression. Order is lexicographic.
func spellRows(e *schema.Expr) *schema.Expr {
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || e.Args[0] == nil || e.Args[1] == nil {
		return nil
	}
	x, y := e.Args[0], e.Args[1]
	if x.Kind != schema.ExprRow || y.Kind != schema.ExprRow || len(x.Args) != len(y.Args) || len(x.Args) == 0 {
		return nil
	}
	switch e.Name {
	case "=", "<>", "!=":
		var parts []*schema.Expr
		for i := range x.Args {
			parts = append(parts, operation(e.Name, x.Args[i], y.Args[i]))
		}
		if e.Name == "=" {
			return allExpr(parts)
		}
		return anyExpr(parts)
	case "<", "<=", ">", ">=":
		return spellOrder(e.Name, x.Args, y.Args)
	}
	return nil
}

func spellOrder(op string, x, y []*schema.Expr) *schema.Expr {
	if len(x) == 1 {
		return operation(op, x[0], y[0])
	}
	return anyExpr([]*schema.Expr{
		operation(op[:1], x[0], y[0]),
		allExpr([]*schema.Expr{operation("=", x[0], y[0]), spellOrder(op, x[1:], y[1:])}),
	})
}
