package predicate

import (
	"reflect"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// merge puts alternatives of one branch together where they differ in one
// column only, and in what values it may take or whether it is NULL: an OR of
// equalities becomes a set.
func merge(list []*partial) []*partial {
	var out []*partial
next:
	for _, p := range list {
		for _, q := range out {
			if q.absorb(p) {
				continue next
			}
		}
		out = append(out, p)
	}
	return out
}

// absorb takes another alternative in, if the two can be one.
func (p *partial) absorb(o *partial) bool {
	if !reflect.DeepEqual(p.relations, o.relations) || !reflect.DeepEqual(p.judged, o.judged) {
		return false
	}
	at := -1
	for i := range p.columns {
		if domain.Same(&p.columns[i], &o.columns[i]) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if at >= 0 {
		d, ok := union(p.columns[at], o.columns[at])
		if !ok {
			return false
		}
		p.columns = slices.Clone(p.columns)
		p.columns[at] = d
	}
	p.weight += o.weight
	p.picks = append(slices.Clip(p.picks), o.picks...)
	slices.Sort(p.picks) // both took the same alternatives before
	p.picks = slices.Compact(p.picks)
	return true
}

// union is a domain that allows what either allows; false where that can't be
// said in one domain.
func union(a, b domain.Domain) (domain.Domain, bool) {
	if b.Nulls == domain.AlwaysNull {
		a, b = b, a
	}
	if a.Nulls == domain.AlwaysNull {
		if b.Nulls != domain.AlwaysNull {
			b.Nulls = domain.MayBeNull
		}
		return b, true
	}
	x, y := a, b
	x.Set, y.Set, x.Intervals, y.Intervals, x.Nulls, y.Nulls = nil, nil, nil, nil, 0, 0
	if !domain.Same(&x, &y) {
		return a, false
	}
	if a.Nulls != b.Nulls {
		a.Nulls = domain.MayBeNull
	}
	switch {
	case a.Set != nil && b.Set != nil:
		set := slices.Clone(a.Set)
		for _, v := range b.Set {
			if !slices.ContainsFunc(set, func(w value.Value) bool { return domain.Equal(v, w) }) {
				set = append(set, v)
			}
		}
		a.Set = set
		return a, true
	case a.Set == nil && b.Set == nil && (a.Intervals == nil || b.Intervals == nil):
		a.Intervals = nil
		return a, true
	}
	return unionIntervals(a, b)
}

func unionIntervals(a, b domain.Domain) (domain.Domain, bool) {
	list := append(points(a), points(b)...)
	for _, i := range list {
		for _, end := range []value.Value{i.Low, i.High} {
			if !end.IsNull() && !ordered(end) {
				return a, false
			}
		}
	}
	a.Set, a.Intervals = nil, domain.Union(list)
	return a, true
}

func points(d domain.Domain) []domain.Interval {
	if d.Set != nil {
		return daysOf(d.Set)
	}
	return slices.Clone(d.Intervals)
}
