package generator

import (
	"slices"
	"sync"

	"github.com/effigydb/effigy/generator/domain"
)

// own makes the row its own parent: the root of a tree whose reference can't
// be NULL. Where some branch leaves the reference open, the root is a row of
// that branch, and a row is its own parent only when nothing else has worked.
func (m *maker) own(l *link) bool {
	if m.attempt < stuck && slices.ContainsFunc(m.t.branches, l.open) {
		return false
	}
	for _, c := range l.cols {
		if m.branch.formula.Columns[c].Nulls != domain.NeverNull {
			return false
		}
	}
	if l.ahead {
		return m.next(l)
	}
	for i, c := range l.cols {
		r := l.refs[i]
		if !m.done[r] {
			return false
		}
		m.put(c, adapt(m.row[r], m.t.columns[c].codec.Kind()))
	}
	return m.fits(l)
}

// open reports that a branch lets the foreign key be NULL.
func (l *link) open(b *branch) bool {
	may := func(c int) bool { return b.formula.Columns[c].Nulls != domain.NeverNull }
	if l.full {
		return !slices.ContainsFunc(l.cols, func(c int) bool { return !may(c) })
	}
	return slices.ContainsFunc(l.cols, may)
}

// opens reports that every branch lets the foreign key be NULL.
func (t *Table) opens(l *link) bool {
	return !slices.ContainsFunc(t.branches, func(b *branch) bool { return !l.open(b) })
}

// ascend follows a foreign key. A row whose branch wants a row of the table
// above it, and that finds none there yet, takes a branch that wants none.
func (m *maker) ascend(l *link) bool {
	held := len(m.set)
	if m.follow(l) {
		return true
	}
	if !l.self || l.computed || l.open(m.branch) {
		return false
	}
	m.undo(held)
	n := len(m.t.branches)
	for d := 1; d < n; d++ {
		b := m.t.branches[(m.branch.at+d)%n]
		if l.open(b) && m.admitted(b) {
			m.branch = b
			return m.follow(l)
		}
	}
	return false
}

// admitted reports a branch that the row can still take as far as it stands.
func (m *maker) admitted(b *branch) bool {
	return m.grants(b) && !slices.ContainsFunc(m.set, func(c int) bool {
		return b.formula.Columns[c].Nulls == domain.AlwaysNull && !m.row[c].IsNull()
	}) && b.formula.Admits(m.row, m.set)
}

// peers are the kept rows of a table by what they have in some columns of a
// foreign key to it: those of one tenant.
type peers struct {
	mu   sync.Mutex
	sets map[peerKey]*peerSet
}

// peerKey is a foreign key with the places of the columns, a bit each.
type peerKey struct {
	link   int
	places uint64
}

type peerSet struct {
	rows map[digest][]uint32
	read int64
}

// peersOf lists the rows before this one that agree with the columns that have
// values already; false where it is not known of all of them.
func (m *maker) peersOf(l *link, closed []int, want []byte) (rows []uint32, known bool) {
	n := m.earlier()
	s := m.kept(l, n-1)
	if s == nil || slices.ContainsFunc(closed, func(at int) bool { return !contains(s.columns, l.refs[at]) }) {
		return nil, n == 0
	}
	key := peerKey{link: l.number}
	for _, at := range closed {
		key.places |= 1 << at
	}
	s.peers.mu.Lock()
	defer s.peers.mu.Unlock()
	x := s.peers.sets[key]
	if x == nil {
		x = &peerSet{rows: map[digest][]uint32{}}
		s.peers.sets[key] = x
	}
	for ; x.read < n; x.read++ {
		d := digestOf(m.keptKey(l, s, x.read, closed))
		x.rows[d] = append(x.rows[d], uint32(x.read))
	}
	rows = x.rows[digestOf(want)]
	before, _ := slices.BinarySearch(rows, uint32(n))
	return rows[:before:before], true
}

// keptKey is what a kept row has in some columns of a foreign key to it.
func (m *maker) keptKey(l *link, s *store, row int64, closed []int) []byte {
	m.key = m.key[:0]
	for _, at := range closed {
		m.key = appendKey(m.key, adapt(*s.cell(row, l.refs[at]), l.kinds[at]), m.t.columns[l.cols[at]])
	}
	return m.key
}
