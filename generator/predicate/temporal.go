package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// temporal resolves arithmetic on dates, times and intervals.
func (b *binder) temporal(op string, x, y term) (term, bool) {
	tx, ty := b.guess(op, x, y)
	key := family(tx) + " " + op + " " + family(ty)
	f, ok := temporals[key]
	if !ok {
		return term{}, false
	}
	result := f.result
	if result.Name.Name == "" {
		result = tx
		if family(tx) == "interval" {
			result = ty
		}
	}
	return b.lift2(result, f.apply, b.as(x, tx), b.as(y, ty)), true
}

// guess gives a literal beside a moment the type Postgres would: that of the
// other side.
func (b *binder) guess(op string, x, y term) (tx, ty schema.Type) {
	tx, ty = x.typ, y.typ
	if x.literal != nil {
		tx = ty
	}
	if y.literal != nil {
		ty = tx
	}
	if op == "+" && (x.literal != nil || y.literal != nil) && isMoment(tx) {
		// date + '1 day' is date + date to the parser, which has no such
		// operator and settles on what is not known here.
		return schema.Type{}, schema.Type{}
	}
	if short(tx) == "time" && isMoment(ty) {
		return tx, ty
	}
	if isMoment(tx) && isMoment(ty) && !same(tx, ty) {
		if t, ok := common(tx, ty); ok {
			return t, t
		}
	}
	return tx, ty
}

// family groups types by how arithmetic treats them.
func family(t schema.Type) string {
	switch name := short(t); name {
	case "date", "interval", "time":
		return name
	case "timestamp", "timestamptz":
		return "moment"
	case "int2", "int4":
		return "int"
	case "int8", "numeric", "float8", "float4":
		return "number"
	}
	return ""
}

type temporal struct {
	result schema.Type // zero: that of the argument that is no interval
	apply  binary
}

var temporals map[string]temporal

func init() {
	swap := func(f binary) binary { return func(x, y value.Value) (value.Value, bool) { return f(y, x) } }
	temporals = map[string]temporal{
		"date + int":          {dateType, addDays},
		"int + date":          {dateType, swap(addDays)},
		"date - int":          {dateType, func(x, y value.Value) (value.Value, bool) { return addDays(x, value.Integer(-y.I)) }},
		"date - date":         {int4Type, subtractDates},
		"date + interval":     {stampType, func(x, y value.Value) (value.Value, bool) { return addInterval(midnight(x), y) }},
		"interval + date":     {stampType, func(x, y value.Value) (value.Value, bool) { return addInterval(midnight(y), x) }},
		"date - interval":     {stampType, func(x, y value.Value) (value.Value, bool) { return subtractInterval(midnight(x), y) }},
		"moment + interval":   {apply: addInterval},
		"interval + moment":   {apply: swap(addInterval)},
		"moment - interval":   {apply: subtractInterval},
		"moment - moment":     {intervalType, subtractMoments},
		"interval + interval": {intervalType, addIntervals},
		"interval - interval": {intervalType, func(x, y value.Value) (value.Value, bool) {
			n, ok := negateInterval(y)
			if !ok {
				return n, false
			}
			return addIntervals(x, n)
		}},
		"interval * int":  {intervalType, scaleInterval},
		"int * interval":  {intervalType, swap(scaleInterval)},
		"date + time":     {stampType, addTime},
		"time - time":     {intervalType, func(x, y value.Value) (value.Value, bool) { return value.IntervalOf(0, 0, x.I-y.I), true }},
		"time + interval": {timeType, func(x, y value.Value) (value.Value, bool) { return shiftTime(x, y.I), true }},
		"time - interval": {timeType, func(x, y value.Value) (value.Value, bool) { return shiftTime(x, -y.I), true }},
	}
}

func finite(v value.Value) bool { return !value.IsInfinite(v) }

func addDays(d, n value.Value) (value.Value, bool) {
	day := d.I + n.I
	return value.Value{Kind: value.Date, I: day}, finite(d) && day > minDay && day < maxDay
}

// The days and microseconds between which dates and timestamps certainly lie
// in Postgres' limits (4713 BC; the years 5874897 and 294276).
const (
	minDay    = -2_451_000
	maxDay    = 2_145_000_000
	minMoment = -211_000_000_000_000_000
	maxMoment = 9_223_000_000_000_000_000
)

func subtractDates(x, y value.Value) (value.Value, bool) {
	n := x.I - y.I
	return value.Integer(n), finite(x) && finite(y) && inRange(n, "int4")
}

// midnight is the timestamp at which a date starts.
func midnight(d value.Value) value.Value {
	if !finite(d) {
		return value.Value{Kind: value.Timestamp, I: map[bool]int64{true: math.MaxInt64, false: math.MinInt64}[d.I > 0]}
	}
	if d.I > maxMoment/value.Day {
		return value.Value{Kind: value.Timestamp, I: math.MaxInt64}
	}
	return value.Value{Kind: value.Timestamp, I: d.I * value.Day}
}

// addInterval adds months, keeping the day where the month has it, then days,
// then microseconds (timestamp_pl_interval).
func addInterval(t, i value.Value) (value.Value, bool) {
	if !finite(t) {
		return t, false
	}
	day, time := floorDiv(t.I, value.Day), t.I-floorDiv(t.I, value.Day)*value.Day
	if i.M != 0 {
		y, m, d := value.DateOf(day)
		months := int64(y)*12 + int64(m-1) + int64(i.M)
		y, m = int(floorDiv(months, 12)), int(months-floorDiv(months, 12)*12)+1
		if y < -4700 || y > 290000 {
			return t, false
		}
		day = value.DayOf(y, m, min(d, daysIn(y, m)))
	}
	day += int64(i.N)
	if day <= minDay || day >= maxMoment/value.Day {
		return t, false
	}
	base := day*value.Day + time
	sum := base + i.I
	if (sum > base) != (i.I > 0) && i.I != 0 || sum <= minMoment || sum >= maxMoment {
		return t, false
	}
	return value.Value{Kind: value.Timestamp, I: sum}, true
}

func daysIn(y, m int) int {
	if m == 12 {
		return 31
	}
	return int(value.DayOf(y, m+1, 1) - value.DayOf(y, m, 1))
}

func subtractInterval(t, i value.Value) (value.Value, bool) {
	n, ok := negateInterval(i)
	if !ok {
		return t, false
	}
	return addInterval(t, n)
}

func negateInterval(i value.Value) (value.Value, bool) {
	if i.I == math.MinInt64 || i.N == math.MinInt32 || i.M == math.MinInt32 || endless(i) {
		return i, false
	}
	return value.IntervalOf(-i.M, -i.N, -i.I), true
}

// endless reports the infinite intervals that PostgreSQL 17 brought.
func endless(i value.Value) bool { return i.M == math.MaxInt32 || i.M == math.MinInt32 }

// subtractMoments is the difference in days and microseconds of one sign
// (timestamp_mi, which justifies hours).
func subtractMoments(x, y value.Value) (value.Value, bool) {
	n, ok := integers("-", x.I, y.I)
	if !ok || !finite(x) || !finite(y) {
		return value.Value{}, false
	}
	return value.IntervalOf(0, int32(n/value.Day), n%value.Day), true
}

func addIntervals(x, y value.Value) (value.Value, bool) {
	m, d := int64(x.M)+int64(y.M), int64(x.N)+int64(y.N)
	us, ok := integers("+", x.I, y.I)
	ok = ok && inRange(m, "int4") && inRange(d, "int4") && !endless(x) && !endless(y)
	return value.IntervalOf(int32(m), int32(d), us), ok
}

func scaleInterval(i, n value.Value) (value.Value, bool) {
	m, okM := multiply(int64(i.M), n.I)
	d, okD := multiply(int64(i.N), n.I)
	us, ok := multiply(i.I, n.I)
	ok = ok && okM && okD && inRange(m, "int4") && inRange(d, "int4") && !endless(i)
	return value.IntervalOf(int32(m), int32(d), us), ok
}

func addTime(d, t value.Value) (value.Value, bool) {
	return addInterval(midnight(d), value.IntervalOf(0, 0, t.I))
}

func shiftTime(t value.Value, us int64) value.Value {
	sum := (t.I + us%value.Day) % value.Day
	if sum < 0 {
		sum += value.Day
	}
	return value.Value{Kind: value.Time, I: sum}
}
