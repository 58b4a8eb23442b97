package expr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl/pattern"
)

var (
	dateParts = pattern.Of(`^(\d{4})[-/](\d{1,2}|[A-Za-z]{3,9})[-/](\d{1,2})(?:[ T]+(.*))?$`)
	dateRun   = pattern.Of(`^(\d{4})(\d\d)(\d\d)(?:[ T]+(.*))?$`)
	dateWords = pattern.Of(`^([A-Za-z]{3,9})\.? +(\d{1,2}),? +(\d{4})(?: +(.*))?$`)
	dateBack  = pattern.Of(`^(\d{1,2})[- ]([A-Za-z]{3,9})[- ](\d{4})(?: +(.*))?$`)
	clockZone = pattern.Of(`^(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|z|UTC|utc|[+-]\d\d(?::?\d\d)?|[A-Z][A-Za-z_]+(?:/[A-Za-z_]+)+)?$`)
	justClock = pattern.Of(`^\d\d?:\d\d$`)
)

// normalTime prints a date or timestamp in the ISO form that pg_dump uses,
// one with a zone in UTC. A zone that is not written is taken as UTC: the
// text alone does not say.
func normalTime(s, typ string) string {
	s = strings.TrimSpace(s)
	if strings.EqualFold(s, "epoch") {
		s = "1970-01-01"
	}
	date, rest := splitDate(s)
	if date == "" {
		return s
	}
	clock, zone := "00:00:00", ""
	if rest != "" {
		c := clockZone().FindStringSubmatch(rest)
		if c == nil {
			return s
		}
		clock, zone = normalClock(c[1]), c[2]
	}
	switch typ {
	case "date":
		return date
	case "timestamp":
		return date + " " + clock
	}
	return inUTC(date+" "+clock, zone)
}

// splitDate finds the date that a literal begins with, in the ISO form; ""
// where the meaning depends on DateStyle.
func splitDate(s string) (date, rest string) {
	year, month, day := "", "", ""
	switch m := dateParts().FindStringSubmatch(s); {
	case m != nil:
		year, month, day, rest = m[1], m[2], m[3], m[4]
	default:
		if m = dateRun().FindStringSubmatch(s); m != nil {
			year, month, day, rest = m[1], m[2], m[3], m[4]
		} else if m = dateWords().FindStringSubmatch(s); m != nil {
			year, month, day, rest = m[3], m[1], m[2], m[4]
		} else if m = dateBack().FindStringSubmatch(s); m != nil {
			year, month, day, rest = m[3], m[2], m[1], m[4]
		} else {
			return "", ""
		}
	}
	if len(month) > len("12") {
		if month = monthNumber(month); month == "" {
			return "", ""
		}
	}
	return fmt.Sprintf("%s-%02s-%02s", year, month, day), rest
}

// monthNumber reads the name of a month, whole or its first three letters.
func monthNumber(name string) string {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(name, m.String()) || strings.EqualFold(name, m.String()[:3]) || strings.EqualFold(name, "sept") && m == time.September {
			return fmt.Sprintf("%02d", int(m))
		}
	}
	return ""
}

// inUTC shifts an ISO timestamp by its zone.
func inUTC(stamp, zone string) string {
	t, err := time.Parse("2006-01-02 15:04:05.999999", stamp)
	if err != nil {
		return stamp + zone
	}
	if strings.Contains(zone, "/") {
		place, err := time.LoadLocation(zone)
		if err != nil {
			return stamp + " " + zone // this machine does not know it
		}
		t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), place).UTC()
	} else if zone = strings.ReplaceAll(zone, ":", ""); len(zone) >= len("+00") {
		hours, _ := strconv.Atoi(zone[1:3])
		minutes, _ := strconv.Atoi("0" + zone[3:])
		shift := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if zone[0] == '+' {
			shift = -shift
		}
		if zone[0] == '+' || zone[0] == '-' {
			t = t.Add(shift)
		}
	}
	return t.Format("2006-01-02 15:04:05.999999") + "+00"
}

// normalClock adds the seconds.
func normalClock(s string) string {
	if !justClock().MatchString(s) {
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
	intervalPart  = pattern.Of(`^([+-]?\d+(?:\.\d+)?) *([a-zA-Z]+)`)
	intervalDays  = pattern.Of(`^([+-]?\d+) +([+-]?\d+:.*)$`) // 3 04:05:06
	intervalYears = pattern.Of(`^([+-]?)(\d+)-(\d+)(?: |$)`)  // 1-2
	intervalClock = pattern.Of(`^([+-]?)(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?`)
)

var isoInterval = pattern.Of(`^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)

// isoParts writes P1DT2H as 1 day 2 hour.
func isoParts(m []string) string {
	var out []string
	for i, unit := range []string{"year", "month", "week", "day", "hour", "minute", "second"} {
		if m[i+1] != "" {
			out = append(out, m[i+1]+" "+unit)
		}
	}
	return strings.Join(out, " ")
}

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
	if m := isoInterval().FindStringSubmatch(rest); m != nil {
		rest = isoParts(m)
	}
	ago := strings.HasSuffix(strings.ToLower(rest), " ago")
	if ago {
		rest = strings.TrimSpace(rest[:len(rest)-len(" ago")])
	}
	for rest != "" {
		if m := intervalDays().FindStringSubmatch(rest); m != nil {
			rest = m[1] + " day " + m[2]
		}
		if m := intervalYears().FindStringSubmatch(rest); m != nil {
			rest = m[1] + m[2] + " year " + m[1] + m[3] + " month " + rest[len(m[0]):]
		}
		if m := intervalClock().FindStringSubmatch(rest); m != nil {
			sum[2] += clockSeconds(m)
			rest = strings.TrimSpace(rest[len(m[0]):])
			continue
		}
		m := intervalPart().FindStringSubmatch(rest)
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
	for i := range sum {
		if ago {
			sum[i] = 0 - sum[i]
		}
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
