package generator

import "slices"

// keys makes the given columns of row p, and perhaps others: directly where a
// stable unit holds them all, otherwise by making the row.
func (m *maker) keys(p int64, cols []int) bool {
	if m.t.fixed {
		return m.literal(p)
	}
	return m.keysBy(m.t.keyUnit(cols), p, cols)
}

// keysBy is keys for a table without fixtures whose stable unit is known; nil
// for none.
func (m *maker) keysBy(u *unit, p int64, cols []int) bool {
	if u == nil {
		return m.recall(p, cols) || m.first(p, cols)
	}
	index, attempt, limit := m.t.origin(p)
	if m.t.ahead {
		index, attempt, limit = uint64(p), 0, p
	}
	m.begin(index, attempt, limit)
	if c := m.t.circle; c != nil {
		c.set(m, index)
	}
	if b := m.t.brood; b != nil && u != b.units[0] {
		b.units[0].set(m, index, attempt)
	}
	return u.set(m, index, attempt)
}

// first makes and keeps the keys of row p.
func (m *maker) first(p int64, cols []int) bool {
	s := m.t.store
	if s == nil || s.ready == nil {
		return m.only(p, cols)
	}
	if !m.only(p, s.columns) {
		return false
	}
	s.keep(m, p)
	return subset(cols, s.columns) || m.only(p, cols)
}

// keyUnit is the stable unit that fills all of the columns, but for those that
// the table has in common with its cycle or with its brood, or nil.
func (t *Table) keyUnit(cols []int) *unit {
	if t.circle != nil {
		cols = slices.DeleteFunc(slices.Clone(cols), func(c int) bool { return contains(t.circle.cols, c) })
		if len(cols) == 0 {
			return t.circle.unit
		}
	}
	if t.brood != nil {
		cols = slices.DeleteFunc(slices.Clone(cols), func(c int) bool { return contains(t.brood.first.cols, c) })
		if len(cols) == 0 {
			return t.brood.units[0]
		}
	}
	for _, u := range t.units {
		if u.stable && u.holds(cols) {
			return u
		}
	}
	return nil
}

func (u *unit) holds(cols []int) bool {
	for _, c := range cols {
		found := false
		for _, x := range u.members {
			found = found || x.pos == c || x.link != nil && contains(x.link.cols, c)
		}
		if !found {
			return false
		}
	}
	return true
}

// only makes row p, or no more of it than its keys where those are the
// columns and nothing else can reject the row.
func (m *maker) only(p int64, cols []int) bool {
	if !m.core || m.t.mode == retry || len(m.t.outside) > 0 || !m.t.keysFirst(cols) {
		return m.at(p)
	}
	return m.keyed(m.t.origin(p))
}

// keysFirst reports columns that units and foreign keys fill before any step.
func (t *Table) keysFirst(cols []int) bool {
	for _, l := range t.links {
		if l.late || l.computed || l.untied || len(l.own) > 0 {
			return false
		}
	}
	for _, c := range cols {
		if !t.inUnit(c) && (!t.inLink(c) || t.stays(c)) || t.columns[c].mended != nil {
			return false
		}
	}
	return t.fixtures == nil
}

// stays reports a column that has to have a value where the foreign keys that
// fill it are left open: a step draws it then.
func (t *Table) stays(c int) bool {
	if !slices.ContainsFunc(t.branches, func(b *branch) bool { return b.formula.Columns[c].Nulls == neverNull }) {
		return false
	}
	return !slices.ContainsFunc(t.links, func(l *link) bool { return l.fills(t, c) && !t.nullable(l) })
}
