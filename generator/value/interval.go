package value

import "strconv"

// appendInterval prints in IntervalStyle postgres (EncodeInterval).
func appendInterval(dst []byte, v Value) []byte {
	at := len(dst)
	negative := false
	part := func(n int64, unit string) {
		if n == 0 {
			return
		}
		if len(dst) > at {
			dst = append(dst, ' ')
		}
		if negative && n > 0 {
			dst = append(dst, '+')
		}
		dst = strconv.AppendInt(dst, n, 10)
		dst = append(append(dst, ' '), unit...)
		if n != 1 {
			dst = append(dst, 's')
		}
		negative = n < 0
	}
	part(int64(v.M)/12, "year")
	part(int64(v.M)%12, "mon")
	part(int64(v.N), "day")
	if v.I == 0 && len(dst) > at {
		return dst
	}
	if len(dst) > at {
		dst = append(dst, ' ')
	}
	us := v.I
	switch {
	case us < 0:
		dst = append(dst, '-')
	case negative:
		dst = append(dst, '+')
	}
	return appendHours(dst, magnitude(us))
}

// appendHours prints a time of day that may pass 24 hours.
func appendHours(dst []byte, us uint64) []byte {
	hours := us / uint64(Hour)
	if hours < 100 {
		return appendClock(dst, int64(us))
	}
	dst = strconv.AppendUint(dst, hours, 10)
	rest := int64(us % uint64(Hour))
	dst = append2(append(dst, ':'), rest/Minute)
	dst = append2(append(dst, ':'), rest/Second%60)
	return appendFraction(dst, rest%Second)
}

// IntervalOf is the value of months, days and microseconds.
func IntervalOf(months, days int32, us int64) Value {
	return Value{Kind: Interval, M: months, N: days, I: us}
}

// IntervalSpan is how interval_cmp sees an interval: a month is 30 days, a
// day 24 hours. It returns whole days and the microseconds that remain.
func IntervalSpan(v Value) (days, us int64) {
	more := floorDiv(v.I, Day)
	return int64(v.M)*30 + int64(v.N) + more, v.I - more*Day
}
