package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
)

// follow fills the columns of a foreign key.
func (m *maker) follow(l *link) bool {
	if l.computed {
		m.foresee(l)
	}
	free, closed := m.standing(l)
	switch {
	case l.full && m.someNull(l):
		return m.leave(l, true)
	case !l.usable() || l.refs == nil:
		return m.leave(l, l.full)
	case m.mustLeave(l):
		return m.leave(l, l.full)
	case m.mayLeave(l) && (m.t.columns[m.t.opener(free)].null(m.index, m.attempt) || m.nobody(l)):
		return m.leave(l, l.full)
	case m.someNull(l) && !l.full:
		return m.leave(l, false)
	}
	if m.pickParent(l, free, closed) {
		return true
	}
	if len(free) > 0 && m.owed(m.t.opener(free)) && !(l.self && m.earlier() == 0) {
		return false
	}
	return m.leave(l, l.full)
}

// standing splits the link's columns: those without a value, those with one.
func (m *maker) standing(l *link) (free, closed []int) {
	if l.alone && !l.computed {
		return l.cols, nil
	}
	free, closed = m.free[:0], m.closed[:0]
	for i, c := range l.cols {
		if m.done[c] {
			closed = append(closed, i)
		} else {
			free = append(free, c)
		}
	}
	m.free, m.closed = free, closed
	return free, closed
}

func (m *maker) someNull(l *link) bool {
	for _, c := range l.cols {
		if m.done[c] && m.row[c].IsNull() {
			return true
		}
	}
	return false
}

// mustLeave reports that the branch wants a column of the link NULL.
func (m *maker) mustLeave(l *link) bool {
	for _, c := range l.cols {
		if m.branch.formula.Columns[c].Nulls == domain.AlwaysNull {
			return true
		}
	}
	return false
}

// mayLeave reports that leaving the link open is allowed and not yet decided.
func (m *maker) mayLeave(l *link) bool {
	open := false
	for _, c := range l.cols {
		if m.done[c] {
			if l.full {
				return false
			}
			continue
		}
		if m.branch.formula.Columns[c].Nulls == domain.MayBeNull {
			open = true
		} else if l.full {
			return false
		}
	}
	return open
}

// leave sets the link's columns NULL where the branch lets it, at least one
// of them, or all under MATCH FULL.
func (m *maker) leave(l *link, all bool) bool {
	some := m.someNull(l)
	if !all && !some && m.attempt >= stuck && m.half(l) {
		return true
	}
	for _, c := range l.cols {
		if m.done[c] {
			if all && !m.row[c].IsNull() {
				return false
			}
			continue
		}
		if m.branch.formula.Columns[c].Nulls != domain.NeverNull && !m.t.columns[c].generated {
			m.null(c)
			some = true
		} else if all {
			return false
		}
	}
	return some
}

// stuck is the attempt from which on a foreign key of several columns that is
// left open keeps values where a key that other rows meet reads them.
const stuck = 12

// half leaves a foreign key open by one NULL outside of the keys that the
// search keeps apart, and takes the other cells of some parent row, or lets
// them be drawn.
func (m *maker) half(l *link) bool {
	h := draw.Next(l.key.At(m.index, m.attempt))
	open := -1
	for _, c := range l.cols {
		if !m.done[c] && m.branch.formula.Columns[c].Nulls != domain.NeverNull && !m.t.columns[c].generated && !m.t.remembered(c) {
			open = c
		}
	}
	if len(l.cols) < 2 || open < 0 || h%2 == 0 {
		return false
	}
	held := len(m.set)
	m.null(open)
	if p := m.parent(l); l.usable() && !l.self && p.keys(l.choose(h, m.index, l.parent.Rows), l.refs) {
		for i, c := range l.cols {
			if v := p.row[l.refs[i]]; !m.done[c] && !v.IsNull() {
				m.put(c, m.keep(adapt(v, m.t.columns[c].codec.Kind())))
			}
		}
	}
	if !m.fits(l) {
		m.undo(held)
		return false
	}
	return true
}

// echo repeats a parent row whose key has a NULL: the foreign key is open then.
func (m *maker) echo(l *link) bool {
	if l.full || l.period || l.parent.Rows == 0 {
		return false
	}
	row := m.parent(l).row
	null := func(i int) bool { return row[l.refs[i]].IsNull() }
	open := false
	for i, c := range l.cols {
		if null(i) && m.t.never(c) {
			return false
		}
		open = open || null(i)
	}
	for i, c := range l.cols {
		if open {
			m.put(c, m.keep(adapt(row[l.refs[i]], m.t.columns[c].codec.Kind())))
		}
	}
	return open
}
