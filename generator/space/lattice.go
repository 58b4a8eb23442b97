package space

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
)

// lattice is an ordered space: whole numbers of a unit, turned into values.
//
// hard holds every value the domain allows; soft, a part of it, those that
// look natural and are counted; usual, a part of soft, those that are drawn.
type lattice struct {
	name, word        string // word is what the values are: "int", "price"
	codec             *value.Codec
	unit              unit
	hard, soft, usual grid
	shape             shape
	mirrored          bool // the shape begins at the greatest: amounts below zero
}

func (l *lattice) Name() string     { return l.name }
func (l *lattice) Capacity() uint64 { return l.soft.total }

func (l *lattice) Unrank(rank uint64, _ *value.Arena) value.Value {
	return l.unit.value(l.soft.at(rank))
}

func (l *lattice) Draw(h uint64, _ *value.Arena) value.Value {
	return l.unit.value(l.usual.at(l.rank(h, l.usual.total)))
}

// rank maps a hash to a rank below n.
func (l *lattice) rank(h, n uint64) uint64 {
	r := l.shape.at(h, n)
	if l.mirrored && n > 0 {
		r = n - 1 - r
	}
	return r
}

func (l *lattice) Bounds() (low, high value.Value) {
	return l.unit.value(l.hard.pieces[0].low), l.unit.value(l.hard.pieces[len(l.hard.pieces)-1].high)
}

func (l *lattice) Step(v value.Value, n int64) (value.Value, bool) {
	x, _ := l.unit.number(v, n > 0)
	y := x + n
	if (n > 0) != (y > x) && n != 0 || y < l.unit.low || y > l.unit.high {
		return value.Value{}, false
	}
	return l.unit.value(y), true
}

func (l *lattice) Number(v value.Value, up bool) (x int64, exact bool) { return l.unit.number(v, up) }

func (l *lattice) Limits(low, high value.Value) (from, to int64) {
	from, to = math.MinInt64, math.MaxInt64
	if !low.IsNull() {
		from, _ = l.unit.number(low, true)
	}
	if !high.IsNull() {
		to, _ = l.unit.number(high, false)
	}
	return from, to
}

func (l *lattice) DrawBetween(h uint64, low, high value.Value, _ *value.Arena) (value.Value, bool) {
	from, to := l.Limits(low, high)
	return l.DrawIn(h, from, to)
}

func (l *lattice) DrawIn(h uint64, from, to int64) (value.Value, bool) {
	for _, g := range []*grid{&l.usual, &l.soft} {
		if a, b := g.between(from, to); a < b && (g == &l.usual || l.unit.kind != value.Int || g.total <= maxFar*l.usual.total) {
			return l.unit.value(g.at(a + l.rank(h, b-a))), true
		}
	}
	a, b := l.hard.between(from, to)
	if a >= b {
		return value.Value{}, false
	}
	return l.unit.value(l.beyond(h, a, b, from, to)), true
}

// maxFar is how many times more whole numbers than the usual ones there may be
// that are drawn at large where no usual one will do.
const maxFar = 1000

// beyond draws among the ranks [a, b) of hard, where what is usual ends: near
// to it, and as coarse as it is where that leaves the number allowed.
func (l *lattice) beyond(h, a, b uint64, from, to int64) int64 {
	step := max(l.usual.mod/l.hard.mod, 1)
	n := max(l.usual.total, 1)
	if n < math.MaxUint64/uint64(step) {
		n *= uint64(step)
	}
	n = min(b-a, n)
	x := l.hard.at(a + soon.at(h, n))
	if first := l.usual.pieces[0].low; from <= first && to < first {
		x = l.hard.at(b - 1 - soon.at(h, n))
	}
	if y := floorDiv(x, l.usual.mod) * l.usual.mod; y >= from {
		if at, after := l.hard.between(y, y); at < after {
			return y
		}
	}
	return x
}

func (l *lattice) Within(low, high value.Value) Ordered {
	from, to := l.Limits(low, high)
	c := *l
	c.hard = l.hard.clip(from, to)
	if c.hard.total == 0 {
		return nil
	}
	c.soft, c.usual = l.soft.clip(from, to), l.usual.clip(from, to)
	if c.soft.total == 0 {
		c.soft = c.hard
	}
	if c.usual.total == 0 {
		c.usual = c.soft
	}
	return &c
}

// Grain is the distance of the values that a space allows, in whole numbers,
// the multiples of which they are; 0 for a space of another kind.
func Grain(o Ordered) int64 {
	l, ok := o.(*lattice)
	if !ok || len(l.hard.residues) != 1 || l.hard.residues[0] != 0 {
		return 0
	}
	return l.hard.mod
}

// Numbered is an ordered space that numbers its values in a window by rank.
type Numbered interface {
	Ordered
	// Ranks are the first rank of the values in a window, both ends included,
	// and how many there are.
	Ranks(from, to int64) (first, n uint64)
}

func (l *lattice) Ranks(from, to int64) (first, n uint64) {
	first, end := l.soft.between(from, to)
	return first, end - first
}
