package predicate

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// fieldMark begins the operator of a bound on a part of a value: a comparison,
// a blank, and the field of a composite or the coordinate of a point.
const fieldMark = '.'

// peelField bounds a field of a composite column, or a coordinate of a point.
func (s *solver) peelField(left *schema.Expr, op string, right *schema.Expr, column string) []isolated {
	name, t, ok := s.fieldOf(left)
	if !ok || op == "<>" || unwrap(left.Args[0]).Name != column || op != "=" && !hasIntervals(t) {
		return nil
	}
	if !same(s.typeOf(right), t) {
		right = &schema.Expr{Kind: schema.ExprCast, Type: t, Args: []*schema.Expr{right}}
	}
	return []isolated{{string(fieldMark) + op + " " + name, right, true}}
}

// fieldOf is the name and the type of a part of a column's value.
func (s *solver) fieldOf(e *schema.Expr) (name string, t schema.Type, ok bool) {
	if len(e.Args) == 0 || unwrap(e.Args[0]).Kind != schema.ExprColumn {
		return "", t, false
	}
	of := s.typeOf(e.Args[0])
	if e.Kind == schema.ExprSubscript {
		at := e.Args[1]
		return at.Value, floatType, of.Is("point") && at.Kind == schema.ExprConst && (at.Value == "0" || at.Value == "1")
	}
	c := s.Schema.Composite(of.Name)
	if c == nil || of.Dims > 0 || e.Kind != schema.ExprField {
		return "", t, false
	}
	for _, f := range c.Fields {
		if f.Name == e.Name {
			t, _ = s.Schema.Base(f.Type)
			return e.Name, t, true
		}
	}
	return "", t, false
}

// ofField cuts one field of a domain by a bound; false when nothing is left.
func ofField(d domain.Domain, op string, v value.Value) (domain.Domain, bool) {
	compare, name, _ := strings.Cut(op[1:], " ")
	at := slices.IndexFunc(d.Fields, func(f domain.Field) bool { return f.Name == name })
	d.Fields = slices.Clone(d.Fields)
	if at < 0 {
		at, d.Fields = len(d.Fields), append(d.Fields, domain.Field{Name: name})
	}
	f := &d.Fields[at].Domain
	if i, ordered := interval(compare, v); ordered {
		*f = domain.Intersect(*f, domain.Domain{Intervals: []domain.Interval{i}})
	} else if !domain.NewMatcher(*f).Allows(v) {
		return d, false
	} else {
		*f = domain.Domain{Set: []value.Value{v}}
	}
	f.Nulls = domain.NeverNull
	return d, !f.Barren()
}
