package space

import (
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// Windows of the search for days and times whose parts are restricted.
const (
	partYears     = 60 // on both sides of now
	maxStretches  = 20_000
	secondsPerDay = 86_400
)

// parts narrows stretches of a date or time to those values whose parts
// (weekday, hour, …) satisfy the domain. Times far from now are given up.
func (b *builder) parts(u *unit, within []stretch) ([]stretch, error) {
	var days, clock []domain.Part
	for _, p := range b.Domain.Parts {
		switch p.Field {
		case "hour", "minute", "second":
			clock = append(clock, p)
		default:
			days = append(days, p)
		}
	}
	times := runs(0, secondsPerDay-1, func(x int64) bool {
		return satisfies(clock, value.Value{Kind: value.Time, I: x * value.Second})
	})
	for i := range times {
		times[i] = stretch{times[i].low * value.Second, times[i].high*value.Second + value.Second - 1}
	}
	if u.kind == value.Time {
		if len(days) > 0 {
			return nil, fmt.Errorf("parts of a time: %w", ErrUnknown)
		}
		return meet(times, within), nil
	}
	middle, reach := floorDiv(b.Now, value.Day), int64(partYears*366)
	if len(times) > 1 {
		reach = min(reach, maxStretches/int64(len(times)))
	}
	dates := runs(middle-reach, middle+reach, func(x int64) bool {
		return satisfies(days, value.Value{Kind: value.Date, I: x})
	})
	if u.kind == value.Date {
		return meet(dates, within), nil
	}
	return meet(spread(dates, times), within), nil
}

// spread puts the times of day on every day.
func spread(dates, times []stretch) []stretch {
	whole := len(times) == 1 && times[0].low == 0 && times[0].high == value.Day-1
	var all []stretch
	for _, d := range dates {
		if whole {
			all = append(all, stretch{d.low * value.Day, (d.high+1)*value.Day - 1})
			continue
		}
		for day := d.low; day <= d.high; day++ {
			for _, t := range times {
				all = append(all, stretch{day*value.Day + t.low, day*value.Day + t.high})
			}
		}
	}
	return all
}

func satisfies(parts []domain.Part, v value.Value) bool {
	for _, p := range parts {
		if n, ok := domain.PartOf(p.Field, v); !ok || !p.Has(n) {
			return false
		}
	}
	return true
}

// runs are the stretches of consecutive numbers that pass.
func runs(low, high int64, pass func(int64) bool) []stretch {
	var all []stretch
	for x := low; x <= high; x++ {
		if !pass(x) {
			continue
		}
		if n := len(all); n > 0 && all[n-1].high == x-1 {
			all[n-1].high = x
		} else {
			all = append(all, stretch{x, x})
		}
	}
	return all
}

// meet intersects two sorted lists of disjoint stretches.
func meet(a, b []stretch) []stretch {
	var all []stretch
	for i, j := 0, 0; i < len(a) && j < len(b); {
		low, high := max(a[i].low, b[j].low), min(a[i].high, b[j].high)
		if low <= high {
			all = append(all, stretch{low, high})
		}
		if a[i].high < b[j].high {
			i++
		} else {
			j++
		}
	}
	return all
}
