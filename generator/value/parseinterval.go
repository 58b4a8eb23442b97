package value

import (
	"math"
	"strconv"
	"strings"
)

// unit is what one of a unit's is worth.
type unit struct {
	months, days float64
	us           int64
}

var units = map[string]unit{
	"microsecond": {us: 1}, "us": {us: 1}, "usec": {us: 1},
	"millisecond": {us: 1000}, "ms": {us: 1000}, "msec": {us: 1000},
	"second": {us: Second}, "sec": {us: Second}, "s": {us: Second},
	"minute": {us: Minute}, "min": {us: Minute}, "m": {us: Minute},
	"hour": {us: Hour}, "hr": {us: Hour}, "h": {us: Hour},
	"day": {days: 1}, "d": {days: 1}, "week": {days: 7}, "w": {days: 7},
	"month": {months: 1}, "mon": {months: 1}, "year": {months: 12}, "yr": {months: 12},
	"y": {months: 12}, "decade": {months: 120}, "decad": {months: 120},
	"century": {months: 1200}, "centurie": {months: 1200}, "millennium": {months: 12000},
}

// span adds up an interval; months and days may have fractions until the end.
type span struct {
	months, days float64
	us           int64
}

func (s *span) add(n float64, u unit) {
	s.months += n * u.months
	s.days += n * u.days
	s.us += int64(math.Round(n * float64(u.us)))
}

// value carries fractions of months into days of which a month has 30, and
// fractions of days into time, as interval_in does.
func (s span) value(negate bool) (Value, bool) {
	months := math.Trunc(s.months)
	days := s.days + (s.months-months)*30
	whole := math.Trunc(days)
	us := s.us + int64(math.Round((days-whole)*float64(Day)))
	if math.Abs(months) > math.MaxInt32 || math.Abs(whole) > math.MaxInt32 {
		return Value{}, false
	}
	if negate {
		months, whole, us = -months, -whole, -us
	}
	return IntervalOf(int32(months), int32(whole), us), true
}

// parseInterval reads the styles postgres, postgres_verbose and iso_8601. A
// bare number counts in seconds, or in the unit that the modifier names.
func parseInterval(text string, mods []string) (Value, bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "P") {
		return parseISOInterval(text[1:])
	}
	bare := units["second"]
	if len(mods) > 0 {
		if u, ok := units[strings.ToLower(mods[0])]; ok {
			bare = u
		}
	}
	text, ago := strings.CutSuffix(strings.TrimPrefix(strings.ToLower(text), "@"), "ago")
	words := strings.Fields(spaced(text))
	var s span
	for i := 0; i < len(words); i++ {
		if strings.Contains(words[i], ":") {
			clock := strings.TrimLeft(words[i], "+-")
			us, ok := hoursText(clock)
			if !ok {
				return Value{}, false
			}
			if words[i][0] == '-' {
				us = -us
			}
			s.us += us
			continue
		}
		n, err := strconv.ParseFloat(words[i], 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return Value{}, false
		}
		u := bare
		if i+1 < len(words) {
			var ok bool
			if u, ok = unitOf(words[i+1]); !ok {
				return Value{}, false
			}
			i++
		}
		s.add(n, u)
	}
	v, ok := s.value(ago)
	return v, ok && len(words) > 0
}

func unitOf(word string) (unit, bool) {
	if u, ok := units[word]; ok {
		return u, true
	}
	u, ok := units[strings.TrimSuffix(word, "s")]
	return u, ok
}

// spaced puts a blank between a number and the unit that follows it: 1d, 2h.
func spaced(text string) string {
	var b strings.Builder
	for i := range len(text) {
		letter := text[i] >= 'a' && text[i] <= 'z'
		if letter && i > 0 && text[i-1] >= '0' && text[i-1] <= '9' {
			b.WriteByte(' ')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// parseISOInterval reads what follows the P of ISO 8601's designators.
func parseISOInterval(text string) (Value, bool) {
	names := map[byte]string{'Y': "year", 'M': "month", 'W': "week", 'D': "day"}
	var s span
	for text != "" {
		if text[0] == 'T' {
			names = map[byte]string{'H': "hour", 'M': "minute", 'S': "second"}
			text = text[1:]
			continue
		}
		at := strings.IndexAny(text, "YMWDHS")
		if at < 1 || names[text[at]] == "" {
			return Value{}, false
		}
		n, err := strconv.ParseFloat(text[:at], 64)
		if err != nil {
			return Value{}, false
		}
		s.add(n, units[names[text[at]]])
		text = text[at+1:]
	}
	return s.value(false)
}
