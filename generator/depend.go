package generator

import "slices"

// foresee computes the generated columns of a foreign key as far as their
// inputs have values, so that a parent row is looked for that agrees.
func (m *maker) foresee(l *link) {
	for _, g := range m.t.formula.Generated {
		if !contains(l.cols, g.Column) || m.done[g.Column] || !m.inputsDone(g.Column) {
			continue
		}
		if v, ok := g.Program.Eval(m.row); ok {
			m.put(g.Column, v)
		}
	}
}

func (m *maker) inputsDone(c int) bool {
	e := m.t.columns[c].model.Expression
	if e == nil || e.Opaque() {
		return false
	}
	for _, n := range e.Columns() {
		if p := m.t.position(n); p < 0 || !m.done[p] {
			return false
		}
	}
	return true
}

// consistent holds the computed columns of foreign keys against the parent
// rows that were chosen before they were computed.
func (m *maker) consistent() bool {
	for _, l := range m.t.links {
		if !l.computed || m.chosen[l.number] < 0 {
			continue
		}
		p := m.parent(l)
		if !p.keys(m.chosen[l.number], l.refs) {
			return false
		}
		for i, c := range l.cols {
			col := m.t.columns[c]
			if col.generated && string(appendKey(nil, m.row[c], col)) != string(appendKey(nil, adapt(p.row[l.refs[i]], col.codec.Kind()), col)) {
				m.blamed = l.name
				return false
			}
		}
	}
	return true
}

// late reports that a generated column of the link is made from columns
// beyond it: those get their values first, the parent row is found after.
func (t *Table) late(l *link) bool {
	for _, c := range l.cols {
		e := t.columns[c].model.Expression
		if !t.columns[c].generated || e == nil {
			continue
		}
		for _, n := range e.Columns() {
			if !contains(l.cols, t.position(n)) {
				return true
			}
		}
	}
	return false
}

// waits reports a column that only a late link fills.
func (t *Table) waits(c int) bool {
	late := false
	for _, l := range t.links {
		if contains(l.cols, c) && l.usable() {
			if !l.late {
				return false
			}
			late = true
		}
	}
	return late && !t.inUnit(c) && !t.feeds(c)
}

// feeds reports that a generated column of a late link is made from c.
func (t *Table) feeds(c int) bool {
	for _, l := range t.links {
		for _, x := range l.cols {
			if e := t.columns[x].model.Expression; l.late && e != nil && slices.Contains(e.Columns(), t.columns[c].name) {
				return true
			}
		}
	}
	return false
}

// followLate finds the parent rows of late links, whose computed columns have
// their values by now.
func (m *maker) followLate() bool {
	for _, l := range m.t.links {
		if !l.late {
			continue
		}
		for _, c := range l.cols {
			if m.t.columns[c].generated && !m.lost[c] {
				m.put(c, m.row[c])
			}
		}
		if !m.follow(l) || !m.stay(l) {
			m.blamed = l.name
			return false
		}
	}
	return true
}

// stay draws the mandatory columns of a late link that is left open by its
// others: no step of the row has given them a value.
func (m *maker) stay(l *link) bool {
	for _, c := range l.cols {
		s := m.branch.spaces[c]
		if m.done[c] || m.t.columns[c].generated || !m.t.never(c) {
			continue
		}
		if s == nil {
			return false
		}
		m.put(c, s.Draw(m.t.columns[c].values.At(m.index, m.attempt), &m.arena))
	}
	return true
}
