package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// matchSelf draws among earlier rows of the same table that agree with the
// columns that have values already: by what is kept of them, else until one
// does, for the table is not there yet to be indexed.
func (m *maker) matchSelf(l *link, closed []int, h uint64) bool {
	held := len(m.set)
	before := make([]value.Value, len(closed))
	for i, at := range closed {
		before[i] = m.row[l.cols[at]]
	}
	want := m.appendClosed(nil, l, closed)
	take := func(p int64) bool {
		if m.may(l, p, closed, want) && m.refer(l, p) && m.agrees(l, closed, want) && m.fits(l) {
			return true
		}
		m.undo(held)
		for i, at := range closed {
			m.row[l.cols[at]] = before[i]
		}
		return false
	}
	if m.last(l, take) {
		return true
	}
	if rows, known := m.peersOf(l, closed, want); known {
		return m.oneOf(l, rows, h, take) || m.own(l)
	}
	for range tries {
		n := m.earlier()
		if take(l.choose(h, m.index, n)) {
			return true
		}
		h = draw.Next(h)
	}
	return m.own(l)
}

// backwards is how many rows are looked at for the last one that will do.
const backwards = 512

// last refers to the latest row that will do, where no two rows may refer to
// the same one: nothing refers to the end of a list yet. Every other attempt
// takes any row.
func (m *maker) last(l *link, take func(p int64) bool) bool {
	if !l.self || m.attempt%2 != 0 || !l.listed(m.t) {
		return false
	}
	if m.t.neverAll(l.cols) && !l.ahead {
		return m.own(l) // as many references as rows, of which the first is to itself
	}
	n := m.earlier()
	for p := n - 1; p >= max(0, n-backwards); p-- {
		if take(p) {
			return true
		}
	}
	return false
}

// listed reports that no two rows may refer to the same one.
func (l *link) listed(t *Table) bool {
	return slices.ContainsFunc(t.uniques, func(u *unique) bool {
		return u.where == nil && len(u.exprs) == 0 && subset(u.columns, l.cols)
	})
}

// may reports that a parent row agrees with a key, as far as its own is kept:
// most don't, which is told without the writing of a cell.
func (m *maker) may(l *link, parentRow int64, closed []int, want []byte) bool {
	s := m.kept(l, parentRow)
	if s == nil {
		return true
	}
	m.key = m.key[:0]
	for _, at := range closed {
		v := s.cell(parentRow, l.refs[at])
		if v == nil {
			return true
		}
		m.key = appendKey(m.key, adapt(*v, l.kinds[at]), m.t.columns[l.cols[at]])
	}
	return string(m.key) == string(want)
}

// agrees reports that the row still has a key in the columns that had values.
func (m *maker) agrees(l *link, closed []int, want []byte) bool {
	m.key = m.appendClosed(m.key[:0], l, closed)
	return string(m.key) == string(want)
}

// appendClosed appends the key of the columns that have values already.
func (m *maker) appendClosed(key []byte, l *link, closed []int) []byte {
	for _, at := range closed {
		c := m.t.columns[l.cols[at]]
		key = appendKey(key, m.row[c.pos], c)
	}
	return key
}

// kept is where the key of a parent row is kept; nil where nothing keeps it.
func (m *maker) kept(l *link, parentRow int64) *store {
	s := l.parent.store
	if m.toward(l).unit != nil || l.parent.fixed || l.period || !s.has(parentRow) {
		return nil
	}
	return s
}
