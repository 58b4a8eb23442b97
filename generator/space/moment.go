package space

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// era is a stretch of time around now, in days, and how it is filled.
type era struct {
	from, to int64
	shape    shape
}

const year = 365

var eras = map[vocabulary.Meaning]era{
	vocabulary.Birth:    {-80 * year, -18 * year, even},
	vocabulary.Youth:    {-19 * year, -6 * year, even},
	vocabulary.Due:      {-60, 60, even},
	vocabulary.Planned:  {-240, 120, even},
	vocabulary.Future:   {0, 60, even},
	vocabulary.Expiry:   {-180, year, even},
	vocabulary.Updated:  {-2 * year, 0, rising},
	vocabulary.Finished: {-2 * year, 0, rising},
	vocabulary.Ended:    {-2 * year, year / 4, rising},
	vocabulary.Deleted:  {-year, 0, rising},
}

// anyTime is the era of a time whose name says nothing: the recent past.
var anyTime = era{-4 * year, 0, recent}

func (b *builder) era() era {
	if e, ok := eras[b.Meaning]; ok {
		return e
	}
	return anyTime
}

// Years that dates and timestamps keep to unless the domain says otherwise.
const (
	firstYear = 1
	lastYear  = 9999
)

// unfold takes the limits of the type itself, for moments of which too few lie
// in the years that they keep to: before Christ, or after the year 9999. False
// where the limits are those already.
func (u *unit) unfold() bool {
	low, high := value.DayOf(-4712, 1, 1), value.DayOf(5_874_898, 1, 1)-1
	if u.kind == value.Timestamp {
		low, high = low*value.Day, value.DayOf(294_000, 1, 1)*value.Day-1
	}
	if !u.narrow || u.kind != value.Date && u.kind != value.Timestamp {
		return false
	}
	u.low, u.high, u.narrow = low, high, false
	return true
}

// around narrows a lattice to the era of the meaning, and counts further years
// where more values are needed than seconds, or days, are in it.
func (b *builder) around(l *lattice, day, now, years int64) {
	e := b.era()
	l.shape = e.shape
	from, to := b.asked(l, now+e.from*day, now+e.to*day)
	if to > now+e.to*day && b.isAsked() {
		l.shape = even
	}
	step := max(l.hard.mod, min(day, value.Second))
	if w := l.hard.clip(from, to); w.total == 0 || uint64((to-from)/step) < b.Need || w.total < b.Need {
		l.natural(min(from, now-years*year*day), max(to, now+years/4*year*day), from, to, b.Need)
		return
	}
	l.natural(from, to, from, to, b.Need)
}

// dates is the space of date.
func (b *builder) dates() (Space, error) {
	u := unit{kind: value.Date, low: value.DayOf(firstYear, 1, 1), high: value.DayOf(lastYear, 12, 31), narrow: true}
	l, err := b.latticeOf(u, 1)
	if err != nil {
		return nil, err
	}
	b.around(l, 1, floorDiv(b.Now, value.Day), 100)
	l.settle(b, "date")
	return l, nil
}

// timestamps is the space of timestamp and timestamptz, whole seconds where
// those are enough.
func (b *builder) timestamps() (Space, error) {
	u := unit{kind: value.Timestamp,
		low: value.DayOf(firstYear, 1, 1) * value.Day, high: value.DayOf(lastYear+1, 1, 1)*value.Day - 1, narrow: true}
	l, err := b.latticeOf(u, b.precision(0))
	if err != nil {
		return nil, err
	}
	b.around(l, value.Day, b.Now, 20)
	l.coarse(value.Second, b.Need)
	if b.Meaning == vocabulary.Planned { // by the quarter of an hour
		l.coarse(15*value.Minute, max(b.Need, 1))
	}
	l.settle(b, "timestamp")
	return l, nil
}

// precision is the step of a time type in microseconds: 10^(6-p).
func (b *builder) precision(mod int) int64 {
	return power(6 - min(b.codec.Type.Mod(mod, 6), 6))
}

// times is the space of time and timetz, in UTC.
func (b *builder) times() (Space, error) {
	l, err := b.latticeOf(unit{kind: value.Time, high: value.Day - 1}, b.precision(0))
	if err != nil {
		return nil, err
	}
	l.shape = bell
	l.coarse(value.Second, b.Need)
	l.coarse(5*value.Minute, max(b.Need, 1))
	l.settle(b, "time")
	return l, nil
}

// month is that of an interval, as Postgres compares them.
const month = 30 * value.Day

// intervals is the space of interval: from nothing to a few weeks, or years
// where the type keeps no less than months.
func (b *builder) intervals() (Space, error) {
	const limit = 100_000_000 * value.Day
	step, least, most := b.intervalStep(), value.Minute, 30*value.Day
	if step >= month {
		least, most = step, 8*12*month
	}
	l, err := b.latticeOf(unit{kind: value.Interval, low: -limit / 1000, high: limit / 1000, narrow: true, months: step >= month}, step)
	if err != nil {
		return nil, err
	}
	l.shape = tail
	from, to := b.asked(l, least, most)
	l.natural(min(from, 0), max(to, 10*year*value.Day, 1000*step), from, to, b.Need)
	l.coarse(value.Second, b.Need)
	l.settle(b, "interval")
	return l, nil
}

// intervalStep is the least unit that the type's fields hold, as far as
// microseconds tell; interval year and interval month keep whole years and
// months, and what is less rounds to nothing.
func (b *builder) intervalStep() int64 {
	if len(b.codec.Type.Mods) == 0 {
		return 1
	}
	switch m := b.codec.Type.Mods[0]; m {
	case "day":
		return value.Day
	case "hour", "day to hour":
		return value.Hour
	case "minute", "day to minute", "hour to minute":
		return value.Minute
	case "year":
		return 12 * month
	case "month", "year to month":
		return month
	}
	if p := b.codec.Type.Mod(len(b.codec.Type.Mods)-1, 6); p < 6 {
		return power(6 - p)
	}
	return 1
}
