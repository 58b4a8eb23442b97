package generator

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// digest is a 128-bit hash of a key: wide enough that two keys never meet by
// chance in any table that fits on a disk.
type digest [2]uint64

func digestOf(key []byte) digest {
	a, b := uint64(len(key)), ^uint64(0)
	for len(key) >= 8 {
		w := binary.LittleEndian.Uint64(key)
		a, b = draw.Mix(a^w), draw.Mix(b+w)^draw.Mix(w)
		key = key[8:]
	}
	var last [8]byte
	copy(last[:], key)
	w := binary.LittleEndian.Uint64(last[:])
	return digest{draw.Mix(a ^ w), draw.Mix(b+w) ^ draw.Mix(w)}
}

// appendKey appends a form of the value that is the same for values that
// Postgres takes for equal. Lengths come first, so that keys of several
// columns never run into each other.
func appendKey(dst []byte, v value.Value, c *column) []byte {
	dst = append(dst, byte(v.Kind))
	switch v.Kind {
	case value.Null:
		return dst
	case value.Text:
		return appendTextKey(dst, v.B, c)
	case value.Bytes:
		dst = binary.AppendUvarint(dst, uint64(len(v.B)))
		return append(dst, v.B...)
	case value.Float:
		f := v.F
		if f == 0 {
			f = 0 // -0 equals 0
		}
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	case value.Decimal:
		return appendDecimalKey(dst, v)
	case value.Interval:
		return binary.LittleEndian.AppendUint64(dst, uint64(v.I+(int64(v.M)*30+int64(v.N))*86_400_000_000))
	case value.Time:
		return binary.LittleEndian.AppendUint64(dst, uint64(v.I+int64(v.N)*1_000_000))
	case value.Array, value.Range, value.Row:
		dst = binary.AppendVarint(dst, int64(v.N))
		dst = binary.AppendUvarint(dst, uint64(len(v.E)))
		for _, e := range v.E {
			dst = appendKey(dst, e, c)
		}
		return dst
	}
	return binary.LittleEndian.AppendUint64(dst, uint64(v.I))
}

func appendTextKey(dst, text []byte, c *column) []byte {
	if c != nil && c.base.Name.Name == "bpchar" {
		text = bytes.TrimRight(text, " ")
	}
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	if c != nil && c.fold {
		for _, r := range string(text) {
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	} else {
		dst = append(dst, text...)
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// appendDecimalKey drops trailing zeros after the point: 1.0 equals 1.
func appendDecimalKey(dst []byte, v value.Value) []byte {
	if len(v.B) > 0 {
		dst = binary.AppendUvarint(dst, uint64(len(v.B)))
		return append(dst, v.B...)
	}
	i, n := v.I, v.N
	for n > 0 && i%10 == 0 {
		i, n = i/10, n-1
	}
	if i == 0 {
		n = 0
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(i))
	return append(dst, byte(n))
}
