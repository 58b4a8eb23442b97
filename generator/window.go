package generator

import (
	"math"

	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// window is the stretch that a cell is drawn from, both ends included, in
// whole numbers of its column: days, microseconds, digits of the last place.
type window struct{ from, to int64 }

// open is the window without ends.
var open = window{math.MinInt64, math.MaxInt64}

// dated is the window of a moment in the making: what other moments of the row
// leave of it.
type dated struct {
	window
	kind  value.Kind // of the column: days or microseconds
	now   int64      // in microseconds
	found bool       // there was something to go by
	due   bool       // the cell is due some time after began
	began int64
}

// add narrows the window by a soft order to another moment. Attempts bring
// rows that exclude each other closer to it.
func (d *dated) add(x *soft, v *value.Value, attempt uint32) {
	if !clock(v.Kind) || x.near > 0 && attempt == 0 {
		return
	}
	d.found = true
	at := d.nearest(v, x.after)
	switch {
	case x.due && d.due:
		d.began = max(d.began, at)
	case x.due:
		d.due, d.began = true, at
	case x.after:
		d.from = max(d.from, at)
	default:
		d.to = min(d.to, at)
	}
	if x.near > 0 && !x.due {
		d.slot(x, d.nearest(v, false), attempt)
	}
}

// nearest is a moment in the unit of the column. Upwards it does not go back
// in time, but for the day that it is now.
func (d *dated) nearest(v *value.Value, up bool) int64 {
	switch {
	case v.Kind == d.kind:
		return v.I
	case d.kind == value.Timestamp:
		return v.I * value.Day
	case !up:
		return v.I / value.Day
	}
	day := (v.I + value.Day - 1) / value.Day
	if v.I <= d.now {
		day = min(day, d.now/value.Day)
	}
	return day
}

// slot keeps the window close to a moment, so that rows that exclude each
// other find room: the closer, the more attempts the row has had.
func (d *dated) slot(x *soft, at int64, attempt uint32) {
	room := max(x.near>>min(attempt/4, 30), 1)
	if x.after {
		d.to = min(d.to, at+room)
		return
	}
	d.from = max(d.from, at-room)
}

// dueFrom and dueTo are the days in which something is usually due.
const dueFrom, dueTo = 7, 60

// left is the window that is left; false when nothing narrowed it or nothing
// is left. What is due falls in the usual days if the ends leave any of them,
// else on any day after it began.
func (d *dated) left() (window, bool) {
	if d.due {
		day := int64(1)
		if d.kind == value.Timestamp {
			day = value.Day
		}
		usual := window{max(d.from, d.began+dueFrom*day), min(d.to, d.began+dueTo*day)}
		if d.from = max(d.from, d.began); usual.from <= usual.to {
			d.window = usual
		}
	}
	return d.window, d.found && d.from <= d.to
}

// softened narrows a window by the soft order.
func (m *maker) softened(s *step, w window) (window, bool) {
	if len(s.soft) == 0 {
		return w, false
	}
	d := dated{window: w, kind: m.t.columns[s.Column].codec.Kind(), now: m.t.now}
	for i := range s.soft {
		d.add(&s.soft[i], m.moment(s.soft[i].column), m.attempt)
	}
	return d.left()
}

// drawSoft draws where only the soft order narrows.
func (m *maker) drawSoft(s *step, h uint64) (value.Value, bool) {
	w, ok := m.softened(s, open)
	if !ok {
		return value.Value{}, false
	}
	return s.ordered.DrawIn(h, w.from, w.to)
}

// between draws from a window, nearer where a soft order says so.
func (m *maker) between(s *step, w window, h uint64) (value.Value, bool) {
	if n, ok := m.softened(s, w); ok {
		if v, ok := s.ordered.DrawIn(h, n.from, n.to); ok {
			return v, true
		}
	}
	return s.ordered.DrawIn(h, w.from, w.to)
}

// whole reports a simple step whose numbers say all of its values, and sets
// the window that its domain leaves.
func (s *step) whole(kind value.Kind) bool {
	if !s.simple || kind != value.Int && kind != value.Decimal && !clock(kind) {
		return false
	}
	if s.within = open; len(s.Domain.Intervals) == 0 {
		return true
	}
	low, high, ok := closed(s.ordered, s.Domain.Intervals[0])
	s.within.from, s.within.to = s.ordered.Limits(low, high)
	return ok
}

// bounded is the window that the cells before leave of a whole step; false
// where one of them is not known or no number.
func (s *step) bounded(row []value.Value) (window, bool) {
	w := s.within
	for i := range s.Bounds {
		v, ok := s.Bounds[i].Program.Eval(row)
		if !ok || len(v.B) > 0 {
			return w, false
		}
		if !v.IsNull() {
			w.bound(s.ordered, s.Bounds[i].Op, v)
		}
	}
	return w, true
}

// bound moves an end of the window: what is drawn is op v.
func (w *window) bound(o space.Ordered, op string, v value.Value) {
	up := op[0] == '>'
	x, exact := o.Number(v, up)
	strict := exact && len(op) == 1
	switch {
	case up && strict && x < math.MaxInt64:
		x++
	case !up && strict && x > math.MinInt64:
		x--
	}
	if up {
		w.from = max(w.from, x)
	} else {
		w.to = min(w.to, x)
	}
}
