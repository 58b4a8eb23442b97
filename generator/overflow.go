package generator

import (
	"math"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// inRange keeps what a generated column computes from integers within their
// limits: beyond them the row would raise an error.
func (p *planner) inRange(t *Table, c *column) []predicate.Named {
	if !c.generated {
		return nil
	}
	return p.rangeOf(t, c.name, c.model.Expression, c.base)
}

// inRangeOfIndexes does the same for what indexes compute.
func (p *planner) inRangeOfIndexes(t *Table) []predicate.Named {
	var out []predicate.Named
	for _, m := range p.leaves[t.Name] {
		for _, x := range m.Indexes {
			for _, k := range x.Keys {
				out = append(out, p.rangeOf(t, x.Name.Name, k.Expr, schema.Type{})...)
			}
		}
	}
	return out
}

func (p *planner) rangeOf(t *Table, name string, e *schema.Expr, base schema.Type) []predicate.Named {
	if e == nil || e.Kind == schema.ExprColumn && !wholeNumber(base) || len(e.Columns()) == 0 || !t.counts(e) {
		return nil
	}
	low, high, ok := wholeLimits(predicate.Bind(e, p.scope(t)).Type())
	narrow := false
	if l, h, own := wholeLimits(base); own {
		narrow = h < high
		low, high, ok = max(low, l), min(high, h), true
	}
	if !ok {
		return nil
	}
	wide := unlimited(e)
	bound := func(op string, n int64) predicate.Named {
		x := number("numeric", n)
		return predicate.Named{Constraint: "range of " + name, Expr: &schema.Expr{
			Kind: schema.ExprOp, Name: op, Args: []*schema.Expr{wide, x}, SQL: "(" + e.SQL + ")::numeric " + op + " " + x.Value,
		}}
	}
	out := []predicate.Named{bound("<=", high)}
	if subtracts(e) || t.bounds(e) || narrow { // integers that no rule bounds are drawn from 0 on
		out = append(out, bound(">=", low))
	}
	return out
}

// counts reports an expression of integer columns, constants and operators.
func (t *Table) counts(e *schema.Expr) bool {
	ok := true
	e.Walk(func(x *schema.Expr) bool {
		switch x.Kind {
		case schema.ExprColumn:
			at := t.position(x.Name)
			if at >= 0 {
				_, _, whole := wholeLimits(t.columns[at].base)
				ok = ok && whole
			}
		case schema.ExprConst:
		case schema.ExprOp:
			ok = ok && strings.Contains("+-*", x.Name)
		default:
			ok = false
		}
		return true
	})
	return ok
}

// unlimited is an expression with its columns as numbers without a limit.
func unlimited(e *schema.Expr) *schema.Expr {
	if e.Kind == schema.ExprColumn {
		return &schema.Expr{Kind: schema.ExprCast, Type: catalogType("numeric"), Args: []*schema.Expr{e}, SQL: e.SQL + "::numeric"}
	}
	out := *e
	out.Args = nil
	for _, x := range e.Args {
		out.Args = append(out.Args, unlimited(x))
	}
	return &out
}

// bounds reports that a CHECK, here or of a parent, may bound a column of the
// expression.
func (t *Table) bounds(e *schema.Expr) bool {
	for _, name := range e.Columns() {
		if at := t.position(name); at >= 0 && t.columns[at].model.Type.String() != t.columns[at].base.String() {
			return true // a domain
		}
		for _, k := range t.model.Constraints {
			if k.Kind == schema.ForeignKey && slices.Contains(k.Columns, name) {
				return true // what bounds the parent's key
			}
			if k.Kind == schema.Check && k.Expr != nil && slices.Contains(k.Expr.Columns(), name) {
				return true
			}
		}
	}
	return false
}

func subtracts(e *schema.Expr) bool {
	found := false
	e.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprOp && x.Name == "-" || x.Kind == schema.ExprConst && strings.HasPrefix(x.Value, "-")
		return true
	})
	return found
}

// wholeLimits are the least and the greatest value of an integer type.
func wholeLimits(t schema.Type) (low, high int64, ok bool) {
	if wholeNumber(t) {
		return integerLimits(&column{base: t})
	}
	return math.MinInt64, math.MaxInt64, false
}
