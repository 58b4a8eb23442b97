package domain

import (
	"math"
	"time"

	"github.com/effigydb/effigy/generator/value"
)

// epoch is where Postgres counts dates and timestamps from.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Calendar is a date, a timestamp or a time of day as Go has it, in UTC; a
// time of day is put on 2000-01-01. False for infinities and other kinds.
func Calendar(v value.Value) (time.Time, bool) {
	switch v.Kind {
	case value.Date:
		if v.I == math.MaxInt32 || v.I == math.MinInt32 {
			return time.Time{}, false
		}
		return epoch.AddDate(0, 0, int(v.I)), true
	case value.Timestamp, value.Time:
		if v.I == math.MaxInt64 || v.I == math.MinInt64 {
			return time.Time{}, false
		}
		seconds := floorDiv(v.I, 1_000_000)
		return time.Unix(epoch.Unix()+seconds, (v.I-seconds*1_000_000)*1000).UTC(), true
	}
	return time.Time{}, false
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// PartOf is extract(field from v) for the fields that are whole numbers, and
// the whole seconds of "second".
func PartOf(field string, v value.Value) (int64, bool) {
	t, ok := Calendar(v)
	if !ok {
		return 0, false
	}
	switch field {
	case "year":
		if t.Year() < 1 {
			return int64(t.Year() - 1), true
		}
		return int64(t.Year()), true
	case "month":
		return int64(t.Month()), true
	case "day":
		return int64(t.Day()), true
	case "quarter":
		return int64(t.Month()-1)/3 + 1, true
	case "dow":
		return int64(t.Weekday()), true
	case "isodow":
		return int64(t.Weekday()+6)%7 + 1, true
	case "doy":
		return int64(t.YearDay()), true
	case "hour":
		return int64(t.Hour()), true
	case "minute":
		return int64(t.Minute()), true
	case "second":
		return int64(t.Second()), true
	case "week":
		_, w := t.ISOWeek()
		return int64(w), true
	case "isoyear":
		y, _ := t.ISOWeek()
		return int64(y), true
	}
	return 0, false
}
