package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// Where the constraints part the values of a column, or its NULLs, between
// branches, how often each comes hangs on how often its branches do. What the
// configuration says of that counts for the whole table: such a cell comes
// first, and a branch that takes it.

// wished is a column whose cell comes before the branch.
type wished struct {
	column *column
	values space.Space // nil where only the NULLs are said
	open   bool        // some branch takes a NULL
	exact  bool        // the configuration says how many
}

// wishful is how many attempts of a row keep to what the configuration says of
// the frequencies.
const wishful = 16

// chooseWished finds the columns whose cells come before the branch.
func (t *Table) chooseWished() {
	t.wished = nil
	for _, l := range t.links {
		if l.self && l.weights != nil {
			l.wanted = t.byWeight(t.columns[l.cols[l.weighed]])
		}
	}
	if len(t.branches) < 2 || t.fixtures != nil || len(t.settings.Fixtures) > 0 {
		return
	}
	for _, c := range t.columns {
		s := c.settings
		if c.generated || c.outside || s.Expression != nil || t.same(c.pos) || t.inUnit(c.pos) {
			continue
		}
		w := wished{column: c, open: t.nullAnywhere(c), exact: s.NullFraction != nil && *s.NullFraction > 0 && *s.NullFraction < 1}
		if !t.inLink(c.pos) {
			w.values = t.byWeight(c)
		}
		if w.values != nil || w.exact && w.open && !t.sharedLink(c.pos) {
			t.wished = append(t.wished, w)
		}
	}
	t.guarded = t.guarded || len(t.wished) > 0
}

// byWeight is the space of the values with weights that some branch takes, nil
// where the configuration gives none.
func (t *Table) byWeight(c *column) space.Space {
	s := c.settings
	if len(s.Weights) == 0 || len(s.Weights) != len(s.Values) {
		return nil
	}
	var values []value.Value
	var weights []float64
	for i, text := range s.Values {
		if v, err := c.codec.Parse(text, nil); err == nil && t.leaves(c, v) {
			values, weights = append(values, v), append(weights, s.Weights[i])
		}
	}
	return space.Weighted("configured values", values, weights)
}

// sharedLink reports a column that two foreign keys fill.
func (t *Table) sharedLink(c int) bool {
	n := 0
	for _, l := range t.links {
		if l.fills(t, c) {
			n++
		}
	}
	return n > 1
}

// wish draws the cells that come before the branch.
func (m *maker) wish() {
	if m.attempt >= wishful {
		return
	}
	for i := range m.t.wished {
		w := &m.t.wished[i]
		c := w.column
		switch {
		case m.done[c.pos]:
		case w.open && c.null(m.index, m.attempt):
			m.null(c.pos)
		case w.values != nil:
			m.put(c.pos, w.values.Draw(c.values.At(m.index, m.attempt), &m.arena))
		}
	}
}

// grants reports a branch that does not make a cell NULL which the
// configuration wants a value in.
func (m *maker) grants(b *branch) bool {
	if m.attempt >= wishful {
		return true
	}
	for i := range m.t.wished {
		w := &m.t.wished[i]
		c := w.column.pos
		if b.formula.Columns[c].Nulls == domain.AlwaysNull && (m.done[c] && !m.row[c].IsNull() || !m.done[c] && w.exact) {
			return false
		}
	}
	return true
}

// wanted refers to the first earlier row of the table itself that has a key
// which the weights of the configuration draw.
func (m *maker) wanted(l *link, h uint64) bool {
	c := m.t.columns[l.refs[l.weighed]]
	held := len(m.set)
	for range tries {
		v := adapt(l.wanted.Draw(h, &m.arena), c.codec.Kind())
		if p, ok := m.t.store.row(c, digestOf(appendKey(nil, v, c))); ok && p < m.earlier() && m.refer(l, p) && m.fits(l) {
			return true
		}
		m.undo(held)
		h = draw.Next(h)
	}
	return false
}

// opener is the column whose NULLs leave a foreign key open: one of which the
// configuration says how many, else the first that may be NULL.
func (t *Table) opener(cols []int) int {
	best := cols[0]
	for i := len(cols) - 1; i >= 0; i-- {
		c := t.columns[cols[i]]
		if !c.required && (c.settings.NullFraction != nil || t.columns[best].settings.NullFraction == nil) {
			best = c.pos
		}
	}
	return best
}

// owed reports that a NULL in the column is one too many, as long as another
// attempt may do without: the configuration says how many there are.
func (m *maker) owed(c int) bool {
	f := m.t.columns[c].settings.NullFraction
	return f != nil && *f < 1 && m.t.mode != direct && m.attempt < wishful
}
