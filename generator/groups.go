package generator

import (
	"fmt"
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// aGroup is the mean number of rows that a table of a cycle has of a group,
// where nothing asks for more groups.
const aGroup = 6

// encircle settles the groups of a ring for the row counts as they stand, and
// caps tables whose keys leave a group room for fewer rows.
func (p *planner) encircle(r *ring) bool {
	least, want := int64(math.MaxInt64), int64(1)
	for _, t := range r.tables {
		least = min(least, t.Rows)
	}
	want = max(want, least/aGroup)
	for _, t := range r.tables {
		cols, _ := r.columns(t)
		room, _ := t.roomIn(cols)
		want = max(want, int64((uint64(t.Rows)-1)/room)+1)
	}
	g := p.newGroups(r)
	if g == nil || !g.find(int(min(want, least, storeLimit))) {
		return false
	}
	for _, t := range r.tables {
		cols, which := r.columns(t)
		room, by := t.roomIn(cols)
		if most := multiply(room, uint64(len(g.found))); most < uint64(t.Rows) {
			t.cap(int64(most), by, fmt.Sprintf("the tables of its cycle have %d keys in common, which leave room for %d rows", len(g.found), most))
		}
		t.circle = g.circle(t, cols, which, room)
	}
	return true
}

// roomIn is how many rows of the table may have the same values in the columns,
// and the key that says so.
func (t *Table) roomIn(cols []int) (rows uint64, by string) {
	rows = math.MaxUint64
	for _, u := range t.uniques {
		if u.where != nil || len(u.exprs) > 0 || !t.total(u) || !slices.ContainsFunc(u.columns, func(c int) bool { return contains(cols, c) }) {
			continue
		}
		n := uint64(1)
		for _, c := range u.columns {
			if !contains(cols, c) {
				n = multiply(n, max(t.cells(u, c), 1))
			}
		}
		if n < rows {
			rows, by = n, u.name
		}
	}
	return rows, by
}

// groups finds the values of the columns that go round a ring.
type groups struct {
	ring    *ring
	kinds   []value.Kind // of each round, as the values are kept
	sources []*source    // parents outside of the ring that give some
	spaces  []*member    // by round; nil where a source gives it
	perms   []draw.Permutation
	filters []*link
	of      map[*link]*Table
	found   [][]value.Value
	seen    map[digest]bool
}

// source is a foreign key that leads out of the ring.
type source struct {
	link   *link
	rounds []int // by column of the link
	parent *maker
	perm   draw.Permutation
}

// newGroups looks for where the values may come from; nil where a column has
// none.
func (p *planner) newGroups(r *ring) *groups {
	g := &groups{ring: r, spaces: make([]*member, len(r.rounds)), perms: make([]draw.Permutation, len(r.rounds)), of: map[*link]*Table{}, seen: map[digest]bool{}}
	given := make([]bool, len(r.rounds))
	for _, t := range r.tables {
		cols, which := r.columns(t)
		for _, l := range t.links {
			if !l.usable() || l.parent.component == t.component || !slices.ContainsFunc(l.cols, func(c int) bool { return contains(cols, c) }) {
				continue
			}
			if !g.source(l, cols, which, given) && (subset(l.cols, cols) || !t.nullable(l)) {
				g.filters, g.of[l] = append(g.filters, l), t
			}
		}
	}
	for i := range r.rounds {
		if g.kinds = append(g.kinds, g.kind(i)); !given[i] && !p.spaceOf(g, i) {
			return nil
		}
	}
	return g
}

// source takes a foreign key as one that gives columns which none has given.
func (g *groups) source(l *link, cols, which []int, given []bool) bool {
	s := &source{link: l, parent: newCoreMaker(l.parent), perm: draw.NewPermutation(uint64(l.parent.Rows), l.key)}
	for _, c := range l.cols {
		at := slices.Index(cols, c)
		if at < 0 || given[which[at]] {
			return false
		}
		s.rounds = append(s.rounds, which[at])
	}
	for _, x := range s.rounds {
		given[x] = true
	}
	g.sources = append(g.sources, s)
	return true
}

func (g *groups) kind(i int) value.Kind {
	for _, t := range g.ring.tables {
		if c, has := g.ring.rounds[i][t]; has {
			return t.columns[c].codec.Kind()
		}
	}
	return value.Null
}

// spaceOf takes the smallest space that a table has for the column.
func (p *planner) spaceOf(g *groups, i int) bool {
	for _, t := range g.ring.tables {
		c, has := g.ring.rounds[i][t]
		if !has {
			continue
		}
		var s space.Space
		counts := false
		if t.branches[0].spaces[c] != nil {
			s, counts = p.ranked(t, c)
		}
		if s == nil || g.spaces[i] != nil && s.Capacity() >= g.spaces[i].size {
			continue
		}
		g.spaces[i] = &member{pos: c, space: s, size: s.Capacity(), serial: counts}
		g.perms[i] = draw.NewPermutation(min(s.Capacity(), wide(uint64(t.Rows))), draw.Cell(t.key, t.columns[c].name, "round"))
	}
	return g.spaces[i] != nil
}

// find looks for so many groups; false when there is none.
func (g *groups) find(want int) bool {
	for k := range uint64(4*want + 10_000) {
		if len(g.found) == want {
			break
		}
		if x := g.candidate(k); x != nil && g.fits(x) && g.fresh(x) {
			g.found = append(g.found, x)
		}
	}
	return len(g.found) > 0
}

// candidate is the k-th choice of values, nil where a parent has no key.
func (g *groups) candidate(k uint64) []value.Value {
	x := make([]value.Value, len(g.kinds))
	for i, m := range g.spaces {
		switch {
		case m == nil:
		case m.serial:
			x[i] = m.space.Unrank(k%m.size, nil)
		default:
			x[i] = m.space.Unrank(g.perms[i].At(k%g.perms[i].N()), nil)
		}
	}
	for i, s := range g.sources {
		n := s.perm.N()
		if i > 0 {
			k += k / g.sources[i-1].perm.N()
		}
		if !s.parent.keys(int64(s.perm.At(k%n)), s.link.refs) {
			return nil
		}
		for at, r := range s.rounds {
			v := s.parent.row[s.link.refs[at]]
			if v.IsNull() {
				return nil
			}
			x[r] = copyOf(adapt(v, g.kinds[r]))
		}
	}
	return x
}

// fits reports that every table has an alternative that takes the values, and
// that the parents outside have them.
func (g *groups) fits(x []value.Value) bool {
	for _, t := range g.ring.tables {
		cols, which := g.ring.columns(t)
		if !slices.ContainsFunc(t.branches, func(b *branch) bool {
			for i, c := range cols {
				if d := b.matcher(c); d != nil && !d.Allows(adapt(x[which[i]], t.columns[c].codec.Kind())) {
					return false
				}
			}
			return true
		}) {
			return false
		}
	}
	for _, l := range g.filters {
		cols, which := g.ring.columns(g.of[l])
		var refs []int
		var key []byte
		for i, c := range l.cols {
			if at := slices.Index(cols, c); at >= 0 {
				pc := l.parent.columns[l.refs[i]]
				refs, key = append(refs, l.refs[i]), appendKey(key, adapt(x[which[at]], pc.codec.Kind()), pc)
			}
		}
		if len(l.index.rows(l, refs, digestOf(key))) == 0 {
			return false
		}
	}
	return true
}

// fresh reports values that no group has yet, nor what a key reads of them.
func (g *groups) fresh(x []value.Value) bool {
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	marks := []digest{g.mark(g.ring.tables[0], -1, all, x)}
	for n, t := range g.ring.tables {
		cols, which := g.ring.columns(t)
		for i, key := range t.keysWithin(cols) {
			var at []int
			for _, c := range key {
				at = append(at, which[slices.Index(cols, c)])
			}
			marks = append(marks, g.mark(t, n<<16+i, at, x))
		}
	}
	if slices.ContainsFunc(marks, func(d digest) bool { return g.seen[d] }) {
		return false
	}
	for _, d := range marks {
		g.seen[d] = true
	}
	return true
}

// mark is the digest of some of the values under a number.
func (g *groups) mark(t *Table, number int, at []int, x []value.Value) digest {
	key := []byte{byte(number), byte(number >> 8), byte(number >> 16), byte(number >> 24)}
	for _, i := range at {
		var c *column
		if pos, has := g.ring.rounds[i][t]; has {
			c = t.columns[pos]
		}
		key = appendKey(key, x[i], c)
	}
	return digestOf(key)
}

// keysWithin are the keys of the table that lie within the columns.
func (t *Table) keysWithin(cols []int) [][]int {
	var out [][]int
	for _, u := range t.uniques {
		if u.where == nil && len(u.exprs) == 0 && subset(u.columns, cols) {
			out = append(out, u.columns)
		}
	}
	return out
}

// circle is what a table has of the groups.
func (g *groups) circle(t *Table, cols, which []int, room uint64) *circle {
	c := &circle{cols: cols, rows: uint64(t.Rows), keys: t.keysWithin(cols)}
	if len(which) == len(g.kinds) {
		c.keys = append(c.keys, cols)
	}
	for _, x := range g.found {
		mine := make([]value.Value, len(cols))
		for i, r := range which {
			mine[i] = adapt(x[r], t.columns[cols[i]].codec.Kind())
		}
		c.groups = append(c.groups, mine)
	}
	c.stair = newStair(uint64(len(c.groups)), room, c.rows, true)
	c.unit = &unit{unique: &unique{name: t.Name.String(), kind: "cycle", columns: cols}, circle: c, stable: true, size: uint64(len(c.groups)), rows: c.rows}
	for _, pos := range cols {
		c.unit.members = append(c.unit.members, member{pos: pos})
	}
	return c
}

// inGroup makes a key distinct by the number of the row in its group.
func (p *planner) inGroup(t *Table, u *unique, free []int) *unit {
	if t.circle == nil || len(free) != 1 || u.where != nil || len(u.exprs) > 0 || !t.never(free[0]) ||
		!subset(t.circle.cols, u.columns) || !subset(u.columns, append(free[:1:1], t.circle.cols...)) {
		return nil
	}
	x := member{pos: free[0], space: t.branches[0].spaces[free[0]]}
	if s, ok := t.countingFrom(t.columns[free[0]]); ok {
		x.space, x.serial = s, true
	}
	x.size = min(x.space.Capacity(), wide(uint64(t.Rows)))
	return &unit{unique: u, members: []member{x}, within: t.circle, size: uint64(t.Rows), rows: uint64(t.Requested),
		perm: draw.NewPermutation(x.size, draw.Cell(t.key, t.columns[x.pos].name, "rank"))}
}
