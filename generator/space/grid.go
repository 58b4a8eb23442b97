package space

import (
	"math"
	"slices"
	"sort"
)

// grid is a set of whole numbers: those in one of its pieces that have one of
// the residues modulo mod. It is counted and addressed by rank.
type grid struct {
	mod      int64   // at least 1
	residues []int64 // sorted, each in [0, mod), at least one
	pieces   []piece // sorted, disjoint, none empty
	total    uint64  // saturated
}

// piece is a stretch [low, high] with its count and that of all before it.
type piece struct {
	low, high     int64
	count, before uint64
}

// newGrid builds a grid from sorted, disjoint stretches; empty ones are left
// out.
func newGrid(mod int64, residues []int64, stretches []stretch) grid {
	g := grid{mod: max(mod, 1), residues: residues}
	if len(residues) == 0 {
		g.residues = []int64{0}
	}
	for _, s := range stretches {
		if s.low > s.high {
			continue
		}
		n := g.upTo(s.high) - g.upTo(s.low)
		if g.has(s.low) {
			n++
		}
		if n == 0 {
			continue
		}
		g.pieces = append(g.pieces, piece{s.low, s.high, n, g.total})
		if g.total+n < g.total {
			g.total = math.MaxUint64
			break
		}
		g.total += n
	}
	return g
}

// stretch is [low, high], both included.
type stretch struct{ low, high int64 }

func (g *grid) has(x int64) bool {
	_, ok := slices.BinarySearch(g.residues, x-floorDiv(x, g.mod)*g.mod)
	return ok
}

// upTo counts the numbers of the right residue in (-∞, x], less a constant;
// it wraps around, differences do not.
func (g *grid) upTo(x int64) uint64 {
	block := floorDiv(x, g.mod)
	if len(g.residues) == 1 {
		n := uint64(block)
		if x-block*g.mod >= g.residues[0] {
			n++
		}
		return n
	}
	rest := x - block*g.mod
	i, found := slices.BinarySearch(g.residues, rest)
	if found {
		i++
	}
	return uint64(block*int64(len(g.residues))) + uint64(i)
}

// at is the number of a rank below total.
func (g *grid) at(rank uint64) int64 {
	i := 0
	if len(g.pieces) > 1 {
		i = sort.Search(len(g.pieces), func(i int) bool { return g.pieces[i].before > rank }) - 1
	}
	p := &g.pieces[i]
	rank -= p.before
	if g.mod == 1 {
		return int64(uint64(p.low) + rank)
	}
	k := g.upTo(p.low) + rank
	if g.has(p.low) {
		k--
	}
	n := int64(len(g.residues))
	block := floorDiv(int64(k), n)
	return block*g.mod + g.residues[int64(k)-block*n]
}

// between are the ranks [from, to) of the numbers in [low, high].
func (g *grid) between(low, high int64) (from, to uint64) {
	if low > high {
		return 0, 0
	}
	from = g.below(low)
	if high == math.MaxInt64 {
		return from, g.total
	}
	return from, g.below(high + 1)
}

// below counts the numbers less than x.
func (g *grid) below(x int64) uint64 {
	i := sort.Search(len(g.pieces), func(i int) bool { return g.pieces[i].high >= x })
	if i == len(g.pieces) {
		return g.total
	}
	p := &g.pieces[i]
	if x <= p.low {
		return p.before
	}
	n := g.upTo(x-1) - g.upTo(p.low)
	if g.has(p.low) {
		n++
	}
	return p.before + n
}

// clip is the part of the grid in [low, high].
func (g *grid) clip(low, high int64) grid {
	var s []stretch
	for _, p := range g.pieces {
		if p.high >= low && p.low <= high {
			s = append(s, stretch{max(p.low, low), min(p.high, high)})
		}
	}
	return newGrid(g.mod, g.residues, s)
}

// without takes single numbers out of stretches.
func without(s []stretch, out []int64) []stretch {
	slices.Sort(out)
	for _, x := range slices.Compact(out) {
		for i := range s {
			if x < s[i].low || x > s[i].high {
				continue
			}
			left, right := stretch{s[i].low, x - 1}, stretch{x + 1, s[i].high}
			if x == math.MinInt64 {
				left = stretch{1, 0}
			}
			if x == math.MaxInt64 {
				right = stretch{1, 0}
			}
			s = slices.Replace(s, i, i+1, left, right)
			break
		}
	}
	return s
}

// floorDiv is a / b rounded down, for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// parted reports pieces far from each other, such as what is below 20 and what is
// above 80: rows have some of each.
func (g *grid) parted() bool {
	last := len(g.pieces) - 1
	width := g.pieces[last].high - g.pieces[0].low
	for i := range last {
		if g.pieces[i+1].low-g.pieces[i].high > width/10+1 {
			return true
		}
	}
	return false
}
