package value

import (
	"cmp"
	"math"
	mathbig "math/big"
	"math/bits"
	"strings"
)

// The special numbers, as numeric prints them.
const (
	nan           = "NaN"
	infinity      = "Infinity"
	minusInfinity = "-Infinity"
)

// powers of ten that fit in 64 bits.
var powers = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// maxScale bounds scales in arithmetic: numeric's own limit.
const maxScale = 16383

// Number returns the decimal unscaled / 10^scale.
func Number(unscaled int64, scale int) Value {
	return Value{Kind: Decimal, I: unscaled, N: int32(scale)}
}

// special is -1, 1 or 2 for -Infinity, Infinity and NaN, and 0 for a number.
func special(v Value) int {
	switch string(v.B) {
	case nan:
		return 2
	case infinity:
		return 1
	case minusInfinity:
		return -1
	}
	return 0
}

// Unscaled is the number as an integer and the digits after its point.
func unscaled(v Value) (*mathbig.Int, int) {
	if v.B == nil {
		return mathbig.NewInt(v.I), int(v.N)
	}
	text := string(v.B)
	scale := 0
	if at := strings.IndexByte(text, '.'); at >= 0 {
		scale = len(text) - at - 1
		text = text[:at] + text[at+1:]
	}
	n, ok := new(mathbig.Int).SetString(text, 10)
	if !ok {
		n = new(mathbig.Int)
	}
	return n, scale
}

// fromBig is the value of n / 10^scale, held small where it fits.
func fromBig(n *mathbig.Int, scale int) Value {
	if n.IsInt64() && n.Int64() != math.MinInt64 && scale < len(powers) {
		return Number(n.Int64(), scale)
	}
	digits := new(mathbig.Int).Abs(n).String()
	if pad := scale + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	if scale > 0 {
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	if n.Sign() < 0 {
		digits = "-" + digits
	}
	return Value{Kind: Decimal, N: int32(scale), B: []byte(digits)}
}

func pow10(n int) *mathbig.Int {
	if n < len(powers) {
		return mathbig.NewInt(powers[n])
	}
	return new(mathbig.Int).Exp(mathbig.NewInt(10), mathbig.NewInt(int64(n)), nil)
}

// align brings two numbers to one scale.
func align(a, b Value) (x, y *mathbig.Int, scale int) {
	x, sx := unscaled(a)
	y, sy := unscaled(b)
	switch {
	case sx < sy:
		x = new(mathbig.Int).Mul(x, pow10(sy-sx))
	case sy < sx:
		y = new(mathbig.Int).Mul(y, pow10(sx-sy))
	}
	return x, y, max(sx, sy)
}

// alignSmall is align in 64 bits; ok is false where that overflows.
func alignSmall(a, b Value) (x, y int64, scale int32, ok bool) {
	if a.B != nil || b.B != nil {
		return 0, 0, 0, false
	}
	x, y = a.I, b.I
	if a.N < b.N {
		x, ok = rescaleUp(x, b.N-a.N)
		return x, y, b.N, ok
	}
	y, ok = rescaleUp(y, a.N-b.N)
	return x, y, a.N, ok
}

func rescaleUp(x int64, by int32) (int64, bool) {
	if by >= int32(len(powers)) {
		return 0, x == 0
	}
	return mul64(x, powers[by])
}

func mul64(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (x < 0) != (y < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// DecimalCompare orders two decimals as numeric does: NaN is equal to itself
// and above everything.
func DecimalCompare(a, b Value) int {
	if sa, sb := special(a), special(b); sa != 0 || sb != 0 {
		return cmp.Compare(sa, sb)
	}
	if x, y, _, ok := alignSmall(a, b); ok {
		return cmp.Compare(x, y)
	}
	x, y, _ := align(a, b)
	return x.Cmp(y)
}

// DecimalSign is -1, 0 or 1; NaN and Infinity are 1.
func DecimalSign(v Value) int { return DecimalCompare(v, Number(0, 0)) }
