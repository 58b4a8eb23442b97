package generator

import (
	"math"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
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
	case c.meaning == vocabulary.Asked, c.meaning == vocabulary.Created:
		if r.meaning == vocabulary.Planned {
			return []soft{{column: r.pos, until: true, usual: days(0, 60)}}
		}
		return []soft{{column: r.pos, until: true}}
	case c.meaning == vocabulary.Agreed, c.meaning == vocabulary.Deleted && strings.HasPrefix(name, "cancel"):
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

// tooYoung reports a parent that came to be after the moment of the row, or the
// start of its range, that is known already.
func (m *maker) tooYoung(l *link, p int64) bool {
	if m.t.slotted < 0 || !m.done[m.t.slotted] || !slices.Contains(m.t.seniors, l) {
		return false
	}
	return m.before(&m.row[m.t.slotted], m.elder(l).age(p))
}

// before reports a moment, or a range that starts, before another moment; a day
// is not before a moment of it.
func (m *maker) before(v *value.Value, other value.Value) bool {
	start := *v
	if v.Kind == value.Range {
		start = endOf(v, false)
	}
	if !clock(start.Kind) || !clock(other.Kind) || endless(start) || endless(other) {
		return false
	}
	if start.Kind == value.Date && other.Kind == value.Timestamp {
		return instant(start)+value.Day <= instant(other)
	}
	return instant(start) < instant(other)
}

// chooseSlot finds the range or the moment that a unit fills before the parents
// of a row are chosen.
func (t *Table) chooseSlot() {
	t.slotted = -1
	for _, c := range t.columns {
		if (stretches(c) || t.grows(c.pos) && !t.inLink(c.pos)) && t.inUnit(c.pos) && len(t.seniors) > 0 {
			t.slotted = c.pos
		}
	}
}

// drawLate draws a range that starts once the row's parents are there, where
// there is one.
func (m *maker) drawLate(s *step, h uint64) value.Value {
	v := s.space.Draw(h, &m.arena)
	start, began := endOf(&v, false), m.moment(began)
	if !clock(start.Kind) || !clock(began.Kind) || instant(start) >= instant(*began) {
		return v
	}
	d := dated{kind: start.Kind, now: m.t.now}
	if x, ok := s.space.(space.Late); ok {
		if late, ok := x.DrawSince(draw.Next(h), value.Value{Kind: start.Kind, I: d.nearest(began, true)}, &m.arena); ok {
			return late
		}
	}
	return v
}

// maturing is the number of attempts that a row has for parents who were there
// in time.
const maturing = 12

// premature reports a moment of the row that lies before its parents were
// there, because something else leaves no later one: others may be older.
func (m *maker) premature(s *step, v *value.Value) bool {
	if m.t.mode == direct || m.attempt >= maturing || v.IsNull() || !s.late && !s.follows() {
		return false
	}
	return m.before(v, *m.moment(began))
}

// follows reports a step of a moment that comes after the parents'.
func (s *step) follows() bool {
	return slices.ContainsFunc(s.soft, func(x soft) bool { return x.column == began })
}
