package domain

import (
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// Everything is the list of intervals without a limit.
func Everything() []Interval { return []Interval{{}} }

// From is v and everything above it; Above leaves v out.
func From(v value.Value) Interval { return Interval{Low: v} }

// Above is everything above v.
func Above(v value.Value) Interval { return Interval{Low: v, LowOpen: true} }

// UpTo is v and everything below it.
func UpTo(v value.Value) Interval { return Interval{High: v} }

// Below is everything below v.
func Below(v value.Value) Interval { return Interval{High: v, HighOpen: true} }

// Point is v alone.
func Point(v value.Value) Interval { return Interval{Low: v, High: v} }

// none reports whether no value lies in the interval.
func (i Interval) none() bool {
	if i.Low.IsNull() || i.High.IsNull() {
		return false
	}
	c, ok := Compare(i.Low, i.High)
	return ok && (c > 0 || c == 0 && (i.LowOpen || i.HighOpen))
}

// Has reports whether v lies in the interval.
func (i Interval) Has(v value.Value) bool {
	if !i.Low.IsNull() {
		if c, ok := Compare(v, i.Low); !ok || c < 0 || c == 0 && i.LowOpen {
			return false
		}
	}
	if !i.High.IsNull() {
		if c, ok := Compare(v, i.High); !ok || c > 0 || c == 0 && i.HighOpen {
			return false
		}
	}
	return true
}

// Meet is what lies in both intervals; false when nothing does.
func (i Interval) Meet(o Interval) (Interval, bool) {
	if higherLow(o, i) {
		i.Low, i.LowOpen = o.Low, o.LowOpen
	}
	if lowerHigh(o, i) {
		i.High, i.HighOpen = o.High, o.HighOpen
	}
	return i, !i.none()
}

// higherLow reports whether a starts after b.
func higherLow(a, b Interval) bool {
	if a.Low.IsNull() {
		return false
	}
	if b.Low.IsNull() {
		return true
	}
	c, _ := Compare(a.Low, b.Low)
	return c > 0 || c == 0 && a.LowOpen && !b.LowOpen
}

// lowerHigh reports whether a ends before b.
func lowerHigh(a, b Interval) bool {
	if a.High.IsNull() {
		return false
	}
	if b.High.IsNull() {
		return true
	}
	c, _ := Compare(a.High, b.High)
	return c < 0 || c == 0 && a.HighOpen && !b.HighOpen
}

// MeetAll intersects two lists of intervals, of which nil is everything.
func MeetAll(a, b []Interval) []Interval {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := []Interval{}
	for _, x := range a {
		for _, y := range b {
			if m, ok := x.Meet(y); ok {
				out = append(out, m)
			}
		}
	}
	return out
}

// Complement is everything outside the sorted list.
func Complement(list []Interval) []Interval {
	out := []Interval{}
	low, open := value.Value{}, false
	for _, i := range list {
		if !i.Low.IsNull() {
			gap := Interval{Low: low, LowOpen: open, High: i.Low, HighOpen: !i.LowOpen}
			if !gap.none() {
				out = append(out, gap)
			}
		}
		if i.High.IsNull() {
			return out
		}
		low, open = i.High, !i.HighOpen
	}
	return append(out, Interval{Low: low, LowOpen: open})
}

// Hull is the least interval around a list; everything for nil.
func Hull(list []Interval) Interval {
	if len(list) == 0 {
		return Interval{}
	}
	first, last := list[0], list[len(list)-1]
	return Interval{Low: first.Low, LowOpen: first.LowOpen, High: last.High, HighOpen: last.HighOpen}
}

// Union sorts intervals and puts those together that overlap.
func Union(list []Interval) []Interval {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Interval) int {
		switch {
		case higherLow(b, a):
			return -1
		case higherLow(a, b):
			return 1
		}
		return 0
	})
	out := []Interval{}
	for _, i := range list {
		if n := len(out); n > 0 && !apart(out[n-1], i) {
			if out[n-1].High.IsNull() {
				continue
			}
			if i.High.IsNull() || lowerHigh(out[n-1], i) {
				out[n-1].High, out[n-1].HighOpen = i.High, i.HighOpen
			}
			continue
		}
		out = append(out, i)
	}
	return out
}

// apart reports whether b starts after the end of a.
func apart(a, b Interval) bool {
	if a.High.IsNull() || b.Low.IsNull() {
		return false
	}
	if whole := a.High.Kind == value.Int || a.High.Kind == value.Date; whole && a.High.Kind == b.Low.Kind &&
		!a.HighOpen && !b.LowOpen && a.High.I < math.MaxInt64 && a.High.I+1 == b.Low.I {
		return false // nothing lies between them
	}
	c, _ := Compare(a.High, b.Low)
	return c < 0 || c == 0 && a.HighOpen && b.LowOpen
}
