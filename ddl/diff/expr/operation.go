package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

func (a *Analyzer) operation(e *pg.A_Expr) *Node {
	schema, name := LastTwo(e.Name)
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_IN:
		return a.inList(e, name)
	case pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		return a.anyAll(e, schema, name)
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return a.between(e)
	case pg.A_Expr_Kind_AEXPR_DISTINCT:
		return a.distinct(e)
	case pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		d := a.distinct(e)
		if d.Op == "is" {
			return typed("is", "IS_NULL", boolType, d.Args...)
		}
		return not(d)
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		l := a.expr(e.Lexpr)
		op := a.operator("", "=", l, a.expr(e.Rexpr))
		return typed("nullif", "", op.Args[0].Type, op.Args...)
	}
	if row := a.rowCompare(e, schema, name); row != nil {
		return row
	}
	if e.Lexpr == nil {
		return a.prefix(schema, name, a.expr(e.Rexpr))
	}
	return a.operator(schema, name, a.expr(e.Lexpr), a.expr(e.Rexpr))
}

// prefix is an operator before its one operand.
func (a *Analyzer) prefix(schema, name string, arg *Node) *Node {
	isNumber := arg.Op == opConst && arg.Type.Name != "unknown" && arg.Text != "" && strings.Trim(arg.Text, "0123456789.-") == ""
	switch {
	case name == "-" && isNumber && schema == "":
		return negative(arg)
	case name == "+" && isNumber && schema == "":
		return arg
	}
	return a.apply(schema, name, []*Node{arg})
}

// operator is an operator between two operands.
func (a *Analyzer) operator(schema, name string, l, r *Node) *Node {
	if name == "!=" {
		name = "<>"
	}
	return a.apply(schema, name, []*Node{l, r})
}

// apply resolves an operator and coerces its operands.
func (a *Analyzer) apply(schema, name string, args []*Node) *Node {
	result, params, opSchema, ok := a.resolveOperator(schema, name, args)
	if !ok {
		for i := range args {
			args[i] = loosen(args[i])
		}
		t := Type{}
		if isComparison(name) {
			t = boolType
		}
		return typed("op", name, t, args...)
	}
	for i, p := range params {
		args[i] = a.coerce(args[i], p)
	}
	if opSchema != "" {
		name = opSchema + "." + name
	}
	return typed("op", name, result, args...)
}

func isComparison(name string) bool {
	switch name {
	case "=", "<>", "<", ">", "<=", ">=", "~", "!~", "~*", "!~*", "~~", "!~~", "~~*", "!~~*", "@>", "<@", "&&", "?", "?|", "?&", "@@":
		return true
	}
	return false
}

// resolveOperator finds result and operand types as oper() does.
func (a *Analyzer) resolveOperator(schema, name string, args []*Node) (Type, []Type, string, bool) {
	for _, n := range args {
		if n.Type.Name == "" {
			return Type{}, nil, "", false
		}
	}
	ops := a.env.Operators(a.path, schema, name)
	var cands []candidate
	for i, o := range ops {
		params := []string{o.Left, o.Right}
		if o.Left == "-" {
			params = params[1:]
		}
		if len(params) == len(args) {
			cands = append(cands, candidate{params, i})
		}
	}
	guess := a.guessUnknown(args)
	pick := a.chooseExact(cands, guess)
	if pick < 0 {
		pick = a.choose(cands, args)
	}
	if pick < 0 {
		return Type{}, nil, "", false
	}
	o := ops[pick]
	params := []string{o.Left, o.Right}[2-len(args):]
	b, ok := a.bind(params, guess)
	if !ok {
		return Type{}, nil, "", false
	}
	types := make([]Type, len(params))
	for i, p := range params {
		types[i] = a.resolve(b, p)
	}
	return a.resolve(b, o.Result), types, o.Schema, true
}

// guessUnknown takes an untyped literal for the type of the other operand.
func (a *Analyzer) guessUnknown(args []*Node) []*Node {
	if len(args) != 2 {
		return args
	}
	l, r := args[0], args[1]
	switch {
	case l.Type.Name == "unknown" && r.Type.Name != "unknown":
		return []*Node{l.retyped(a.base(r.Type)), r}
	case r.Type.Name == "unknown" && l.Type.Name != "unknown":
		return []*Node{l, r.retyped(a.base(l.Type))}
	}
	return args
}

// chooseExact is binary_oper_exact.
func (a *Analyzer) chooseExact(cands []candidate, args []*Node) int {
	types := make([]Type, len(args))
	for i, n := range args {
		types[i] = n.Type
	}
	for _, c := range cands {
		if exact(c.params, types) {
			return c.index
		}
	}
	for i := range types {
		types[i] = a.base(types[i])
	}
	for _, c := range cands {
		if exact(c.params, types) {
			return c.index
		}
	}
	return -1
}

func not(n *Node) *Node { return typed(opNot, "", boolType, n) }

// distinct is the rule that IS NOT DISTINCT FROM is NOT (… IS DISTINCT FROM …).
func (a *Analyzer) distinct(e *pg.A_Expr) *Node {
	l, r := a.expr(e.Lexpr), a.expr(e.Rexpr)
	switch {
	case r.Op == opNull:
		return typed("is", "IS_NOT_NULL", boolType, l)
	case l.Op == opNull:
		return typed("is", "IS_NOT_NULL", boolType, r)
	}
	if l.Op != opRow || r.Op != opRow {
		return a.distinctFrom(l, r)
	}
	if len(l.Args) != len(r.Args) || len(l.Args) < 2 {
		return typed("distinct", "", boolType, l, r)
	}
	pairs := make([]*Node, len(l.Args)) // rows are told apart column by column
	for i := range pairs {
		pairs[i] = a.distinctFrom(l.Args[i], r.Args[i])
	}
	return junction(opOr, pairs...)
}

func (a *Analyzer) distinctFrom(l, r *Node) *Node {
	op := a.operator("", "=", l, r)
	return typed("distinct", "", boolType, op.Args...)
}

// between is the rule that BETWEEN is two comparisons.
func (a *Analyzer) between(e *pg.A_Expr) *Node {
	bounds := e.Rexpr.GetList().GetItems()
	if len(bounds) != 2 {
		return list("raw", Raw(e.Rexpr))
	}
	cmp := func(name string, bound *pg.Node) *Node {
		return a.operator("", name, a.expr(e.Lexpr), a.expr(bound))
	}
	inside := func(lo, hi *pg.Node) *Node { return junction(opAnd, cmp(">=", lo), cmp("<=", hi)) }
	outside := func(lo, hi *pg.Node) *Node { return junction(opOr, cmp("<", lo), cmp(">", hi)) }
	lo, hi := bounds[0], bounds[1]
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_BETWEEN:
		return inside(lo, hi)
	case pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		return outside(lo, hi)
	case pg.A_Expr_Kind_AEXPR_BETWEEN_SYM:
		return junction(opOr, inside(lo, hi), inside(hi, lo))
	}
	return junction(opAnd, outside(lo, hi), outside(hi, lo))
}
