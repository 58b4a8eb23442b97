package space

import (
	"github.com/effigydb/effigy/generator/value"
)

// reach is low plus a width; false without one. An open width is moved by a
// step inward.
func (s *ranges) reach(low value.Value, w width, least bool) (value.Value, bool) {
	if w.IsNull() {
		return value.Value{}, false
	}
	month := int64(28)
	if least {
		month = 31
	}
	v, ok := plus(low, w.Value, 1, month)
	if !ok || !w.open {
		return v, ok
	}
	if least {
		return s.lower.Step(v, 1)
	}
	return s.lower.Step(v, -1)
}

// back is the greatest lower bound below which an upper bound of high leaves
// the least width.
func (s *ranges) back(high value.Value) (value.Value, bool) {
	if s.min.IsNull() {
		return s.lower.Step(high, -s.least)
	}
	v, ok := plus(high, s.min.Value, -1, 31)
	if ok && s.min.open {
		return s.lower.Step(v, -1)
	}
	return v, ok
}

// plus adds a width to a bound, or takes it away where sign is -1. month is
// the number of days of one: the caller errs on the safe side.
func plus(v, w value.Value, sign, month int64) (value.Value, bool) {
	switch {
	case w.Kind == value.Interval:
		us := w.I + (int64(w.N)+month*int64(w.M))*value.Day
		if v.Kind == value.Date {
			us = (us + value.Day - 1) / value.Day
		}
		v.I += sign * us
		return v, v.Kind == value.Date || v.Kind == value.Timestamp
	case v.Kind == value.Decimal && w.Kind == value.Decimal:
		if sign < 0 {
			w = value.DecimalNegate(w)
		}
		return value.DecimalAdd(v, w), true
	case v.Kind == value.Decimal && w.Kind == value.Int:
		return value.DecimalAdd(v, value.Number(sign*w.I, 0)), true
	case v.Kind == value.Float:
		v.F += float64(sign) * value.FloatOf(w)
		return v, true
	case w.Kind == value.Int:
		v.I += sign * w.I
		return v, true
	}
	return v, false
}
