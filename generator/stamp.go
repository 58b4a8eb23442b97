package generator

import (
	"math/bits"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// A moment in a key, as in (sensor_id, at), would say nothing of the row's
// parents if the rank of the row gave it: half of the readings would be older
// than their sensor. So it is drawn as any other moment is, and what makes the
// key distinct is its place in a cycle of minutes: each row has another one.

// stamp keeps the moments of a column apart.
type stamp struct {
	column int
	grain  int64            // of the places, in numbers of the column
	perm   draw.Permutation // of the places
}

const (
	stampPlaces = 1 << 20        // at least, so that rows do not change with their number
	stampCycle  = 14 * value.Day // is the longest: a place comes back that often
	stampRoom   = 8              // cycles that the column's values have to last
	stampTries  = 24             // places of other cycles that are tried where one is not allowed
	milli       = value.Second / 1000
)

// stampFor finds a column of the key whose moments can be kept apart.
func (t *Table) stampFor(u *unique, free []int) *stamp {
	if t.stampless || len(u.exprs) > 0 || !t.follows() {
		return nil
	}
	for _, c := range free {
		if t.columns[c].codec.Kind() == value.Timestamp && (t.never(c) || u.distinctNulls) && !t.columns[c].shaped() && !t.judges(c) {
			if k := t.newStamp(c); k != nil {
				return k
			}
		}
	}
	return nil
}

// newStamp divides the time of a column; nil where it has too little.
func (t *Table) newStamp(c int) *stamp {
	k := &stamp{column: c, grain: milli}
	places := max(uint64(stampPlaces), 1<<bits.Len64(uint64(t.Rows)))
	if int64(places) > stampCycle/milli/stampRoom {
		k.grain = 1
	}
	for _, b := range t.branches {
		s, ok := b.spaces[c].(space.Ordered)
		if !ok {
			return nil
		}
		step := space.Grain(s)
		if step == 0 {
			return nil
		}
		if step > k.grain {
			k.grain, places = step, 1<<bits.Len64(uint64(t.Rows))
		}
		from, to := s.Limits(s.Bounds())
		if n := int64(places) * k.grain; k.grain%step != 0 || n > stampCycle || uint64(to)-uint64(from) < uint64(stampRoom*n) {
			return nil
		}
	}
	k.perm = draw.NewPermutation(places, draw.Cell(t.key, t.columns[c].name, "rank"))
	return k
}

// stamped reports that stamps keep the rows apart in a key.
func (t *Table) stamped(u *unique) bool {
	return slices.ContainsFunc(t.stamps, func(k *stamp) bool {
		return contains(u.columns, k.column) && (t.never(k.column) || u.distinctNulls)
	})
}

// stampOf is the stamp of a column, nil for none.
func (t *Table) stampOf(c int) *stamp {
	if at := slices.IndexFunc(t.stamps, func(k *stamp) bool { return k.column == c }); at >= 0 {
		return t.stamps[at]
	}
	return nil
}

// follows reports a table whose rows should not be older than some parent's,
// and whose own no row of a cycle asks for ahead.
func (t *Table) follows() bool {
	if t.circle != nil || len(t.settings.Fixtures) > 0 || slices.ContainsFunc(t.links, func(l *link) bool {
		return l.parent != nil && !l.self && l.parent.component == t.component
	}) {
		return false
	}
	return t.aging() && slices.ContainsFunc(t.links, t.senior)
}

// strike draws a moment of the row's place, after all that it should come
// after.
func (m *maker) strike(s *step, h uint64) (value.Value, bool) {
	w := open
	if len(s.Bounds) > 0 {
		ok := s.numbers
		if ok {
			w, ok = s.bounded(m.row)
		}
		if !ok {
			return value.Value{}, false
		}
	}
	n, place, ok := m.softened(s, w, h)
	if !ok {
		n, place = w, w
	}
	v, ok := placed(s.ordered, n, place, h)
	if !ok || v.IsNull() {
		return v, ok
	}
	x, _ := s.ordered.Number(v, true)
	if x <= m.t.now {
		n.to = min(n.to, m.t.now)
	}
	return s.stamp.at(s.ordered, m.index, x, n)
}

// at is a moment of a row's place near a number and in a window.
func (k *stamp) at(o space.Ordered, row uint64, x int64, w window) (value.Value, bool) {
	if row >= k.perm.N() {
		return value.Value{}, false
	}
	cycle := int64(k.perm.N()) * k.grain
	x += modulo(int64(k.perm.At(row))*k.grain-x, cycle)
	for n := range int64(stampTries) {
		y := x + (n+1)/2*cycle
		if n%2 == 1 {
			y = x - (n+1)/2*cycle
		}
		if y < w.from || y > w.to {
			continue
		}
		if v, ok := o.DrawIn(0, y, y); ok {
			return v, true
		}
	}
	return value.Value{}, false
}

// spreadsDays leaves a key to broods that has days, or moments of which there
// are too few for stamps: they lay them out after the birth of the parent.
func (t *Table) spreadsDays(u *unique, free []int, best int) bool {
	return t.daily && len(u.exprs) == 0 && u.where == nil && (best < 0 || clock(t.columns[best].codec.Kind())) && t.follows() && len(u.columns) > 1 &&
		slices.ContainsFunc(free, func(c int) bool { return t.grows(c) })
}

// grows reports a column of moments that lie after the birth of the row's
// parents.
func (t *Table) grows(c int) bool {
	x := t.columns[c]
	return clock(x.codec.Kind()) && !x.birth() && !x.shaped()
}
