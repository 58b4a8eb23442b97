package value

import (
	"math"
	mathbig "math/big"
)

// notANumber is the result of arithmetic on NaN and infinities here: callers
// that must be exact about them test for them first.
func notANumber() Value { return Value{Kind: Decimal, B: []byte(nan)} }

// DecimalAdd is a + b at the greater scale, as numeric_add.
func DecimalAdd(a, b Value) Value {
	if special(a) != 0 || special(b) != 0 {
		return notANumber()
	}
	if x, y, scale, ok := alignSmall(a, b); ok {
		if sum := x + y; (sum > x) == (y > 0) {
			return Number(sum, int(scale))
		}
	}
	x, y, scale := align(a, b)
	return fromBig(new(mathbig.Int).Add(x, y), scale)
}

// DecimalNegate is -v.
func DecimalNegate(v Value) Value {
	if special(v) != 0 {
		return notANumber()
	}
	if v.B == nil && v.I != math.MinInt64 {
		return Number(-v.I, int(v.N))
	}
	n, scale := unscaled(v)
	return fromBig(new(mathbig.Int).Neg(n), scale)
}

// DecimalSubtract is a - b.
func DecimalSubtract(a, b Value) Value { return DecimalAdd(a, DecimalNegate(b)) }

// DecimalMultiply is a * b; its scale is the sum of both, as numeric_mul.
func DecimalMultiply(a, b Value) Value {
	if special(a) != 0 || special(b) != 0 {
		return notANumber()
	}
	if a.B == nil && b.B == nil && a.N+b.N < int32(len(powers)) {
		if p, ok := mul64(a.I, b.I); ok {
			return Number(p, int(a.N+b.N))
		}
	}
	x, sx := unscaled(a)
	y, sy := unscaled(b)
	return fromBig(new(mathbig.Int).Mul(x, y), min(sx+sy, 2*maxScale))
}

// DecimalDivide is a / b rounded half away from zero at scale digits; ok is
// false for a division by zero.
func DecimalDivide(a, b Value, scale int) (quotient Value, ok bool) {
	if special(a) != 0 || special(b) != 0 || DecimalSign(b) == 0 {
		return notANumber(), false
	}
	if q, ok := longDivide(a, b, scale); ok {
		return q, true
	}
	x, y, _ := align(a, b)
	x = new(mathbig.Int).Mul(x, pow10(scale))
	return fromBig(divideRounded(x, y), scale), true
}

// divideRounded is x / y rounded half away from zero.
func divideRounded(x, y *mathbig.Int) *mathbig.Int {
	q, r := new(mathbig.Int).QuoRem(x, y, new(mathbig.Int))
	if r.Abs(r).Lsh(r, 1).CmpAbs(y) >= 0 {
		q.Add(q, mathbig.NewInt(int64(x.Sign()*y.Sign())))
	}
	return q
}

// DecimalRound rounds half away from zero to scale digits, as numeric's
// modifier does. A negative scale rounds left of the point and leaves scale 0.
func DecimalRound(v Value, scale int) Value {
	if special(v) != 0 || v.B == nil && int(v.N) == scale {
		return v
	}
	if v.B == nil && int(v.N) < scale {
		if x, ok := rescaleUp(v.I, int32(scale)-v.N); ok && scale < len(powers) {
			return Number(x, scale)
		}
	}
	if n, ok := roundSmall(v, scale); ok {
		return Number(n, scale)
	}
	if n, next, _, ok := cutText(v, scale); ok {
		switch {
		case next < '5':
		case v.B[0] == '-':
			n--
		default:
			n++
		}
		return Number(n, scale)
	}
	n, s := unscaled(v)
	if s <= scale {
		return fromBig(new(mathbig.Int).Mul(n, pow10(scale-s)), scale)
	}
	n = divideRounded(n, pow10(s-scale))
	if scale < 0 {
		return fromBig(n.Mul(n, pow10(-scale)), 0)
	}
	return fromBig(n, scale)
}

// roundSmall is DecimalRound to fewer digits in 64 bits.
func roundSmall(v Value, scale int) (int64, bool) {
	by := int(v.N) - scale
	if v.B != nil || scale < 0 || by <= 0 || by >= len(powers) {
		return 0, false
	}
	unit := powers[by]
	n, rest := v.I/unit, v.I%unit
	switch {
	case rest >= unit-rest:
		n++
	case -rest >= unit+rest:
		n--
	}
	return n, true
}

// DecimalFloor is the greatest decimal of scale digits not above v, and
// DecimalCeil the least not below.
func DecimalFloor(v Value, scale int) Value {
	if n, _, more, ok := cutText(v, scale); ok && special(v) == 0 {
		if more && v.B[0] == '-' {
			n--
		}
		return Number(n, scale)
	}
	r := DecimalRound(v, scale)
	if DecimalCompare(r, v) > 0 {
		return DecimalAdd(r, Number(-1, scale))
	}
	return r
}

// DecimalCeil is the least decimal of scale digits not below v.
func DecimalCeil(v Value, scale int) Value {
	if n, _, more, ok := cutText(v, scale); ok && special(v) == 0 {
		if more && v.B[0] != '-' {
			n++
		}
		return Number(n, scale)
	}
	r := DecimalRound(v, scale)
	if DecimalCompare(r, v) < 0 {
		return DecimalAdd(r, Number(1, scale))
	}
	return r
}

// DecimalInt is v as a whole number; ok is false when it isn't one or does
// not fit in 64 bits.
func DecimalInt(v Value) (n int64, ok bool) {
	if special(v) != 0 {
		return 0, false
	}
	r := DecimalRound(v, 0)
	return r.I, r.B == nil && DecimalCompare(r, v) == 0
}
