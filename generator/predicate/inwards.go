package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// inwards rounds the ends of an interval to the values of a type.
func inwards(i domain.Interval, t schema.Type) (domain.Interval, bool) {
	switch kindOf(t) {
	case value.Int:
		return integerInterval(i, short(t))
	case value.Decimal:
		return decimalInterval(i, t)
	case value.Float:
		return floatInterval(i)
	}
	switch short(t) {
	case "date":
		return dateInterval(i), true
	case "timestamp", "timestamptz":
		return momentInterval(i), true
	case "money":
		if !i.Low.IsNull() || !i.High.IsNull() {
			return closedAt(i, 2), true
		}
	case "time":
		return timeInterval(i), true
	case "timetz", "interval", "bytea", "bool", "uuid":
		return i, true
	}
	return i, false
}

// closedAt closes an interval of decimals at a scale.
func closedAt(i domain.Interval, scale int) domain.Interval {
	if low := asDecimal(i.Low); !i.Low.IsNull() && !special(low) {
		i.Low = closedEnd(low, scale, i.LowOpen, true)
		i.LowOpen = false
	}
	if high := asDecimal(i.High); !i.High.IsNull() && !special(high) {
		i.High = closedEnd(high, scale, i.HighOpen, false)
		i.HighOpen = false
	}
	return i
}

// closedEnd rounds an end inwards, which is up for a low one; an open end
// moves on where it is not rounded.
func closedEnd(end value.Value, scale int, open, up bool) value.Value {
	if v, ok := roundSmall(end, scale, up); ok {
		if c, _ := domain.Compare(v, end); open && c == 0 {
			v.I += int64(btoi(up) - btoi(!up))
		}
		return v
	}
	unit := value.DecimalRound(value.Number(1, max(scale, 0)), scale)
	if scale < 0 {
		unit = value.Number(int64(math.Pow10(-scale)), 0)
	}
	if up {
		v := value.DecimalCeil(end, scale)
		if open && value.DecimalCompare(v, end) == 0 {
			v = value.DecimalAdd(v, unit)
		}
		return v
	}
	v := value.DecimalFloor(end, scale)
	if open && value.DecimalCompare(v, end) == 0 {
		v = value.DecimalSubtract(v, unit)
	}
	return v
}

func integerInterval(i domain.Interval, name string) (domain.Interval, bool) {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	switch name {
	case "int2":
		low, high = math.MinInt16, math.MaxInt16
	case "int4":
		low, high = math.MinInt32, math.MaxInt32
	}
	limits := domain.Interval{Low: value.Integer(low), High: value.Integer(high)}
	if quick, ok := quickIntegers(i, low, high); ok {
		return quick, true
	}
	i = closedAt(i, 0)
	i, ok := i.Meet(limits)
	if !ok {
		return domain.Interval{Low: value.Integer(1), High: value.Integer(0)}, true
	}
	l, okL := value.DecimalInt(asDecimal(i.Low))
	h, okH := value.DecimalInt(asDecimal(i.High))
	return domain.Interval{Low: value.Integer(l), High: value.Integer(h)}, okL && okH
}

// quickIntegers does the same for ends that are whole numbers already.
func quickIntegers(i domain.Interval, low, high int64) (domain.Interval, bool) {
	if i.Low.Kind == value.Int && i.Low.I < math.MaxInt64 {
		low = max(low, i.Low.I+int64(btoi(i.LowOpen)))
	} else if !i.Low.IsNull() {
		return i, false
	}
	if i.High.Kind == value.Int && i.High.I > math.MinInt64 {
		high = min(high, i.High.I-int64(btoi(i.HighOpen)))
	} else if !i.High.IsNull() {
		return i, false
	}
	return domain.Interval{Low: value.Integer(low), High: value.Integer(high)}, true
}

func decimalInterval(i domain.Interval, t schema.Type) (domain.Interval, bool) {
	i.Low, i.High = decimalEnd(i.Low), decimalEnd(i.High)
	if len(t.Mods) == 0 {
		return i, true
	}
	i, ok := closedAt(i, t.Mod(1, 0)).Meet(numericLimits(t))
	if !ok {
		return domain.Interval{Low: value.Number(1, 0), High: value.Number(0, 0)}, true
	}
	return i, true
}

func decimalEnd(v value.Value) value.Value {
	if v.IsNull() {
		return v
	}
	return asDecimal(v)
}

// numericLimits are the least and greatest numeric(p,s).
func numericLimits(t schema.Type) domain.Interval {
	precision, scale := t.Mod(0, 1), t.Mod(1, 0)
	top := value.Value{Kind: value.Decimal, B: nines(precision, scale)}
	if v, ok := parseDecimal(string(top.B)); ok {
		top = v
	}
	return domain.Interval{Low: value.DecimalNegate(top), High: top}
}

// nines spells precision nines, scale of them after the point.
func nines(precision, scale int) []byte {
	precision = min(max(precision, 1), 1000)
	out := []byte("0")
	for range precision - scale {
		out = append(out, '9')
	}
	if scale < 0 {
		out = out[:precision+1]
		for range -scale {
			out = append(out, '0')
		}
		return out
	}
	if scale > 0 {
		out = append(out, '.')
		for i := range scale {
			digit := byte('9')
			if i < scale-precision {
				digit = '0'
			}
			out = append(out, digit)
		}
	}
	return out
}

func floatInterval(i domain.Interval) (domain.Interval, bool) {
	if !i.Low.IsNull() {
		i.Low = value.Value{Kind: value.Float, F: value.FloatOf(i.Low)}
	}
	if !i.High.IsNull() {
		i.High = value.Value{Kind: value.Float, F: value.FloatOf(i.High)}
	}
	return i, true
}

// dateInterval closes an interval of days.
func dateInterval(i domain.Interval) domain.Interval {
	if low := i.Low; !low.IsNull() && finite(low) {
		if low.Kind == value.Timestamp {
			day := floorDiv(low.I, value.Day)
			if low.I > day*value.Day {
				day, i.LowOpen = day+1, false
			}
			low = value.Value{Kind: value.Date, I: day}
		}
		low.I += int64(btoi(i.LowOpen))
		i.Low, i.LowOpen = low, false
	}
	if high := i.High; !high.IsNull() && finite(high) {
		if high.Kind == value.Timestamp {
			day := floorDiv(high.I, value.Day)
			if high.I > day*value.Day {
				i.HighOpen = false
			}
			high = value.Value{Kind: value.Date, I: day}
		}
		high.I -= int64(btoi(i.HighOpen))
		i.High, i.HighOpen = high, false
	}
	return i
}

// momentInterval closes an interval of microseconds.
func momentInterval(i domain.Interval) domain.Interval {
	if !i.Low.IsNull() && finite(i.Low) {
		if i.Low.Kind == value.Date {
			i.Low = midnight(i.Low)
		}
		i.Low.I += int64(btoi(i.LowOpen))
		i.LowOpen = false
	}
	if !i.High.IsNull() && finite(i.High) {
		if i.High.Kind == value.Date {
			i.High = midnight(i.High)
		}
		i.High.I -= int64(btoi(i.HighOpen))
		i.HighOpen = false
	}
	return i
}

func timeInterval(i domain.Interval) domain.Interval {
	if !i.Low.IsNull() {
		i.Low.I += int64(btoi(i.LowOpen))
		i.LowOpen = false
	}
	if !i.High.IsNull() {
		i.High.I -= int64(btoi(i.HighOpen))
		i.HighOpen = false
	}
	return i
}
