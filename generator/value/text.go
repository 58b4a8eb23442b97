package value

import (
	"encoding/hex"
	"math"
	"strconv"
)

// AppendText appends the text form of the value, which the type's input
// function reads and, but for money, is what its output function prints. A
// NULL appends nothing.
func (c *Codec) AppendText(dst []byte, v Value) []byte {
	switch v.Kind {
	case Null:
		return dst
	case Bool:
		if v.I != 0 {
			return append(dst, 't')
		}
		return append(dst, 'f')
	case Int:
		return c.textInt(dst, v.I)
	case Float:
		if c.form == formFloat4 {
			return appendFloat(dst, v.F, 32, 6)
		}
		return appendFloat(dst, v.F, 64, 15)
	case Decimal:
		return appendDecimal(dst, v)
	case Text:
		return append(dst, v.B...)
	case Bytes:
		return hex.AppendEncode(append(dst, '\\', 'x'), v.B)
	case Date:
		return appendDate(dst, v.I)
	case Time:
		return c.textTime(dst, v)
	case Timestamp:
		return appendTimestamp(dst, v.I, c.form == formTimestamptz)
	case Interval:
		return appendInterval(dst, v)
	case Range:
		return c.textRange(dst, v)
	case Row:
		return c.textRow(dst, v)
	}
	return c.textArray(dst, v)
}

func (c *Codec) textInt(dst []byte, i int64) []byte {
	switch {
	case c.form != formChar:
		return strconv.AppendInt(dst, i, 10)
	case i == 0:
		return dst
	case byte(i) < 0x80:
		return append(dst, byte(i))
	}
	b := byte(i)
	return append(dst, '\\', '0'+b>>6, '0'+b>>3&7, '0'+b&7)
}

// appendDecimal prints unscaled and scale as numeric_out does.
func appendDecimal(dst []byte, v Value) []byte {
	if v.B != nil {
		return append(dst, v.B...)
	}
	if v.I < 0 {
		dst = append(dst, '-')
	}
	at := len(dst)
	dst = strconv.AppendUint(dst, magnitude(v.I), 10)
	scale := int(v.N)
	if scale == 0 {
		return dst
	}
	for len(dst)-at <= scale {
		dst = append(dst, 0)
		copy(dst[at+1:], dst[at:])
		dst[at] = '0'
	}
	dst = append(dst, 0)
	point := len(dst) - 1 - scale
	copy(dst[point+1:], dst[point:])
	dst[point] = '.'
	return dst
}

func (c *Codec) textTime(dst []byte, v Value) []byte {
	dst = appendClock(dst, v.I)
	if c.form != formTimetz {
		return dst
	}
	east, sign := -v.N, byte('+')
	if east < 0 {
		east, sign = -east, '-'
	}
	dst = append2(append(dst, sign), int64(east/3600))
	if east%3600 != 0 {
		dst = append2(append(dst, ':'), int64(east/60%60))
	}
	if east%60 != 0 {
		dst = append2(append(dst, ':'), int64(east%60))
	}
	return dst
}

// textArray prints arrays and multiranges. Elements of box are separated by
// semicolons.
func (c *Codec) textArray(dst []byte, v Value) []byte {
	separator, style := byte(','), quoteArray
	if c.elem.form == formBox && c.form == formArray {
		separator, style = ';', quoteBoxes
	}
	dst = append(dst, '{')
	for i, e := range v.E {
		if i > 0 {
			dst = append(dst, separator)
		}
		switch {
		case e.Kind == Null:
			dst = append(dst, "NULL"...)
		case c.nested(v):
			dst = c.textArray(dst, e)
		case c.form == formMultirange:
			dst = c.elem.AppendText(dst, e)
		default:
			at := len(dst)
			dst = quoteTail(c.elem.AppendText(dst, e), at, style)
		}
	}
	return append(dst, '}')
}

func (c *Codec) textRange(dst []byte, v Value) []byte {
	if v.N&RangeEmpty != 0 {
		return append(dst, "empty"...)
	}
	open, end := byte('('), byte(')')
	if v.N&RangeLowerInclusive != 0 {
		open = '['
	}
	if v.N&RangeUpperInclusive != 0 {
		end = ']'
	}
	dst = append(dst, open)
	if v.N&RangeLowerInfinite == 0 {
		at := len(dst)
		dst = quoteTail(c.elem.AppendText(dst, field(v, 0)), at, quoteRange)
	}
	dst = append(dst, ',')
	if v.N&RangeUpperInfinite == 0 {
		at := len(dst)
		dst = quoteTail(c.elem.AppendText(dst, field(v, 1)), at, quoteRange)
	}
	return append(dst, end)
}

func (c *Codec) textRow(dst []byte, v Value) []byte {
	dst = append(dst, '(')
	for i, f := range c.fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		if e := field(v, i); e.Kind != Null {
			at := len(dst)
			dst = quoteTail(f.AppendText(dst, e), at, quoteRow)
		}
	}
	return append(dst, ')')
}

// Infinite dates and timestamps.
const (
	dateInfinity      = math.MaxInt32
	dateMinusInfinity = math.MinInt32
	timeInfinity      = math.MaxInt64
	timeMinusInfinity = math.MinInt64
)
