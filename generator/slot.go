package generator

import (
	"math"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// A range of time beside moments is what a row is about: the slot of an
// appointment, the stay of a guest. It was booked before it starts, who came
// did so within it, and who has it was there by then.

// stretches reports a column of ranges of days or moments.
func stretches(c *column) bool {
	return !c.generated && (c.base.Is("tstzrange") || c.base.Is("tsrange") || c.base.Is("daterange"))
}

// slot is the one range of the table that has its value before a step of a
// branch; nil where there is none or several.
func (t *Table) slot(b *branch, before int) *column {
	var found *column
	for _, c := range t.columns {
		if !stretches(c) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	if found == nil || t.inUnit(found.pos) {
		return found
	}
	if slices.ContainsFunc(b.steps[:before], func(s step) bool { return s.Column == found.pos }) {
		return found
	}
	return nil
}

// booked is the order of a moment with the range of its row; none where the
// name says nothing.
func booked(r, c *column) []soft {
	name := lowerSnake(c.name)
	switch {
	case strings.HasPrefix(name, "checked_in"), strings.HasPrefix(name, "arrived"), c.meaning == vocabulary.Started:
		return []soft{{column: r.pos, after: true, usual: lapse{0, value.Hour}}, {column: r.pos, until: true, upper: true}}
	case strings.HasPrefix(name, "checked_out"), c.meaning == vocabulary.Finished:
		return []soft{{column: r.pos, after: true}, {column: r.pos, until: true, upper: true}}
	case c.meaning == vocabulary.Asked, c.meaning == vocabulary.Created, c.meaning == vocabulary.Agreed, c.meaning == vocabulary.Deleted && strings.HasPrefix(name, "cancel"):
		return []soft{{column: r.pos, until: true}}
	}
	return nil
}

// endOf is the start or the end of a range, NULL where it is open.
func endOf(r *value.Value, upper bool) value.Value {
	at := 0
	if upper {
		at = 1
	}
	if r.N&value.RangeEmpty != 0 || at >= len(r.E) {
		return value.Value{}
	}
	v := r.E[at]
	if v.I == math.MinInt64 || v.I == math.MaxInt64 {
		return value.Value{}
	}
	return v
}

// slotTries is the number of parents that are drawn for one who was there when
// the range of the row starts.
const slotTries = 40

// tooYoung reports a parent that came to be after the start of the row's range,
// where that is known already.
func (m *maker) tooYoung(l *link, p int64) bool {
	if m.t.slotted < 0 || !m.done[m.t.slotted] || !slices.Contains(m.t.seniors, l) {
		return false
	}
	start := endOf(&m.row[m.t.slotted], false)
	if !clock(start.Kind) {
		return false
	}
	age := m.elder(l).age(p)
	return clock(age.Kind) && instant(age) > instant(start)
}

// chooseSlot finds the range that a unit fills before the parents of a row are
// chosen.
func (t *Table) chooseSlot() {
	t.slotted = -1
	for _, c := range t.columns {
		if stretches(c) && t.inUnit(c.pos) && len(t.seniors) > 0 {
			t.slotted = c.pos
		}
	}
}

// drawLate draws a range that starts once the row's parents are there, where
// one is found soon.
func (m *maker) drawLate(s *step, h uint64) value.Value {
	began := m.moment(began)
	v := s.space.Draw(h, &m.arena)
	for range slotTries {
		start := endOf(&v, false)
		if !clock(start.Kind) || !clock(began.Kind) || instant(start) >= instant(*began) {
			return v
		}
		h = draw.Next(h)
		v = s.space.Draw(h, &m.arena)
	}
	return v
}
