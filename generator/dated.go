package generator

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// dated is the window of a moment in the making: what other moments of the row
// leave of it.
type dated struct {
	window
	kind          value.Kind // of the column: days or microseconds
	now           int64      // in microseconds
	found         bool       // there was something to go by
	least         int64      // days: the last of the days that it comes after
	until         int64      // what the moment should not come after; 0 for none
	after, before usual
}

// usual is the stretch at the usual distance from the nearest moment on a side.
type usual struct {
	window
	at    int64
	found bool
}

// add narrows the window by a soft order to another moment. Attempts bring
// rows that exclude each other closer to it, and take the others as far as the
// order lets them.
func (d *dated) add(x *soft, v *value.Value, attempt uint32) {
	if v.Kind == value.Range {
		end := endOf(v, x.upper)
		v = &end
	}
	if !clock(v.Kind) && v.Kind != d.kind || endless(*v) || x.near > 0 && attempt == 0 && !x.tight {
		return
	}
	d.found = true
	if x.until {
		at := d.nearest(v, false)
		if d.until == 0 || at < d.until {
			d.until = at
		}
		if x.usual != (lapse{}) && attempt < patience {
			d.expect(x, at)
		}
		return
	}
	at := d.nearest(v, x.after)
	if x.after && !x.beside {
		d.least = max(d.least, d.nearest(v, false))
	}
	if x.usual != (lapse{}) && attempt < patience {
		d.expect(x, at)
	}
	switch {
	case x.beside:
	case x.after:
		d.from = max(d.from, at)
	default:
		d.to = min(d.to, at)
	}
	if x.near > 0 {
		d.slot(x, d.nearest(v, false), attempt)
	}
}

// expect notes the usual distance from a moment: from the last one before, and
// from the first after.
func (d *dated) expect(x *soft, at int64) {
	from, to := d.units(x.usual.from), d.units(x.usual.to)
	switch u := &d.after; {
	case (x.after || x.beside) && (!u.found || at > u.at):
		*u = usual{window{at + from, at + to}, at, true}
	case !x.after && !x.beside && (!d.before.found || at < d.before.at):
		d.before = usual{window{at - to, at - from}, at, true}
	}
}

// units are microseconds in the unit of the column.
func (d *dated) units(n int64) int64 {
	if d.kind != value.Date || n == math.MinInt64 || n == math.MaxInt64 {
		return n
	}
	return n / value.Day
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

// left is the window that is left; false when nothing narrowed it or nothing
// is left. Usual distances and the tense hold where they leave anything.
func (d *dated) left(x *tense) (window, bool) {
	if d.from > d.to && d.kind == value.Date && d.least <= d.to {
		d.from = d.least // on the same day
	}
	if !d.found || d.from > d.to {
		return d.window, false
	}
	d.within(window{d.units(x.first), d.units(x.last)})
	if d.until != 0 {
		d.within(window{math.MinInt64, d.until})
	}
	if d.before.found {
		d.within(d.before.window)
	}
	if d.after.found {
		d.within(d.after.window)
	}
	return d.window, true
}

// within narrows the window where that leaves anything.
func (d *dated) within(w window) {
	if n := (window{max(d.from, w.from), min(d.to, w.to)}); n.from <= n.to {
		d.window = n
	}
}

// place is the day or the second in a window where a moment falls; the window
// itself where its column is spread as its space has it.
func (d *dated) place(w window, x *tense, h uint64) window {
	if x.spread == shaped || w.from == math.MinInt64 || w.to == math.MaxInt64 {
		return w
	}
	h = draw.Mix(h)
	if now := d.units(d.now); x.spread == ahead && w.from <= now && now < w.to {
		if h%3 == 0 {
			w.from = now + 1
		} else {
			w.to = now
		}
		h = draw.Next(h)
	}
	n := uint64(w.to-w.from) + 1
	at := draw.Below(h, n)
	for range fewer[x.spread] {
		h = draw.Next(h)
		at = min(at, draw.Below(h, n))
	}
	from := w.from + int64(at)
	if d.kind != value.Date {
		from = max(w.from, from-modulo(from, x.grain+1))
	}
	return window{from, min(w.to, from+d.units(x.grain))}
}

// modulo is what is left of n above a multiple of m.
func modulo(n, m int64) int64 { return (n%m + m) % m }

// fewer is how many more draws there are of a moment that falls early: the
// first of them counts.
var fewer = [...]int{soon: 1, early: 7, ahead: 0}

// softened narrows a window by the soft order, and finds the place of the cell
// in it.
func (m *maker) softened(s *step, w window, h uint64) (left, place window, ok bool) {
	if len(s.soft) == 0 {
		return w, w, false
	}
	d := dated{window: w, kind: m.t.columns[s.Column].codec.Kind(), now: m.t.now}
	for i := range s.soft {
		d.add(&s.soft[i], m.moment(s.soft[i].column), m.attempt)
	}
	if m.attempt >= patience {
		left, ok = d.left(&s.tense)
		return left, left, ok
	}
	_, known := s.missing(m.row)
	return d.settle(&s.tense, s.plotted && !known, h)
}

// settle is the window that is left and the place in it; never for what waits
// to come and would come after now.
func (d *dated) settle(x *tense, waits bool, h uint64) (left, place window, ok bool) {
	switch left, ok = d.left(x); {
	case !ok:
		return left, left, false
	case waits && d.pending(h):
		return left, never, true
	}
	return left, d.place(left, x, h), true
}

// drawSoft draws where only the soft order narrows.
func (m *maker) drawSoft(s *step, h uint64) (value.Value, bool) {
	w, place, ok := m.softened(s, open, h)
	if !ok {
		return value.Value{}, false
	}
	return placed(s.ordered, w, place, h)
}

// never is the place of what has not happened yet.
var never = window{math.MaxInt64, math.MaxInt64}

// pending reports whether what comes a usual time after another moment would
// come after now.
func (d *dated) pending(h uint64) bool {
	u := d.after
	return u.found && u.to >= u.from && u.from+int64(draw.Below(draw.Mix(h), uint64(u.to-u.from)+1)) > d.units(d.now)
}

// placed draws at a place, or else from the window that it lies in.
func placed(o space.Ordered, w, place window, h uint64) (value.Value, bool) {
	if place == never {
		return value.Value{}, true
	}
	if place != w {
		if v, ok := o.DrawIn(h, place.from, place.to); ok {
			return v, true
		}
	}
	return o.DrawIn(h, w.from, w.to)
}

// between draws from a window, nearer where a soft order says so.
func (m *maker) between(s *step, w window, h uint64) (value.Value, bool) {
	if c := m.t.columns[s.Column]; clock(c.codec.Kind()) && !c.shaped() {
		d := dated{kind: c.codec.Kind(), now: m.t.now}
		if now := d.units(d.now); w.from > now && s.Domain.Nulls == domain.MayBeNull && c.past() {
			return value.Value{}, true // it has not happened yet
		} else if near := w.from + d.units(soonest); w.from > now && w.to > near {
			if v, ok := m.taken(s, window{w.from, near}, h); ok {
				return v, true
			}
		}
	}
	return m.taken(s, w, h)
}

// soonest is how far ahead what has to come after another moment lies at most,
// where its name says nothing and no rule asks for more.
const soonest = 120 * value.Day

// taken draws from a window.
func (m *maker) taken(s *step, w window, h uint64) (value.Value, bool) {
	if n, place, ok := m.softened(s, w, h); ok {
		if v, ok := placed(s.ordered, n, place, h); ok {
			return v, true
		}
	}
	return s.ordered.DrawIn(h, w.from, w.to)
}
