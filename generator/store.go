package generator

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/effigydb/effigy/generator/value"
)

// storeLimit is the number of rows up to which the keys of a table that no
// unit gives directly are kept: what its children repeat, or its own rows,
// would otherwise cost the making of a whole row each.
const storeLimit = 300_000

// firstRows are those of a larger table whose keys are kept all the same where
// its own rows repeat them: no row refers to one beyond.
const firstRows = 50_000

// store holds the referenced cells of the rows made so far, in order.
type store struct {
	columns []int
	cells   []value.Value // len(columns) a row
	links   []*link       // that alone fill some of the columns
	chosen  []int64       // len(links) a row: the rows that they refer to, -1 for none
	byKey   map[int]*rowsByKey
	peers   *peers
	ready   []atomic.Bool // which rows are kept, where they are when first made; else nil
	locks   [32]sync.Mutex
}

// addStore prepares to keep the columns that foreign keys refer to and that
// no stable unit gives.
func (t *Table) addStore(children []*link) {
	t.store = nil
	var cols []int
	for _, l := range children {
		if l.refs != nil && t.keyUnit(l.refs) == nil {
			cols = appendNew(cols, l.refs...)
		}
	}
	if t.Rows > storeLimit {
		cols = t.ownKeys(cols)
	}
	if len(cols) > 0 {
		slices.Sort(cols)
		t.store = &store{columns: cols}
		t.store.forget()
		for _, l := range t.links {
			if l.alone && !l.self && !t.fixed && subset(l.cols, cols) {
				t.store.links = append(t.store.links, l)
			}
		}
	}
}

// ownKeys are those of the columns that the table's own rows repeat.
func (t *Table) ownKeys(cols []int) (own []int) {
	for _, l := range t.links {
		if l.self && l.refs != nil && !disjoint(l.refs, cols) {
			own = appendNew(own, l.refs...)
		}
	}
	return own
}

// storable is the number of rows whose keys the table's store has at most.
func (t *Table) storable() int64 {
	if t.Rows > storeLimit {
		return firstRows
	}
	return math.MaxInt64
}

// earlier is the number of rows of the table that a row of it may refer to.
func (m *maker) earlier() int64 {
	n := m.limit
	if n > maxAges && m.t.elders() {
		n = maxAges
	}
	if m.t.store == nil {
		return n
	}
	return min(n, m.t.storable())
}

// add keeps the cells of the row just made, which must be the next one.
func (s *store) add(m *maker) {
	if s.rows() == m.t.storable() {
		return
	}
	s.cells, s.chosen = s.copied(m, s.cells, s.chosen)
}

// copied appends the cells of the row just made, and whom it refers to.
func (s *store) copied(m *maker, cells []value.Value, chosen []int64) ([]value.Value, []int64) {
	for _, c := range s.columns {
		cells = append(cells, copyOf(m.row[c]))
	}
	for _, l := range s.links {
		chosen = append(chosen, m.chosen[l.number])
	}
	return cells, chosen
}

// rows is the number of rows that there is room for.
func (s *store) rows() int64 { return int64(len(s.cells) / len(s.columns)) }

// has reports whether row p is kept.
func (s *store) has(p int64) bool {
	return s != nil && p < s.rows() && (s.ready == nil || s.ready[p].Load())
}

// keep keeps row p, which the maker has just made, of a table whose rows are kept
// when they are first made. Any number of makers may.
func (s *store) keep(m *maker, p int64) {
	if s == nil || s.ready == nil || p >= s.rows() || s.ready[p].Load() {
		return
	}
	lock := &s.locks[p%int64(len(s.locks))]
	lock.Lock()
	defer lock.Unlock()
	if s.ready[p].Load() {
		return
	}
	cell, link := int(p)*len(s.columns), int(p)*len(s.links)
	s.copied(m, s.cells[cell:cell], s.chosen[link:link])
	s.ready[p].Store(true)
}

// cell is the kept cell of a column of row p; nil for a column that is not kept.
func (s *store) cell(p int64, column int) *value.Value {
	for i, c := range s.columns {
		if c == column {
			return &s.cells[int(p)*len(s.columns)+i]
		}
	}
	return nil
}

// parent is the row that row p refers to by one of the links.
func (s *store) parent(p int64, link int) (row int64, ok bool) {
	if at := int(p)*len(s.links) + link; s.has(p) && at < len(s.chosen) {
		return s.chosen[at], s.chosen[at] >= 0
	}
	return 0, false
}

// recall fills in the kept cells of row p; false when they are not there.
func (m *maker) recall(p int64, cols []int) bool {
	s := m.t.store
	if !s.has(p) || !subset(cols, s.columns) {
		return false
	}
	m.begin(uint64(p), 0, p)
	at := int(p) * len(s.columns)
	m.wide = true
	for i, c := range s.columns {
		m.row[c] = s.cells[at+i]
	}
	return true
}

// fillRows is the number of rows of a table up to which all of their keys are
// kept by the plan, and that are worth a goroutine.
const fillRows = 2000

// fill keeps the keys of the rows of a table that is not searched, or of many
// makes room for them: those are kept when the rows are first made. It is false
// when a row can't be made.
func (t *Table) fill() bool {
	if t.store == nil {
		return true
	}
	t.store.forget()
	if t.Rows <= fillRows || slices.ContainsFunc(t.links, func(l *link) bool { return l.self }) {
		return t.fillInOrder()
	}
	t.store.cells = make([]value.Value, t.Rows*int64(len(t.store.columns)))
	t.store.chosen = make([]int64, t.Rows*int64(len(t.store.links)))
	t.store.ready = make([]atomic.Bool, t.Rows)
	return true
}

// fillInOrder makes the rows, which may refer to those before them.
func (t *Table) fillInOrder() bool {
	m := newCoreMaker(t)
	for p := range min(t.Rows, t.storable()) {
		if !m.only(p, t.store.columns) {
			t.store.forget()
			return false
		}
		t.store.add(m)
	}
	return true
}
