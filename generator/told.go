package generator

import (
	"slices"
	"sync"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
)

// A rule may tell which row of its own table a row refers to: the one before
// it in a list (previous = position - 1), itself (root = id). The key comes
// first then, and the reference follows from it.

// tell notes for each branch the foreign keys of the table to itself whose
// value a rule gives by the key of the row.
func (t *Table) tell() {
	for _, b := range t.branches {
		b.told = nil
		for _, l := range t.links {
			if t.tellable(l) {
				b.tell(l)
			}
		}
	}
}

func (b *branch) tell(l *link) {
	for _, s := range b.formula.Steps(l.refs) {
		for _, x := range s.Bounds {
			if s.Column != l.cols[0] || x.Op != "=" || !b.pairs(l, x.Constraint) {
				continue
			}
			if b.told == nil {
				b.told = map[*link]*predicate.Program{}
			}
			b.told[l] = x.Program
		}
	}
}

func (t *Table) tellable(l *link) bool {
	return l.single() && l.refs != nil && !l.period && !l.leaf && l.cols[0] != l.refs[0]
}

// pairs reports that a constraint relates the column of the link to the key
// that it refers to and to nothing else.
func (b *branch) pairs(l *link, constraint string) bool {
	for i := range b.formula.Relations {
		r := &b.formula.Relations[i]
		if r.Constraint == constraint && len(r.Columns) == 2 && contains(r.Columns, l.cols[0]) && contains(r.Columns, l.refs[0]) {
			return true
		}
	}
	return false
}

// tells reports that a constraint sets a reference of the branch by the key in
// column c: it does not set the key then.
func (b *branch) tells(c int, constraint string) bool {
	for l := range b.told {
		if l.refs[0] == c && b.pairs(l, constraint) {
			return true
		}
	}
	return false
}

// tellsAny reports a branch that tells references by the row's key.
func (t *Table) tellsAny() bool {
	for _, b := range t.branches {
		if len(b.told) > 0 {
			return true
		}
	}
	return false
}

// tellsBy reports a whole number that tells references: rows are numbered by
// it, whatever the branches make of some of the numbers.
func (t *Table) tellsBy(c int) bool {
	if t.columns[c].codec.Kind() != value.Int {
		return false
	}
	for _, b := range t.branches {
		for l := range b.told {
			if l.refs[0] == c {
				return true
			}
		}
	}
	return false
}

// comesFirst reports a key that rows have before they refer to their own
// table: it tells the reference, or the first row has to refer to itself.
func (t *Table) comesFirst(c int) bool {
	return t.tellsBy(c) || slices.ContainsFunc(t.links, func(l *link) bool {
		return t.tellable(l) && l.refs[0] == c && t.columns[c].codec.Kind() == value.Int && !t.nullable(l)
	})
}

// someAllows reports that a branch's domain of the column holds the value.
func (t *Table) someAllows(c *column, v value.Value) bool {
	return slices.ContainsFunc(t.branches, func(b *branch) bool {
		x := b.matcher(c.pos)
		return x == nil || x.Allows(v)
	})
}

// numbered reports that the branches between them take the numbers of a
// counting space, as far as the first ones, the last and the middle show.
func (t *Table) numbered(c *column, s serial) bool {
	last := uint64(max(t.Rows-1, 0))
	return last < s.n && !slices.ContainsFunc([]uint64{0, 1, 2, 3, last / 2, last}, func(rank uint64) bool {
		return rank <= last && !t.someAllows(c, s.Unrank(rank, nil))
	})
}

// toldKey is the value of a link that the row's key tells.
func (m *maker) toldKey(l *link) (v value.Value, ok bool) {
	p := m.branch.told[l]
	if p == nil || !m.done[l.refs[0]] || m.t.fixtures != nil {
		return v, false
	}
	if v, ok = p.Eval(m.row); ok {
		v = adapt(v, l.kinds[0])
	}
	return v, ok
}

// referTo refers to the row with a key: the row itself or an earlier one.
func (m *maker) referTo(l *link, v value.Value) bool {
	if v.IsNull() {
		return false
	}
	ref := m.t.columns[l.refs[0]]
	key := digestOf(appendKey(nil, adapt(v, ref.codec.Kind()), ref))
	held := len(m.set)
	if key == digestOf(appendKey(nil, m.row[ref.pos], ref)) {
		m.put(l.cols[0], m.keep(v))
		if m.fits(l) {
			return true
		}
	} else if p, ok := m.t.store.row(ref, key); ok && p < m.earlier() && m.refer(l, p) && m.fits(l) {
		return true
	}
	m.undo(held)
	return false
}

// rowsByKey are the kept rows by their key in one column, as far as they have
// been asked for.
type rowsByKey struct {
	mu   sync.Mutex
	rows map[digest]int64
	read int64
}

// row is the first kept row with a key in a column.
func (s *store) row(c *column, key digest) (row int64, ok bool) {
	if s == nil || !contains(s.columns, c.pos) {
		return 0, false
	}
	x := s.byKey[c.pos]
	x.mu.Lock()
	defer x.mu.Unlock()
	for n := s.rows(); x.read < n; x.read++ {
		d := digestOf(appendKey(nil, *s.cell(x.read, c.pos), c))
		if _, known := x.rows[d]; !known {
			x.rows[d] = x.read
		}
	}
	row, ok = x.rows[key]
	return row, ok
}

// forget empties the store.
func (s *store) forget() {
	s.cells, s.chosen, s.ready = nil, nil, nil
	s.byKey, s.peers = map[int]*rowsByKey{}, &peers{sets: map[peerKey]*peerSet{}}
	for _, c := range s.columns {
		s.byKey[c] = &rowsByKey{rows: map[digest]int64{}}
	}
}
