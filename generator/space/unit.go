package space

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
)

// unit turns whole numbers into values of an ordered type and back.
type unit struct {
	kind      value.Kind
	scale     int   // digits after the point of decimals and floats
	single    bool  // float4
	low, high int64 // what the type holds
	months    bool  // intervals of whole months
	distinct  int64 // numbers up to it, on both sides of zero, are different values; 0 for all
	narrow    bool  // low and high are this package's limits, not the type's
}

func (u *unit) value(x int64) value.Value {
	switch u.kind {
	case value.Decimal:
		return value.Number(x, u.scale)
	case value.Float:
		return value.Value{Kind: value.Float, F: u.float(x)}
	case value.Interval:
		days := floorDiv(x, value.Day)
		if u.months {
			return value.IntervalOf(int32(days/30), 0, 0)
		}
		if x < 0 || days > math.MaxInt32 {
			days = 0
		}
		return value.IntervalOf(0, int32(days), x-days*value.Day)
	}
	return value.Value{Kind: u.kind, I: x}
}

func (u *unit) float(x int64) float64 {
	f := float64(x) / math.Pow10(u.scale)
	if u.single {
		return float64(float32(f))
	}
	return f
}

// number is the greatest number whose value is not above v, or with up the
// least not below; exact tells that it is v itself. What lies beyond the type
// is clipped to just outside of it.
func (u *unit) number(v value.Value, up bool) (x int64, exact bool) {
	switch u.kind {
	case value.Decimal, value.Int:
		return u.ofNumber(v, up)
	case value.Float:
		return u.ofFloat(value.FloatOf(v), up)
	case value.Date:
		if v.Kind == value.Timestamp && !value.IsInfinite(v) {
			return divide(v.I, value.Day, up)
		}
	case value.Timestamp:
		if v.Kind == value.Date {
			if value.IsInfinite(v) || v.I > math.MaxInt64/value.Day || v.I < math.MinInt64/value.Day {
				return clipped(v.I > 0), false
			}
			return v.I * value.Day, true
		}
	case value.Time:
		return v.I + int64(v.N)*value.Second, true
	case value.Interval:
		days, us := value.IntervalSpan(v)
		if days > math.MaxInt64/value.Day-1 || days < math.MinInt64/value.Day+1 {
			return clipped(days > 0), false
		}
		return days*value.Day + us, true
	}
	return v.I, true
}

func clipped(above bool) int64 {
	if above {
		return math.MaxInt64
	}
	return math.MinInt64
}

func divide(x, by int64, up bool) (int64, bool) {
	q := floorDiv(x, by)
	exact := q*by == x
	if up && !exact {
		q++
	}
	return q, exact
}

func (u *unit) ofNumber(v value.Value, up bool) (int64, bool) {
	switch v.Kind {
	case value.Float:
		f := v.F * math.Pow10(u.scale)
		if math.IsNaN(f) || math.Abs(f) >= 1<<63 {
			return clipped(!(f < 0)), false
		}
		r := math.Floor(f)
		if up {
			r = math.Ceil(f)
		}
		return int64(r), r == f
	case value.Decimal, value.Int:
		if v.Kind == value.Int {
			if u.scale == 0 {
				return v.I, true
			}
			v = value.Number(v.I, 0)
		}
		r := value.DecimalFloor(v, u.scale)
		if up {
			r = value.DecimalCeil(v, u.scale)
		}
		if r.B != nil {
			return clipped(value.DecimalSign(r) > 0), false
		}
		return r.I, value.DecimalCompare(r, v) == 0
	}
	return v.I, true
}

// ofFloat searches around the scaled bound, because scaling rounds.
func (u *unit) ofFloat(f float64, up bool) (int64, bool) {
	s := f * math.Pow10(u.scale)
	if math.IsNaN(s) || math.Abs(s) > 1<<53 {
		return clipped(!(s < 0)), false
	}
	x := int64(math.Round(s))
	for range 4 {
		switch y := u.float(x); {
		case up && y < f:
			x++
		case up && u.float(x-1) >= f:
			x--
		case !up && y > f:
			x--
		case !up && u.float(x+1) <= f:
			x++
		default:
			return x, y == f
		}
	}
	return x, u.float(x) == f
}
