package value

// Raw reports whether the binary form of a text of the type is its bytes as
// they are.
func (c *Codec) Raw() bool {
	switch c.form {
	case formText, formBpchar, formName, formCitext, formEnum, formJSON:
		return true
	}
	return false
}

// Counted reports whether AppendNumber writes values of the type.
func (c *Codec) Counted() bool {
	switch c.form {
	case formInt2, formInt4, formOID, formDate, formInt8, formXid8, formTime, formTimestamp, formTimestamptz, formNumeric:
		return true
	}
	return false
}

// AppendNumber is AppendBinary for a Counted type: i is Value.I, and scale the
// digits after the point of a numeric.
func (c *Codec) AppendNumber(dst []byte, i int64, scale int) []byte {
	switch c.form {
	case formInt2:
		return big.AppendUint16(append(dst, 0, 0, 0, 2), uint16(i))
	case formInt4, formOID, formDate:
		return big.AppendUint32(append(dst, 0, 0, 0, 4), uint32(i))
	case formNumeric:
		at := len(dst)
		dst = appendSmallNumeric(append(dst, 0, 0, 0, 0), i, scale)
		dst[at+3] = byte(len(dst) - at - 4) // 64 bits are less than 256 bytes
		return dst
	}
	return big.AppendUint64(append(dst, 0, 0, 0, 8), uint64(i))
}
