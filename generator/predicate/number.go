package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
)

func init() {
	defineIntegers()
	defineDecimals()
	defineFloats()
}

func defineIntegers() {
	for _, t := range []string{"int2", "int4", "int8"} {
		define("abs", t, func(a []value.Value) (value.Value, bool) {
			n := a[0].I
			if n < 0 {
				n = -n
			}
			return value.Integer(n), n >= 0 && inRange(n, t)
		}, t)
		define("mod", t, func(a []value.Value) (value.Value, bool) {
			n, ok := integers("%", a[0].I, a[1].I)
			return value.Integer(n), ok
		}, t, t)
	}
	for _, t := range []string{"int4", "int8"} {
		define("gcd", t, func(a []value.Value) (value.Value, bool) {
			x, y := a[0].I, a[1].I
			for y != 0 {
				if x == math.MinInt64 && y == -1 {
					return value.Value{}, false
				}
				x, y = y, x%y
			}
			if x < 0 {
				x = -x
			}
			return value.Integer(x), x >= 0 && inRange(x, t)
		}, t, t)
	}
}

func defineDecimals() {
	for name, f := range map[string]func(v value.Value) value.Value{
		"ceil":  func(v value.Value) value.Value { return value.DecimalCeil(v, 0) },
		"floor": func(v value.Value) value.Value { return value.DecimalFloor(v, 0) },
		"round": func(v value.Value) value.Value { return value.DecimalRound(v, 0) },
		"trunc": func(v value.Value) value.Value { return truncate(v, 0) },
		"sign":  func(v value.Value) value.Value { return value.Number(int64(value.DecimalSign(v)), 0) },
		"abs": func(v value.Value) value.Value {
			if value.DecimalSign(v) < 0 {
				return value.DecimalNegate(v)
			}
			return v
		},
	} {
		define(name, "numeric", func(a []value.Value) (value.Value, bool) {
			return f(a[0]), !special(a[0]) && len(a[0].B) < maxDigits
		}, "numeric")
	}
	scaled := func(f func(v value.Value, scale int) value.Value) func(a []value.Value) (value.Value, bool) {
		return func(a []value.Value) (value.Value, bool) {
			if special(a[0]) || a[1].I < -maxDigits || a[1].I > maxDigits {
				return value.Value{}, false
			}
			return f(a[0], int(a[1].I)), true
		}
	}
	define("round", "numeric", scaled(value.DecimalRound), "numeric", "int4")
	define("trunc", "numeric", scaled(truncate), "numeric", "int4")
	define("mod", "numeric", func(a []value.Value) (value.Value, bool) {
		if special(a[0]) || special(a[1]) {
			return value.Value{}, false
		}
		return remainder(a[0], a[1])
	}, "numeric", "numeric")
	define("trim_scale", "numeric", func(a []value.Value) (value.Value, bool) {
		if special(a[0]) {
			return a[0], true
		}
		for n := scaleOf(a[0]) - 1; n >= 0; n-- {
			cut := value.DecimalRound(a[0], n)
			if value.DecimalCompare(cut, a[0]) != 0 {
				break
			}
			a[0] = cut
		}
		return a[0], true
	}, "numeric")
	define("scale", "int4", func(a []value.Value) (value.Value, bool) { return number(scaleOf(a[0])) }, "numeric")
}

// truncate cuts towards zero.
func truncate(v value.Value, scale int) value.Value {
	if value.DecimalSign(v) < 0 {
		return value.DecimalCeil(v, scale)
	}
	return value.DecimalFloor(v, scale)
}

// defineFloats has only functions whose results are exact in IEEE arithmetic,
// the same in C and in Go.
func defineFloats() {
	for name, f := range map[string]func(float64) float64{
		"abs": math.Abs, "ceil": math.Ceil, "floor": math.Floor, "round": math.RoundToEven,
		"trunc": math.Trunc, "sqrt": math.Sqrt,
		"sign": func(x float64) float64 {
			switch {
			case x > 0:
				return 1
			case x < 0:
				return -1
			}
			return 0
		},
	} {
		define(name, "float8", func(a []value.Value) (value.Value, bool) {
			x := a[0].F
			if math.IsNaN(x) || math.IsInf(x, 0) || name == "sqrt" && x < 0 {
				return value.Value{}, false
			}
			return value.Value{Kind: value.Float, F: f(x)}, true
		}, "float8")
	}
	define("power", "float8", power, "float8", "float8")
	// numeric has functions of its own, with digits of their own.
	define("sqrt", "numeric", func(a []value.Value) (value.Value, bool) { return value.Value{}, false }, "numeric")
	define("power", "numeric", func(a []value.Value) (value.Value, bool) { return value.Value{}, false }, "numeric", "numeric")
}

// power is exact for small whole numbers; the rest depends on the C library.
func power(a []value.Value) (value.Value, bool) {
	x, y := a[0].F, a[1].F
	if x != math.Trunc(x) || y != math.Trunc(y) || y < 0 || y > 64 {
		return value.Value{}, false
	}
	out := 1.0
	for range int(y) {
		out *= x
	}
	return value.Value{Kind: value.Float, F: out}, math.Abs(out) < 1<<53
}
