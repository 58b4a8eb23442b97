package generator

import (
	"fmt"
	"math"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// serial counts: the values of an identity or serial column, and of integer
// keys that nothing else shapes.
type serial struct {
	start, step int64
	n           uint64
	decimal     bool // numeric keys of scale 0
	name        string
}

func (s serial) Name() string     { return s.name }
func (s serial) Capacity() uint64 { return s.n }

func (s serial) Unrank(rank uint64, _ *value.Arena) value.Value {
	i := s.start + int64(rank)*s.step
	if s.decimal {
		return value.Value{Kind: value.Decimal, I: i}
	}
	return value.Integer(i)
}

func (s serial) Draw(h uint64, a *value.Arena) value.Value {
	return s.Unrank(draw.Below(h, s.n), a)
}

var _ space.Space = serial{}

// sequenceOf is the counting space of a column that a sequence feeds.
func sequenceOf(c *column) (serial, bool) {
	q := c.model.Sequence
	if q == nil || q.Increment == 0 || c.codec.Kind() != value.Int && c.codec.Kind() != value.Decimal {
		return serial{}, false
	}
	low, high := q.Min, q.Max
	if l, h, ok := integerLimits(c); ok {
		low, high = max(low, l), min(high, h)
	}
	s := serial{start: q.Start, step: q.Increment, decimal: c.codec.Kind() == value.Decimal, name: "sequence " + q.Name.String()}
	if s.start < low || s.start > high {
		return serial{}, false
	}
	if s.step > 0 {
		s.n = (uint64(high)-uint64(s.start))/uint64(s.step) + 1
	} else {
		s.n = (uint64(s.start)-uint64(low))/uint64(-s.step) + 1
	}
	return s, true
}

// integerLimits are the least and greatest value of an integer column.
func integerLimits(c *column) (low, high int64, ok bool) {
	switch {
	case c.base.Is("int2"):
		return math.MinInt16, math.MaxInt16, true
	case c.base.Is("int4"):
		return math.MinInt32, math.MaxInt32, true
	case c.base.Is("int8"):
		return math.MinInt64, math.MaxInt64, true
	case c.base.Is("oid"):
		return 1, math.MaxUint32, true
	case c.base.Is("numeric") && c.base.Mod(1, 0) == 0:
		digits := c.base.Mod(0, 18)
		if digits > 18 {
			digits = 18
		}
		n := int64(1)
		for range digits {
			n *= 10
		}
		return 1 - n, n - 1, true
	}
	return 0, 0, false
}

// counting is the space of an integer key without a sequence: 1, 2, 3 …, or
// from the first value on that every branch of the table admits.
func (t *Table) counting(c *column, hint int64) (serial, bool) {
	_, high, ok := integerLimits(c)
	if !ok || c.pooled || !t.countable(c) {
		return serial{}, false
	}
	for _, start := range t.starts(c, hint) {
		s := serial{start: start, step: 1, decimal: c.codec.Kind() == value.Decimal, name: fmt.Sprintf("%d, %d, …", start, start+1)}
		if start > high {
			continue
		}
		s.n = uint64(high) - uint64(start) + 1
		if t.tellsBy(c.pos) && t.numbered(c, s) {
			return s, true
		}
		if s.n = t.stretch(c, s); s.n >= uint64(t.Rows) && s.n > 0 {
			return s, true
		}
	}
	return serial{}, false
}

// countable tells keys from numbers that happen to be distinct.
func (t *Table) countable(c *column) bool {
	if t.tellsBy(c.pos) {
		return true
	}
	if pk := t.model.PrimaryKey(); pk != nil && contains(t.positions(pk.Columns), c.pos) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(c.name), func(r rune) bool { return r == '_' || r == ' ' || r == '-' })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	switch last {
	case "id", "no", "nr", "num", "number", "seq", "pos", "position", "index", "idx", "ordinal", "order", "line", "rank", "version", "revision", "key":
		return true
	}
	return strings.HasSuffix(last, "id") || strings.HasSuffix(last, "no")
}

// starts are where counting may begin, the most natural first.
func (t *Table) starts(c *column, hint int64) []int64 {
	out := []int64{1}
	if hint != 0 {
		out = []int64{hint, 1}
	}
	for _, b := range t.branches {
		for _, i := range b.formula.Columns[c.pos].Intervals {
			if i.Low.Kind == value.Int || i.Low.Kind == value.Decimal && i.Low.N == 0 && len(i.Low.B) == 0 {
				low := i.Low.I
				if i.LowOpen {
					low++
				}
				out = append(out, low)
			}
		}
	}
	return out
}

// stretch is how far a counting space stays inside the domains of every
// branch, found by bisection; 0 when it does not begin there.
func (t *Table) stretch(c *column, s serial) uint64 {
	if !t.allows(c, s.Unrank(0, nil)) {
		return 0
	}
	low, high := uint64(0), s.n-1
	if t.allows(c, s.Unrank(high, nil)) && t.smooth(c) {
		return s.n
	}
	if !t.smooth(c) {
		return 0
	}
	for low < high {
		mid := low + (high-low+1)/2
		if t.allows(c, s.Unrank(mid, nil)) {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low + 1
}

// smooth reports that the column's domains are intervals and nothing else, so
// that what holds at two ends holds between them when there is one interval.
func (t *Table) smooth(c *column) bool {
	for _, b := range t.branches {
		d := b.formula.Columns[c.pos]
		if len(d.Congruences)+len(d.Not) > 0 || d.Set != nil || len(d.Intervals) > 1 {
			return false
		}
	}
	return true
}

// allows reports that every branch's domain of the column holds the value.
func (t *Table) allows(c *column, v value.Value) bool {
	for _, b := range t.branches {
		if x := b.matcher(c.pos); x != nil && !x.Allows(v) {
			return false
		}
	}
	return true
}

// setSequences reports the state of the sequences that feed the columns.
func (t *Table) setSequences() {
	for _, c := range t.columns {
		q := c.model.Sequence
		if q == nil {
			continue
		}
		t.Sequences = append(t.Sequences, t.extreme(c, q))
	}
}

// extreme is the last value of a sequence that its column counts with. One
// whose column something else fills is read back by the loader.
func (t *Table) extreme(c *column, q *schema.Sequence) SequenceValue {
	out := SequenceValue{Sequence: q.Name, Value: q.Start}
	if s, ok := t.serialOf(c); ok && t.Rows > 0 {
		out.Value, out.Called = s.start+(t.last()*s.step), true
	}
	return out
}

// last is the greatest candidate index that made a row.
func (t *Table) last() int64 {
	if t.origins == nil || t.origins.indexes == nil {
		return t.Rows - 1
	}
	last := uint32(0)
	for _, i := range t.origins.indexes {
		last = max(last, i)
	}
	return int64(last)
}

func (t *Table) serialOf(c *column) (serial, bool) {
	for _, u := range t.units {
		if u.lone() && u.members[0].pos == c.pos && u.members[0].serial && u.stable {
			s, ok := u.members[0].space.(serial)
			return s, ok
		}
	}
	return serial{}, false
}
