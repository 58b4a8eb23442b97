package generator

import (
	"math/bits"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
)

// unit makes the key of a unique constraint distinct by construction: the
// row's index is a rank of the key's space, permuted and taken apart into the
// ranks of its members. Different rows never share a key.
type unit struct {
	unique  *unique
	members []member
	// size is the number of keys; rows beyond it have NULLs, where they may.
	size uint64
	perm draw.Permutation
	// stair shapes a key whose first members are groups and whose last is
	// what tells rows of a group apart; nil for the plain product.
	stair *stair
	// stable units depend on the row alone, never on the attempt: nothing
	// else of the row can reject their value.
	stable   bool
	nullable bool
	rows     uint64 // requested: how far attempts step
	// circle units give what the table has in common with its cycle; within
	// one, the rank of a row is its number in its group.
	circle, within *circle
	// brood units give what tells the rows of a brood apart.
	brood *brood
	// diagonal is the layout of a key of two rows that may be one
	diagonal *diagonal
	closure  *closure // … or the layout of one of the paths of a tree
	// queue units lay the rows of the table out on one line: see queue.go.
	queue bool
}

// member is a part of a unit: a column with its space, or a foreign key whose
// parent row it picks.
type member struct {
	pos    int
	link   *link
	space  space.Space
	size   uint64
	serial bool // ranks in order, not permuted
	// drift is the number of ranks of which one is the first of a group's.
	drift uint64
	// of a brood: the number of rows it may have, and the numbers that their
	// values share out between them, where they do: the first and how many
	room        uint64
	from, width int64
	// of a brood, of moments after the parent's birth
	numbered space.Numbered
	// of a brood, where rows must not overlap: the range that it fills
	stretch *stretch
}

// index is the rank of a candidate: attempts of one row step over the ranks
// of the others.
func (u *unit) index(row uint64, attempt uint32) uint64 {
	if u.stable || attempt == 0 {
		return row
	}
	if attempt%2 == 0 && row < u.size {
		return row // where the rest of the row is what failed
	}
	attempt = (attempt + 1) / 2
	n := row
	if u.rows > 0 && row < u.rows {
		// not in step with a rule that takes every second or third number
		n = (row + uint64(attempt)) % u.rows
	}
	n += uint64(attempt) * u.rows
	if n >= u.size && (u.size >= u.rows || !u.nullable || row < u.size && attempt%2 == 1) {
		// the step is coprime to the size, so that in the end every rank is tried
		hi, lo := bits.Mul64(uint64(attempt), u.stride())
		_, r := bits.Div64(hi%u.size, lo, u.size)
		n = (row%u.size + r) % u.size
	}
	return n
}

// leave makes the columns of the unit NULL that may be: one of a foreign key
// sets it free, and those that have to have a value are drawn.
func (u *unit) leave(m *maker) {
	for _, c := range u.columns() {
		if u.members[0].link == nil || !m.t.never(c) {
			m.null(c)
		}
	}
}

func (u *unit) stride() uint64 {
	if u.size < 3 {
		return 1
	}
	s := u.size/2 + u.size/9 + 1
	for draw.GCD(s, u.size) != 1 {
		s++
	}
	return s
}

// set writes the cells of the unit; false when the parent row has no key.
func (u *unit) set(m *maker, row uint64, attempt uint32) bool {
	if u.circle != nil {
		u.circle.set(m, row)
		return true
	}
	if u.brood != nil {
		return u.brood.set(m, u, row, attempt)
	}
	if u.queue {
		return m.t.stand(m, u, row)
	}
	if u.stable {
		attempt = 0
	}
	rank := u.index(row, attempt)
	if u.nullable && (rank >= u.size || m.t.columns[u.first(m)].null(row, attempt)) {
		u.leave(m)
		return true
	}
	if len(u.members) == 1 {
		x := &u.members[0]
		if u.within != nil {
			if _, rank = u.within.at(rank); rank >= x.size {
				return false
			}
		}
		if !x.serial {
			rank = u.perm.At(rank)
		}
		return x.put(m, rank)
	}
	if u.stair != nil {
		return u.climb(m, rank)
	}
	if u.closure != nil {
		return u.closure.set(m, rank)
	}
	if u.diagonal != nil {
		a, b := u.diagonal.at(rank)
		return u.members[0].put(m, a) && u.members[1].put(m, b)
	}
	rank = u.perm.At(rank)
	for i := range u.members {
		x := &u.members[i]
		if !x.put(m, rank%x.size) {
			return false
		}
		rank /= x.size
	}
	return true
}

// lone reports a unit of one column, whose rank is the row's.
func (u *unit) lone() bool {
	return len(u.members) == 1 && u.members[0].link == nil && !u.nullable && u.circle == nil && u.within == nil && u.brood == nil && !u.queue
}

// first is the column of the unit whose NULLs leave it open.
func (u *unit) first(m *maker) int {
	if l := u.members[0].link; l != nil {
		return m.t.opener(l.cols)
	}
	return u.members[0].pos
}

// climb takes a rank apart into a group and the ordinal in the group.
func (u *unit) climb(m *maker, rank uint64) bool {
	group, ordinal := u.stair.at(rank)
	last := len(u.members) - 1
	g := u.perm.At(group)
	for i := range last {
		x := &u.members[i]
		if !x.put(m, g%x.size) {
			return false
		}
		g /= x.size
	}
	x := &u.members[last]
	if !x.serial {
		ordinal = (ordinal + draw.Below(draw.Mix(group), x.size)) % x.size
	}
	return x.put(m, x.drifted(ordinal, group))
}

// drifted is the rank of a row by its number in its group.
func (x *member) drifted(ordinal, group uint64) uint64 {
	if x.drift == 0 {
		return ordinal
	}
	return (ordinal + draw.Below(draw.Mix(group), x.drift)) % x.size
}

func (x *member) put(m *maker, rank uint64) bool {
	if x.link != nil {
		return m.refer(x.link, int64(rank)) || m.echo(x.link)
	}
	m.rank(x, rank)
	return true
}

// stair lays out rows of (group, ordinal) pairs with a long tail: step o is
// the number of groups that have more than o rows.
type stair struct {
	ends []uint64 // ends[o] is the number of pairs with an ordinal up to o
}

// newStair shapes the pairs of groups and ordinals for so many rows; nil when
// there are fewer pairs than rows or the tail would be too long to keep. Where
// all is asked for, no group is left empty while there are rows.
func newStair(groups, depth, rows uint64, all bool) *stair {
	if groups == 0 || depth < 2 || rows == 0 {
		return nil
	}
	if hi, lo := bits.Mul64(groups, depth); hi == 0 && lo < rows {
		return nil
	}
	wide := groups
	if rows < 3*groups && !all {
		wide = max(rows/3, 1)
	}
	for {
		if s := climb(wide, min(depth, maxStair), rows); s != nil {
			return s
		}
		if wide == groups {
			return nil
		}
		wide = min(wide*2, groups)
	}
}

// maxStair bounds the number of rows of one group.
const maxStair = 100_000

func climb(groups, depth, rows uint64) *stair {
	s := &stair{}
	keep := 1 - float64(groups)/float64(rows)
	if full := groups * depth; full < 2*rows {
		keep = 1
	}
	width, total := float64(groups), uint64(0)
	for range depth {
		total += max(uint64(width), 1)
		s.ends = append(s.ends, total)
		if total >= rows {
			return s
		}
		width *= keep
	}
	return nil
}

func (s *stair) at(rank uint64) (group, ordinal uint64) {
	low, high := 0, len(s.ends)-1
	for low < high {
		mid := (low + high) / 2
		if s.ends[mid] > rank {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low > 0 {
		rank -= s.ends[low-1]
	}
	return rank, uint64(low)
}
