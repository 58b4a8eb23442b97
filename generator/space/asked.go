package space

import "github.com/effigydb/effigy/generator/value"

// asked puts the ends that somebody asked for in the place of those that are
// usual. Where only one is given, the other stays, as far as it leaves
// something: an amount of at least 5000 goes as far beyond as amounts usually
// spread, a date of at least 2020-01-01 up to now.
func (b *builder) asked(l *lattice, from, to int64) (int64, int64) {
	width := clippedSum(to, -from)
	low, _ := l.unit.number(b.Least, true)
	high, _ := l.unit.number(b.Most, false)
	hasLow, hasHigh := !b.Least.IsNull(), !b.Most.IsNull()
	first, last := l.hard.pieces[0].low, l.hard.pieces[len(l.hard.pieces)-1].high
	switch {
	case hasLow && hasHigh:
		return low, max(low, high)
	case hasLow && low >= to && last < l.unit.high-edge: // a rule has the other end
		return low, last
	case hasHigh && high <= from && first > l.unit.low+edge:
		return first, high
	case hasLow && (low >= to || l.shape.spreads()):
		return low, max(to, clippedSum(low, width))
	case hasLow:
		return low, to
	case hasHigh && high > from:
		return from, high
	case hasHigh:
		return clippedSum(high, -width), high
	}
	return from, to
}

// isAsked reports that somebody asked for an end.
func (b *builder) isAsked() bool { return !b.Least.IsNull() || !b.Most.IsNull() }

// spreads reports a shape of sizes, which have no greatest value of their own.
func (s shape) spreads() bool { return s == tail || s == priced || s == skewed }

// clippedSum is a + b, kept within 64 bits.
func clippedSum(a, b int64) int64 {
	if s := a + b; (s > a) == (b > 0) {
		return s
	}
	return clipped(b > 0)
}

// inner takes the ends away of a type inside of the one that they are of.
func (in *Input) inner() {
	if in.depth > 1 {
		in.Least, in.Most = value.Value{}, value.Value{}
	}
}
