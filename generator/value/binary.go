package value

import (
	"encoding/binary"
	"math"
)

// AppendBinary appends the field as binary COPY has it: an int32 length and
// the payload, or -1 for NULL. What can't be encoded is written as its text,
// which the server rejects with an error of its own.
func (c *Codec) AppendBinary(dst []byte, v Value) []byte { return c.AppendCell(dst, &v) }

// AppendCell is AppendBinary of a value where it lies.
func (c *Codec) AppendCell(dst []byte, v *Value) []byte {
	if v.Kind == Null {
		return append(dst, 0xff, 0xff, 0xff, 0xff)
	}
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = c.payload(dst, v)
	binary.BigEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

var big = binary.BigEndian

// payload appends the bytes that the type's receive function reads.
func (c *Codec) payload(dst []byte, v *Value) []byte {
	switch c.form {
	case formBool, formChar:
		return append(dst, byte(v.I))
	case formInt2:
		return big.AppendUint16(dst, uint16(v.I))
	case formInt4, formOID, formDate:
		return big.AppendUint32(dst, uint32(v.I))
	case formInt8, formXid8, formTime, formTimestamp, formTimestamptz:
		return big.AppendUint64(dst, uint64(v.I))
	case formTimetz:
		return big.AppendUint32(big.AppendUint64(dst, uint64(v.I)), uint32(v.N))
	case formInterval:
		dst = big.AppendUint64(dst, uint64(v.I))
		return big.AppendUint32(big.AppendUint32(dst, uint32(v.N)), uint32(v.M))
	case formFloat4:
		return big.AppendUint32(dst, math.Float32bits(float32(v.F)))
	case formFloat8:
		return big.AppendUint64(dst, math.Float64bits(v.F))
	case formNumeric:
		return appendNumeric(dst, *v)
	case formMoney:
		return big.AppendUint64(dst, uint64(DecimalRound(*v, moneyScale).I))
	case formVersioned, formJSONB:
		return append(append(dst, 1), v.B...)
	}
	return c.composed(dst, v)
}

// moneyScale is the number of fractional digits of the C locale and of all
// but a few others.
const moneyScale = 2

// composed appends the payload of the types that are made of parts.
func (c *Codec) composed(dst []byte, v *Value) []byte {
	switch c.form {
	case formArray:
		return c.binaryArray(dst, *v)
	case formRange:
		return c.binaryRange(dst, *v)
	case formMultirange:
		dst = big.AppendUint32(dst, uint32(len(v.E)))
		for _, e := range v.E {
			dst = c.elem.AppendBinary(dst, e)
		}
		return dst
	case formRow:
		dst = big.AppendUint32(dst, uint32(len(c.fields)))
		for i, f := range c.fields {
			dst = big.AppendUint32(dst, f.oid)
			dst = f.AppendBinary(dst, field(*v, i))
		}
		return dst
	}
	if encoded, ok := c.fromText(dst, v.B); ok {
		return encoded
	}
	return append(dst, v.B...)
}

// fromText appends the payload of the types that a Value holds as text but
// that travel as something else; false for the rest.
func (c *Codec) fromText(dst, text []byte) ([]byte, bool) {
	switch c.form {
	case formUUID:
		return appendUUID(dst, text)
	case formInet, formCidr:
		return appendInet(dst, text, c.form == formCidr)
	case formMacaddr, formMacaddr8:
		return appendHex(dst, text)
	case formBit:
		return appendBits(dst, text), true
	case formLexemes:
		return appendLexemes(dst, text)
	case formPairs:
		return appendPairs(dst, text)
	case formLSN:
		n, ok := parseLSN(string(text))
		return big.AppendUint64(dst, n), ok
	case formPoint, formLseg, formBox, formLine, formCircle, formPath, formPolygon:
		return c.appendGeometry(dst, text)
	}
	return dst, false
}

// field is part i of a row, NULL where the value has fewer.
func field(v Value, i int) Value {
	if i < len(v.E) {
		return v.E[i]
	}
	return Value{}
}

func (c *Codec) binaryRange(dst []byte, v Value) []byte {
	dst = append(dst, byte(v.N))
	if v.N&RangeEmpty != 0 {
		return dst
	}
	if v.N&RangeLowerInfinite == 0 {
		dst = c.elem.AppendBinary(dst, field(v, 0))
	}
	if v.N&RangeUpperInfinite == 0 {
		dst = c.elem.AppendBinary(dst, field(v, 1))
	}
	return dst
}

// nested reports whether the elements of an array value are arrays of a
// further dimension. Arrays of multiranges have one dimension.
func (c *Codec) nested(v Value) bool {
	return len(v.E) > 0 && v.E[0].Kind == Array && c.elem.form != formMultirange
}

func (c *Codec) binaryArray(dst []byte, v Value) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	dst = big.AppendUint32(dst, c.elem.oid)
	if len(v.E) == 0 {
		return dst
	}
	dims := uint32(0)
	for level := v; ; level = level.E[0] {
		dims++
		dst = big.AppendUint32(big.AppendUint32(dst, uint32(len(level.E))), 1)
		if !c.nested(level) {
			break
		}
	}
	big.PutUint32(dst[at:], dims)
	return c.binaryElements(dst, v, at+4)
}

// binaryElements appends the elements in row-major order and notes at hasNull
// that one is NULL.
func (c *Codec) binaryElements(dst []byte, v Value, hasNull int) []byte {
	if c.nested(v) {
		for _, e := range v.E {
			dst = c.binaryElements(dst, e, hasNull)
		}
		return dst
	}
	for _, e := range v.E {
		if e.Kind == Null {
			dst[hasNull+3] = 1
		}
		dst = c.elem.AppendBinary(dst, e)
	}
	return dst
}
