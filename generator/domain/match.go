package domain

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// Matcher tells whether values lie in a domain. It is safe for concurrent
// use.
type Matcher struct {
	domain   Domain
	patterns *language.Matcher // nil when there is nothing to match
	broken   bool              // a pattern is not understood
	elem     *Matcher          // of the elements of an array
}

// NewMatcher prepares a domain.
func NewMatcher(d Domain) *Matcher { return newMatcher(d) }

func newMatcher(d Domain) *Matcher { return matcherBy(d, language.NewMatcher) }

// glance is how many values are worth no more than a glance.
const glance = 32

func matcherBy(d Domain, prepare func([]language.Pattern, language.Options) (*language.Matcher, error)) *Matcher {
	m := &Matcher{domain: d}
	if len(d.Patterns) > 0 || d.Lower || d.Upper || d.Trimmed {
		var err error
		m.patterns, err = prepare(d.Patterns, d.options())
		m.broken = err != nil
	}
	if d.Elem != nil {
		m.elem = newMatcher(*d.Elem)
	}
	return m
}

// Allows reports whether the value is in the domain as far as that can be
// told: shapes (ranges, JSON, networks, padded patterns) are not looked at, nor
// whether elements differ.
func (m *Matcher) Allows(v value.Value) bool {
	if v.IsNull() {
		return m.domain.Nulls != NeverNull
	}
	if m.domain.Nulls == AlwaysNull || m.domain.Set != nil && !contains(m.domain.Set, v) {
		return false
	}
	return m.allows(v)
}

// Admits is Allows for a value that is not NULL, whether or not NULL is all
// that the domain leaves.
func (m *Matcher) Admits(v value.Value) bool {
	return (m.domain.Set == nil || contains(m.domain.Set, v)) && m.allows(v)
}

// allows looks at everything but Nulls and Set.
func (m *Matcher) allows(v value.Value) bool {
	d := &m.domain
	if contains(d.Not, v) || d.never {
		return false
	}
	if d.Intervals != nil && !slices.ContainsFunc(d.Intervals, func(i Interval) bool { return i.Has(v) }) {
		return false
	}
	for _, c := range d.Congruences {
		if !c.Has(v.I) || v.Kind == value.Decimal && c.Modulus == 1 && (v.N > 0 || bytes.IndexByte(v.B, '.') >= 0) {
			return false
		}
	}
	for _, p := range d.Parts {
		if part, ok := PartOf(p.Field, v); ok && !p.Has(part) {
			return false
		}
	}
	return m.spelled(v) && (v.Kind != value.Array || m.composed(v))
}

// composed looks at the elements of an array and its dimensions. Of a
// multirange, whose elements are ranges, it looks at nothing.
func (m *Matcher) composed(v value.Value) bool {
	d := &m.domain
	if len(v.E) > 0 && v.E[0].Kind == value.Range && d.Range != nil {
		return true
	}
	var dims []int
	leaves := v.E
	for x := v; x.Kind == value.Array && len(x.E) > 0; x = x.E[0] {
		dims = append(dims, len(x.E))
		if x.E[0].Kind == value.Array {
			var inner []value.Value
			for _, e := range leaves {
				inner = append(inner, e.E...)
			}
			leaves = inner
		}
	}
	if d.NDims > 0 && len(dims) != d.NDims || !fitting(d.Dims, dims) {
		return false
	}
	has := func(x value.Value) bool {
		return slices.ContainsFunc(leaves, func(e value.Value) bool { return !e.IsNull() && Equal(e, x) })
	}
	if m.elem != nil && slices.ContainsFunc(leaves, func(e value.Value) bool { return !m.elem.Allows(e) }) ||
		slices.ContainsFunc(d.Contains, func(x value.Value) bool { return !has(x) }) {
		return false
	}
	return !slices.ContainsFunc(d.Overlaps, func(list []value.Value) bool { return !slices.ContainsFunc(list, has) })
}

// fitting holds lengths of dimensions against those asked for, of which 0 is
// any.
func fitting(want, dims []int) bool {
	if want == nil {
		return true
	}
	for i, n := range want {
		if i >= len(dims) || n != 0 && dims[i] != n {
			return false
		}
	}
	return true
}

// spelled checks lengths and patterns.
func (m *Matcher) spelled(v value.Value) bool {
	n := len(v.B)
	switch v.Kind {
	case value.Text:
		n = utf8.RuneCount(v.B)
	case value.Array:
		n = len(v.E)
	case value.Bytes:
	default:
		return true
	}
	if !m.domain.Len.Has(n) || slices.Contains(m.domain.NotLen, n) {
		return false
	}
	if v.Kind != value.Text {
		return true
	}
	if !m.domain.Octets.Has(len(v.B)) {
		return false
	}
	if m.patterns == nil {
		return !m.broken
	}
	ok, known := m.patterns.Match(string(v.B))
	return ok || !known
}

// Has reports whether n satisfies the congruence.
func (c Congruence) Has(n int64) bool {
	if c.Modulus <= 0 || n == math.MinInt64 {
		return false
	}
	r := n % c.Modulus
	if r < 0 {
		r += c.Modulus
	}
	return (r == c.Remainder) != c.Negated
}

// Has reports whether the part satisfies the rule.
func (p Part) Has(n int64) bool {
	if p.Values != nil {
		return slices.Contains(p.Values, n)
	}
	return n >= p.Low && n <= p.High
}
