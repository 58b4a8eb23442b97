package value

import "bytes"

// Signs of numeric's binary form (numeric_send).
const (
	numericNegative = 0x4000
	numericNaN      = 0xC000
	numericInf      = 0xD000
	numericMinusInf = 0xF000
)

// appendNumeric appends numeric_send's payload: number of base-10000 digits,
// weight of the first, sign, display scale, digits.
func appendNumeric(dst []byte, v Value) []byte {
	if v.B != nil {
		return appendNumericText(dst, v.B)
	}
	return appendSmallNumeric(dst, v.I, int(v.N))
}

// appendSmallNumeric does it for an unscaled number of 64 bits.
func appendSmallNumeric(dst []byte, i int64, scale int) []byte {
	sign, u := uint16(0), uint64(i)
	if i < 0 {
		sign, u = numericNegative, -u
	}
	var digits [8]uint16 // lowest first
	n := 0
	if rest := scale % 4; rest != 0 {
		p := uint64(powers[rest])
		digits[0] = uint16(u % p * (10000 / p))
		u /= p
		n = 1
	}
	for ; u > 0; n++ {
		digits[n] = uint16(u % 10000)
		u /= 10000
	}
	weight := n - (scale+3)/4 - 1
	low := 0
	for low < n && digits[low] == 0 {
		low++
	}
	if low == n {
		n, low, weight = 0, 0, 0
	}
	dst = numericHead(dst, n-low, weight, sign, scale)
	for i := n - 1; i >= low; i-- {
		dst = big.AppendUint16(dst, digits[i])
	}
	return dst
}

func numericHead(dst []byte, n, weight int, sign uint16, scale int) []byte {
	dst = big.AppendUint16(dst, uint16(n))
	dst = big.AppendUint16(dst, uint16(weight))
	dst = big.AppendUint16(dst, sign)
	return big.AppendUint16(dst, uint16(scale))
}

// appendNumericText does the same for a number held as plain digits: an
// optional sign, digits, an optional point and digits; NaN and the infinities
// by name.
func appendNumericText(dst, text []byte) []byte {
	switch string(text) {
	case nan:
		return numericHead(dst, 0, 0, numericNaN, 0)
	case infinity:
		return numericHead(dst, 0, 0, numericInf, 0)
	case minusInfinity:
		return numericHead(dst, 0, 0, numericMinusInf, 0)
	}
	sign := uint16(0)
	if text[0] == '-' {
		sign, text = numericNegative, text[1:]
	}
	whole, frac, _ := bytes.Cut(text, []byte{'.'})
	scale := len(frac)
	var groups []uint16
	lead := (4 - len(whole)%4) % 4
	all := append(bytes.Repeat([]byte{'0'}, lead), whole...)
	weight := len(all)/4 - 1
	all = append(append(all, frac...), bytes.Repeat([]byte{'0'}, (4-scale%4)%4)...)
	for i := 0; i+4 <= len(all); i += 4 {
		g := uint16(0)
		for _, d := range all[i : i+4] {
			g = g*10 + uint16(d-'0')
		}
		groups = append(groups, g)
	}
	for len(groups) > 0 && groups[0] == 0 {
		groups = groups[1:]
		weight--
	}
	for len(groups) > 0 && groups[len(groups)-1] == 0 {
		groups = groups[:len(groups)-1]
	}
	dst = numericHead(dst, len(groups), weight, sign, scale)
	for _, g := range groups {
		dst = big.AppendUint16(dst, g)
	}
	return dst
}
