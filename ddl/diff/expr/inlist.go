package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// inList is the rule that x IN (a, b) is x = ANY (ARRAY[a, b]), as
// transformAExprIn has it: elements that hold columns are compared singly.
func (a *Analyzer) inList(e *pg.A_Expr, name string) *Node {
	l := a.expr(e.Lexpr)
	var plain, vars []*Node
	for _, n := range e.Rexpr.GetList().GetItems() {
		if v := a.expr(n); a.hasColumn(v) || v.Op == opRow {
			vars = append(vars, v)
		} else {
			plain = append(plain, v)
		}
	}
	op, quantifier := opOr, Op("any")
	if name == "<>" {
		op, quantifier = opAnd, "all"
	}
	var parts []*Node
	if len(plain) > 1 && l.Op != opRow {
		t := a.common(append([]*Node{l}, plain...))
		if t.Name != "" && t.Name != "record" {
			parts = append(parts, a.quantified(quantifier, "", name, l, a.arrayOf(plain, t)))
			plain = nil
		} else if t.Name == "" {
			arr := typed(opArray, "", Type{}, plain...)
			parts = append(parts, a.quantified(quantifier, "", name, l, arr))
			plain = nil
		}
	}
	for _, v := range append(plain, vars...) {
		if l.Op == opRow && v.Op == opRow {
			parts = append(parts, a.compareRows("", name, l, v))
			continue
		}
		parts = append(parts, a.operator("", name, l, v))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return junction(op, parts...)
}

func (a *Analyzer) arrayOf(nodes []*Node, t Type) *Node {
	out := typed(opArray, "", t.Array())
	for _, n := range nodes {
		out.Args = append(out.Args, a.coerce(n, t))
	}
	return out
}

// hasColumn reports whether an expression holds a column of the query at hand;
// those of a query inside it do not count.
func (a *Analyzer) hasColumn(n *Node) bool {
	if n.Op == opColumn {
		prefix, _, qualified := strings.Cut(n.Text, ".")
		if !qualified {
			return true
		}
		for _, e := range a.scope.rtes {
			if e.prefix == prefix {
				return true
			}
		}
		return false
	}
	for _, c := range n.Args {
		if c != nil && a.hasColumn(c) {
			return true
		}
	}
	return false
}

func (a *Analyzer) anyAll(e *pg.A_Expr, schema, name string) *Node {
	q := Op("any")
	if e.Kind == pg.A_Expr_Kind_AEXPR_OP_ALL {
		q = "all"
	}
	return a.quantified(q, schema, name, a.expr(e.Lexpr), a.expr(e.Rexpr))
}

// quantified is an operator against every element of an array.
func (a *Analyzer) quantified(q Op, schema, name string, l, r *Node) *Node {
	if name == "!=" {
		name = "<>"
	}
	elem := r.Type
	if r.Type.known() {
		elem = a.base(r.Type).Elem()
	}
	stand := typed(opColumn, "", elem)
	if r.Type.Name == "unknown" {
		stand.Type = l.Type
	}
	_, params, opSchema, ok := a.resolveOperator(schema, name, []*Node{l, stand})
	if !ok {
		return typed(q, name, boolType, loosen(l), loosen(r))
	}
	if opSchema != "" {
		name = opSchema + "." + name
	}
	return typed(q, name, boolType, a.coerce(l, params[0]), a.coerce(r, params[1].Array()))
}

// rowCompare compares rows written out on both sides; nil when it is none.
func (a *Analyzer) rowCompare(e *pg.A_Expr, schema, name string) *Node {
	if e.Lexpr.GetRowExpr() == nil || e.Rexpr.GetRowExpr() == nil {
		return nil
	}
	return a.compareRows(schema, name, a.expr(e.Lexpr), a.expr(e.Rexpr))
}

// compareRows is the rule that two rows are equal when all their fields are;
// Postgres writes = and <> that way.
func (a *Analyzer) compareRows(schema, name string, l, r *Node) *Node {
	if len(l.Args) != len(r.Args) {
		return typed("op", name, boolType, l, r)
	}
	var pairs []*Node
	for i := range l.Args {
		pairs = append(pairs, a.operator(schema, name, l.Args[i], r.Args[i]))
	}
	switch {
	case len(pairs) == 1:
		return pairs[0]
	case name == "=":
		return junction(opAnd, pairs...)
	case name == "<>" || name == "!=":
		return junction(opOr, pairs...)
	}
	out := typed("rows", name, boolType)
	for _, p := range pairs {
		out.Args = append(out.Args, p.Args...)
	}
	return out
}
