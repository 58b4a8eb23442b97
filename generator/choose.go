package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// choose picks the branch of the row: by weight, among those that admit what
// the units have set.
func (m *maker) choose() bool {
	m.wish()
	n := len(m.t.branches)
	if n == 0 {
		return false
	}
	if n == 1 && !m.t.guarded {
		m.branch = m.t.branches[0]
		return true
	}
	first := m.pick(n)
	for d := range n {
		b := m.t.branches[(first+d)%n]
		if m.open(b) && b.formula.Admits(m.row, m.doubtful()) {
			m.branch = b
			return true
		}
		if m.attempt > 0 && d > 8 {
			break
		}
		m.redo()
	}
	return false
}

// doubtful lists the cells that a branch may refuse: those of units that draw
// from what every branch leaves are beyond doubt once the sample has shown it.
func (m *maker) doubtful() []int {
	if !m.t.lean || m.t.assured == nil {
		return m.set
	}
	m.free = m.free[:0]
	for _, c := range m.set {
		if !m.t.assured[c] {
			m.free = append(m.free, c)
		}
	}
	return m.free
}

// assure notes the columns of units whose space is that of every branch, and
// the checks that need no test.
func (t *Table) assure() {
	t.trust()
	t.assured = make([]bool, len(t.columns))
	for _, u := range t.units {
		for _, x := range u.members {
			if x.link == nil && t.steady(x.pos) && t.branches[0].spaces[x.pos] == x.space && t.same(x.pos) && !t.related(x.pos) {
				t.assured[x.pos] = true
			}
		}
	}
}

// pick draws a branch. The first rows go through all branches, so that each
// occurs however small its weight, sooner where few are asked for. How many
// there are in the end must not count: rows that were found are made again.
func (m *maker) pick(n int) int {
	if n > 1 && m.attempt == 0 && m.t.Requested < 4 && m.t.branches[0].asked {
		return int(m.index) % n
	}
	if n > 1 && m.attempt == 0 && m.index%8 == 3 && (!m.t.weighted || m.index < uint64(8*n)) {
		return int(m.index/8) % n
	}
	return m.t.pick.At(m.t.branchKey.At(m.index, m.attempt))
}

// open fits the NULLs of columns set by units to the branch.
func (m *maker) open(b *branch) bool {
	if !m.grants(b) {
		return false
	}
	for _, c := range m.set {
		switch b.formula.Columns[c].Nulls {
		case domain.AlwaysNull:
			if m.t.columns[c].model.NotNull {
				return false
			}
			m.row[c] = value.Value{}
		case domain.NeverNull:
			if m.row[c].IsNull() {
				return false
			}
		}
	}
	for _, u := range m.t.units {
		for i := range u.members {
			if l := u.members[i].link; l != nil && l.full && m.someNull(l) && !m.shut(b, l) {
				return false
			}
		}
	}
	return true
}

// shut makes all columns of a foreign key NULL, where the branch lets it: one
// of them is, and the match is full.
func (m *maker) shut(b *branch, l *link) bool {
	for _, c := range l.cols {
		if m.row[c].IsNull() {
			continue
		}
		if b.formula.Columns[c].Nulls == domain.NeverNull || m.t.columns[c].model.NotNull {
			return false
		}
		m.row[c] = value.Value{}
	}
	return true
}

// redo makes the units' cells again, after a branch has overwritten some.
func (m *maker) redo() {
	index, attempt := m.index, m.attempt
	limit := m.limit
	m.begin(index, attempt, limit)
	m.count()
	for _, u := range m.t.units {
		u.set(m, index, attempt)
	}
	m.wish()
}
