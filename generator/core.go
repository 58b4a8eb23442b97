package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/space"
)

// Most cells of a row depend on its index alone and nothing depends on them:
// a note, a colour, a city. Only the others, the core of the row, have to be
// made to tell whether a row will do, what its key is and when it began.

// chooseCore finds the columns of the core. It is nil where whole rows are
// needed: for a judge, for fixtures and for what is computed from other cells.
func (t *Table) chooseCore(children []*link) {
	t.core = nil
	t.assure()
	if t.fixed || t.fixtures != nil || len(t.judged)+len(t.postponed)+len(t.outside)+len(t.afterwards) > 0 {
		return
	}
	c := core{table: t, in: make([]bool, len(t.columns))}
	for _, l := range children {
		if l.leaf {
			return // whether a row is in the partition is a matter of any column
		}
		c.add(l.refs...)
	}
	c.addKeys()
	c.addRules()
	c.addOthers()
	for _, x := range t.columns {
		if x.settings.Expression != nil || x.generated && c.in[x.pos] {
			return
		}
	}
	for _, b := range t.branches {
		b.core = b.core[:0]
		for i := range b.steps {
			if c.in[b.steps[i].Column] {
				b.core = append(b.core, i)
			}
		}
	}
	t.core = c.in
}

// core is the set of columns in the making.
type core struct {
	table *Table
	in    []bool
}

func (c *core) add(columns ...int) {
	for _, x := range columns {
		if x >= 0 {
			c.in[x] = true
		}
	}
}

// addKeys adds what units and links fill, and what the search remembers.
func (c *core) addKeys() {
	for _, u := range c.table.units {
		c.add(u.columns()...)
	}
	for _, l := range c.table.links {
		c.add(l.cols...)
		for _, u := range l.turns {
			c.add(u.where.columns...)
		}
	}
	for _, u := range c.table.uniques {
		if !u.met {
			c.add(u.inputs...)
		}
	}
	for _, x := range c.table.exclusion {
		c.add(x.inputs...)
	}
	if b := c.table.brood; b != nil {
		for _, u := range b.single {
			c.add(u.where.columns...)
		}
	}
	if s := c.table.store; s != nil {
		c.add(s.columns...)
	}
}

// addRules adds what relations and checks read, and cells that are drawn
// beside others.
func (c *core) addRules() {
	c.add(c.table.formula.Tested()...)
	for _, b := range c.table.branches {
		for _, r := range b.formula.Relations {
			c.add(r.Columns...)
		}
		for i := range b.steps {
			s := &b.steps[i]
			if len(s.Bounds)+len(s.Tests)+len(s.soft) > 0 || s.idle || s.late || s.leads != nil || s.crowded || s.keyed || s.stamp != nil {
				c.add(s.Column)
			}
			for _, x := range s.soft {
				c.add(x.column)
			}
			if s.told() {
				c.add(s.Column)
				c.add(s.awaits...)
				if s.story.has != nil {
					c.add(s.story.column)
				}
			}
		}
	}
}

// addOthers adds what is set after the steps, and what tells a row's age.
func (c *core) addOthers() {
	for _, x := range c.table.polymorphs {
		c.add(x.kind, x.id)
	}
	for _, x := range c.table.products {
		c.add(x.column)
		c.add(x.inputs...)
	}
	c.add(c.table.lent...)
	c.add(c.table.births...)
	c.add(c.table.deaths...)
	for _, w := range c.table.wished {
		c.add(w.column.pos)
	}
}

// brief reports that the maker may leave out all but the core of its rows:
// not while checks of the rest are in doubt.
func (m *maker) brief() bool {
	return m.core && m.t.core != nil && (m.t.lean || m.t.mode == direct || m.t.mode == search && !m.planning)
}

// newCoreMaker makes only the core of rows, where there is one.
func newCoreMaker(t *Table) *maker {
	m := newMaker(t)
	m.core = true
	return m
}

// mixed is the row program of a table whose core a maker makes: the other
// cells are written straight into the buffer, as in flat.
type mixed struct {
	maker *maker
	ops   [][]op // by branch and position of the written column; of the core: opCore
}

// newMixed compiles the table, nil when it has no core.
func newMixed(t *Table) *mixed {
	if t.core == nil || t.fixed || len(t.afterwards) > 0 {
		return nil
	}
	x := &mixed{maker: newCoreMaker(t)}
	for _, b := range t.branches {
		ops := make([]op, len(t.written))
		for i, c := range t.written {
			ops[i] = op{kind: opCore, col: t.columns[c]}
			if t.core[c] {
				continue
			}
			s := b.stepOf(c)
			if s == nil {
				return nil
			}
			ops[i] = drawOp(t.columns[c], s)
		}
		x.ops = append(x.ops, ops)
	}
	return x
}

// drawOp is the operation of a step that needs nothing but the row's index.
func drawOp(c *column, s *step) op {
	o := op{kind: opDraw, col: c, space: s.space, ordered: s.ordered, soft: s.soft, tense: s.tense, plot: s.plot, tour: s.tour, nullable: s.Domain.Nulls == domain.MayBeNull}
	o.grouped, _ = s.space.(space.Grouped)
	if s.Domain.Nulls == domain.AlwaysNull || s.space == nil {
		o.kind = opNull
	}
	return o
}
