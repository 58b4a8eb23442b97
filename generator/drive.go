package generator

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// drive decides what makes each unique distinct: a unit that permutes ranks,
// a unit of another unique that implies it, or the search's memory.
func (p *planner) drive(t *Table) {
	if !p.orderly(t) {
		p.driveAll(t)
	}
}

func (p *planner) driveAll(t *Table) {
	t.brood, t.queues, t.daily = nil, nil, !t.broodless
	t.tell()
	p.driveKeys(t)
	if !p.reared(t) && t.daily {
		t.daily = false
		p.driveKeys(t)
		p.reared(t)
	}
	if t.queue() {
		p.driveKeys(t)
	}
}

// reared lays open keys out in broods. It reports that no key is open.
func (p *planner) reared(t *Table) bool {
	if !t.open() {
		return true
	}
	if !p.rear(t) {
		return false
	}
	if p.driveKeys(t); t.open() {
		t.unrear()
		p.driveKeys(t)
		return false
	}
	return true
}

// open reports a key, or another constraint between rows, that nothing meets.
func (t *Table) open() bool {
	return slices.ContainsFunc(t.uniques, (*unique).open) || t.crowds()
}

func (u *unique) open() bool { return !u.met }

// crowds reports rows that exclude each other, and that neither broods nor
// queues keep apart.
func (t *Table) crowds() bool {
	return t.brood == nil && slices.ContainsFunc(t.exclusion, func(x *exclusion) bool { return !x.met })
}

func (p *planner) driveKeys(t *Table) {
	for _, u := range t.uniques {
		u.flat = false
		t.limit(u)
	}
	for p.assign(t) {
	}
	for _, u := range t.uniques {
		u.met = u.met || t.later(u.inputs)
	}
	for _, u := range t.sought {
		u.met = u.met || t.Rows > soughtRows
	}
	t.doubt()
}

// doubt leaves keys to the search's memory that nothing makes distinct for
// sure: a unit that may step through ranks can meet another row's. It reports
// whether there are any.
func (t *Table) doubt() (any bool) {
	for _, u := range t.uniques {
		if u.met && !t.stands(u) && !t.ordered(u) && !t.lasts(u) && !t.later(u.inputs) {
			u.met, any = false, true
		}
	}
	for _, u := range t.sought {
		if u.met && t.capacity(u) >= uint64(t.Rows) && !t.stands(u) && !t.ordered(u) && t.Rows <= soughtRows {
			u.met, any = false, true
		}
	}
	return any
}

// loosen lets units step through ranks where a row may now fail for something
// that was not known when its keys were laid out: a rule that the judge turned
// out to have a say in, a key that the search remembers.
func (t *Table) loosen() {
	for t.stabilise(); t.doubt(); t.stabilise() {
	}
}

// assign makes the units. It reports that a key has to be laid out anew: a
// stair leaves no ranks to step to when something else rejects a row.
func (p *planner) assign(t *Table) bool {
	t.units, t.stamps = nil, nil
	if t.circle != nil {
		t.units = append(t.units, t.circle.unit)
	}
	for _, l := range t.links {
		l.unit, l.turns = false, nil
	}
	if t.brood != nil {
		t.units = append(t.units, t.brood.units...)
		for _, u := range t.brood.units {
			if l := u.members[0].link; l != nil {
				l.unit = true
			}
		}
	}
	t.units = append(t.units, t.queues...)
	for _, u := range t.uniques {
		u.met = false
	}
	p.driveSequences(t)
	order := slices.Clone(t.uniques)
	slices.SortStableFunc(order, func(a, b *unique) int { return cmp.Compare(t.capacity(a), t.capacity(b)) })
	for _, u := range order {
		if !u.steep && !t.implied(u) {
			p.driveUnique(t, u)
		}
	}
	p.driveSought(t)
	for _, u := range t.uniques {
		u.met = t.implied(u) || t.lasts(u) || t.turns(u)
	}
	t.stabilise()
	again := false
	for _, u := range t.units {
		if u.stair != nil && !u.stable {
			u.unique.flat, again = true, true
		}
	}
	return again
}

// driveSequences gives columns fed by a sequence its numbers.
func (p *planner) driveSequences(t *Table) {
	for _, c := range t.columns {
		s, ok := sequenceOf(c)
		if !ok || c.generated || c.outside || t.inLink(c.pos) || !t.steady(c.pos) || s.n < uint64(t.Rows) && !t.key1(c.pos) {
			continue
		}
		if s.n = t.reach(c, s); s.n == 0 {
			continue
		}
		t.cap(int64(min(s.n, math.MaxInt64)), s.name, "it ends")
		t.units = append(t.units, t.single(&unique{name: c.name, kind: "sequence", columns: []int{c.pos}, met: true}, c.pos, s, true))
	}
}

// reach is how much of a sequence the column's domains take.
func (t *Table) reach(c *column, s serial) uint64 {
	if n := t.stretch(c, s); n > 0 {
		return n
	}
	for _, rank := range []uint64{0, 1, 2, 3, 4, 5, 6, 7, uint64(max(t.Rows-1, 0))} {
		if rank < s.n && !t.allows(c, s.Unrank(rank, nil)) {
			return 0
		}
	}
	return s.n
}

// key1 reports that the column is a unique on its own.
func (t *Table) key1(c int) bool {
	for _, u := range t.uniques {
		if len(u.columns) == 1 && u.columns[0] == c && len(u.exprs) == 0 && u.where == nil {
			return true
		}
	}
	return false
}

// implied reports that a unit, or a stamp, makes the unique distinct already.
func (t *Table) implied(u *unique) bool {
	if t.stamped(u) {
		return true
	}
	for _, x := range t.units {
		if x.nullable && !u.distinctNulls {
			continue
		}
		if x.tells(t.keyed(u)) && (x.size >= uint64(t.Rows) || x.nullable || x.circle != nil || x.brood != nil || x.queue) {
			return true
		}
	}
	return false
}

// tells reports that rows with different ranks differ in the columns: they
// are all that the unit fills, or hold a key of the parent that it picks.
func (u *unit) tells(cols []int) bool {
	switch {
	case u.circle != nil:
		return u.circle.tells(cols)
	case u.brood != nil:
		return u.brood.tells(u, cols)
	case u.queue:
		return contains(cols, u.members[0].pos)
	case u.within != nil:
		return subset(u.columns(), cols) && subset(u.within.cols, cols)
	}
	return subset(u.columns(), cols) || len(u.members) == 1 && u.members[0].link != nil && u.members[0].link.tells(cols)
}

// tells reports that different parent rows give the columns different values.
func (l *link) tells(cols []int) bool {
	var refs []int
	for i, c := range l.cols {
		if contains(cols, c) {
			refs = append(refs, l.refs[i])
		}
	}
	return slices.ContainsFunc(l.parent.uniques, func(u *unique) bool {
		return len(u.exprs) == 0 && u.where == nil && subset(u.columns, refs)
	})
}

func (u *unit) columns() []int {
	var out []int
	for _, x := range u.members {
		if x.link != nil {
			out = append(out, x.link.cols...)
		} else {
			out = append(out, x.pos)
		}
		if x.stretch != nil && x.stretch.high >= 0 {
			out = append(out, x.stretch.high)
		}
	}
	return out
}

// steady reports that all branches draw the column from one space.
func (t *Table) steady(c int) bool {
	var s space.Space
	for i, b := range t.branches {
		if i > 0 && b.spaces[c] != s {
			return false
		}
		s = b.spaces[c]
	}
	return s != nil
}

func (t *Table) inUnit(c int) bool {
	for _, u := range t.units {
		if contains(u.columns(), c) {
			return true
		}
	}
	return false
}

func (t *Table) inLink(c int) bool {
	for _, l := range t.links {
		if l.fills(t, c) {
			return true
		}
	}
	return false
}

func (t *Table) single(u *unique, c int, s space.Space, counts bool) *unit {
	n := s.Capacity()
	if !counts {
		n = t.ranks(c, s)
	}
	x := &unit{unique: u, size: s.Capacity(), rows: uint64(t.Requested), members: []member{{pos: c, space: s, size: n, serial: counts}}}
	x.size = n
	x.perm = draw.NewPermutation(n, draw.Cell(t.key, t.rankName(c), "rank"))
	x.nullable = !t.never(c)
	return x
}

// rankName keys the permutation of a column's ranks: those that name a person
// share one, so that a row whose user name and e-mail are both unique is about
// the same person in both.
func (t *Table) rankName(c int) string {
	if t.columns[c].meaning.Group() == vocabulary.Person {
		return "person of the row"
	}
	return t.columns[c].name
}

// ranks is the number of ranks of a column's space that its rows are spread
// over: all of a moment's, which would lie at the beginning of its time else,
// and of words no more than there have to be, which are the short ones.
func (t *Table) ranks(c int, s space.Space) uint64 {
	if r, ok := s.(space.Roomy); ok && t.columns[c].meaning.Group() != vocabulary.Person && !t.related(c) && !t.judges(c) {
		return min(r.Room(uint64(t.Requested)), wide(uint64(t.Rows)))
	}
	if n := s.Capacity(); n < 1<<40 && clock(t.columns[c].codec.Kind()) {
		return n
	}
	return min(s.Capacity(), wide(uint64(t.Rows)))
}

// wide is the number of ranks that a permutation spreads rows over: enough
// that values look drawn, few enough that they stay short, and the same for
// all row counts up to a million.
func wide(rows uint64) uint64 {
	return max(uint64(1)<<24, uint64(1)<<(bits.Len64(rows)+4))
}

// score says how well a column serves as the one that makes a key distinct.
func (t *Table) score(c int) int {
	col := t.columns[c]
	switch {
	case col.codec.Kind() == value.Int && t.countable(col):
		return 6
	case col.base.Is("uuid"):
		return 7
	case col.meaning == vocabulary.Email, col.meaning == vocabulary.UserName, col.meaning == vocabulary.Slug, col.meaning == vocabulary.Token, col.meaning == vocabulary.Hash, col.meaning == vocabulary.Code:
		return 5
	case col.codec.Kind() == value.Text:
		return 4
	case col.codec.Kind() == value.Bytes, col.codec.Kind() == value.Int:
		return 3
	case clock(col.codec.Kind()):
		return 2
	}
	return 1
}
