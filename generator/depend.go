package generator

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
