package generator

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/effigydb/effigy/generator/value"
)

// ages are the moments at which the rows of a table came to be, for the rows
// that refer to them: kept when first asked for, since they cost the making
// of a row. Any writer may read and write them; all write the same.
type ages struct {
	births, ends keep
	once         sync.Once
	soon         bool    // see early
	found        []int64 // of the rows that a search has found so far, packed
}

// keep is a number of each of the first rows, such as a moment and two bits of
// its kind; 0 is not known.
type keep struct {
	once sync.Once
	rows []atomic.Int64
}

// maxAges is the number of rows whose ages are kept, the first of a table: 8
// bytes each. No row of a tree has its parent beyond.
const maxAges = 2_000_000

// Kinds of a kept moment.
const (
	ageNull = 1 + iota
	ageDate
	ageTime
	ageBits = 2
)

// at is where the moment of row p is kept; nil for a row that is beyond those
// kept or does not stand yet.
func (k *keep) at(t *Table, p int64) *atomic.Int64 {
	if !t.planned || p < 0 || p >= min(t.Rows, maxAges) {
		return nil
	}
	k.once.Do(func() { k.rows = make([]atomic.Int64, min(t.Rows, maxAges)) })
	return &k.rows[p]
}

// early reports moments that can be made without the rest of the row.
func (a *ages) early(t *Table) bool {
	a.once.Do(func() { a.soon = t.early() })
	return a.soon
}

func packAge(v value.Value) int64 {
	switch v.Kind {
	case value.Date:
		return v.I<<ageBits | ageDate
	case value.Timestamp:
		if v.I<<ageBits>>ageBits != v.I {
			return 0
		}
		return v.I<<ageBits | ageTime
	}
	return ageNull
}

func unpackAge(n int64) value.Value {
	switch n & (1<<ageBits - 1) {
	case ageDate:
		return value.Value{Kind: value.Date, I: n >> ageBits}
	case ageTime:
		return value.Value{Kind: value.Timestamp, I: n >> ageBits}
	}
	return value.Value{}
}

// age is the moment from which on row p of the table is there; it is NULL
// where the row has none.
func (m *maker) age(p int64) value.Value {
	kept := m.t.ages.births.at(m.t, p)
	if kept != nil {
		if n := kept.Load(); n != 0 {
			return unpackAge(n)
		}
	}
	if found := m.t.ages.found; kept == nil && p < int64(len(found)) {
		return unpackAge(found[p])
	}
	told := m.recalled(kept)
	if v, ok := told[p]; ok {
		return v
	}
	v, ok := m.tell(p, kept != nil && m.t.ages.early(m.t), m.birth)
	switch {
	case told != nil:
		told[p] = v // of a row that can't be made as well: it is not tried again
	case ok && kept != nil:
		kept.Store(packAge(v))
	}
	return v
}

// tell makes row p, or early its moments alone, and says of it; false where
// there is no such row. Others ask another maker meanwhile.
func (m *maker) tell(p int64, early bool, says func() value.Value) (v value.Value, ok bool) {
	m.telling = true
	ok = early && m.begun(p) || m.at(p)
	m.telling = false
	if ok {
		v = says()
	}
	return v, ok
}

// gone is the moment at which row p of the table came to an end, NULL for one
// that lasts.
func (m *maker) gone(p int64) value.Value {
	kept := m.t.ages.ends.at(m.t, p)
	if kept != nil {
		if n := kept.Load(); n != 0 {
			return unpackAge(n)
		}
	}
	v, ok := m.tell(p, false, m.death)
	if ok && kept != nil {
		kept.Store(packAge(v))
	}
	return v
}

// recalled are the ages that are remembered of a tree whose ages are not kept: else
// each row would ask its parent, that its own, up to the root. It is nil for
// other tables.
func (m *maker) recalled(kept *atomic.Int64) map[int64]value.Value {
	if kept != nil || !m.t.elders() {
		return nil
	}
	k := m.kindred()
	if k.told[m.t] == nil || len(k.told[m.t]) >= maxRecalled {
		k.told[m.t] = map[int64]value.Value{}
	}
	return k.told[m.t]
}

// kindred tell a maker, its parents' makers and theirs the ages of rows: an age
// is told by the ages of parents in turn, along many ways through the same
// tables.
type kindred struct {
	makers map[*Table]*maker
	told   map[*Table]map[int64]value.Value // of trees whose rows do not stand yet
}

// maxRecalled is the number of ages of one tree that are remembered.
const maxRecalled = 1 << 16

// elder is the maker that tells the ages of a foreign key's parent.
func (m *maker) elder(l *link) *maker {
	k := m.kindred()
	e := k.makers[l.parent]
	if e == nil {
		e = m.relative(l.parent)
		k.makers[l.parent] = e
	}
	if e.telling {
		return m.parent(l)
	}
	return e
}

func (m *maker) kindred() *kindred {
	if m.kin == nil {
		m.kin = &kindred{map[*Table]*maker{}, map[*Table]map[int64]value.Value{}}
	}
	return m.kin
}

// relative is a new maker of another table's rows that shares the elders.
func (m *maker) relative(t *Table) *maker {
	r := newCoreMaker(t)
	r.kin = m.kindred()
	return r
}

// note keeps the keys, the age and the end of row p, which the maker has just
// made, and whom it refers to, for the rows that refer to it.
func (m *maker) note(p int64) {
	m.noteLeads(p)
	m.t.store.keep(m, p)
	if !m.t.aged {
		return
	}
	if kept := m.t.ages.births.at(m.t, p); kept != nil && kept.Load() == 0 {
		kept.Store(packAge(m.birth()))
	}
	if len(m.t.deaths) > 0 {
		if kept := m.t.ages.ends.at(m.t, p); kept != nil && kept.Load() == 0 {
			kept.Store(packAge(m.death()))
		}
	}
}

// accept keeps the age of the row that a search has found, the next one, for
// the rows below it.
func (m *maker) accept() {
	if m.t.elders() {
		m.t.ages.found = append(m.t.ages.found, packAge(m.birth()))
	}
}

// early looks whether the moments of a row need nothing but its branch, each
// other, and the parent that they follow; it notes their steps.
func (t *Table) early() bool {
	if t.mode == retry || t.fixed || t.fixtures != nil || len(t.outside) > 0 {
		return false
	}
	for _, l := range t.seniors {
		if l.late || l.computed || !l.alone || len(l.accords) > 0 {
			return false
		}
	}
	for _, b := range t.branches {
		steps, ok := t.earlySteps(b)
		if !ok {
			return false
		}
		b.early = steps
	}
	return true
}

// earlySteps are the steps of a branch's moments and of those that they are
// drawn after, in order.
func (t *Table) earlySteps(b *branch) (steps []int, ok bool) {
	wanted := map[int]bool{}
	for _, c := range t.births {
		if t.columns[c].generated || t.inLink(c) {
			return nil, false
		}
		wanted[c] = true
	}
	for i := len(b.steps) - 1; i >= 0; i-- {
		s := &b.steps[i]
		if !wanted[s.Column] {
			continue
		}
		if len(s.Bounds)+len(s.Tests) > 0 {
			return nil, false
		}
		for _, x := range s.soft {
			if x.column >= 0 {
				wanted[x.column] = true
			}
		}
		steps = append(steps, i)
	}
	slices.Reverse(steps)
	return steps, true
}

// begun makes the moments of row p and little more; they are those of at.
func (m *maker) begun(p int64) bool {
	index, attempt, limit := m.t.origin(p)
	m.begin(index, attempt, limit)
	for _, u := range m.t.units {
		if !u.set(m, index, attempt) {
			return false
		}
	}
	if !m.choose() {
		return false
	}
	for _, l := range m.t.seniors {
		if !l.unit && !m.follow(l) {
			return false
		}
	}
	for _, i := range m.branch.early {
		if !m.step(&m.branch.steps[i]) {
			return false
		}
	}
	return true
}
