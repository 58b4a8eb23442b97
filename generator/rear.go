package generator

import (
	"fmt"
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
)

// rear lays a table out as broods where its keys would have to be searched
// otherwise. It reports whether it has.
func (p *planner) rear(t *Table) bool {
	if t.broodless || t.circle != nil || len(t.judged) > 0 || t.Rows >= math.MaxUint32 || len(t.settings.Fixtures) > 0 {
		return false
	}
	for _, all := range []bool{true, false} {
		b := t.bestBrood(all)
		if b == nil || !b.lay(t) {
			continue
		}
		if t.brood = b; all && t.Rows < b.was.rows && slices.ContainsFunc(t.uniques, func(u *unique) bool { return u.where != nil && b.has(u) }) {
			t.unrear() // rows that need not differ may leave room for more
			continue
		}
		return true
	}
	return false
}

// bestBrood is the brood that tells most of its rows' keys apart, nil for none.
// With all set, partial keys are met for all rows, where they can be.
func (t *Table) bestBrood(all bool) *brood {
	var best *brood
	for _, l := range t.links {
		if b := t.broodOf(l, all); b != nil && (best == nil || len(b.units) > len(best.units)) {
			best = b
		}
	}
	return best
}

// broodOf finds what makes every key that is not met distinct in the broods of
// a foreign key's parents; nil where some key would still be searched.
func (t *Table) broodOf(l *link, all bool) *brood {
	if !l.freely(t) || !t.mandatory([]*link{l}) {
		return nil
	}
	b := &brood{first: l, was: capped{t.Rows, t.CappedBy, t.CapReason}}
	b.units = []*unit{b.unit(t, &unique{name: l.name, kind: "brood", columns: l.cols}, member{pos: -1, link: l, size: uint64(l.parent.Rows)})}
	if slices.ContainsFunc(t.exclusion, func(x *exclusion) bool { return !b.apart(t, x) }) {
		return nil
	}
	for _, u := range t.uniques {
		holds, whole := l.tells(u.columns), u.where == nil || all
		switch {
		case holds && u.where == nil && len(u.exprs) == 0 && b.number(t, u):
		case u.met && t.metBeside(u, l):
		case !holds:
			return nil
		case whole && len(u.exprs) == 0 && (b.second(t, u) || b.free(t, u)):
		case u.where == nil || !u.where.understood() || t.outsideOf(u.inputs):
			return nil
		default:
			b.single = append(b.single, u)
		}
	}
	return b
}

// metBeside reports a key that is met by what does not fill a foreign key.
func (t *Table) metBeside(u *unique, l *link) bool {
	if slices.ContainsFunc(l.turns, func(o *unique) bool { return o == u }) {
		return false
	}
	return t.ordered(u) || t.later(u.inputs) || slices.ContainsFunc(t.units, func(x *unit) bool {
		return x.tells(t.keyed(u)) && disjoint(x.columns(), l.cols)
	})
}

func (b *brood) unit(t *Table, u *unique, x member) *unit {
	return &unit{unique: u, brood: b, members: []member{x}, size: x.size, rows: uint64(t.Requested), stable: true}
}

// has reports that the brood makes the key distinct already.
func (b *brood) has(u *unique) bool {
	return slices.ContainsFunc(b.units, func(x *unit) bool { return b.tells(x, u.columns) })
}

// number has the rows of a brood counted by a column of the key.
func (b *brood) number(t *Table, u *unique) bool {
	for _, c := range u.columns {
		col := t.columns[c]
		if contains(b.first.cols, c) || !b.takes(t, c) || t.related(c) || !t.same(c) || col.name == "id" || !t.countable(col) {
			continue
		}
		if x, ok := t.numbering(col); ok && !b.has(u) {
			b.units = append(b.units, b.unit(t, u, x))
			return true
		}
	}
	return false
}

// takes reports a column that the brood may fill.
func (b *brood) takes(t *Table, c int) bool { return t.never(c) && b.takesEnd(t, c) }

// takesEnd reports a column that the brood may fill, with NULL here and there
// where it may be.
func (b *brood) takesEnd(t *Table, c int) bool {
	return t.fillable(c) && !slices.ContainsFunc(b.units, func(x *unit) bool { return contains(x.columns(), c) })
}

// fillable reports a column that is free to be told by the row's place.
func (t *Table) fillable(c int) bool {
	return t.steady(c) && !t.inLink(c) && !t.columns[c].generated && !t.columns[c].outside && !t.determined(c) && !t.columns[c].pooled &&
		len(t.columns[c].settings.Weights) == 0 && (t.never(c) || t.same(c) && t.columns[c].settings.NullFraction == nil)
}

// second has the rows of a brood refer to different rows of another parent.
func (b *brood) second(t *Table, u *unique) bool {
	if b.has(u) {
		return true
	}
	for _, l := range t.links {
		own := slices.DeleteFunc(slices.Clone(l.cols), func(c int) bool { return contains(b.first.cols, c) })
		some := !slices.ContainsFunc(own, t.never) && u.distinctNulls && !l.full
		if l == b.first || len(own) == 0 || !subset(own, u.columns) || !l.freely(t) || !some && !t.neverAll(own) ||
			slices.ContainsFunc(b.units, func(x *unit) bool { return !disjoint(x.columns(), own) }) {
			continue
		}
		x := b.unit(t, u, member{pos: -1, link: l, size: uint64(l.parent.Rows)})
		x.nullable, x.stable = some, !some
		b.units = append(b.units, x)
		return true
	}
	return false
}

// free has the rows of a brood differ in a column of their own.
func (b *brood) free(t *Table, u *unique) bool {
	for _, c := range t.growingFirst(u.columns) {
		if contains(b.first.cols, c) || !b.takes(t, c) {
			continue
		}
		s := t.unasked().spaces[c]
		x := b.unit(t, u, member{pos: c, space: s, size: min(s.Capacity(), wide(uint64(t.Rows)))})
		x.perm = draw.NewPermutation(x.members[0].size, draw.Cell(t.key, t.columns[c].name, "rank"))
		x.stable = !t.related(c) && t.same(c)
		b.units = append(b.units, x)
		return true
	}
	return false
}

// lay gives every row of the parent its brood. Where the keys leave room for
// fewer rows than are asked for, the table is capped.
func (b *brood) lay(t *Table) bool {
	exact := true
	for _, u := range b.units[1:] {
		exact = u.confine(t) && exact
	}
	n := indexed(b.first.parent.Rows)
	room, sums := b.rooms(t, n)
	rows := min(sum(room), uint64(t.Rows))
	if rows == 0 || !exact && rows < min(uint64(t.Rows), searchLimit) { // a search may find more
		return false
	}
	if rows < uint64(t.Rows) {
		u := b.units[slices.Index(sums, slices.Min(sums))].unique
		t.cap(int64(rows), u.name, fmt.Sprintf("%d rows of %s leave room for %d rows that differ in it", n, b.first.parent.Name, rows))
	}
	b.ends = room
	b.most = allot(b.ends, rows, b.first)
	return true
}

// confine settles how the rows of a brood take the values of a column: from
// slots of those that are usual where they say something of the row, else by
// rank. It reports that nothing less than the number of values is the limit.
func (u *unit) confine(t *Table) (exact bool) {
	x := &u.members[0]
	x.room = x.size
	if x.link != nil || x.serial {
		return true
	}
	if s := x.stretch; s != nil {
		u.brood.first.parent.aged = u.brood.first.parent.aged || u.brood.first.parent.aging()
		x.from, x.width = s.extent(t.Rows/u.brood.first.parent.Rows + 1)
		x.room = uint64(x.width / (sooner * max(roomy, s.line.Need())))
		return false
	}
	if t.loose(x.pos) || clock(t.columns[x.pos].codec.Kind()) {
		x.from, x.width = slots(x.space, uint64(t.Rows))
	}
	switch {
	case x.width > 0 && t.grows(x.pos) && u.brood.first.parent.aging():
		u.brood.first.parent.aged = true
		x.numbered, _ = x.space.(space.Numbered)
		x.room, u.stable = uint64(x.width/roomy), false
		if x.numbered != nil {
			_, x.room = x.numbered.Ranks(x.from, x.from+x.width)
		}
	case x.width > 0:
		x.room, u.stable = uint64(x.width/roomy), false
	case !u.stable:
		x.room = x.size / enough
	}
	return x.room == x.size
}

// rooms is how many rows the brood of each row of the parent has room for, and
// by unit for how many in all.
func (b *brood) rooms(t *Table, n int64) (room []uint32, sums []uint64) {
	room, sums = make([]uint32, n), make([]uint64, len(b.units))
	m := newMaker(t)
	needed := b.needed(t)
	for p := range n {
		m.begin(uint64(p), 0, 0)
		if !m.refer(b.first, p) || slices.ContainsFunc(needed, func(l *link) bool { return m.relatives(l, b.first) == 0 }) {
			continue
		}
		least := uint64(math.MaxUint32)
		sums[0] += least
		for i, u := range b.units[1:] {
			size := u.members[0].room
			if x := &u.members[0]; x.numbered != nil {
				_, size = b.after(m, x)
			}
			if l := u.members[0].link; l != nil {
				size = m.relatives(l, b.first)
			}
			least, sums[i+1] = min(least, size), sums[i+1]+min(size, math.MaxUint32)
		}
		room[p] = uint32(least)
	}
	return room, sums
}

// needed are other foreign keys that share columns with the first one and
// can't be left open.
func (b *brood) needed(t *Table) []*link {
	var out []*link
	for _, l := range t.links {
		if l != b.first && !disjoint(l.cols, b.first.cols) && !t.nullable(l) && l.usable() && !l.self && !l.leaf && t.through(l).first != b.first &&
			!slices.ContainsFunc(b.units, func(u *unit) bool { return u.members[0].link == l }) {
			out = append(out, l)
		}
	}
	return out
}

// relatives is the number of rows of a link's parent that agree with the first
// one's, to which the row refers.
func (m *maker) relatives(l, first *link) uint64 {
	refs := m.sharedKey(l, first)
	if len(refs) == 0 {
		return uint64(l.parent.Rows)
	}
	if row, ok, known := m.counted(l); known && len(refs) == len(l.cols) && row >= 0 {
		if ok {
			return 1
		}
		return 0
	}
	return uint64(len(m.rowsOf(l, refs, digestOf(m.key))))
}

func sum(list []uint32) uint64 {
	n := uint64(0)
	for _, x := range list {
		n += uint64(x)
	}
	return n
}

// growingFirst lists columns, those of moments first where they say how old the
// rows of a parent are.
func (t *Table) growingFirst(cols []int) []int {
	if !t.follows() {
		return cols
	}
	cols = slices.Clone(cols)
	slices.SortStableFunc(cols, func(a, b int) int {
		switch x, y := t.grows(a), t.grows(b); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return cols
}
