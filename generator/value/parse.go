package value

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Parse reads a literal of the type, such as a constant of a CHECK, a bound
// or a cell of a fixture, as the type's input function would; modifiers are
// not applied. Forms that Postgres reads and this doesn't are errors, never
// another value: callers treat them as "don't know". Times without a zone are
// UTC. The error does not repeat the text.
func (c *Codec) Parse(text string, a *Arena) (Value, error) {
	v, ok := c.parse(text, a)
	if !ok {
		return Value{}, fmt.Errorf("not a literal of type %s that is understood", c.Type)
	}
	return v, nil
}

func (c *Codec) parse(text string, a *Arena) (Value, bool) {
	switch c.form {
	case formBool:
		return parseBool(text)
	case formInt2:
		return parseInt(text, math.MinInt16, math.MaxInt16)
	case formInt4:
		return parseInt(text, math.MinInt32, math.MaxInt32)
	case formOID:
		return parseInt(text, 0, math.MaxUint32)
	case formInt8, formXid8:
		return parseInt(text, math.MinInt64, math.MaxInt64)
	case formChar:
		return parseChar(text)
	case formFloat4:
		return parseFloat(text, 32)
	case formFloat8:
		return parseFloat(text, 64)
	case formNumeric:
		return parseDecimal(text)
	case formMoney:
		return parseDecimal(strings.NewReplacer("$", "", ",", "").Replace(text))
	case formDate:
		return parseDate(text)
	case formTime, formTimetz:
		return parseTime(text, c.form == formTimetz)
	case formTimestamp, formTimestamptz:
		return parseTimestamp(text, c.form == formTimestamptz)
	case formInterval:
		return parseInterval(text, c.Type.Mods)
	case formBytea:
		return parseBytes(text)
	case formArray:
		return c.parseArray(text, a)
	case formMultirange:
		return c.parseMultirange(text, a)
	case formRange:
		return c.parseRange(text, a)
	case formRow:
		return c.parseRow(text, a)
	}
	return c.parseText(text, a)
}

// parseText reads the types that a Value holds as text, in the form their
// output functions print.
func (c *Codec) parseText(text string, a *Arena) (Value, bool) {
	ok := utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
	switch c.form {
	case formBpchar:
		text = strings.TrimRight(text, " ")
	case formEnum:
		_, ok = c.order[text]
	case formJSON, formJSONB:
		ok = ok && json.Valid([]byte(text))
	case formUUID:
		text, ok = canonicalUUID(text)
	case formInet, formCidr:
		text, ok = canonicalNet(text, c.form == formCidr)
	case formMacaddr, formMacaddr8:
		text, ok = canonicalMAC(text, c.form == formMacaddr8)
	case formBit:
		text, ok = canonicalBits(text)
	case formLSN:
		var n uint64
		n, ok = parseLSN(strings.TrimSpace(text))
		text = fmt.Sprintf("%X/%X", n>>32, uint32(n))
	case formPoint, formLseg, formBox, formLine, formCircle, formPath, formPolygon:
		_, ok = c.appendGeometry(nil, []byte(text))
	case formLexemes, formPairs:
		_, encoded := c.fromText(nil, []byte(text))
		ok = ok && encoded
	}
	if !ok {
		return Value{}, false
	}
	return Value{Kind: Text, B: a.Copy(text)}, true
}

func parseBool(text string) (Value, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for i, word := range []string{"true", "yes", "on", "1", "false", "no", "off", "0"} {
		if text != "" && strings.HasPrefix(word, text) && text != "o" {
			return Boolean(i < 4), true
		}
	}
	return Value{}, false
}

func parseInt(text string, low, high int64) (Value, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return Integer(n), err == nil && n >= low && n <= high
}

// parseChar reads "char": its first byte, or a backslash and three octal
// digits.
func parseChar(text string) (Value, bool) {
	if len(text) == 4 && text[0] == '\\' {
		if n, err := strconv.ParseUint(text[1:], 8, 8); err == nil {
			return Integer(int64(n)), true
		}
	}
	if text == "" {
		return Integer(0), true
	}
	return Integer(int64(text[0])), true
}

// parseDecimal reads digits with an optional sign, point and exponent.
func parseDecimal(text string) (Value, bool) {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "nan":
		return Value{Kind: Decimal, B: []byte(nan)}, true
	case "infinity", "inf", "+infinity", "+inf":
		return Value{Kind: Decimal, B: []byte(infinity)}, true
	case "-infinity", "-inf":
		return Value{Kind: Decimal, B: []byte(minusInfinity)}, true
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	whole, frac, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	digits := whole + frac
	if digits == "" || strings.Trim(digits, "0123456789") != "" || len(mantissa)-len(strings.TrimLeft(mantissa, "+-")) > 1 {
		return Value{}, false
	}
	shift := 0
	if scientific {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > 1000 || n < -1000 {
			return Value{}, false
		}
		shift = n
	}
	return decimalOf(digits, len(frac)-shift, mantissa[0] == '-'), true
}

func decimalOf(digits string, scale int, negative bool) Value {
	if scale < 0 {
		digits, scale = digits+strings.Repeat("0", -scale), 0
	}
	sign := ""
	if negative {
		sign = "-"
	}
	if n, err := strconv.ParseInt(sign+digits, 10, 64); err == nil && scale < len(powers) && n != math.MinInt64 {
		return Number(n, scale)
	}
	n, _ := unscaled(Value{B: []byte(sign + digits)})
	return fromBig(n, scale)
}

// parseBytes reads bytea's hex and escape forms.
func parseBytes(text string) (Value, bool) {
	if strings.HasPrefix(text, `\x`) {
		b, err := hex.DecodeString(strings.ReplaceAll(text[2:], " ", ""))
		return Value{Kind: Bytes, B: b}, err == nil
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\':
			b = append(b, text[i])
		case strings.HasPrefix(text[i:], `\\`):
			b = append(b, '\\')
			i++
		case i+3 < len(text):
			n, err := strconv.ParseUint(text[i+1:i+4], 8, 8)
			if err != nil {
				return Value{}, false
			}
			b = append(b, byte(n))
			i += 3
		default:
			return Value{}, false
		}
	}
	return Value{Kind: Bytes, B: b}, true
}

// canonicalUUID reads what uuid_in does: 16 pairs of digits, with or without
// braces around all and a hyphen after every second pair.
func canonicalUUID(text string) (string, bool) {
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		if text, ok = strings.CutSuffix(inner, "}"); !ok {
			return "", false
		}
	}
	var digits []byte
	for i := range 16 {
		if len(text) < 2 || hexDigits[text[0]]|hexDigits[text[1]] >= 0x10 {
			return "", false
		}
		digits, text = append(digits, text[:2]...), text[2:]
		if i%2 == 1 && i < 15 {
			text = strings.TrimPrefix(text, "-")
		}
	}
	h := strings.ToLower(string(digits))
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:], text == ""
}

// canonicalNet prints an inet without the mask of a single host, a cidr
// always with one; a cidr must have no bits right of its mask.
func canonicalNet(text string, cidr bool) (string, bool) {
	p, ok := parseNet(text)
	switch {
	case !ok, cidr && p != p.Masked():
		return "", false
	case !cidr && p.Bits() == p.Addr().BitLen():
		return p.Addr().String(), true
	}
	return p.String(), true
}

// NetOf is the prefix an inet or cidr value stands for.
func NetOf(v Value) (netip.Prefix, bool) { return parseNet(string(v.B)) }

func canonicalMAC(text string, long bool) (string, bool) {
	raw, ok := appendHex(nil, []byte(strings.TrimSpace(text)))
	if long && len(raw) == 6 {
		raw = []byte{raw[0], raw[1], raw[2], 0xff, 0xfe, raw[3], raw[4], raw[5]}
	}
	if !ok || long && len(raw) != 8 || !long && len(raw) != 6 {
		return "", false
	}
	var b strings.Builder
	for i, x := range raw {
		if i > 0 {
			b.WriteByte(':')
		}
		fmt.Fprintf(&b, "%02x", x)
	}
	return b.String(), true
}

// canonicalBits reads 0 and 1, with an optional b before them, or x and
// hexadecimal digits.
func canonicalBits(text string) (string, bool) {
	if strings.HasPrefix(text, "x") || strings.HasPrefix(text, "X") {
		var b strings.Builder
		for _, d := range []byte(text[1:]) {
			if hexDigits[d] == 0xff {
				return "", false
			}
			fmt.Fprintf(&b, "%04b", hexDigits[d])
		}
		return b.String(), true
	}
	text = strings.TrimLeft(text, "bB")
	return text, strings.Trim(text, "01") == ""
}
