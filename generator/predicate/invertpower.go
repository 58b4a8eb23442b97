package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

const (
	rootScale   = 6   // decimals of a root that is not exact
	maxExponent = 8   // of the powers that are inverted
	maxRoot     = 1e9 // … and the largest root, which a float tells to six decimals
)

// invertPower inverts x ^ n for small whole n. A bound whose root is not exact
// moves inwards by a little more than what a server may round.
func (s *solver) invertPower(x *schema.Expr, t schema.Type, k value.Value, want domain.Domain) ([]effect, bool) {
	n, ok := value.DecimalInt(k)
	if !ok || n < 1 || n > maxExponent || want.Set != nil || want.Not != nil || want.Intervals == nil {
		return nil, false
	}
	out, below := domain.Domain{Intervals: []domain.Interval{}}, []domain.Interval{}
	for _, i := range want.Intervals {
		low, okL := root(i.Low, n, 1)
		high, okH := root(i.High, n, -1)
		if !okL || !okH || !low.IsNull() && !high.IsNull() && value.DecimalCompare(low, high) > 0 {
			return nil, false
		}
		if n%2 == 1 {
			out.Intervals = append(out.Intervals, domain.Interval{Low: low, LowOpen: i.LowOpen, High: high, HighOpen: i.HighOpen})
			continue
		}
		switch {
		case !i.High.IsNull() && value.DecimalSign(asDecimal(i.High)) < 0:
			continue
		case i.Low.IsNull() || value.DecimalSign(asDecimal(i.Low)) < 0:
			j := domain.Interval{High: high, HighOpen: i.HighOpen, LowOpen: i.HighOpen}
			if !high.IsNull() {
				j.Low = value.DecimalNegate(high)
			}
			out.Intervals = append(out.Intervals, j)
		default:
			out.Intervals = append(out.Intervals, domain.Interval{Low: low, LowOpen: i.LowOpen, High: high, HighOpen: i.HighOpen})
			j := domain.Interval{High: value.DecimalNegate(low), HighOpen: i.LowOpen, LowOpen: i.HighOpen}
			if !high.IsNull() {
				j.Low = value.DecimalNegate(high)
			}
			below = append(below, j)
		}
	}
	reverseIntervals(below)
	out.Intervals = append(below, out.Intervals...)
	return s.invertAs(x, t, out)
}

// root is the n-th root of a bound: exact, or else a step further than the
// nearest one of six decimals to the side of sign. No bound is none.
func root(v value.Value, n int64, sign int64) (value.Value, bool) {
	if v.IsNull() {
		return v, true
	}
	v = asDecimal(v)
	f := value.FloatOf(v)
	negative := f < 0
	if negative && n%2 == 0 {
		return value.Value{}, true // below all powers
	}
	r := math.Pow(math.Abs(f), 1/float64(n))
	if !(r < maxRoot) {
		return value.Value{}, false
	}
	unscaled := int64(math.Round(r * math.Pow10(rootScale)))
	if negative {
		unscaled = -unscaled
	}
	power := value.Number(1, 0)
	for range n {
		power = value.DecimalMultiply(power, value.Number(unscaled, rootScale))
	}
	if value.DecimalCompare(power, v) != 0 {
		unscaled += 2 * sign
	}
	return value.Number(unscaled, rootScale), true
}
