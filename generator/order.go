package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// lapse is how long after one moment another usually comes, in microseconds;
// the zero lapse is any time.
type lapse struct{ from, to int64 }

func days(from, to int64) lapse { return lapse{from * value.Day, to * value.Day} }

// lags are the usual times between what has happened to a row and the last
// thing before it.
var lags = map[vocabulary.Meaning]lapse{
	vocabulary.Asked:    {0, value.Hour},
	vocabulary.Agreed:   {value.Minute, 2 * value.Day},
	vocabulary.Paid:     {0, 2 * value.Day},
	vocabulary.Packed:   {value.Hour, 2 * value.Day},
	vocabulary.Sent:     {value.Hour, 3 * value.Day},
	vocabulary.Arrived:  {4 * value.Hour, 7 * value.Day},
	vocabulary.Finished: {value.Minute, 6 * value.Hour},
	vocabulary.Returned: days(1, 30),
}

// precedes tells whether the names of two columns say that the moment of a
// comes before that of b, and how long after a it usually is. All orders that
// a person expects of the moments of a row are here.
func precedes(a, b *column) (usual lapse, ok bool) {
	switch {
	case a.happened() && b.happened():
		return lag(a, b), a.meaning < b.meaning
	case a.starts() && b.meaning == vocabulary.Due:
		return days(7, 60), true
	case (a.meaning == vocabulary.Packed || a.meaning == vocabulary.Sent) && b.meaning == vocabulary.Due:
		return days(1, 14), true
	case a.starts() && b.meaning == vocabulary.Expiry:
		return days(7, 400), true
	case a.starts() && a.meaning != vocabulary.Started && b.meaning == vocabulary.Planned:
		return days(0, 90), true
	case b.meaning == vocabulary.Ended && (a.meaning == vocabulary.Planned || a.meaning == vocabulary.Started):
		return stay(a, b), true
	case b.meaning == vocabulary.Ended && a.starts():
		return days(7, 400), true
	case a.meaning == vocabulary.Created || a.meaning == vocabulary.Asked:
		return lapse{}, b.happens()
	}
	return lapse{}, false
}

// lag is the usual time between two things that have happened to a row: of
// days and of records that are kept up it says little.
func lag(a, b *column) lapse {
	day := a.codec.Kind() == value.Date || b.codec.Kind() == value.Date
	if b.meaning == vocabulary.Finished && day {
		if a.starts() && a.meaning != vocabulary.Started {
			return lapse{}
		}
		return days(1, 60)
	}
	if b.meaning == vocabulary.Started && a.timed() && b.timed() {
		return days(0, 1)
	}
	return lags[b.meaning]
}

// stay is the usual time from a start to its end: hours of what has a time of
// day, a month of a period, days of what is booked, and of a contract more.
func stay(a, b *column) lapse {
	switch {
	case strings.Contains(strings.ToLower(a.name), "period"):
		return days(30, 30)
	case a.timed() && b.timed():
		return lapse{30 * value.Minute, 8 * value.Hour}
	case a.meaning == vocabulary.Planned:
		return days(1, 14)
	}
	return days(14, 540)
}

// birth reports a day of birth, which says nothing of when a row was made.
func (c *column) birth() bool {
	return c.meaning == vocabulary.Birth || c.meaning == vocabulary.Youth
}

// timed reports a column such as starts_at or end_time.
func (c *column) timed() bool {
	return (c.codec.Kind() == value.Time || c.codec.Kind() == value.Timestamp && endsIn(c.name, "at", "time", "start", "end")) && !strings.Contains(strings.ToLower(c.name), "check")
}

// happened reports a column that tells what has happened to a row.
func (c *column) happened() bool { return c.meaning.Group() == vocabulary.Moments }

// starts reports a column that tells when what the row is about began.
func (c *column) starts() bool {
	return c.meaning == vocabulary.Created || c.meaning == vocabulary.Asked || c.meaning == vocabulary.Started
}

// happens reports a column such as measuredAt or last_seen_on.
func (c *column) happens() bool {
	return (c.meaning == vocabulary.None || c.meaning == vocabulary.Moment) && endsIn(c.name, "at", "on", "date")
}

// past reports a column of moments that lie before now.
func (c *column) past() bool { return c.happened() || c.meaning == vocabulary.Moment || c.happens() }

// shaped reports a column whose values somebody asked for.
func (c *column) shaped() bool { return c.settings.shapes() }

// endsIn reports a name whose last word is one of the given.
func endsIn(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return strings.HasSuffix(name, "_"+w) || strings.HasSuffix(name, strings.ToUpper(w[:1])+w[1:])
	})
}
