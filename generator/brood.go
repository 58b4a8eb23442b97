package generator

import (
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// Several keys of a table may hold the key of one parent: the lines of an order
// differ in their number and in their product, which has to be of the order's
// tenant. Such rows need no search. They are laid out as the broods of the
// parent's rows, each no larger than its keys leave room for, and the number of
// a row in its brood says what tells it apart there.

// brood is how the rows of a table are laid out over those of a parent.
type brood struct {
	first *link
	ends  []uint32 // by row of the parent: rows of the table up to and with its brood
	most  uint64   // rows of the largest brood
	units []*unit  // the first gives the parent's key
	// single are partial keys for which only the last row of a brood counts:
	// the price of today comes after those before.
	single []*unique
	was    capped
}

// capped is what a table was cut down to, and why.
type capped struct {
	rows   int64
	by     string
	reason string
}

// berth is a row's place in its brood.
type berth struct {
	known           bool
	row             uint64
	parent, ordinal uint64
	size            uint64 // of the brood
}

// at is the place of a row.
func (b *brood) at(p *berth, row uint64) {
	if p.known && p.row == row {
		return
	}
	from := 0
	if n := uint64(b.ends[len(b.ends)-1]); row >= n {
		row %= n
	}
	if p.known && p.row < row && row-p.row < 64 {
		from = int(p.parent) // rows are asked for in order
	}
	at, before := from, uint64(0)
	for n := 0; uint64(b.ends[at]) <= row; n++ {
		if n == 8 {
			more, _ := slices.BinarySearch(b.ends[at:], uint32(row)+1)
			at += more
			break
		}
		at++
	}
	if at > 0 {
		before = uint64(b.ends[at-1])
	}
	*p = berth{known: true, row: row, parent: uint64(at), ordinal: row - before, size: uint64(b.ends[at]) - before}
}

// set writes what a unit of the brood gives the row.
func (b *brood) set(m *maker, u *unit, row uint64, attempt uint32) bool {
	p := &m.place
	b.at(p, row)
	x := &u.members[0]
	switch {
	case x.link == b.first:
		return m.refer(x.link, int64(p.parent))
	case x.link != nil:
		return u.nullable && m.leaveOwn(x.link, b.first, attempt) || m.referWithin(x.link, b.first, p)
	case x.stretch != nil:
		return b.stretch(m, u, p)
	case x.serial:
		m.rank(x, x.drifted(p.ordinal, p.parent))
		return p.ordinal < x.size
	case x.numbered != nil:
		first, n := b.after(m, x)
		slot := n / p.size
		if slot == 0 {
			return false
		}
		m.rank(x, first+p.ordinal*slot+draw.Below(m.t.columns[x.pos].values.At(m.index, m.attempt), slot))
		return true
	case x.width > 0:
		slot := x.width / int64(p.size)
		from := x.from + int64(p.ordinal)*slot
		v, ok := x.space.(space.Ordered).DrawIn(m.t.columns[x.pos].values.At(m.index, m.attempt), from, from+slot-1)
		m.put(x.pos, v)
		return ok
	}
	rank := p.ordinal
	if !u.stable {
		rank += uint64(attempt) * b.most
	}
	if rank >= x.size {
		return false
	}
	m.rank(x, u.perm.At((rank+draw.Below(draw.Mix(p.parent), x.size))%x.size))
	return true
}

// referWithin refers to that row of a second parent, among those which agree
// with the first one's, whose turn it is in the brood.
func (m *maker) referWithin(l, first *link, p *berth) bool {
	refs := m.sharedKey(l, first)
	if len(refs) == 0 {
		n := uint64(l.parent.Rows)
		return p.ordinal < n && m.refer(l, int64(scattered(p.ordinal, n, p.parent)))
	}
	rows := m.rowsOf(l, refs, digestOf(m.key))
	n := uint64(len(rows))
	return p.ordinal < n && m.refer(l, int64(rows[scattered(p.ordinal, n, p.parent)]))
}

// leaveOwn leaves a link open, now and then, by its columns that are not the
// first one's.
func (m *maker) leaveOwn(l, first *link, attempt uint32) bool {
	own := func(c int) bool { return !contains(first.cols, c) }
	if at := slices.IndexFunc(l.cols, own); !m.t.columns[l.cols[at]].null(m.index, attempt) {
		return false
	}
	for _, c := range l.cols {
		if own(c) {
			m.null(c)
		}
	}
	return true
}

// sharedKey makes the key of the columns that a link has in common with the
// first one, and lists those that they refer to.
func (m *maker) sharedKey(l, first *link) (refs []int) {
	refs, m.key = m.refs[:0], m.key[:0]
	for i, c := range l.cols {
		if contains(first.cols, c) {
			pc := l.parent.columns[l.refs[i]]
			refs, m.key = append(refs, pc.pos), appendKey(m.key, adapt(m.row[c], pc.codec.Kind()), pc)
		}
	}
	m.refs = refs
	return refs
}

// scattered permutes the numbers below n, for each brood otherwise.
func scattered(i, n, brood uint64) uint64 {
	if n < 3 {
		return (i + brood) % n
	}
	h := draw.Mix(brood)
	step := n/3 + draw.Below(h, n/2)
	for draw.GCD(step, n) != 1 {
		step++
	}
	return (draw.Below(draw.Next(h), n) + i%n*(step%n)) % n
}

// tells reports that rows differ in the columns if the unit's do in their brood.
func (b *brood) tells(u *unit, cols []int) bool {
	x := &u.members[0]
	if x.link == b.first || !b.first.tells(cols) {
		return false
	}
	if x.link == nil {
		return contains(cols, x.pos)
	}
	return !slices.ContainsFunc(x.link.cols, func(c int) bool { return !contains(cols, c) && !contains(b.first.cols, c) })
}

// alone reports that the row is the last of its brood, or does not count for a
// key of which only one row of a brood may.
func (m *maker) alone() bool {
	b := m.t.brood
	if b == nil || len(b.single) == 0 {
		return true
	}
	if b.at(&m.place, m.index); m.place.ordinal == m.place.size-1 {
		return true
	}
	for _, u := range b.single {
		if u.where.falls(m.row) {
			continue
		}
		m.blamed = u.name
		return false
	}
	return true
}

// slots is the width of a column's usual values, or else of all of them, in
// whole numbers; 0 where it has too few for so many rows to have slots.
func slots(s space.Space, rows uint64) (from, width int64) {
	o, ok := s.(space.Ordered)
	if !ok {
		return 0, 0
	}
	w := drawn(o)
	if n := w.width(); n >= roomy*int64(min(rows, manySlots)) {
		return w.from, n
	}
	w.from, w.to = o.Limits(o.Bounds())
	if n := w.width(); n >= roomy {
		return w.from, n
	}
	return 0, 0
}

// drawn is where most of what a space draws lies.
func drawn(o space.Ordered) window {
	w := window{math.MaxInt64, math.MinInt64}
	for k := range uint64(64) {
		x, _ := o.Number(o.Draw(draw.Mix(k), nil), true)
		w.from, w.to = min(w.from, x), max(w.to, x)
	}
	return w
}

const (
	roomy     = 4   // values that a slot has at least
	manySlots = 100 // slots that the usual values have to be enough for
)

// width is the number of values of the window, 0 for more than can be counted.
func (w window) width() int64 {
	if n := uint64(w.to) - uint64(w.from); w.to > w.from && n < math.MaxInt64 {
		return int64(n)
	}
	return 0
}

// falls reports a predicate that the row does not satisfy.
func (x *expression) falls(row []value.Value) bool {
	got := x.program.Test(row)
	return got == predicate.False || got == predicate.Null
}

// lasts reports a key for which only the last row of a brood counts.
func (t *Table) lasts(u *unique) bool { return t.brood != nil && slices.Contains(t.brood.single, u) }

// unrear takes the broods back, and the cap with them.
func (t *Table) unrear() {
	t.Rows, t.CappedBy, t.CapReason = t.brood.was.rows, t.brood.was.by, t.brood.was.reason
	t.brood = nil
}

// says is how a unit tells the rows of a brood apart, for people.
func (b *brood) says(t *Table, u *unit) string {
	var names []string
	for _, c := range u.columns() {
		if !contains(b.first.cols, c) {
			names = append(names, t.columns[c].name)
		}
	}
	return "the rows of one row of " + b.first.parent.Name.String() + " differ in " + list(names)
}

// after are the ranks of the moments that the row's parent leaves: not before it
// was there.
func (b *brood) after(m *maker, x *member) (first, n uint64) {
	from, to := x.from, x.from+x.width
	d := dated{kind: m.t.columns[x.pos].codec.Kind(), now: m.t.now}
	if born := m.elder(b.first).age(m.chosen[b.first.number]); clock(born.Kind) && !endless(born) {
		from = max(from, d.nearest(&born, true))
	}
	if now := d.units(m.t.now); m.t.columns[x.pos].past() && from <= now {
		to = min(to, now)
	}
	return x.numbered.Ranks(from, to)
}
