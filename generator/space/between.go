package space

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// between is a pattern of the texts that lie in one of the intervals, for a
// type whose texts are of one length and in the order of their bytes, written
// with the given digits.
func between(list []domain.Interval, size int, digits string) language.Pattern {
	var all []string
	for _, i := range list {
		low, high := strings.Repeat("-", size), strings.Repeat("g", size)
		if !i.Low.IsNull() {
			low = string(i.Low.B)
		}
		if !i.High.IsNull() {
			high = string(i.High.B)
		}
		all = append(all, span(low, high, digits)...)
		if !i.LowOpen && i.Has(value.String(low)) {
			all = append(all, regexp.QuoteMeta(low))
		}
		if !i.HighOpen && i.Has(value.String(high)) {
			all = append(all, regexp.QuoteMeta(high))
		}
	}
	return language.Pattern{Text: "^(" + strings.Join(all, "|") + ")$"}
}

// span are patterns of the texts strictly between two of one length: those
// that part from both at once, from the lower one later, and from the upper.
func span(low, high, digits string) []string {
	n := min(len(low), len(high))
	common := 0
	for common < n && low[common] == high[common] {
		common++
	}
	if common == n || low > high {
		return nil
	}
	var out []string
	add := func(prefix string, from, to byte, at int) {
		set := ""
		for _, d := range []byte(digits) {
			if d > from && d < to {
				set += string(d)
			}
		}
		if set != "" {
			out = append(out, regexp.QuoteMeta(prefix)+"["+set+"]"+strings.Repeat(".", n-at-1))
		}
	}
	add(low[:common], low[common], high[common], common)
	for at := common + 1; at < n; at++ {
		add(low[:at], low[at], 0xff, at)
		add(high[:at], 0, high[at], at)
	}
	return out
}
