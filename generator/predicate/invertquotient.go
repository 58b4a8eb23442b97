package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// invertQuotient inverts the division of integers, which cuts towards zero.
func (s *solver) invertQuotient(x *schema.Expr, t schema.Type, k int64, want domain.Domain) ([]effect, bool) {
	if k <= 0 || want.Not != nil {
		return nil, false
	}
	intervals := want.Intervals
	if want.Set != nil {
		intervals = nil
		for _, v := range want.Set {
			intervals = append(intervals, domain.Point(v))
		}
	}
	out := []domain.Interval{}
	for _, i := range intervals {
		i, ok := integerInterval(i, short(t))
		if !ok {
			return nil, false
		}
		if d, some := dividends(i.Low.I, i.High.I, k); some {
			out = append(out, d)
		}
	}
	return s.invertAs(x, t, domain.Domain{Intervals: domain.Union(out)})
}

// dividends are the integers of which the k-th part lies between two; false
// when there are none.
func dividends(low, high, k int64) (domain.Interval, bool) {
	var i domain.Interval
	if low > high || low > math.MaxInt64/k || high < math.MinInt64/k {
		return i, false
	}
	switch {
	case low > 0:
		i.Low = value.Integer(low * k)
	case low > math.MinInt64 && low-1 >= math.MinInt64/k:
		i.Low = value.Integer((low-1)*k + 1)
	}
	switch {
	case high < 0:
		i.High = value.Integer(high * k)
	case high < math.MaxInt64/k:
		i.High = value.Integer((high+1)*k - 1)
	}
	return i, true
}
