package generator

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// A generated column is computed by the server, as the row is stored or as it
// is read, and a value that its type can't hold, or that can't be computed at
// all, is an error there. So its type is a rule of the table like a CHECK.

// computable are the predicates by which a generated column has a value.
func (p *planner) computable(t *Table, c *column) []predicate.Named {
	e := c.model.Expression
	if !c.generated || e == nil || len(e.Columns()) == 0 {
		return nil
	}
	out := p.inRange(t, c)
	scope := p.scope(t)
	program := predicate.Bind(e, scope)
	for _, r := range t.fitting(e, program.Type(), c.base, len(out) > 0) {
		if program.Understood() {
			out = append(out, stated("range of "+c.name, r))
		}
	}
	out = append(out, p.definite(t, "values of "+c.name, e)...)
	out = append(out, p.computes(t, "values of "+c.name, e, c.model.Type)...)
	return append(out, p.inner(t, c.name, e)...)
}

func stated(name string, e *schema.Expr) predicate.Named {
	e.SQL, _ = spell(e)
	return predicate.Named{Constraint: name, Expr: e}
}

// fitting are the rules by which the type of a column holds what it computes;
// none where it holds all of it. Counted expressions have rules as integers.
func (t *Table) fitting(e *schema.Expr, from, to schema.Type, counted bool) []*schema.Expr {
	if from.Dims > 0 || to.Dims > 0 {
		return nil
	}
	switch n, capped := lengthOf(to); {
	case characters(to):
		if !capped || !characters(from) || t.longest(e) <= n {
			return nil
		}
		return []*schema.Expr{opExpr("<=", &schema.Expr{Kind: schema.ExprCall, Name: "length", Args: []*schema.Expr{e}}, number("int4", int64(n)))}
	case wholeNumber(to) && !counted:
		low, high, _ := wholeLimits(to)
		if _, most, whole := wholeLimits(from); whole && most <= high {
			return nil
		}
		return t.between(e, from, strconv.FormatInt(low, 10), strconv.FormatInt(high, 10))
	case to.Is("numeric") && len(to.Mods) > 0:
		high := digits(to.Mod(0, 0), to.Mod(1, 0))
		return t.between(e, from, "-"+high, high)
	}
	return nil
}

// digits is the greatest number of a precision and a scale.
func digits(precision, scale int) string {
	nines := strings.Repeat("9", precision)
	switch whole := precision - scale; {
	case scale <= 0:
		return nines + strings.Repeat("0", -scale)
	case whole <= 0:
		return "0." + strings.Repeat("0", -whole) + nines
	default:
		return nines[:whole] + "." + nines[whole:]
	}
}

// between keeps a number within limits, compared as a type that has room.
func (t *Table) between(e *schema.Expr, from schema.Type, low, high string) []*schema.Expr {
	limit, _ := strconv.ParseFloat(high, 64)
	x, kind := e, "numeric"
	switch {
	case from.Is("float8"), from.Is("float4"):
		kind = "float8"
	case wholeNumber(from):
		if t.counts(e) {
			x = unlimited(e)
		} else {
			x = &schema.Expr{Kind: schema.ExprCast, Type: catalogType("numeric"), Args: []*schema.Expr{e}}
		}
	case !from.Is("numeric"):
		return nil
	}
	if t.magnitude(e) <= limit {
		return nil
	}
	return []*schema.Expr{opExpr("<=", x, constant(kind, high)), opExpr(">=", x, constant(kind, low))}
}

// inner are the limits of what an expression computes from integers on its
// way to its value.
func (p *planner) inner(t *Table, name string, e *schema.Expr) []predicate.Named {
	var out []predicate.Named
	applied(e, func(x *schema.Expr) {
		if x != e && x.Kind == schema.ExprOp && !t.counts(e) && t.counts(x) {
			for _, n := range p.rangeOf(t, name, x, schema.Type{}) {
				out = append(out, stated(n.Constraint, n.Expr))
			}
		}
	})
	return out
}

// applied visits the parts that are computed whenever the expression is: none
// behind CASE or the first of what AND, OR and COALESCE combine.
func applied(e *schema.Expr, visit func(*schema.Expr)) {
	if e == nil {
		return
	}
	args := e.Args
	switch e.Kind {
	case schema.ExprCase, schema.ExprOpaque:
		return
	case schema.ExprCoalesce, schema.ExprAnd, schema.ExprOr:
		args = args[:min(1, len(args))]
	}
	visit(e)
	for _, a := range args {
		applied(a, visit)
	}
}
