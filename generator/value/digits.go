package value

import (
	"bytes"
	"math"
	"strconv"
)

// Quotients have twenty digits and are rounded to a few of them, row by row.
// Where numbers are small that goes digit by digit, as on paper.

// longDivide is a / b rounded half away from zero at scale digits, of numbers
// that are held small; ok is false where a step would not fit.
func longDivide(a, b Value, scale int) (quotient Value, ok bool) {
	if a.B != nil || b.B != nil || scale < 0 || scale > maxDigits {
		return Value{}, false
	}
	x, ok1 := rescaleUp(a.I, b.N)
	y, ok2 := rescaleUp(b.I, a.N)
	if x, y = abs(x), abs(y); !ok1 || !ok2 || x < 0 || y <= 0 || y > math.MaxInt64/10 {
		return Value{}, false
	}
	digits := strconv.AppendInt(make([]byte, 1, 24+scale), x/y, 10)
	digits[0] = '0' // for what is carried
	point := len(digits)
	x %= y
	for range scale {
		x *= 10
		digits = append(digits, byte('0'+x/y))
		x %= y
	}
	if x*2 >= y {
		carry(digits)
	}
	return fromDigits(digits, point, (a.I < 0) != (b.I < 0)), true
}

// maxDigits bounds the digits of a long division behind the point.
const maxDigits = 40

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// carry adds one to a number in digits, which begins with a zero to spare.
func carry(digits []byte) {
	for i := len(digits) - 1; ; i-- {
		if digits[i] != '9' {
			digits[i]++
			return
		}
		digits[i] = '0'
	}
}

// fromDigits is the value of digits with so many before the point, held small
// where it fits.
func fromDigits(digits []byte, point int, negative bool) Value {
	scale := len(digits) - point
	for point > 1 && digits[0] == '0' {
		digits, point = digits[1:], point-1
	}
	if n, err := strconv.ParseInt(string(digits), 10, 64); err == nil && scale < len(powers) {
		if negative {
			n = -n
		}
		return Number(n, scale)
	}
	text := make([]byte, 0, len(digits)+2)
	if negative && bytes.ContainsAny(digits, "123456789") {
		text = append(text, '-')
	}
	text = append(text, digits[:point]...)
	if scale > 0 {
		text = append(append(text, '.'), digits[point:]...)
	}
	return Value{Kind: Decimal, N: int32(scale), B: text}
}

// cutText is a decimal that is held as text, cut off behind scale digits: the
// number left, the digit after it, and whether anything but zeros was cut. ok
// is false where that is not less than the number, or does not fit.
func cutText(v Value, scale int) (n int64, next byte, more, ok bool) {
	text, negative := v.B, false
	if len(text) > 0 && text[0] == '-' {
		text, negative = text[1:], true
	}
	if scale < 0 || scale >= len(powers) || int(v.N) <= scale || len(text) <= int(v.N)+1 || len(text)-int(v.N)+scale > len(powers) {
		return 0, 0, false, false
	}
	point := len(text) - int(v.N) - 1
	for i, c := range text[:point+1+scale] {
		if i != point {
			n = n*10 + int64(c-'0')
		}
	}
	rest := text[point+1+scale:]
	for _, c := range rest {
		more = more || c != '0'
	}
	if negative {
		n = -n
	}
	return n, rest[0], more, text[point] == '.'
}
