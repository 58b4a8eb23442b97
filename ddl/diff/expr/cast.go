package expr

import (
	pg "github.com/sqlc-dev/oliphant"
)

func (a *Analyzer) typeCast(c *pg.TypeCast) *Node {
	to := a.TypeOf(c.TypeName)
	a.mention("", to.Elem().Name)
	if arr := c.Arg.GetAArrayExpr(); arr != nil && to.IsArray() {
		return a.arrayAs(arr, to)
	}
	arg := a.expr(c.Arg)
	out := a.coerce(arg, to)
	if out.Op == opCast && out != arg {
		// A written cast of what a value is not by itself says something.
		m := *out
		m.implicit = out.implicit || arg.Type.Name == ""
		out = &m
	}
	return out
}

// arrayAs reads ARRAY[…]::t[] element by element, as the grammar does.
func (a *Analyzer) arrayAs(arr *pg.A_ArrayExpr, to Type) *Node {
	out := typed(opArray, "", to)
	for _, e := range arr.Elements {
		if inner := e.GetAArrayExpr(); inner != nil {
			out.Args = append(out.Args, a.arrayAs(inner, to))
			continue
		}
		out.Args = append(out.Args, a.coerce(a.expr(e), to.Elem()))
	}
	return out
}

func (a *Analyzer) array(arr *pg.A_ArrayExpr) *Node {
	args := a.exprs(arr.Elements)
	t := a.common(args)
	if t.Name == "" || len(args) == 0 {
		return typed(opArray, "", Type{}, args...)
	}
	if t.IsArray() {
		for i := range args {
			args[i] = a.coerce(args[i], t)
		}
		return typed(opArray, "", t, args...)
	}
	return a.arrayOf(args, t)
}

func (a *Analyzer) collate(c *pg.CollateClause) *Node {
	arg := a.expr(c.Arg)
	if arg.Type.Name == "unknown" {
		arg = a.coerce(arg, textType)
	}
	return typed("collate", a.Collation(c.Collname), arg.Type, arg)
}

// Collation resolves the name of a collation; "" for none.
func (a *Analyzer) Collation(names []*pg.Node) string {
	schema, name := LastTwo(names)
	if name == "" {
		return ""
	}
	return a.env.Collation(a.path, schema, name)
}

// alike is an expression whose arguments take one type: COALESCE, GREATEST.
func (a *Analyzer) alike(op Op, nodes []*pg.Node) *Node {
	args := a.exprs(nodes)
	t := a.common(args)
	a.unify(args, t)
	return typed(op, "", t, args...)
}

func (a *Analyzer) unify(args []*Node, t Type) {
	if t.Name != "" {
		a.coerceAll(args, t)
		return
	}
	for i := range args {
		args[i] = loosen(args[i])
	}
}

// caseExpr: a missing ELSE is ELSE NULL.
func (a *Analyzer) caseExpr(c *pg.CaseExpr) *Node {
	var arg *Node
	if c.Arg != nil {
		arg = a.expr(c.Arg)
		if arg.Type.Name == "unknown" {
			arg = a.coerce(arg, textType)
		}
	}
	def := typed(opNull, "", unknownType)
	if c.Defresult != nil {
		def = a.expr(c.Defresult)
	}
	results := []*Node{def}
	var conds []*Node
	for _, w := range c.Args {
		when := w.GetCaseWhen()
		cond := a.expr(when.Expr)
		if arg != nil {
			cond = a.operator("", "=", arg, cond)
		}
		conds = append(conds, a.toBool(cond))
		results = append(results, a.expr(when.Result))
	}
	t := a.common(results)
	a.unify(results, t)
	out := typed("case", "", t)
	for i, cond := range conds {
		out.Args = append(out.Args, cond, results[i+1])
	}
	out.Args = append(out.Args, results[0])
	return out
}
