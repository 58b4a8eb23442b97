package value

import (
	"strconv"
	"strings"
)

// parseDate reads ISO dates, with or without hyphens, and the infinities.
func parseDate(text string) (Value, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "infinity":
		return Value{Kind: Date, I: dateInfinity}, true
	case "-infinity":
		return Value{Kind: Date, I: dateMinusInfinity}, true
	case "epoch":
		return Value{Kind: Date, I: -epochToY2K}, true
	}
	if date, _, ok := splitTimestamp(text); ok { // a timestamp's date
		text = date
	}
	days, ok := dayText(text)
	return Value{Kind: Date, I: days}, ok
}

// firstDay is the first that Postgres has, 4714-11-24 BC: day 0 of the Julian
// period (datatype/timestamp.h).
const firstDay = -2451545

// dayText reads yyyy-mm-dd or yyyymmdd, with an optional bc.
func dayText(text string) (int64, bool) {
	text, bc := strings.CutSuffix(text, " bc")
	parts := strings.Split(text, "-")
	if len(parts) == 1 && len(text) == 8 {
		parts = []string{text[:4], text[4:6], text[6:]}
	}
	if len(parts) != 3 || len(parts[0]) < 4 {
		return 0, false
	}
	var n [3]int
	for i, p := range parts {
		v, err := strconv.ParseUint(p, 10, 32)
		if err != nil || v > maxDateYear {
			return 0, false
		}
		n[i] = int(v)
	}
	if n[0] == 0 { // 1 BC comes before 1
		return 0, false
	}
	if bc {
		n[0] = 1 - n[0]
	}
	days := DayOf(n[0], n[1], n[2])
	y, m, d := DateOf(days)
	return days, days >= firstDay && n[1] >= 1 && n[1] <= 12 && y == n[0] && m == n[1] && d == n[2]
}

// splitTimestamp cuts a timestamp at the T or blank before its time.
func splitTimestamp(text string) (date, clock string, ok bool) {
	at := strings.IndexAny(text, " t")
	if at < 8 || at+1 >= len(text) || text[at+1] < '0' || text[at+1] > '9' {
		return text, "", false
	}
	date, clock = text[:at], text[at+1:]
	if c, bc := strings.CutSuffix(clock, " bc"); bc {
		return date + " bc", c, true
	}
	return date, clock, true
}

// parseTimestamp reads an ISO timestamp. The zone, UTC where there is none,
// counts only when zoned.
func parseTimestamp(text string, zoned bool) (Value, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "infinity":
		return Value{Kind: Timestamp, I: timeInfinity}, true
	case "-infinity":
		return Value{Kind: Timestamp, I: timeMinusInfinity}, true
	case "epoch":
		return Value{Kind: Timestamp, I: -epochToY2K * Day}, true
	}
	date, clock, _ := splitTimestamp(text)
	days, ok := dayText(date)
	if !ok {
		return Value{}, false
	}
	us, west, ok := clockText(clock)
	if !ok {
		return Value{}, false
	}
	if zoned {
		us += int64(west) * Second
	}
	if days > 106_000_000 || days < -2_500_000 {
		return Value{}, false
	}
	return Value{Kind: Timestamp, I: days*Day + us}, true
}

func parseTime(text string, zoned bool) (Value, bool) {
	us, west, ok := clockText(strings.ToLower(strings.TrimSpace(text)))
	if !ok || text == "" {
		return Value{}, false
	}
	v := Value{Kind: Time, I: us}
	if zoned {
		v.N = west
	}
	return v, true
}

// clockText reads hh:mm[:ss[.ffffff]] and an optional numeric zone or UTC,
// as microseconds and seconds west of UTC. Nothing at all is midnight.
func clockText(text string) (us int64, west int32, ok bool) {
	if text == "" {
		return 0, 0, true
	}
	clock, zone := text, ""
	if at := strings.IndexAny(text, "+-zug "); at >= 0 {
		clock, zone = text[:at], strings.TrimSpace(text[at:])
	}
	us, ok = hoursText(clock)
	if !ok || us > Day {
		return 0, 0, false
	}
	west, ok = zoneText(zone)
	return us, west, ok
}

// hoursText reads h:mm[:ss[.f]], hours without limit.
func hoursText(text string) (int64, bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	h, errH := strconv.ParseUint(parts[0], 10, 31)
	m, errM := strconv.ParseUint(parts[1], 10, 31)
	if errH != nil || errM != nil || m > 59 {
		return 0, false
	}
	us := int64(h)*Hour + int64(m)*Minute
	if len(parts) == 3 {
		s, ok := secondsText(parts[2])
		if !ok || s > Minute {
			return 0, false
		}
		us += s
	}
	return us, true
}

// secondsText reads seconds with a fraction of up to six digits that count.
func secondsText(text string) (int64, bool) {
	v, ok := parseDecimal(text)
	if !ok || special(v) != 0 {
		return 0, false
	}
	r := DecimalRound(v, 6)
	return r.I, r.B == nil
}

func zoneText(text string) (west int32, ok bool) {
	switch text {
	case "", "z", "utc", "gmt", "zulu":
		return 0, true
	}
	sign := int32(-1)
	switch text[0] {
	case '-':
		sign = 1
	case '+':
	default:
		return 0, false
	}
	digits := strings.ReplaceAll(text[1:], ":", "")
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		return 0, false
	}
	h, m, s := int32(n), int32(0), int32(0)
	switch len(digits) {
	case 1, 2:
	case 3, 4:
		h, m = h/100, h%100
	case 6:
		h, m, s = h/10000, h/100%100, h%100
	default:
		return 0, false
	}
	return sign * (h*3600 + m*60 + s), h <= 15 && m < 60 && s < 60
}
