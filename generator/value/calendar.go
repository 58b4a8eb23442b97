package value

// Units of time in microseconds, and days between 1970 and 2000.
const (
	Second      = int64(1_000_000)
	Minute      = 60 * Second
	Hour        = 60 * Minute
	Day         = 24 * Hour
	epochToY2K  = 10957
	maxDateYear = 5_874_897
)

// DayOf is the number of days from 2000-01-01 to a date of the proleptic
// Gregorian calendar; year 0 is 1 BC. (Hinnant, days_from_civil.)
func DayOf(year, month, day int) int64 {
	y := int64(year)
	if month <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := int64((153*((month+9)%12)+2)/5 + day - 1)
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468 - epochToY2K
}

// DateOf is the date that lies so many days after 2000-01-01.
func DateOf(days int64) (year, month, day int) {
	z := days + 719468 + epochToY2K
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = int(doy - (153*mp+2)/5 + 1)
	month = int((mp+2)%12 + 1)
	y := yoe + era*400
	if month <= 2 {
		y++
	}
	return int(y), month, day
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// appendDate prints a day as date_out does in ISO style.
func appendDate(dst []byte, days int64) []byte {
	switch days {
	case dateInfinity:
		return append(dst, "infinity"...)
	case dateMinusInfinity:
		return append(dst, "-infinity"...)
	}
	y, m, d := DateOf(days)
	dst = appendYMD(dst, y, m, d)
	if y <= 0 {
		dst = append(dst, " BC"...)
	}
	return dst
}

func appendYMD(dst []byte, y, m, d int) []byte {
	if y <= 0 {
		y = 1 - y
	}
	dst = appendYear(dst, int64(y))
	dst = append2(append(dst, '-'), int64(m))
	return append2(append(dst, '-'), int64(d))
}

// appendYear prints at least four digits.
func appendYear(dst []byte, y int64) []byte {
	if y >= 10000 {
		dst = appendYear4(dst, y/10000)
		y %= 10000
	}
	return append(dst, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10))
}

// appendYear4 prints what stands before the last four digits of a year.
func appendYear4(dst []byte, y int64) []byte {
	if y >= 10 {
		dst = appendYear4(dst, y/10)
	}
	return append(dst, byte('0'+y%10))
}

func append2(dst []byte, n int64) []byte { return append(dst, byte('0'+n/10), byte('0'+n%10)) }

// appendClock prints microseconds since midnight, the fraction without
// trailing zeros.
func appendClock(dst []byte, us int64) []byte {
	dst = append2(dst, us/Hour)
	dst = append2(append(dst, ':'), us/Minute%60)
	dst = append2(append(dst, ':'), us/Second%60)
	return appendFraction(dst, us%Second)
}

func appendFraction(dst []byte, us int64) []byte {
	if us == 0 {
		return dst
	}
	dst = append(dst, '.')
	for p := Second / 10; us > 0; p /= 10 {
		dst = append(dst, byte('0'+us/p))
		us %= p
	}
	return dst
}

// appendTimestamp prints in ISO style; with a zone, in UTC.
func appendTimestamp(dst []byte, us int64, zone bool) []byte {
	switch us {
	case timeInfinity:
		return append(dst, "infinity"...)
	case timeMinusInfinity:
		return append(dst, "-infinity"...)
	}
	days := floorDiv(us, Day)
	y, m, d := DateOf(days)
	dst = appendYMD(dst, y, m, d)
	dst = appendClock(append(dst, ' '), us-days*Day)
	if zone {
		dst = append(dst, "+00"...)
	}
	if y <= 0 {
		dst = append(dst, " BC"...)
	}
	return dst
}
