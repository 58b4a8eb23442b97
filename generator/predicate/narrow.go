package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

func newStep(s *solver, column int, d domain.Domain, m *matcher) Step {
	base, _ := s.Schema.Base(s.Table.Columns[column].Type)
	return Step{Column: column, Domain: d, typ: base, convert: s.exact(base), matcher: m}
}

// Narrow is the step's domain, cut by its bounds for a row whose earlier
// columns are set. It reports false when nothing is left. It shares memory
// with the step and is called for every row: most bounds only move the ends
// of intervals.
func (st *Step) Narrow(row []value.Value) (domain.Domain, bool) {
	d := st.Domain
	if len(st.Bounds) == 0 {
		return d, true
	}
	for i := range st.Bounds {
		v, ok := st.Bounds[i].Program.Eval(row)
		if !ok || v.IsNull() {
			continue
		}
		if d, ok = st.cut(d, st.Bounds[i].Op, v); !ok {
			return d, false
		}
	}
	if d.Contradictory() {
		if d.Nulls == domain.NeverNull {
			return d, false
		}
		d.Nulls = domain.AlwaysNull
	}
	return d, true
}

// interval is what an order with a value leaves; false for another operator.
func interval(op string, v value.Value) (domain.Interval, bool) {
	switch op {
	case "<":
		return domain.Below(v), true
	case "<=":
		return domain.UpTo(v), true
	case ">":
		return domain.Above(v), true
	case ">=":
		return domain.From(v), true
	}
	return domain.Interval{}, false
}

// cut adds one bound to a domain.
func (st *Step) cut(d domain.Domain, op string, v value.Value) (domain.Domain, bool) {
	switch op {
	case "=":
		return st.pin(d, v), true
	case "<>":
		return st.exclude(d, v), true
	case "<", "<=", ">", ">=":
		i, _ := interval(op, v)
		return st.within(d, i)
	case "<<", "<<=":
		net := &domain.Net{Within: []string{string(v.B)}, Strict: op == "<<"}
		return domain.Intersect(d, domain.Domain{Net: net}), true
	case ">>", ">>=":
		return cover(d, v, op == ">>")
	}
	switch op[0] {
	case lengthMark:
		return ofLength(d, op, v), true
	case affixMark:
		if op == "@<" || op == "@>" {
			return domain.Intersect(d, affixes(op, v)), true
		}
		p, ok := affixed(op, v)
		return domain.Intersect(d, domain.Domain{Patterns: []language.Pattern{p}}), ok
	case memberMark:
		return st.among(d, v), true
	case fieldMark:
		return ofField(d, op, v)
	}
	if patternOps[op] == "" || v.Kind != value.Text {
		return d, true
	}
	p := operatorPattern(op, string(v.B), false)
	return domain.Intersect(d, domain.Domain{Patterns: []language.Pattern{p}}), true
}

// pin leaves one value, where the step's domain has it.
func (st *Step) pin(d domain.Domain, v value.Value) domain.Domain {
	w, ok := st.convert(v)
	if !ok || !st.matcher.of(&st.Domain).Admits(w) || !inAny(d.Intervals, w) ||
		d.Set != nil && !slices.ContainsFunc(d.Set, func(x value.Value) bool { return domain.Equal(x, w) }) {
		return domain.Domain{Nulls: d.Nulls, Set: []value.Value{}}
	}
	return domain.Domain{Nulls: d.Nulls, Set: []value.Value{w}}
}

func inAny(list []domain.Interval, v value.Value) bool {
	return list == nil || slices.ContainsFunc(list, func(i domain.Interval) bool { return i.Has(v) })
}

// exclude takes one value out.
func (st *Step) exclude(d domain.Domain, v value.Value) domain.Domain {
	w, ok := st.convert(v)
	switch {
	case !ok:
	case d.Set != nil:
		d.Set = slices.DeleteFunc(slices.Clone(d.Set), func(x value.Value) bool { return domain.Equal(x, w) })
	default:
		d.Not = append(slices.Clip(d.Not), w)
	}
	return d
}

// Simple reports that the step's domain is NULL and at most one interval, and
// that its bounds only move the ends: then Ends says all that Narrow does.
func (st *Step) Simple() bool {
	d := &st.Domain
	if d.Set != nil || len(d.Intervals) > 1 || d.Intervals != nil && len(d.Intervals) == 0 || len(d.Not)+len(d.Congruences)+len(d.Parts) > 0 || !hasIntervals(st.typ) {
		return false
	}
	for i := range st.Bounds {
		switch st.Bounds[i].Op {
		case "<", "<=", ">", ">=":
		default:
			return false
		}
	}
	return true
}

// Ends is the interval that a Simple step's bounds leave, without a copy of
// the domain; false when it is empty.
func (st *Step) Ends(row []value.Value) (domain.Interval, bool) {
	var left domain.Interval
	if len(st.Domain.Intervals) == 1 {
		left = st.Domain.Intervals[0]
	}
	for i := range st.Bounds {
		v, ok := st.Bounds[i].Program.Eval(row)
		if !ok || v.IsNull() {
			continue
		}
		bound, _ := interval(st.Bounds[i].Op, v)
		if bound, ok = st.rounded(bound); !ok {
			continue
		}
		if !sound(bound) {
			return left, false
		}
		if left, ok = left.Meet(bound); !ok {
			return left, false
		}
	}
	return left, true
}

// within cuts to an interval, rounded inwards to the column's values. An
// order of texts or labels is left to the tests.
func (st *Step) within(d domain.Domain, i domain.Interval) (domain.Domain, bool) {
	if !hasIntervals(st.typ) {
		return d, true
	}
	i, ok := st.rounded(i)
	switch {
	case !ok:
		return d, true
	case !sound(i):
		d.Intervals, d.Set = []domain.Interval{}, nil
		return d, true
	case d.Set != nil:
		d.Set = slices.DeleteFunc(slices.Clone(d.Set), func(x value.Value) bool { return !i.Has(x) })
	case len(d.Intervals) == 1:
		m, ok := d.Intervals[0].Meet(i)
		if d.Intervals = []domain.Interval{}; ok {
			d.Intervals = []domain.Interval{m}
		}
	default:
		d.Intervals = domain.MeetAll(d.Intervals, []domain.Interval{i})
	}
	return d, true
}

// rounded moves the ends of a bound inwards to the column's values; false
// where that is left to the tests.
func (st *Step) rounded(i domain.Interval) (domain.Interval, bool) {
	ok, asked := true, i
	if kindOf(st.typ) == value.Decimal && len(st.typ.Mods) > 0 {
		// The step's domain knows the limits of the type.
		i = closedAt(i, st.typ.Mod(1, 0))
	} else {
		i, ok = inwards(i, st.typ)
	}
	// The type's own limits are not the bound's.
	if ok && sound(i) && asked.Low.IsNull() {
		i.Low = value.Value{}
	}
	if ok && sound(i) && asked.High.IsNull() {
		i.High = value.Value{}
	}
	return i, ok
}
