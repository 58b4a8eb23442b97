package expr

import pg "github.com/sqlc-dev/oliphant"

func (a *Analyzer) boolean(e *pg.BoolExpr) *Node {
	args := a.exprs(e.Args)
	for i := range args {
		args[i] = a.toBool(args[i])
	}
	switch e.Boolop {
	case pg.BoolExprType_AND_EXPR:
		return junction(opAnd, args...)
	case pg.BoolExprType_OR_EXPR:
		return junction(opOr, args...)
	}
	return not(args[0])
}

// junction is the rule that nested groups of one operator are one group.
func junction(op Op, args ...*Node) *Node {
	out := typed(op, "", boolType)
	for _, n := range args {
		if n.Op == op {
			out.Args = append(out.Args, n.Args...)
			continue
		}
		out.Args = append(out.Args, n)
	}
	return out
}
