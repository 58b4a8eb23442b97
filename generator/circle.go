package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// The tables of a cycle may have columns in common that go all the way round:
// (tenant, project) refers to the projects, whose (tenant, owner) refers back.
// No row of one is settled before the other's, so what they have in common is
// settled for all of them first, as groups: each table lays its rows out over
// every group, and whatever a row refers to, there is one of its group.

// circle is what the rows of one table have in common with those of its cycle.
type circle struct {
	cols   []int           // positions of the columns that go round
	groups [][]value.Value // their values; the same groups in all tables of the cycle
	rows   uint64
	stair  *stair  // a long tail of rows a group; nil where they are dealt out in turn
	keys   [][]int // of the columns, what no two groups share
	unit   *unit
}

// at is the group of a row and the row's number in it.
func (c *circle) at(row uint64) (group, ordinal uint64) {
	row %= c.rows
	if c.stair != nil {
		return c.stair.at(row)
	}
	n := uint64(len(c.groups))
	return row % n, row / n
}

func (c *circle) set(m *maker, row uint64) {
	group, _ := c.at(row)
	for i, pos := range c.cols {
		m.put(pos, c.groups[group][i])
	}
}

// tells reports that rows differ in the columns because their groups do.
func (c *circle) tells(cols []int) bool {
	return c.rows <= uint64(len(c.groups)) && slices.ContainsFunc(c.keys, func(k []int) bool { return subset(k, cols) })
}

// round is a column that goes round, in every table that has it: by table.
type round map[*Table]int

// ring is a number of tables and the columns that go round between them.
type ring struct {
	tables []*Table
	rounds []round
}

// columns are those of a table that go round, and which of the ring's they are.
func (r *ring) columns(t *Table) (cols, which []int) {
	for i, x := range r.rounds {
		if c, has := x[t]; has {
			cols, which = append(cols, c), append(which, i)
		}
	}
	return cols, which
}

// circles settles what the tables of a component have in common. It reports
// whether they have anything.
func (p *planner) circles(members []*Table) bool {
	some := false
	for _, r := range rings(members) {
		some = p.encircle(r) || some
	}
	return some
}

// rings finds the columns that foreign keys repeat all the way round, and
// puts those together that a table has in common.
func rings(members []*Table) []*ring {
	edges, nodes := repeats(members)
	var out []*ring
	taken := map[column2]bool{}
	for _, n := range nodes {
		if taken[n] {
			continue
		}
		x := round{}
		single := true
		for _, o := range nodes {
			if leads(edges, n, o) && leads(edges, o, n) {
				_, twice := x[o.table]
				single, x[o.table], taken[o] = single && !twice, o.pos, true
			}
		}
		if len(x) > 0 && single {
			out = gatherRing(out, x, members)
		}
	}
	return out
}

// gatherRing adds a round to the rings that it shares a table with, which
// become one.
func gatherRing(list []*ring, x round, members []*Table) []*ring {
	r := &ring{}
	var out []*ring
	for _, o := range list {
		if slices.ContainsFunc(o.tables, func(t *Table) bool { _, has := x[t]; return has }) {
			r.rounds = append(r.rounds, o.rounds...)
		} else {
			out = append(out, o)
		}
	}
	r.rounds = append(r.rounds, x)
	for _, t := range members {
		if cols, _ := r.columns(t); len(cols) > 0 {
			r.tables = append(r.tables, t)
		}
	}
	return append(out, r)
}

// repeats lists which column repeats which, along the foreign keys between
// the members.
func repeats(members []*Table) (map[column2][]column2, []column2) {
	edges := map[column2][]column2{}
	var nodes []column2
	for _, t := range members {
		for _, l := range t.links {
			if l.parent == nil || l.parent.component != t.component || !l.simple(t) || !t.plainly(l.cols) || !l.parent.plainly(l.refs) {
				continue
			}
			for i, c := range l.cols {
				from := column2{t, c}
				edges[from] = append(edges[from], column2{l.parent, l.refs[i]})
				if !slices.Contains(nodes, from) {
					nodes = append(nodes, from)
				}
			}
		}
	}
	return edges, nodes
}

// plainly reports a table whose rows are made here, columns included.
func (t *Table) plainly(cols []int) bool {
	return t.refusal == nil && t.Rows > 0 && len(t.settings.Fixtures) == 0 && len(t.branches) > 0 &&
		!slices.ContainsFunc(cols, func(c int) bool { return t.columns[c].generated || t.columns[c].outside })
}

// leads reports a way of at least one foreign key from a column to another.
func leads(edges map[column2][]column2, from, to column2) bool {
	seen := map[column2]bool{}
	queue := []column2{from}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, o := range edges[n] {
			if o == to {
				return true
			}
			if !seen[o] {
				seen[o] = true
				queue = append(queue, o)
			}
		}
	}
	return false
}

// rootless reports a foreign key of the table to itself that has to have a
// parent, and repeats a column that nothing else gives a value.
func (t *Table) rootless() bool {
	return t.refusal == nil && slices.ContainsFunc(t.links, func(l *link) bool {
		if !l.self || !l.usable() || t.nullable(l) {
			return false
		}
		for i, c := range l.cols {
			if c == l.refs[i] && !t.inUnit(c) && !slices.ContainsFunc(t.links, func(o *link) bool { return o != l && !o.self && o.fills(t, c) }) {
				return true
			}
		}
		return false
	})
}
