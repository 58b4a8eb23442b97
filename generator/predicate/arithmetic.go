package predicate

import (
	"math"
	"math/bits"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// arithmetic resolves + - * / %.
func (b *binder) arithmetic(op string, x, y term) term {
	if x.literal != nil && y.literal != nil {
		return b.beyond()
	}
	if t, ok := b.temporal(op, x, y); ok {
		return t
	}
	if x.literal != nil {
		x = b.as(x, y.typ)
	}
	if y.literal != nil {
		y = b.as(y, x.typ)
	}
	if rank(x.typ) == 0 || rank(y.typ) == 0 {
		return b.beyond()
	}
	t, ok := common(x.typ, y.typ)
	if !ok {
		return b.beyond()
	}
	x, y = b.as(x, t), b.as(y, t)
	f := b.numbers(op, t)
	if f == nil {
		return b.beyond()
	}
	return b.lift2(t, f, x, y)
}

// binary is an operation on two numbers of one type.
type binary func(x, y value.Value) (value.Value, bool)

func (b *binder) numbers(op string, t schema.Type) binary {
	switch kindOf(t) {
	case value.Int:
		name := short(t)
		return func(x, y value.Value) (value.Value, bool) {
			n, ok := integers(op, x.I, y.I)
			return value.Integer(n), ok && inRange(n, name)
		}
	case value.Decimal:
		return decimals(op)
	case value.Float:
		single := short(t) == "float4"
		return func(x, y value.Value) (value.Value, bool) { return floats(op, x.F, y.F, single) }
	}
	return nil
}

// integers computes in 64 bits; false on overflow and division by zero, which
// Postgres raises as errors.
func integers(op string, x, y int64) (int64, bool) {
	switch op {
	case "+":
		n := x + y
		return n, (n > x) == (y > 0)
	case "-":
		n := x - y
		return n, (n < x) == (y > 0)
	case "*":
		return multiply(x, y)
	}
	if y == 0 || x == math.MinInt64 && y == -1 {
		return 0, false
	}
	if op == "/" {
		return x / y, true
	}
	return x % y, op == "%"
}

func multiply(x, y int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	negative := (x < 0) != (y < 0)
	switch {
	case high != 0, low > 1<<63, low == 1<<63 && !negative:
		return 0, false
	case negative:
		return int64(-low), true
	}
	return int64(low), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}

// decimals computes on numeric, special values excepted.
func decimals(op string) binary {
	f := map[string]binary{
		"+": func(x, y value.Value) (value.Value, bool) {
			if v, ok := addSmall(x, y, false); ok {
				return v, true
			}
			return value.DecimalAdd(x, y), true
		},
		"-": func(x, y value.Value) (value.Value, bool) {
			if v, ok := addSmall(x, y, true); ok {
				return v, true
			}
			return value.DecimalSubtract(x, y), true
		},
		"*": func(x, y value.Value) (value.Value, bool) {
			if v, ok := multiplySmall(x, y); ok {
				return v, true
			}
			return value.DecimalMultiply(x, y), true
		},
		"/": func(x, y value.Value) (value.Value, bool) { return value.DecimalDivide(x, y, divisionScale(x, y)) },
		"%": remainder,
	}[op]
	if f == nil {
		return nil
	}
	return func(x, y value.Value) (value.Value, bool) {
		if special(x) || special(y) || len(x.B) > maxDigits || len(y.B) > maxDigits {
			return value.Value{}, false
		}
		return f(x, y)
	}
}

// maxDigits bounds the numbers that are computed with.
const maxDigits = 1000

// divisionScale is the scale of a quotient (select_div_scale of numeric.c):
// at least 16 significant digits, counted in base 10000.
func divisionScale(x, y value.Value) int {
	wx, fx := weight(x)
	wy, fy := weight(y)
	q := wx - wy
	if fx <= fy {
		q--
	}
	scale := 16 - q*4
	return min(max(scale, scaleOf(x), scaleOf(y), 0), 1000)
}

// weight is the position of the first base-10000 digit, and the digit.
func weight(v value.Value) (weight, first int) {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(decimalText(v), "-"), ".")
	whole = strings.TrimLeft(whole, "0")
	if whole != "" {
		n := (len(whole)-1)%4 + 1
		return (len(whole) - 1) / 4, digits(whole[:n])
	}
	for i := 0; i < len(fraction); i += 4 {
		group := (fraction[i:] + "000")[:4]
		if d := digits(group); d != 0 {
			return -i/4 - 1, d
		}
	}
	return 0, 0
}

func digits(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// scaleOf is the number of digits after the point.
func scaleOf(v value.Value) int {
	if v.B == nil {
		return int(v.N)
	}
	_, fraction, _ := strings.Cut(string(v.B), ".")
	return len(fraction)
}

// remainder is x - trunc(x/y)*y, which has the sign of x.
func remainder(x, y value.Value) (value.Value, bool) {
	if value.DecimalSign(y) == 0 {
		return value.Value{}, false
	}
	scale := max(scaleOf(x), scaleOf(y))
	a, okA := wholeOf(x, scale)
	b, okB := wholeOf(y, scale)
	if !okA || !okB || b == 0 || a == math.MinInt64 {
		return value.Value{}, false
	}
	return value.Number(a%b, scale), true
}

// wholeOf is v times 10^scale where that fits.
func wholeOf(v value.Value, scale int) (int64, bool) {
	if v.B != nil || scale > 18 {
		return 0, false
	}
	n := v.I
	for s := int(v.N); s < scale; s++ {
		var ok bool
		if n, ok = multiply(n, 10); !ok {
			return 0, false
		}
	}
	return n, true
}

// floats computes on float8 or float4; false where Postgres would raise an
// error or the last digit is not certain.
func floats(op string, x, y float64, single bool) (value.Value, bool) {
	var f float64
	switch op {
	case "+":
		f = x + y
	case "-":
		f = x - y
	case "*":
		f = x * y
	case "/":
		if y == 0 {
			return value.Value{}, false
		}
		f = x / y
	default:
		return value.Value{}, false
	}
	if single {
		f = float64(float32(f))
	}
	return value.Value{Kind: value.Float, F: f}, !math.IsInf(f, 0) && !math.IsNaN(f)
}

// bitwise resolves & | # << >> on integers; shifts take an int4.
func (b *binder) bitwise(op string, x, y term) term {
	t := x.typ
	shift := op == "<<" || op == ">>"
	switch {
	case shift:
		y = b.as(y, int4Type)
	case y.literal != nil:
		y = b.as(y, t)
	default:
		var ok bool
		if t, ok = common(x.typ, y.typ); !ok || !isInteger(t) {
			return b.beyond()
		}
		x, y = b.as(x, t), b.as(y, t)
	}
	name := short(t)
	return b.lift(t, func(a []value.Value) (value.Value, bool) {
		n, m := a[0].I, a[1].I
		switch op {
		case "&":
			n &= m
		case "|":
			n |= m
		case "#":
			n ^= m
		default:
			most := map[string]int64{"int2": 14, "int4": 30, "int8": 62}[name]
			if m < 0 || m > most || n < 0 || op == "<<" && n > math.MaxInt64>>m {
				return value.Value{}, false
			}
			if n >>= m; op == "<<" {
				n = a[0].I << m
			}
		}
		return value.Integer(n), inRange(n, name)
	}, x, y)
}
