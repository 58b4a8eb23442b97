package value

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"strconv"
	"strings"
)

// hexDigits are the values of hexadecimal characters, 0xff elsewhere.
var hexDigits = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for i := range byte(10) {
		t['0'+i] = i
	}
	for i := range byte(6) {
		t['a'+i], t['A'+i] = 10+i, 10+i
	}
	return t
}()

// appendHex appends the bytes of hexadecimal digits, whatever separates them.
func appendHex(dst, text []byte) ([]byte, bool) {
	half, high := false, byte(0)
	for _, b := range text {
		d := hexDigits[b]
		switch {
		case d == 0xff && (b == '-' || b == ':' || b == '.'):
		case d == 0xff:
			return dst, false
		case half:
			dst, half = append(dst, high<<4|d), false
		default:
			high, half = d, true
		}
	}
	return dst, !half
}

// uuidPairs are the places of the 16 bytes in a canonical uuid.
var uuidPairs = [16]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

func appendUUID(dst, text []byte) ([]byte, bool) {
	if raw, ok := plainUUID(text); ok {
		return append(dst, raw[:]...), true
	}
	at := len(dst)
	dst, ok := appendHex(dst, text)
	if !ok || len(dst)-at != 16 {
		return dst[:at], false
	}
	return dst, true
}

// AppendUUIDText appends a uuid in the usual form, with hyphens.
func AppendUUIDText(dst []byte, raw [16]byte) []byte {
	for at, from := range [...]int{0, 4, 6, 8, 10} {
		if at > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, raw[from:[...]int{4, 6, 8, 10, 16}[at]])
	}
	return dst
}

// plainUUID reads the usual form: pairs of digits at known places.
func plainUUID(text []byte) (raw [16]byte, ok bool) {
	if len(text) != 36 {
		return raw, false
	}
	digits, bad := (*[36]byte)(text), byte(0)
	for at, i := range uuidPairs {
		high, low := hexDigits[digits[i]], hexDigits[digits[i+1]]
		bad |= high | low
		raw[at] = high<<4 | low
	}
	return raw, bad < 0x10
}

// Address families of inet's binary form.
const (
	inetV4 = 2
	inetV6 = 3
)

// appendInet appends inet_send's payload.
func appendInet(dst, text []byte, cidr bool) ([]byte, bool) {
	p, ok := parseNet(string(text))
	if !ok {
		return dst, false
	}
	flag := byte(0)
	if cidr {
		flag = 1
	}
	if p.Addr().Is6() {
		raw := p.Addr().As16()
		return append(append(dst, inetV6, byte(p.Bits()), flag, 16), raw[:]...), true
	}
	raw := p.Addr().As4()
	return append(append(dst, inetV4, byte(p.Bits()), flag, 4), raw[:]...), true
}

// parseNet reads an address with or without a mask.
func parseNet(text string) (netip.Prefix, bool) {
	text = strings.TrimSpace(text)
	if strings.IndexByte(text, '/') >= 0 {
		p, err := netip.ParsePrefix(text)
		return p, err == nil
	}
	a, err := netip.ParseAddr(text)
	if err != nil || a.Zone() != "" {
		return netip.Prefix{}, false
	}
	return netip.PrefixFrom(a, a.BitLen()), true
}

// appendBits appends bit_send's payload: the number of bits, then the bits,
// the first in the highest place.
func appendBits(dst, text []byte) []byte {
	dst = big.AppendUint32(dst, uint32(len(text)))
	for i := 0; i < len(text); i += 8 {
		b := byte(0)
		for j, c := range text[i:min(i+8, len(text))] {
			b |= (c & 1) << (7 - j)
		}
		dst = append(dst, b)
	}
	return dst
}

func parseLSN(text string) (uint64, bool) {
	high, low, ok := strings.Cut(text, "/")
	h, errH := strconv.ParseUint(high, 16, 32)
	l, errL := strconv.ParseUint(low, 16, 32)
	return h<<32 | l, ok && errH == nil && errL == nil
}

// appendGeometry appends the payload of a geometric type: its numbers in the
// order of the text; paths say first whether they are closed, paths and
// polygons how many points follow.
func (c *Codec) appendGeometry(dst, text []byte) ([]byte, bool) {
	at := len(dst)
	switch c.form {
	case formPath:
		closed := byte(1)
		if bytes.HasPrefix(text, []byte{'['}) {
			closed = 0
		}
		dst = append(dst, closed, 0, 0, 0, 0)
	case formPolygon:
		dst = append(dst, 0, 0, 0, 0)
	}
	head, n := len(dst), 0
	for len(text) > 0 {
		end := bytes.IndexAny(text, "()[]{}<>, ")
		if end < 0 {
			end = len(text)
		}
		if end > 0 {
			f, ok := parseFloat(string(text[:end]), 64)
			if !ok {
				return dst[:at], false
			}
			dst = appendFloat8(dst, f.F)
			n++
		}
		text = text[min(end+1, len(text)):]
	}
	if head > at {
		big.PutUint32(dst[head-4:], uint32(n/2))
	}
	if want := numbersOf[c.form]; want > 0 && n != want || n%2 > 0 && want == 0 {
		return dst[:at], false
	}
	return dst, n > 0
}

// numbersOf is how many numbers a geometric value has; paths and polygons
// have pairs of them.
var numbersOf = map[form]int{formPoint: 2, formLseg: 4, formBox: 4, formLine: 3, formCircle: 3}
