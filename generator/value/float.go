package value

import (
	"math"
	"strconv"
	"strings"
)

// appendFloat prints a float as float4out and float8out do: shortest digits
// that read back, exponents below -5 and from digits on.
func appendFloat(dst []byte, f float64, size, digits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, nan...)
	case math.IsInf(f, 1):
		return append(dst, infinity...)
	case math.IsInf(f, -1):
		return append(dst, minusInfinity...)
	case f == 0:
		return strconv.AppendFloat(dst, f, 'f', -1, size)
	}
	at := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, size)
	mark := at + strings.LastIndexByte(string(dst[at:]), 'e')
	exponent, _ := strconv.Atoi(string(dst[mark+1:]))
	if exponent < -4 || exponent >= digits {
		return dst
	}
	return strconv.AppendFloat(dst[:at], f, 'f', -1, size)
}

func parseFloat(text string, size int) (Value, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), size)
	if err != nil || strings.ContainsAny(text, "_xX") {
		return Value{}, false
	}
	return Value{Kind: Float, F: f}, true
}

// FloatOf is a number of any numeric kind as a float.
func FloatOf(v Value) float64 {
	switch v.Kind {
	case Float:
		return v.F
	case Decimal:
		if v.B == nil {
			return float64(v.I) / math.Pow10(int(v.N))
		}
		f, _ := strconv.ParseFloat(string(v.B), 64)
		return f
	}
	return float64(v.I)
}

func appendFloat8(dst []byte, f float64) []byte {
	return big.AppendUint64(dst, math.Float64bits(f))
}
