package domain

import (
	"slices"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// Intersect returns what both domains allow. Neither is changed; the result
// may share memory with them.
func Intersect(a, b Domain) Domain {
	d := a
	d.Nulls = meetNulls(a.Nulls, b.Nulls)
	d.never = a.never || b.never || a.Nulls != b.Nulls && a.Nulls != MayBeNull && b.Nulls != MayBeNull
	d.Set = meetSets(a.Set, b.Set)
	d.Not = join(a.Not, b.Not)
	d.Intervals = MeetAll(a.Intervals, b.Intervals)
	d.Congruences = joinFlat(a.Congruences, b.Congruences)
	d.Parts = meetParts(a.Parts, b.Parts)
	d.Len, d.Octets = a.Len.Meet(b.Len), a.Octets.Meet(b.Octets)
	d.NotLen = joinFlat(a.NotLen, b.NotLen)
	d.Patterns = joinFlat(a.Patterns, b.Patterns)
	d.Padded = joinFlat(a.Padded, b.Padded)
	d.Lower, d.Upper, d.Trimmed = a.Lower || b.Lower, a.Upper || b.Upper, a.Trimmed || b.Trimmed
	d.Format, d.never = meetFormats(a.Format, b.Format, d.never)
	intersectArrays(&d, a, b)
	d.Range = meetRanges(a.Range, b.Range)
	d.JSON = meetJSON(a.JSON, b.JSON)
	d.Fields = meetFields(a.Fields, b.Fields)
	d.Net = meetNets(a.Net, b.Net, &d)
	d.filter()
	return d
}

// meetParts keeps one rule a field where both list values.
func meetParts(a, b []Part) []Part {
	out := slices.Clone(a)
next:
	for _, p := range b {
		for i := range out {
			if out[i].Field == p.Field && out[i].Values != nil && p.Values != nil {
				out[i].Values = slices.DeleteFunc(slices.Clone(out[i].Values), func(n int64) bool { return !slices.Contains(p.Values, n) })
				continue next
			}
		}
		out = append(out, p)
	}
	return out
}

func meetNulls(a, b Nulls) Nulls {
	if a == MayBeNull {
		return b
	}
	if b == MayBeNull || a == b {
		return a
	}
	return NeverNull
}

func meetSets(a, b []value.Value) []value.Value {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := []value.Value{}
	for in, i := finder(b), 0; i < len(a); i++ {
		if v := a[i]; in(v) {
			out = append(out, v)
		}
	}
	return out
}

func contains(list []value.Value, v value.Value) bool {
	return slices.ContainsFunc(list, func(x value.Value) bool { return Equal(x, v) })
}

// join is the union of two lists of values.
func join(a, b []value.Value) []value.Value {
	out := slices.Clip(a)
	for _, v := range b {
		if !contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func joinFlat[T comparable](a, b []T) []T {
	out := slices.Clip(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// meetFormats keeps the narrower of two formats, of which one may be a kind
// of the other ("json" and "json object").
func meetFormats(a, b string, never bool) (string, bool) {
	switch {
	case a == "" || len(b) > len(a) && b[:len(a)] == a:
		return b, never
	case b == "" || len(a) >= len(b) && a[:len(b)] == b:
		return a, never
	}
	return a, true
}

func intersectArrays(d *Domain, a, b Domain) {
	d.Elem = meetPointers(a.Elem, b.Elem)
	d.Contains = join(a.Contains, b.Contains)
	d.Overlaps = slices.DeleteFunc(slices.Concat(a.Overlaps, b.Overlaps), func(list []value.Value) bool {
		return slices.ContainsFunc(list, func(v value.Value) bool { return contains(d.Contains, v) }) // is there anyway
	})
	d.Distinct = a.Distinct || b.Distinct
	if d.Dims == nil {
		d.Dims = b.Dims
	} else if b.Dims != nil {
		d.Dims = meetDims(d.Dims, b.Dims, &d.never)
	}
	if d.NDims == 0 {
		d.NDims = b.NDims
	}
	d.never = d.never || b.NDims != 0 && b.NDims != d.NDims
	d.admitElements()
}

// admitElements keeps of the elements that must be there what the rule on
// every element allows.
func (d *Domain) admitElements() {
	if d.Elem == nil || len(d.Contains)+len(d.Overlaps) == 0 {
		return
	}
	m := newMatcher(*d.Elem)
	d.never = d.never || slices.ContainsFunc(d.Contains, func(v value.Value) bool { return !m.Admits(v) })
	for i, list := range d.Overlaps {
		d.Overlaps[i] = slices.DeleteFunc(slices.Clone(list), func(v value.Value) bool { return !m.Admits(v) })
		d.never = d.never || len(d.Overlaps[i]) == 0
	}
}

// meetDims joins lengths by dimension; 0 is a length not known yet.
func meetDims(a, b []int, never *bool) []int {
	out := make([]int, max(len(a), len(b)))
	copy(out, a)
	for i, n := range b {
		*never = *never || n != 0 && out[i] != 0 && out[i] != n
		out[i] = max(out[i], n)
	}
	return out
}

func meetPointers(a, b *Domain) *Domain {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	d := Intersect(*a, *b)
	return &d
}

func meetFields(a, b []Field) []Field {
	out := slices.Clone(a)
next:
	for _, f := range b {
		for i := range out {
			if out[i].Name == f.Name {
				out[i].Domain = Intersect(out[i].Domain, f.Domain)
				continue next
			}
		}
		out = append(out, f)
	}
	return out
}

// filter applies the other fields to a finite set.
func (d *Domain) filter() {
	if d.Set == nil {
		return
	}
	out := make([]value.Value, 0, len(d.Set))
	prepare := language.NewMatcher
	if len(d.Set) <= glance {
		prepare = language.NewGlance
	}
	m := matcherBy(*d, prepare)
	for _, v := range d.Set {
		if m.allows(v) {
			out = append(out, v)
		}
	}
	// What has been applied need not be looked at again.
	d.Set, d.Not, d.Intervals, d.Congruences, d.Parts = out, nil, nil, nil, nil
	d.Len, d.Octets, d.NotLen = Span{}, Span{}, nil
}

// patterns are all of a text's rules that a language holds.
func (d *Domain) options() language.Options {
	o := language.Options{MinLen: d.Len.Min, Lower: d.Lower, Upper: d.Upper, Trimmed: d.Trimmed}
	if d.Len.Capped {
		o.MaxLen = d.Len.Max
	}
	if d.Octets.Capped {
		o.MaxOctets = d.Octets.Max
	}
	return o
}
