package expr

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	justDate  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	dateTime  = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$`)
	justClock = regexp.MustCompile(`^\d\d?:\d\d$`)
)

// normalTime prints a date or timestamp in the ISO form that pg_dump uses. A
// zone that is not written is taken as UTC: the text alone does not say.
func normalTime(s, typ string) string {
	s = strings.TrimSpace(s)
	if typ == "date" {
		if m := dateTime.FindStringSubmatch(s); m != nil {
			return m[1]
		}
		return s
	}
	zone := ""
	if typ == "timestamptz" {
		zone = "+00"
	}
	if justDate.MatchString(s) {
		return s + " 00:00:00" + zone
	}
	m := dateTime.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	clock := normalClock(m[2])
	switch z := m[3]; {
	case typ == "timestamp" || z == "" || z == "Z" || z == "UTC":
	default:
		zone = strings.TrimSuffix(strings.TrimSuffix(z, "00"), ":")
		if len(zone) < 3 {
			zone = z
		}
	}
	return m[1] + " " + clock + zone
}

// normalClock adds the seconds.
func normalClock(s string) string {
	if !justClock.MatchString(s) {
		if h, f, ok := strings.Cut(s, "."); ok {
			if f = strings.TrimRight(f, "0"); f == "" {
				return h
			}
			return h + "." + f
		}
		return s
	}
	if len(s) == len("0:00") {
		s = "0" + s
	}
	return s + ":00"
}

var (
	intervalPart  = regexp.MustCompile(`^([+-]?\d+(?:\.\d+)?) *([a-zA-Z]+)`)
	intervalClock = regexp.MustCompile(`^([+-]?)(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?`)
)

// units of an interval: months, days, seconds.
var units = map[string][3]float64{
	"microsecond": {0, 0, 1e-6}, "millisecond": {0, 0, 1e-3}, "second": {0, 0, 1}, "sec": {0, 0, 1}, "s": {0, 0, 1},
	"minute": {0, 0, 60}, "min": {0, 0, 60}, "m": {0, 0, 60}, "hour": {0, 0, 3600}, "hr": {0, 0, 3600}, "h": {0, 0, 3600},
	"day": {0, 1, 0}, "d": {0, 1, 0}, "week": {0, 7, 0}, "w": {0, 7, 0},
	"month": {1, 0, 0}, "mon": {1, 0, 0}, "year": {12, 0, 0}, "yr": {12, 0, 0}, "y": {12, 0, 0},
	"decade": {120, 0, 0}, "century": {1200, 0, 0}, "centurie": {1200, 0, 0},
}

// intervalFields are the modifiers of interval '1' day and its kin, as
// INTERVAL_MASK of timestamp.h.
var intervalFields = map[string]string{"2": "month", "4": "year", "8": "day", "1024": "hour", "2048": "minute", "4096": "second"}

// normalInterval prints an interval as months, days and seconds; a text it
// does not read stays as it is.
func normalInterval(s string) string {
	var sum [3]float64
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "@"))
	if rest == "0" {
		rest = "0 s"
	}
	for rest != "" {
		if m := intervalClock.FindStringSubmatch(rest); m != nil {
			sum[2] += clockSeconds(m)
			rest = strings.TrimSpace(rest[len(m[0]):])
			continue
		}
		m := intervalPart.FindStringSubmatch(rest)
		if m == nil {
			return s
		}
		unit, ok := units[strings.TrimSuffix(strings.ToLower(m[2]), "s")]
		if !ok {
			if unit, ok = units[strings.ToLower(m[2])]; !ok {
				return s
			}
		}
		n, _ := strconv.ParseFloat(m[1], 64)
		for i := range sum {
			sum[i] += n * unit[i]
		}
		rest = strings.TrimSpace(rest[len(m[0]):])
	}
	if sum[0] != math.Trunc(sum[0]) || sum[1] != math.Trunc(sum[1]) {
		return s
	}
	return fmt.Sprintf("%gmon %gd %ss", sum[0], sum[1], strconv.FormatFloat(sum[2], 'f', -1, 64))
}

func clockSeconds(m []string) float64 {
	h, _ := strconv.ParseFloat(m[2], 64)
	mins, _ := strconv.ParseFloat(m[3], 64)
	s, _ := strconv.ParseFloat("0"+m[4], 64)
	total := h*3600 + mins*60 + s
	if m[1] == "-" {
		return -total
	}
	return total
}
