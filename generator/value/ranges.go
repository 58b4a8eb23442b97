package value

import (
	"math"
	"strings"
)

// RangeOf returns the range between two bounds of the codec's subtype, NULL
// for an open end, in the form Postgres stores: discrete ranges become
// [low, high), a range without values is empty.
func (c *Codec) RangeOf(low, high Value, lowInclusive, highInclusive bool, a *Arena) Value {
	flags := int32(0)
	if low.Kind == Null {
		flags |= RangeLowerInfinite
	} else if lowInclusive {
		flags |= RangeLowerInclusive
	}
	if high.Kind == Null {
		flags |= RangeUpperInfinite
	} else if highInclusive {
		flags |= RangeUpperInclusive
	}
	if c.discrete() {
		if low.Kind != Null && !lowInclusive && finite(low) {
			low.I++
			flags |= RangeLowerInclusive
		}
		if high.Kind != Null && highInclusive && finite(high) {
			high.I++
			flags &^= RangeUpperInclusive
		}
	}
	if flags&(RangeLowerInfinite|RangeUpperInfinite) == 0 {
		d, _ := c.elem.Compare(low, high)
		if d > 0 || d == 0 && flags&RangeLowerInclusive == 0 || d == 0 && flags&RangeUpperInclusive == 0 {
			return Value{Kind: Range, N: RangeEmpty}
		}
	}
	e := a.Values(2)
	e[0], e[1] = low, high
	return Value{Kind: Range, N: flags, E: e}
}

// discrete reports whether Postgres brings the range type to canonical form.
// Range types of the text's own have no canonical function here.
func (c *Codec) discrete() bool {
	switch c.Type.Name.Name {
	case "int4range", "int8range", "daterange":
		return c.Type.Name.Schema == "pg_catalog"
	}
	return false
}

func finite(v Value) bool {
	return v.Kind != Date || v.I != dateInfinity && v.I != dateMinusInfinity
}

func (c *Codec) parseRange(text string, a *Arena) (Value, bool) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "empty") {
		return Value{Kind: Range, N: RangeEmpty}, true
	}
	s := scanner{text: text, separator: ',', doubled: true}
	lowInclusive := s.take('[')
	if !lowInclusive && !s.take('(') {
		return Value{}, false
	}
	low, ok := c.bound(&s, a, ',')
	if !ok || !s.take(',') {
		return Value{}, false
	}
	high, ok := c.bound(&s, a, ']', ')')
	highInclusive := s.peek() == ']'
	if !ok || s.at != len(s.text)-1 {
		return Value{}, false
	}
	if low.Kind != Null && high.Kind != Null {
		if d, known := c.elem.Compare(low, high); !known || d > 0 {
			return Value{}, false
		}
	}
	return c.RangeOf(low, high, lowInclusive, highInclusive, a), true
}

func (c *Codec) bound(s *scanner, a *Arena, ends ...byte) (Value, bool) {
	word, quoted, ok := s.word(ends...)
	if !ok || word == "" && !quoted {
		return Value{}, ok
	}
	return c.elem.parse(word, a)
}

// compareRanges orders as range_cmp: empty first, then lower, then upper
// bounds.
func (c *Codec) compareRanges(a, b Value) (int, bool) {
	ea, eb := a.N&RangeEmpty != 0, b.N&RangeEmpty != 0
	switch {
	case ea && eb:
		return 0, true
	case ea:
		return -1, true
	case eb:
		return 1, true
	}
	if d, ok := c.compareBounds(a, b, 0, RangeLowerInfinite, RangeLowerInclusive, 1); d != 0 || !ok {
		return d, ok
	}
	return c.compareBounds(a, b, 1, RangeUpperInfinite, RangeUpperInclusive, -1)
}

// compareBounds orders one bound of two ranges; an exclusive lower bound lies
// after an inclusive one of the same value, an exclusive upper one before.
func (c *Codec) compareBounds(a, b Value, i int, infinite, inclusive int32, outward int) (int, bool) {
	ia, ib := a.N&infinite != 0, b.N&infinite != 0
	switch {
	case ia && ib:
		return 0, true
	case ia:
		return -outward, true
	case ib:
		return outward, true
	}
	d, ok := c.elem.Compare(a.E[i], b.E[i])
	if d != 0 || !ok || a.N&inclusive == b.N&inclusive {
		return d, ok
	}
	if a.N&inclusive != 0 {
		return -outward, true
	}
	return outward, true
}

// IsInfinite reports whether a date, time or number is one of the infinities.
func IsInfinite(v Value) bool {
	switch v.Kind {
	case Date:
		return !finite(v)
	case Timestamp:
		return v.I == timeInfinity || v.I == timeMinusInfinity
	case Float:
		return math.IsInf(v.F, 0)
	case Decimal:
		s := special(v)
		return s == 1 || s == -1
	}
	return false
}
