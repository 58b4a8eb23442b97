package predicate

import (
	"math"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

func init() {
	for _, t := range []string{"date", "timestamp", "timestamptz"} {
		define("isfinite", "bool", func(a []value.Value) (value.Value, bool) {
			return value.Boolean(finite(a[0])), true
		}, t)
	}
	define("age", "interval", func(a []value.Value) (value.Value, bool) { return age(a[0], a[1]) }, "timestamp", "timestamp")
	define("age", "interval", func(a []value.Value) (value.Value, bool) { return age(a[0], a[1]) }, "timestamptz", "timestamptz")
	define("make_time", "time", func(a []value.Value) (value.Value, bool) {
		h, m := a[0].I, a[1].I
		us := a[2].F * 1e6
		ok := h >= 0 && h < 24 && m >= 0 && m < 60 && us >= 0 && us < 60e6
		return value.Value{Kind: value.Time, I: h*value.Hour + m*value.Minute + int64(math.RoundToEven(us))}, ok
	}, "int4", "int4", "float8")
	define("make_date", "date", makeDate, "int4", "int4", "int4")
	define("make_interval", "interval", func(a []value.Value) (value.Value, bool) {
		n, ok := multiply(a[0].I, 12)
		return value.IntervalOf(int32(n), 0, 0), ok && inRange(n, "int4")
	}, "int4")
	define("to_char", "text", toChar, "timestamp", "text")
	define("to_char", "text", toChar, "timestamptz", "text")
	define("justify_hours", "interval", func(a []value.Value) (value.Value, bool) {
		i := a[0]
		if i.M != 0 || i.N < 0 || i.I < 0 {
			return i, false
		}
		return value.IntervalOf(0, i.N+int32(i.I/value.Day), i.I%value.Day), true
	}, "interval")
}

// age is the symbolic difference in years, months and days (timestamp_age):
// fields are subtracted, and what is negative borrows from the next greater
// field, a month having the days of the earlier date's month.
func age(x, y value.Value) (value.Value, bool) {
	if !finite(x) || !finite(y) {
		return value.Value{}, false
	}
	sign := int64(1)
	if x.I < y.I {
		x, y, sign = y, x, -1
	}
	dx, dy := floorDiv(x.I, value.Day), floorDiv(y.I, value.Day)
	us := (x.I - dx*value.Day) - (y.I - dy*value.Day)
	xy, xm, xd := value.DateOf(dx)
	yy, ym, yd := value.DateOf(dy)
	months, days := int64(xy-yy)*12+int64(xm-ym), int64(xd-yd)
	if us < 0 {
		us += value.Day
		days--
	}
	for days < 0 {
		// With the arguments swapped the days are those of the other's month.
		y, m := yy, ym
		if sign < 0 {
			y, m = xy, xm
		}
		days += int64(daysIn(y, m))
		months--
		if sign < 0 && days < 0 {
			return value.Value{}, false
		}
	}
	return value.IntervalOf(int32(sign*months), int32(sign*days), sign*us), inRange(months, "int4")
}

func makeDate(a []value.Value) (value.Value, bool) {
	y, m, d := a[0].I, a[1].I, a[2].I
	if y < 1 || y > 290000 || m < 1 || m > 12 || d < 1 || d > int64(daysIn(int(y), int(m))) {
		return value.Value{}, false
	}
	return value.Value{Kind: value.Date, I: value.DayOf(int(y), int(m), int(d))}, true
}

// toChar knows the numeric fields of to_char's templates.
func toChar(a []value.Value) (value.Value, bool) {
	t, ok := domain.Calendar(a[0])
	if !ok || t.Year() < 1 || t.Year() > 9999 {
		return value.Value{}, false
	}
	template := string(a[1].B)
	var b strings.Builder
next:
	for template != "" {
		for _, f := range []struct{ field, layout string }{
			{"YYYY", "2006"}, {"MM", "01"}, {"DD", "02"}, {"HH24", "15"}, {"MI", "04"}, {"SS", "05"}, {"DDD", ""},
		} {
			if rest, found := strings.CutPrefix(template, f.field); found && !strings.HasPrefix(template, "DDD") {
				b.WriteString(t.Format(f.layout))
				template = rest
				continue next
			}
		}
		if !strings.ContainsAny(template[:1], "-/.,:; ") {
			return value.Value{}, false
		}
		b.WriteByte(template[0])
		template = template[1:]
	}
	return value.String(b.String()), true
}

// fieldCall is extract (date_part) and date_trunc, whose field has to be
// constant.
func (b *binder) fieldCall(name string, args []term) term {
	if len(args) != 2 {
		return b.beyond()
	}
	field, ok := b.as(args[0], textType).eval(nil)
	if !ok || !args[0].constant || args[1].literal != nil {
		return b.beyond()
	}
	unit := strings.ToLower(string(field.B))
	x := args[1]
	if name == "date_trunc" {
		return b.truncation(unit, x)
	}
	return b.extraction(unit, x)
}

// extraction is numeric since PostgreSQL 14; date_part still gives float8,
// which no comparison with whole numbers tells apart.
func (b *binder) extraction(unit string, x term) term {
	switch short(x.typ) {
	case "date", "timestamp", "timestamptz", "time":
		date := short(x.typ) == "date"
		return b.lift(numericType, func(a []value.Value) (value.Value, bool) { return momentPart(unit, a[0], date) }, x)
	case "interval":
		return b.lift(numericType, func(a []value.Value) (value.Value, bool) { return intervalPart(unit, a[0]) }, x)
	}
	return b.beyond()
}

func momentPart(unit string, v value.Value, date bool) (value.Value, bool) {
	clock := unit == "hour" || unit == "minute" || unit == "second"
	switch {
	case date && clock, v.Kind == value.Time && !clock && unit != "epoch":
		return value.Value{}, false
	case unit == "epoch" && finite(v):
		return epochOf(v), true
	case v.Kind == value.Time && v.I == value.Day:
		// 24:00:00 has an hour of its own.
		return value.Number(map[bool]int64{true: 24}[unit == "hour"], 0), clock
	case unit == "second":
		whole, ok := domain.PartOf(unit, v)
		return value.Number(whole*value.Second+(v.I-floorDiv(v.I, value.Second)*value.Second), 6), ok
	case unit == "decade":
		y, ok := domain.PartOf("year", v)
		return value.Number(y/10, 0), ok && y > 0
	case unit == "century":
		y, ok := domain.PartOf("year", v)
		return value.Number((y+99)/100, 0), ok && y > 0
	}
	n, ok := domain.PartOf(unit, v)
	return value.Number(n, 0), ok
}

// epochOf counts the seconds since 1970.
func epochOf(v value.Value) value.Value {
	const shift = 946_684_800
	switch v.Kind {
	case value.Date:
		return value.Number(v.I*86400+shift, 0)
	case value.Time:
		return value.Number(v.I, 6)
	}
	return value.DecimalAdd(value.Number(v.I, 6), value.Number(shift, 0))
}

func intervalPart(unit string, v value.Value) (value.Value, bool) {
	if endless(v) {
		return value.Value{}, false
	}
	switch unit {
	case "year":
		return value.Number(int64(v.M/12), 0), true
	case "month":
		return value.Number(int64(v.M%12), 0), true
	case "day":
		return value.Number(int64(v.N), 0), true
	case "hour":
		return value.Number(v.I/value.Hour, 0), true
	case "minute":
		return value.Number(v.I/value.Minute%60, 0), true
	case "second":
		return value.Number(v.I%value.Minute, 6), true
	case "epoch":
		// A year counts 365.25 days, a month 30.
		days := value.Number(int64(v.M/12)*36525+int64(v.M%12)*3000+int64(v.N)*100, 2)
		return value.DecimalAdd(value.DecimalMultiply(days, value.Number(86400, 0)), value.Number(v.I, 6)), true
	}
	return value.Value{}, false
}

// truncation of a date is a timestamptz, as Postgres finds no other.
func (b *binder) truncation(unit string, x term) term {
	switch short(x.typ) {
	case "date":
		x = b.as(x, zonedType)
	case "timestamp", "timestamptz":
	default:
		return b.beyond()
	}
	return b.lift(x.typ, func(a []value.Value) (value.Value, bool) { return truncateMoment(unit, a[0]) }, x)
}

// units that are a fixed number of microseconds, counted from midnight.
var units = map[string]int64{
	"microseconds": 1, "milliseconds": 1000, "second": value.Second, "minute": value.Minute,
	"hour": value.Hour, "day": value.Day,
}

func truncateMoment(unit string, v value.Value) (value.Value, bool) {
	if !finite(v) {
		return v, false
	}
	if u := units[unit]; u > 0 {
		v.I = floorDiv(v.I, u) * u
		return v, true
	}
	day := floorDiv(v.I, value.Day)
	y, m, _ := value.DateOf(day)
	if y < 1 {
		return v, false
	}
	switch unit {
	case "week":
		// 2000-01-03, day 2, was a Monday.
		v.I = (floorDiv(day-2, 7)*7 + 2) * value.Day
		return v, true
	case "month":
	case "quarter":
		m = (m-1)/3*3 + 1
	case "year":
		m = 1
	case "decade":
		y, m = y/10*10, 1
	case "century":
		y, m = (y-1)/100*100+1, 1
	default:
		return v, false
	}
	if y < 1 {
		return v, false
	}
	v.I = value.DayOf(y, m, 1) * value.Day
	return v, true
}
