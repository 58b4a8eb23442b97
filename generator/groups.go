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
	asked   []order
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
	g.ask(given)
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
		if t.unasked().spaces[c] != nil {
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
	x := member{pos: free[0], space: t.unasked().spaces[free[0]]}
	if s, ok := t.numbering(t.columns[free[0]]); ok {
		x.space, x.serial = s.space, true
	}
	x.size = min(x.space.Capacity(), wide(uint64(t.Rows)))
	return &unit{unique: u, members: []member{x}, within: t.circle, size: uint64(t.Rows), rows: uint64(t.Requested),
		perm: draw.NewPermutation(x.size, draw.Cell(t.key, t.columns[x.pos].name, "rank"))}
}
