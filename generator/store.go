package generator

import (
	"errors"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

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
	for _, c := range s.columns {
		s.cells = append(s.cells, copyOf(m.row[c]))
	}
	for _, l := range s.links {
		s.chosen = append(s.chosen, m.chosen[l.number])
	}
}

// rows is the number of rows kept.
func (s *store) rows() int64 { return int64(len(s.cells) / len(s.columns)) }

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
	at := int(p)*len(s.links) + link
	if at >= len(s.chosen) {
		return 0, false
	}
	return s.chosen[at], s.chosen[at] >= 0
}

// recall fills in the kept cells of row p; false when they are not there.
func (m *maker) recall(p int64, cols []int) bool {
	s := m.t.store
	if s == nil || p >= s.rows() || !subset(cols, s.columns) {
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

// fill keeps the keys of all rows of a table that is not searched; false when
// a row can't be made.
func (t *Table) fill() bool {
	if t.store == nil {
		return true
	}
	t.store.forget()
	if slices.ContainsFunc(t.links, func(l *link) bool { return l.self }) {
		return t.fillInOrder()
	}
	cells := make([]value.Value, t.Rows*int64(len(t.store.columns)))
	chosen := make([]int64, t.Rows*int64(len(t.store.links)))
	var group errgroup.Group
	parts := min(int64(runtime.GOMAXPROCS(0)), t.Rows/fillRows+1)
	for i := range parts {
		from, to := t.Rows*i/parts, t.Rows*(i+1)/parts
		group.Go(func() error { return t.fillPart(from, to, cells, chosen) })
	}
	if group.Wait() != nil {
		return false
	}
	t.store.cells, t.store.chosen = cells, chosen
	return true
}

// fillRows is the number of rows that are worth a goroutine.
const fillRows = 2000

var errNoRow = errors.New("a row can't be made")

// fillPart keeps what is kept of some of the rows.
func (t *Table) fillPart(from, to int64, cells []value.Value, chosen []int64) error {
	part, width, links := *t.store, int64(len(t.store.columns)), int64(len(t.store.links))
	part.cells, part.chosen = cells[from*width:from*width:to*width], chosen[from*links:from*links:to*links]
	m := newCoreMaker(t)
	for p := from; p < to; p++ {
		if !m.only(p, t.store.columns) {
			return errNoRow
		}
		part.add(m)
	}
	return nil
}

// fillInOrder is fill for a table whose rows refer to those before them.
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
