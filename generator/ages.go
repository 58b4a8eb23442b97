package generator

import (
	"sync"
	"sync/atomic"

	"github.com/effigydb/effigy/generator/value"
)

// ages are the moments at which the rows of a table came to be, for the rows
// that refer to them: kept when first asked for, since they cost the making
// of a row. Any writer may read and write them; all write the same.
type ages struct {
	once sync.Once
	rows []atomic.Int64 // the moment and two bits of its kind; 0 is not known
}

// maxAges is the number of rows up to which a table's ages are kept: 8 bytes
// each.
const maxAges = 2_000_000

// Kinds of a kept moment.
const (
	ageNull = 1 + iota
	ageDate
	ageTime
	ageBits = 2
)

// at is where the age of row p is kept; nil for a table that is too large or
// whose rows do not stand yet.
func (a *ages) at(t *Table, p int64) *atomic.Int64 {
	if !t.planned || t.Rows > maxAges || p < 0 || p >= t.Rows {
		return nil
	}
	a.once.Do(func() { a.rows = make([]atomic.Int64, t.Rows) })
	return &a.rows[p]
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

// age is the earliest moment of row p of the table; it is NULL
// where the row has none.
func (m *maker) age(p int64) value.Value {
	kept := m.t.ages.at(m.t, p)
	if kept != nil {
		if n := kept.Load(); n != 0 {
			return unpackAge(n)
		}
	}
	if !m.at(p) {
		return value.Value{}
	}
	v := m.birth()
	if kept != nil {
		kept.Store(packAge(v))
	}
	return v
}
