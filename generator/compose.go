package generator

import (
	"math"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// driveUnique finds a unit for one unique: the ordinals of groups, one column
// that is distinct by itself, or the product of all members.
func (p *planner) driveUnique(t *Table, u *unique) {
	free, groups := t.members(u)
	plain := u.where == nil && len(u.exprs) == 0
	if plain {
		if x := t.closes(u, free, groups); x != nil {
			t.units = append(t.units, x)
			return
		}
	}
	if plain && !u.flat {
		if x := p.ordinals(t, u, free, groups); x != nil {
			t.units = append(t.units, x)
			return
		}
	}
	c := t.best(u, free)
	if c < 0 || clock(t.columns[c].codec.Kind()) {
		if k := t.stampFor(u, free); k != nil {
			t.stamps = append(t.stamps, k)
			return
		}
	}
	if t.spreadsDays(u, free, c) {
		return
	}
	if c >= 0 {
		s, counts := p.ranked(t, c)
		t.units = append(t.units, t.single(u, c, s, counts))
		return
	}
	if x := p.inGroup(t, u, free); x != nil {
		t.units = append(t.units, x)
		return
	}
	if plain {
		if x := t.product(u, free, groups); x != nil {
			t.units = append(t.units, x)
		}
	}
}

// members splits what a unit may fill: plain columns, and whole foreign keys.
func (t *Table) members(u *unique) (free []int, groups []*link) {
	taken := map[int]bool{}
	for _, l := range t.links {
		if !subset(l.cols, u.columns) && !t.spans(l, u) || overlaps1(l.cols, taken) || l.self || l.period || l.leaf || l.computed || !l.usable() || t.entangled(l) {
			continue
		}
		groups = append(groups, l)
		for _, c := range l.cols {
			taken[c] = true
		}
	}
	candidates := u.columns
	if len(u.exprs) > 0 {
		candidates = u.valued()
	}
	for _, c := range candidates {
		if !taken[c] && !t.inLink(c) && !t.inUnit(c) && !t.columns[c].generated && !t.columns[c].outside && !t.spanned(c) && (t.steady(c) || t.comesFirst(c)) && !t.determined(c) &&
			(!t.judges(c) || t.columns[c].codec.Kind() == value.Int) {
			free = append(free, c)
		}
	}
	return free, groups
}

// spans reports a link that holds the whole key and more, and tells its
// parent's rows apart by it.
func (t *Table) spans(l *link, u *unique) bool {
	return len(u.exprs) == 0 && subset(u.columns, l.cols) && l.usable() && l.tells(u.columns)
}

// entangled reports that a link shares a column with a unit or another link
// that fills it.
func (t *Table) entangled(l *link) bool {
	if len(l.own) > 0 {
		return true
	}
	for _, c := range l.cols {
		if t.inUnit(c) {
			return true
		}
	}
	for _, o := range t.links {
		for _, c := range o.cols {
			if o != l && contains(l.cols, c) && o.fills(t, c) {
				return true
			}
		}
	}
	return false
}

// ordinals shapes a key of foreign keys and one counting column, such as an
// order and the number of its line.
func (p *planner) ordinals(t *Table, u *unique, free []int, groups []*link) *unit {
	if len(groups) > 1 && len(free) == 0 && t.covers(u, free, groups) && t.mandatory(groups) {
		last := groups[len(groups)-1]
		return t.stairs(u, groups[:len(groups)-1], member{pos: -1, link: last, size: uint64(last.parent.Rows)})
	}
	if len(groups) == 0 || len(free) != 1 || !t.covers(u, free, groups) {
		return nil
	}
	col := t.columns[free[0]]
	if col.codec.Kind() != value.Int || !t.never(col.pos) || !t.mandatory(groups) || col.name == "id" {
		return nil
	}
	x, ok := t.numbering(col)
	if !ok {
		return nil
	}
	return t.stairs(u, groups, x)
}

// numbering is the member of a key that numbers the rows of a group.
func (t *Table) numbering(c *column) (member, bool) {
	if y, ok := t.yearsOf(c); ok {
		return member{pos: c.pos, space: y, size: y.Capacity(), serial: true, drift: y.drift()}, true
	}
	s, ok := t.countingFrom(c)
	return member{pos: c.pos, space: s, size: s.n, serial: true}, ok
}

// countingFrom counts from 1 (or where the domain begins) as far as it goes.
func (t *Table) countingFrom(c *column) (serial, bool) {
	_, high, ok := integerLimits(c)
	if !ok || c.pooled {
		return serial{}, false
	}
	for _, start := range t.starts(c, 0) {
		s := serial{start: start, step: 1, name: "1, 2, … in its group"}
		if start > high {
			continue
		}
		s.n = uint64(high) - uint64(start) + 1
		if s.n = t.stretch(c, s); s.n > 1 {
			return s, true
		}
	}
	return serial{}, false
}

func (t *Table) stairs(u *unique, groups []*link, last member) *unit {
	x := &unit{unique: u, rows: uint64(t.Requested)}
	n := uint64(1)
	for _, l := range groups {
		size := uint64(l.parent.Rows)
		x.members = append(x.members, member{pos: -1, link: l, size: size})
		n = multiply(n, size)
	}
	if n > math.MaxInt64 {
		return nil
	}
	if x.stair = newStair(n, last.size, uint64(t.Rows), groups[0].cover); x.stair == nil {
		return nil
	}
	for _, l := range groups {
		l.unit = true
	}
	if last.link != nil {
		last.link.unit = true
	}
	x.members = append(x.members, last)
	x.size = x.stair.ends[len(x.stair.ends)-1]
	x.perm = draw.NewPermutation(n, draw.Cell(t.key, "key", u.name))
	return x
}

func (t *Table) mandatory(groups []*link) bool {
	for _, l := range groups {
		for _, c := range l.cols {
			if !t.never(c) {
				return false
			}
		}
	}
	return true
}

func (t *Table) covers(u *unique, free []int, groups []*link) bool {
	have := append([]int(nil), free...)
	for _, l := range groups {
		have = append(have, l.cols...)
	}
	return subset(u.columns, have)
}

// best is the free column that can make the key distinct by itself, -1 if none.
func (t *Table) best(u *unique, free []int) int {
	found, most := -1, 0
	for _, c := range free {
		if (t.related(c) || t.judges(c)) && t.loose(c) || t.cramped(c) {
			continue
		}
		alone := len(u.columns) == 1 && len(u.exprs) == 0 && u.where == nil && u.distinctNulls
		if t.size(c) < uint64(t.Rows) && (t.never(c) || !alone) {
			continue // rows beyond its values could only be NULL
		}
		if s := t.score(c); s > most && (len(u.columns)+len(u.exprs) == 1 || !dating(t.columns[c].meaning)) {
			found, most = c, s
		}
	}
	return found
}

// loose reports a number or a time that nothing counts: where other columns
// or the judge have a say in it, its usual values serve better than ranks
// from the whole of its space.
func (t *Table) loose(c int) bool {
	switch k := t.columns[c].codec.Kind(); {
	case k == value.Int, k == value.Decimal, k == value.Float, clock(k), k == value.Interval, k == value.Time:
		return !t.countable(t.columns[c])
	}
	return false
}

// ranked is the space whose ranks fill a key column, and whether they count.
func (p *planner) ranked(t *Table, c int) (space.Space, bool) {
	col := t.columns[c]
	if y, ok := t.yearsOf(col); ok {
		return y, true
	}
	if col.codec.Kind() == value.Int || col.codec.Kind() == value.Decimal {
		if s, ok := t.counting(col, p.hints[column2{t, c}]); ok {
			return s, true
		}
	}
	return t.unasked().spaces[c], false
}

// product makes a unit of all members of a key, the ranks of each being a
// digit of the row's rank.
func (t *Table) product(u *unique, free []int, groups []*link) *unit {
	if !t.covers(u, free, groups) {
		return nil
	}
	one := len(free)+len(groups) == 1
	if !one && (!t.mandatory(groups) || !t.neverAll(free)) {
		return nil
	}
	x := &unit{unique: u, rows: uint64(t.Requested), size: 1}
	for _, l := range groups {
		x.members = append(x.members, member{pos: -1, link: l, size: uint64(l.parent.Rows)})
		x.nullable = x.nullable || one && !t.mandatory(groups) && (!l.full || t.nullable(l))
	}
	for _, c := range free {
		s := t.branches[0].spaces[c]
		x.members = append(x.members, member{pos: c, space: s, size: t.ranks(c, s)})
		x.nullable = x.nullable || one && !t.never(c)
	}
	t.confineYears(x)
	for i := range x.members {
		x.size = multiply(x.size, x.members[i].size)
	}
	if x.size < uint64(t.Rows) && !x.nullable || x.size > math.MaxInt64 {
		return nil
	}
	for _, l := range groups {
		l.unit = true
	}
	x.perm = draw.NewPermutation(x.size, draw.Cell(t.key, "key", u.name))
	x.diagonal = t.newDiagonal(x)
	return x
}

// determined reports that a relation of some branch sets the column equal to
// a function of others, so that nothing else can fill it.
func (t *Table) determined(c int) bool {
	if t.fixedBy == nil {
		t.fixedBy = map[int]bool{}
		var linked []int
		for _, l := range t.links {
			if l.usable() && !l.late && !l.computed {
				linked = appendNew(linked, l.cols...)
			}
		}
		for _, b := range t.branches {
			for _, s := range b.formula.Steps(linked) {
				for _, x := range s.Bounds {
					t.fixedBy[s.Column] = t.fixedBy[s.Column] || (x.Op == "=" || x.Shapes()) && !b.tells(s.Column, x.Constraint)
				}
			}
		}
	}
	return t.fixedBy[c]
}
