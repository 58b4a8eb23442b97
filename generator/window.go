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
