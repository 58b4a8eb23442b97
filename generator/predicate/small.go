package predicate

import "github.com/effigydb/effigy/generator/value"

// Arithmetic on decimals that fit in 64 bits, as nearly all do: what does not
// fit is left to package value.

// powers of ten that fit in 64 bits.
var powers = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// scaled is the unscaled number of a decimal at a scale not below its own.
func scaled(v value.Value, scale int32) (int64, bool) {
	d := scale - v.N
	if v.B != nil || d < 0 || d > 18 || v.N < 0 {
		return 0, false
	}
	if d == 0 {
		return v.I, true
	}
	return multiply(v.I, powers[d])
}

// addSmall is x + y, or x - y.
func addSmall(x, y value.Value, minus bool) (value.Value, bool) {
	scale := max(x.N, y.N)
	a, okA := scaled(x, scale)
	b, okB := scaled(y, scale)
	if !okA || !okB {
		return x, false
	}
	op := "+"
	if minus {
		op = "-"
	}
	n, ok := integers(op, a, b)
	return value.Value{Kind: value.Decimal, I: n, N: scale}, ok
}

func multiplySmall(x, y value.Value) (value.Value, bool) {
	if x.B != nil || y.B != nil || x.N < 0 || y.N < 0 {
		return x, false
	}
	n, ok := multiply(x.I, y.I)
	return value.Value{Kind: value.Decimal, I: n, N: x.N + y.N}, ok
}

// roundSmall is the least decimal of scale digits that is not below v, or the
// greatest that is not above.
func roundSmall(v value.Value, scale int, up bool) (value.Value, bool) {
	if v.B != nil || v.N < 0 || scale < 0 || scale > 18 {
		return v, false
	}
	if int(v.N) <= scale {
		n, ok := scaled(v, int32(scale))
		return value.Value{Kind: value.Decimal, I: n, N: int32(scale)}, ok
	}
	d := int(v.N) - scale
	if d > 18 {
		return v, false
	}
	n := floorDiv(v.I, powers[d])
	if up && n*powers[d] != v.I {
		n++
	}
	return value.Value{Kind: value.Decimal, I: n, N: int32(scale)}, true
}
