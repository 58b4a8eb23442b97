package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// soft is an order that a person expects of two columns of a row though no
// constraint asks for it: created before updated before deleted. It gives way
// to every constraint.
type soft struct {
	column int
	after  bool  // the step's column comes after column
	due    bool  // and, coming after, within the days of dueFrom and dueTo
	near   int64 // and not further than this from it, after the first attempt; 0 for any distance
}

// soften ties the moments of a row to each other, by what their names mean.
func (t *Table) soften(b *branch) {
	t.anchor(b)
	for i := range b.steps {
		s := &b.steps[i]
		c := t.columns[s.Column]
		if s.ordered == nil || !clock(c.codec.Kind()) || c.meaning == vocabulary.Birth {
			continue
		}
		t.crowd(b, i)
		if len(t.seniors) > 0 {
			s.soft = append(s.soft, soft{column: -1, after: true})
		}
		for j := range i {
			o := t.columns[b.steps[j].Column]
			if after, ordered := follows(o, c); ordered && sameClock(o, c) {
				s.soft = append(s.soft, soft{column: o.pos, after: after, due: after && c.meaning == vocabulary.Due})
			}
		}
	}
}

// anchor moves the steps of what a row began with, where they read no other
// column, before the first that is due some time after.
func (t *Table) anchor(b *branch) {
	due := slices.IndexFunc(b.steps, func(s step) bool { return t.columns[s.Column].meaning == vocabulary.Due })
	if due < 0 {
		return
	}
	for i := due + 1; i < len(b.steps); i++ {
		if s := b.steps[i]; t.columns[s.Column].starts() && len(s.Bounds)+len(s.Tests) == 0 {
			b.steps = slices.Insert(slices.Delete(b.steps, i, i+1), due, s)
			due++
		}
	}
}

// starts reports a column that tells when what the row is about began.
func (c *column) starts() bool {
	return c.meaning == vocabulary.Created || c.meaning == vocabulary.Started
}

// follows tells whether the names of two columns put their moments in order,
// and whether c comes after o: created, updated, deleted; and what happens to
// a row (paid_at) after it was created.
func follows(o, c *column) (after, ordered bool) {
	moments := func(x *column) bool { return x.meaning.Group() == vocabulary.Moments }
	switch {
	case moments(o) && moments(c):
		return o.meaning < c.meaning, o.meaning != c.meaning
	case o.starts() && c.meaning == vocabulary.Due:
		return true, true
	case c.starts() && o.meaning == vocabulary.Due:
		return false, true
	case o.meaning == vocabulary.Created && happens(c):
		return true, true
	case c.meaning == vocabulary.Created && happens(o):
		return false, true
	}
	return false, false
}

// happens reports a column such as paid_at, confirmedAt, last_seen_on.
func happens(c *column) bool {
	return c.meaning.Group() != vocabulary.Moments && c.meaning != vocabulary.Birth &&
		slices.ContainsFunc([]string{"_at", "At", "_on", "On", "_date", "Date"}, func(end string) bool { return strings.HasSuffix(c.name, end) })
}

// sameClock reports that cells of the two columns can be compared as they are
// or as days and moments.
func sameClock(a, b *column) bool { return clock(a.codec.Kind()) && clock(b.codec.Kind()) }

func clock(k value.Kind) bool { return k == value.Date || k == value.Timestamp }

// moment is the cell of a column of the row, or the time at which the last of
// the row's senior parents came to be.
func (m *maker) moment(c int) *value.Value {
	if c >= 0 {
		return &m.row[c]
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
			last = later(last, m.parent(l).age(m.chosen[l.number]))
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
// created, else when it started.
func (t *Table) begin() {
	for _, m := range []vocabulary.Meaning{vocabulary.Created, vocabulary.Started} {
		for _, c := range t.columns {
			if c.meaning == m && clock(c.codec.Kind()) {
				t.births = append(t.births, c.pos)
			}
		}
		if len(t.births) > 0 {
			return
		}
	}
}

func later(a, b value.Value) value.Value {
	if a.IsNull() || !b.IsNull() && instant(b) > instant(a) {
		return b
	}
	return a
}

func instant(v value.Value) int64 {
	if v.Kind == value.Date {
		return v.I * value.Day
	}
	return v.I
}

// chooseSeniors finds the parents whose rows must not be younger than those of
// the table: those that have moments, outside a cycle.
func (t *Table) chooseSeniors() {
	t.seniors = nil
	if !t.aging() {
		return
	}
	for _, l := range t.links {
		if l.usable() && !l.self && l.parent.component != t.component && l.parent.aging() {
			t.seniors = append(t.seniors, l)
			l.parent.aged = true
		}
	}
}

// aging reports whether the table has a column that tells a time of its rows.
func (t *Table) aging() bool {
	for _, c := range t.columns {
		if !c.generated && clock(c.codec.Kind()) && c.meaning != vocabulary.Birth {
			return true
		}
	}
	return false
}
