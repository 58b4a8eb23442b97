package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// arrayColumn is the array column an expression is, and its type.
func (s *solver) arrayColumn(e *schema.Expr) (int, schema.Type, bool) {
	for e.Kind == schema.ExprCast && e.Type.Dims > 0 {
		e = e.Args[0]
	}
	i, ok := s.plainColumn(e)
	if !ok {
		return 0, schema.Type{}, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	return i, base, base.Dims > 0
}

// constructAny handles constant op ANY (column) and ALL.
func (s *solver) constructAny(a atom) ([]effect, bool) {
	e := a.expr
	i, t, ok := s.arrayColumn(e.Args[1])
	if !ok || len(e.Args[0].Columns()) > 0 {
		return nil, false
	}
	b := newBinder(s.Scope)
	c := b.bind(e.Args[0])
	elem := term{typ: t.Elem(), eval: unknown}
	c, _, common, ok := b.pair(c, elem)
	v, known := c.eval(nil)
	if !ok || !known || v.IsNull() {
		return nil, false
	}
	op, all := mirrored[e.Name], e.All
	if a.negated {
		op, all = inverse[op], !all
	}
	if op == "" {
		return nil, false
	}
	want, ok := s.wanted(op, v, common, false)
	if !ok {
		return nil, false
	}
	want, ok = s.landIn(t.Elem(), want)
	if !ok {
		return nil, false
	}
	if all {
		want.Nulls = domain.NeverNull
		return []effect{{i, domain.Domain{Elem: &want}}}, true
	}
	if op == "=" && len(want.Set) == 1 {
		return []effect{{i, domain.Domain{Contains: want.Set, Len: domain.AtLeast(1)}}}, true
	}
	// Some element passes when all do.
	if s.narrowed = true; s.wary {
		return nil, false
	}
	want.Nulls = domain.NeverNull
	return []effect{{i, domain.Domain{Elem: &want, Len: domain.AtLeast(1)}}}, true
}

// constructArrayOp handles containment and overlap with a constant array.
func (s *solver) constructArrayOp(e *schema.Expr, negated bool) ([]effect, bool) {
	x, c, op := e.Args[0], e.Args[1], e.Name
	if len(x.Columns()) == 0 {
		x, c = c, x
		op = map[string]string{"@>": "<@", "<@": "@>", "&&": "&&"}[op]
	}
	i, t, ok := s.arrayColumn(x)
	if !ok || len(c.Columns()) > 0 {
		return nil, false
	}
	list, ok := s.constantAs(c, t)
	if !ok || depth(list) > 1 {
		return nil, false
	}
	set, ok := s.landIn(t.Elem(), domain.Domain{Set: append([]value.Value{}, notNull(list.E)...)})
	if !ok {
		return nil, false
	}
	switch op {
	case "<@":
		if negated {
			return nil, false
		}
		set.Nulls = domain.NeverNull
		return []effect{{i, domain.Domain{Elem: &set}}}, true
	case "@>":
		if negated || len(set.Set) != len(list.E) {
			return nil, false
		}
		return []effect{{i, domain.Domain{Contains: set.Set, Len: domain.AtLeast(len(set.Set))}}}, true
	case "&&":
		if negated {
			return []effect{{i, domain.Domain{Elem: &domain.Domain{Not: set.Set}}}}, true
		}
		return []effect{{i, domain.Domain{Overlaps: [][]value.Value{set.Set}, Len: domain.AtLeast(1)}}}, true
	}
	return nil, false
}

func notNull(list []value.Value) []value.Value {
	var out []value.Value
	for _, v := range list {
		if !v.IsNull() {
			out = append(out, v)
		}
	}
	return out
}

func invertCardinality(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if _, _, ok := s.arrayColumn(e.Args[0]); !ok {
		return nil, false
	}
	return s.invertSpans(e.Args[0], want, func(span domain.Span, not []int) domain.Domain {
		return domain.Domain{Len: span, NotLen: not}
	})
}

// invertArrayLength is the length of a dimension, which an empty array has
// not.
func invertArrayLength(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, _, ok := s.arrayColumn(e.Args[0])
	n, okN := s.count1(e, 1)
	if !ok || !okN || n < 1 || n > 6 {
		return nil, false
	}
	list, not, ok := spans(want)
	if !ok {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		span.Min = max(span.Min, 1)
		exact := span.Capped && span.Min == span.Max
		switch {
		case n == 1 && exact:
			out = append(out, effect{i, domain.Domain{Dims: []int{span.Min}, Len: domain.AtLeast(1)}})
		case n == 1:
			out = append(out, effect{i, domain.Domain{Len: span, NotLen: not}})
		default:
			if !span.Has(max(span.Min, 2)) {
				span.Max = span.Min
			}
			dims := make([]int, n)
			dims[n-1] = span.Min
			out = append(out, effect{i, domain.Domain{Dims: dims, NDims: int(n)}})
		}
	}
	return out, true
}

func invertDims(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, _, ok := s.arrayColumn(e.Args[0])
	if !ok {
		return nil, false
	}
	list, not, ok := spans(want)
	if !ok || len(not) > 0 {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		n := max(span.Min, 1)
		if span.Has(n) && n <= 6 {
			d := domain.Domain{NDims: n, Len: domain.AtLeast(1)}
			out = append(out, effect{i, d})
		}
	}
	return out, true
}

// constructNull handles array_position(column, NULL) IS NULL and a key of a
// JSON document that is not there.
func (s *solver) constructNull(a atom) ([]effect, bool) {
	x := a.expr.Args[0]
	null := isNullAtom(a)
	if x.Kind == schema.ExprCall && x.Name == "array_position" && len(x.Args) == 2 && len(x.Args[1].Columns()) == 0 {
		return s.constructPosition(x, null)
	}
	if x.Kind == schema.ExprCall && !null && (x.Name == "array_length" || x.Name == "array_ndims" || x.Name == "array_upper") {
		i, _, ok := s.arrayColumn(x.Args[0])
		d := domain.Domain{Nulls: domain.NeverNull, Len: domain.AtLeast(1)}
		if n, dimension := s.count1(x, 1); dimension && n > 1 {
			d.NDims = int(n)
		}
		return []effect{{i, d}}, ok
	}
	if x.Kind == schema.ExprCall && x.Name == "timezone" && !null {
		return s.constructZone(x)
	}
	if x.Kind == schema.ExprCall && !null {
		return s.constructObject(x)
	}
	if x.Kind == schema.ExprOp || x.Kind == schema.ExprCast {
		if out, ok := s.constructJSONNull(x, null); ok || x.Kind == schema.ExprOp || null {
			return out, ok
		}
		return s.constructReadable(x)
	}
	return nil, false
}

func (s *solver) constructPosition(x *schema.Expr, null bool) ([]effect, bool) {
	i, t, ok := s.arrayColumn(x.Args[0])
	if !ok || !null {
		return nil, false
	}
	c := newBinder(s.Scope)
	v, known := c.as(c.bind(x.Args[1]), t.Elem()).eval(nil)
	switch {
	case !known:
		return nil, false
	case v.IsNull():
		return []effect{{i, domain.Domain{Elem: &domain.Domain{Nulls: domain.NeverNull}}}}, true
	}
	return []effect{{i, domain.Domain{Elem: &domain.Domain{Not: []value.Value{v}}}}}, true
}
