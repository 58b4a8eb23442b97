package domain

import (
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// Empty reports whether no value, NULL included, is left: a proof. False may
// mean "not known".
func (d Domain) Empty() bool {
	return d.Nulls == NeverNull && d.Barren()
}

// Barren reports whether no value but NULL is left: a proof.
func (d Domain) Barren() bool { return d.Contradictory() || d.speechless() }

// Contradictory is Barren without a look at what the patterns allow, which is
// costly.
func (d Domain) Contradictory() bool {
	switch {
	case d.never, d.Nulls == AlwaysNull,
		d.Set != nil && len(d.Set) == 0,
		d.Intervals != nil && len(d.Intervals) == 0,
		d.Len.None(), d.Octets.None():
		return true
	}
	for _, p := range d.Parts {
		if p.Values != nil && len(p.Values) == 0 {
			return true
		}
	}
	if v, ok := d.Single(); ok && d.Set == nil && contains(d.Not, v) {
		return true
	}
	return d.clashing() || d.shapeless()
}

// clashing looks for congruences that exclude each other.
func (d Domain) clashing() bool {
	for i, a := range d.Congruences {
		for _, b := range d.Congruences[:i] {
			g := gcd(a.Modulus, b.Modulus)
			if !a.Negated && !b.Negated && g > 0 && a.Remainder%g != b.Remainder%g {
				return true
			}
			if denies(a, b) || denies(b, a) {
				return true
			}
		}
	}
	return false
}

// denies reports whether all that a allows is what b excludes.
func denies(a, b Congruence) bool {
	return !a.Negated && b.Negated && b.Modulus > 0 && a.Modulus%b.Modulus == 0 && a.Remainder%b.Modulus == b.Remainder
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// shapeless looks into the parts of ranges, arrays, JSON and composites.
func (d Domain) shapeless() bool {
	if r := d.Range; r != nil && r.NotEmpty && r.Empty {
		return true
	}
	if d.Elem != nil && d.Elem.Empty() && d.Len.Min > 0 {
		return true
	}
	if j := d.JSON; j != nil {
		if j.Types != nil && len(j.Types) == 0 || j.Len.None() {
			return true
		}
		for _, k := range j.Keys {
			if k.Present && (k.Absent || k.Value != nil && k.Value.Barren()) {
				return true
			}
		}
	}
	for _, f := range d.Fields {
		if f.Domain.Empty() {
			return true
		}
	}
	return d.Net != nil && d.Net.Mask.None()
}

// speechless asks whether any text satisfies the patterns.
func (d Domain) speechless() bool {
	if len(d.Patterns) == 0 || d.Set != nil {
		return false
	}
	if d.Len.Capped && d.Len.Max == 0 || d.Octets.Capped && d.Octets.Max == 0 {
		m, err := language.NewMatcher(d.Patterns, language.Options{})
		if err != nil {
			return false
		}
		match, known := m.Match("")
		return known && !match
	}
	o := d.options()
	o.Want = uint64(len(d.Not)) + 1
	l, err := language.Compile(d.Patterns, o)
	if err != nil || l.Count() > uint64(len(d.Not)) {
		return false
	}
	if l.Count() == 0 {
		return l.Complete()
	}
	for i := range l.Count() {
		if !contains(d.Not, value.Value{Kind: value.Text, B: l.Unrank(nil, i)}) {
			return false
		}
	}
	return l.Exhaustive()
}
