package generator

import (
	"math"
	"math/bits"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
)

// allot deals rows out to the broods of a foreign key's parents: as many as
// each would be chosen, no more than it has room for, and what is left over to
// those that have room. It turns the rooms into the ends of the broods and
// returns the size of the largest. There is room for all rows.
func allot(room []uint32, rows uint64, l *link) (most uint64) {
	sizes := make([]uint32, len(room))
	perm := draw.NewPermutation(uint64(l.parent.Rows), l.key)
	left := rows
	for p := range room {
		n := min(l.share(perm.Inverse(uint64(p)), rows), uint64(room[p]))
		sizes[p], left = uint32(n), left-n
	}
	spread(sizes, room, left)
	end := uint32(0)
	for p, n := range sizes {
		end += n
		room[p] = end
	}
	return uint64(slices.Max(sizes))
}

// share is how many of so many rows choose the parent at a place of the tail.
func (l *link) share(at, rows uint64) uint64 {
	n := uint64(l.parent.Rows)
	if l.fan != "" {
		return (at+1)*rows/n - at*rows/n
	}
	upTo := func(x uint64) uint64 { return uint64(float64(rows) * math.Sqrt(float64(x)/float64(n))) }
	return upTo(at+1) - upTo(at)
}

// spread adds rows to sizes below their rooms, in proportion to what is free.
func spread(sizes, room []uint32, rows uint64) {
	free := func(p int) uint64 { return min(uint64(room[p]-sizes[p]), rows) }
	all := uint64(0)
	for p := range room {
		all += free(p)
	}
	if all == 0 {
		return
	}
	upTo := func(x uint64) uint64 {
		hi, lo := bits.Mul64(rows, x)
		n, _ := bits.Div64(hi, lo, all)
		return n
	}
	before := uint64(0)
	for p := range room {
		n := free(p)
		sizes[p] += uint32(upTo(before+n) - upTo(before))
		before += n
	}
}
