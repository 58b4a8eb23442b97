package generator

import (
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// Columns that stand for what the parents of a row say.
const (
	began = -1 // when the last of them came to be
	ended = -2 // when the first of them came to an end
)

// moment is the cell of a column of the row, or the time at which the last of
// the row's senior parents came to be.
func (m *maker) moment(c int) *value.Value {
	if c >= 0 {
		return &m.row[c]
	}
	if c == ended {
		m.ended = m.mortality()
		return &m.ended
	}
	if !m.aged {
		m.aged, m.began = true, m.seniority()
	}
	return &m.began
}

// seniority is the time at which the last of the row's senior parents came to
// be.
func (m *maker) seniority() value.Value {
	var last value.Value
	for _, l := range m.t.seniors {
		if m.chosen[l.number] >= 0 {
			last = later(last, m.elder(l).age(m.chosen[l.number]))
		}
	}
	return last
}

// birth is the moment from which on the row is there for others: the last of
// those that say so.
func (m *maker) birth() value.Value {
	var last value.Value
	for _, c := range m.t.births {
		if v := m.row[c]; clock(v.Kind) {
			last = later(last, v)
		}
	}
	return last
}

// begin finds the columns that say since when a row is there: when it was
// created or asked for, else when it started; those that have a value in every
// row, where there are any.
func (t *Table) begin() {
	for _, required := range []bool{true, false} {
		for _, late := range []bool{false, true} {
			for _, c := range t.columns {
				if c.starts() && (c.meaning == vocabulary.Started) == late && (c.required || !required) && clock(c.codec.Kind()) {
					t.births = append(t.births, c.pos)
				}
			}
			if len(t.births) > 0 {
				return
			}
		}
	}
}

// finish finds the columns that say when a row came to an end.
func (t *Table) finish() {
	for _, c := range t.columns {
		if c.meaning == vocabulary.Deleted && clock(c.codec.Kind()) && !c.required && !c.generated {
			t.deaths = append(t.deaths, c.pos)
		}
	}
}

// mortal reports a senior whose rows may have come to an end.
func (l *link) mortal() bool { return !l.self && len(l.parent.deaths) > 0 }

// outlived reports that rows of the table have such seniors.
func (t *Table) outlived() bool { return slices.ContainsFunc(t.seniors, (*link).mortal) }

// mortality is the time at which the first of the row's parents came to an end;
// NULL while all last.
func (m *maker) mortality() value.Value {
	var first value.Value
	for _, l := range m.t.seniors {
		if at := m.chosen[l.number]; at >= 0 && l.mortal() {
			first = earlier(first, m.elder(l).gone(at))
		}
	}
	return first
}

// death is the moment at which the row came to an end, NULL for one that lasts.
func (m *maker) death() value.Value {
	var first value.Value
	for _, c := range m.t.deaths {
		first = earlier(first, m.row[c])
	}
	return first
}

func earlier(a, b value.Value) value.Value {
	if !clock(b.Kind) || endless(b) || !a.IsNull() && instant(a) <= instant(b) {
		return a
	}
	return b
}

func later(a, b value.Value) value.Value {
	if !b.IsNull() && !endless(b) && (a.IsNull() || instant(b) > instant(a)) {
		return b
	}
	return a
}

// endless reports an infinite moment: nothing comes after it or before.
func endless(v value.Value) bool {
	if v.Kind == value.Date {
		return v.I == math.MaxInt32 || v.I == math.MinInt32
	}
	return v.Kind == value.Timestamp && (v.I == math.MaxInt64 || v.I == math.MinInt64)
}

func instant(v value.Value) int64 {
	if v.Kind == value.Date {
		return v.I * value.Day
	}
	return v.I
}

// chooseSeniors finds the parents whose rows must not be younger than those of
// the table: those that have moments, outside a cycle, and in a tree the row
// above.
func (t *Table) chooseSeniors() {
	t.seniors = nil
	if !t.aging() && !slices.ContainsFunc(t.columns, stretches) {
		return
	}
	for _, l := range t.links {
		if t.senior(l) {
			t.seniors = append(t.seniors, l)
			l.parent.aged = true
		}
	}
}

// senior reports a foreign key to such a parent.
func (t *Table) senior(l *link) bool {
	return l.usable() && !l.self && l.parent.component != t.component && l.parent.aging() || t.elder(l)
}

// aging reports whether the table has a column that tells a time of its rows.
func (t *Table) aging() bool {
	for _, c := range t.columns {
		if !c.generated && clock(c.codec.Kind()) && !c.birth() {
			return true
		}
	}
	return false
}
