package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// extra are the predicates of a table that its CHECKs do not say: the bounds
// of its partitions, the periods of temporal keys, and what the configuration
// asks of its columns.
func (p *planner) extra(t *Table) []predicate.Named {
	var out []predicate.Named
	if e := predicate.Partitions(p.schema, t.model); e != nil {
		out = append(out, predicate.Named{Constraint: "partitions of " + t.Name.String(), Expr: e})
	}
	for _, x := range t.exclusion {
		if x.kind == schema.Exclude.String() || len(x.elements) == 0 {
			continue
		}
		if c := x.elements[len(x.elements)-1].column; c >= 0 {
			out = append(out, predicate.Named{Constraint: x.name, Expr: notEmpty(t.columns[c].name)})
		}
	}
	out = append(append(out, t.narrowed...), t.ownLimits()...)
	for _, c := range t.columns {
		out = append(out, wishes(c)...)
		out = append(out, p.computable(t, c)...)
		out = append(out, p.few(t, c)...)
	}
	return append(append(out, p.inRangeOfIndexes(t)...), p.castable(t)...)
}

func notEmpty(column string) *schema.Expr {
	ref := &schema.Expr{Kind: schema.ExprColumn, Name: column}
	call := &schema.Expr{Kind: schema.ExprCall, Name: "isempty", Args: []*schema.Expr{ref}}
	return &schema.Expr{Kind: schema.ExprNot, Args: []*schema.Expr{call}, SQL: "NOT isempty(" + schema.Quote(column) + ")"}
}

// wish names the configuration of a column as if it were a constraint.
func wish(c *column) string { return wishPrefix + c.name }

const wishPrefix = "effigy.yaml: "

// wishes turns a column's configuration into predicates.
func wishes(c *column) []predicate.Named {
	s := c.settings
	ref := columnExpr(c)
	name := wish(c)
	constant := func(text string) *schema.Expr { return constantOf(c.model.Type, text) }
	column := schema.Quote(c.name)
	var out []predicate.Named
	add := func(e *schema.Expr) { out = append(out, predicate.Named{Constraint: name, Expr: e}) }
	compare := func(op, text string) {
		if text != "" {
			x := constant(text)
			add(&schema.Expr{Kind: schema.ExprOp, Name: op, Args: []*schema.Expr{ref, x}, SQL: column + " " + op + " " + x.SQL})
		}
	}
	switch {
	case len(s.Values) > 0:
		add(oneOf(c, s.Values))
	case s.Constant != nil:
		compare("=", *s.Constant)
	case s.Pattern != "":
		text, sql := ref, column
		if c.codec.Kind() != value.Text || !c.base.Is("text") && !c.base.Is("varchar") && !c.base.Is("bpchar") && c.base.Name.Name != "citext" {
			text, sql = &schema.Expr{Kind: schema.ExprCast, Type: schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: "text"}}, Args: []*schema.Expr{ref}}, column+"::text"
		}
		add(&schema.Expr{
			Kind: schema.ExprOp, Name: "~", Args: []*schema.Expr{text, {Kind: schema.ExprConst, Value: whole(s.Pattern)}},
			SQL: sql + " ~ " + schema.Literal(whole(s.Pattern)),
		})
	}
	compare(">=", s.Min)
	compare("<=", s.Max)
	switch f := s.NullFraction; {
	case c.generated:
	case f == nil && s.Constant != nil, f != nil && *f == 0:
		add(null(ref, true))
	case f != nil && *f == 1:
		add(null(ref, false))
	}
	return out
}

func null(e *schema.Expr, negated bool) *schema.Expr {
	text := " IS NULL"
	if negated {
		text = " IS NOT NULL"
	}
	return &schema.Expr{Kind: schema.ExprIsNull, Args: []*schema.Expr{e}, Negated: negated, SQL: schema.Quote(e.Name) + text}
}

// whole is a pattern of whole values.
func whole(pattern string) string { return "^(?:" + pattern + ")$" }

// constantOf is a text as a constant of a type.
func constantOf(t schema.Type, text string) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprCast, Type: t, Args: []*schema.Expr{{Kind: schema.ExprConst, Value: text}}, SQL: schema.Literal(text) + "::" + t.String()}
}
