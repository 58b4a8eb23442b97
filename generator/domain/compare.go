package domain

import (
	"bytes"
	"cmp"
	"math"
	"math/big"

	"github.com/effigydb/effigy/generator/value"
)

// Compare orders two values of kinds with an order of their own: numbers
// among each other, dates with timestamps, and equal kinds. Text and Bytes
// are ordered bytewise, intervals as Postgres does (a month is 30 days, a day
// 24 hours). False for NULLs and everything else.
func Compare(a, b value.Value) (int, bool) {
	switch {
	case numeric(a) && numeric(b):
		return compareNumbers(a, b), true
	case temporal(a) && temporal(b):
		return cmp.Compare(instant(a), instant(b)), true
	case a.Kind != b.Kind:
		return 0, false
	}
	switch a.Kind {
	case value.Bool:
		return cmp.Compare(a.I, b.I), true
	case value.Time:
		// timetz: by the instant, then by the zone.
		return cmp.Or(cmp.Compare(a.I+int64(a.N)*1e6, b.I+int64(b.N)*1e6), cmp.Compare(a.N, b.N)), true
	case value.Interval:
		return span128(a).Cmp(span128(b)), true
	case value.Text, value.Bytes:
		return bytes.Compare(a.B, b.B), true
	}
	return 0, false
}

// Equal reports whether two values are the same for certain.
func Equal(a, b value.Value) bool {
	if c, ok := Compare(a, b); ok {
		return c == 0
	}
	if a.Kind != b.Kind || len(a.E) != len(b.E) || a.N != b.N {
		return false
	}
	switch a.Kind {
	case value.Null:
		return true
	case value.Array, value.Range, value.Row:
		for i := range a.E {
			if !Equal(a.E[i], b.E[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func numeric(v value.Value) bool {
	return v.Kind == value.Int || v.Kind == value.Decimal || v.Kind == value.Float
}

func temporal(v value.Value) bool { return v.Kind == value.Date || v.Kind == value.Timestamp }

// microsecondsPerDay turns a date into a timestamp.
const microsecondsPerDay = 86_400_000_000

// instant is a date or timestamp in microseconds since 2000-01-01.
func instant(v value.Value) int64 {
	if v.Kind == value.Timestamp {
		return v.I
	}
	switch v.I {
	case math.MaxInt32:
		return math.MaxInt64
	case math.MinInt32:
		return math.MinInt64
	}
	return v.I * microsecondsPerDay
}

// span128 is an interval in microseconds, as interval_cmp_value has it.
func span128(v value.Value) *big.Int {
	days := int64(v.M)*30 + int64(v.N)
	b := new(big.Int).Mul(big.NewInt(days), big.NewInt(microsecondsPerDay))
	return b.Add(b, big.NewInt(v.I))
}

func compareNumbers(a, b value.Value) int {
	if a.Kind == b.Kind && a.B == nil && b.B == nil && (a.Kind != value.Decimal || a.N == b.N) {
		if a.Kind == value.Float {
			return compareFloats(a.F, b.F)
		}
		return cmp.Compare(a.I, b.I)
	}
	if c, ok := compareSmall(a, b); ok {
		return c
	}
	x, xok := Rat(a)
	y, yok := Rat(b)
	if !xok || !yok {
		return compareFloats(Approximate(a), Approximate(b))
	}
	return x.Cmp(y)
}

// compareFloats puts NaN above everything, as Postgres does.
func compareFloats(a, b float64) int {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return 1
	case math.IsNaN(b):
		return -1
	}
	return cmp.Compare(a, b)
}

// Rat is a finite number as a fraction; false for NaN, infinities and values
// that are no numbers.
func Rat(v value.Value) (*big.Rat, bool) {
	switch v.Kind {
	case value.Int:
		return new(big.Rat).SetInt64(v.I), true
	case value.Float:
		r := new(big.Rat).SetFloat64(v.F)
		return r, r != nil
	case value.Decimal:
		if v.B != nil {
			return parseRat(string(v.B))
		}
		r := new(big.Rat).SetInt64(v.I)
		if v.N != 0 {
			r.Quo(r, new(big.Rat).SetInt(Pow10(int(v.N))))
		}
		return r, true
	}
	return nil, false
}

// maxDigits bounds what is read into a big number.
const maxDigits = 2000

func parseRat(s string) (*big.Rat, bool) {
	if len(s) > maxDigits || bytes.ContainsAny([]byte(s), "eEnNiI/") {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// Pow10 is ten to the power of n ≥ 0.
func Pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// Approximate is a number, or the microseconds of a date, time, timestamp or
// interval, as a float: for estimates only, and for infinities and NaN.
func Approximate(v value.Value) float64 {
	switch v.Kind {
	case value.Float:
		return v.F
	case value.Date, value.Timestamp:
		return float64(instant(v))
	case value.Time:
		return float64(v.I)
	case value.Interval:
		f, _ := new(big.Float).SetInt(span128(v)).Float64()
		return f
	case value.Decimal:
		switch string(v.B) {
		case "NaN":
			return math.NaN()
		case "Infinity":
			return math.Inf(1)
		case "-Infinity":
			return math.Inf(-1)
		}
	}
	if r, ok := Rat(v); ok {
		f, _ := r.Float64()
		return f
	}
	return math.NaN()
}

// compareSmall orders whole numbers and decimals without big numbers, where
// both fit in 64 bits at the greater scale.
func compareSmall(a, b value.Value) (int, bool) {
	if a.Kind == value.Float || b.Kind == value.Float || a.B != nil || b.B != nil {
		return 0, false
	}
	scale := max(digits(a), digits(b))
	x, okX := scaledUp(a, scale)
	y, okY := scaledUp(b, scale)
	return cmp.Compare(x, y), okX && okY
}

// digits after the point.
func digits(v value.Value) int32 {
	if v.Kind == value.Decimal {
		return v.N
	}
	return 0
}

// scaledUp is a number times ten to the power of scale; false on overflow.
func scaledUp(v value.Value, scale int32) (int64, bool) {
	n := v.I
	for range scale - digits(v) {
		if n > math.MaxInt64/10 || n < math.MinInt64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, digits(v) >= 0
}
