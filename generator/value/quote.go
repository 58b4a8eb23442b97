package value

import "bytes"

// The styles of quoting parts inside a text form.
const (
	quoteArray = iota // array_out: \ before " and \
	quoteRange        // range_out: both doubled
	quoteRow          // record_out: both doubled
	quoteBoxes        // array_out of box, whose delimiter is ;
)

// quoteTail quotes dst[at:] in place where the style's reader needs that.
func quoteTail(dst []byte, at, style int) []byte {
	text := dst[at:]
	if !mustQuote(text, style) {
		return dst
	}
	extra := 2
	for _, b := range text {
		if b == '"' || b == '\\' {
			extra++
		}
	}
	n := len(dst)
	for range extra {
		dst = append(dst, 0)
	}
	to := len(dst) - 1
	dst[to] = '"'
	for i := n - 1; i >= at; i-- {
		to--
		b := dst[i]
		dst[to] = b
		if b == '"' || b == '\\' {
			to--
			dst[to] = b
			if style == quoteArray || style == quoteBoxes {
				dst[to] = '\\'
			}
		}
	}
	dst[at] = '"'
	return dst
}

func mustQuote(text []byte, style int) bool {
	special := `",\{}`
	switch style {
	case quoteBoxes:
		special = `"\{};`
	case quoteRange:
		special = `",\()[]`
	case quoteRow:
		special = `",\()`
	}
	if len(text) == 0 || style == quoteArray && bytes.EqualFold(text, []byte("null")) {
		return true
	}
	for _, b := range text {
		if b == ' ' || b >= '\t' && b <= '\r' || bytes.IndexByte([]byte(special), b) >= 0 {
			return true
		}
	}
	return false
}

// copyEscapes are the second characters of text COPY's two-character forms.
var copyEscapes = [256]byte{'\\': '\\', '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f', '\v': 'v'}

// AppendCopyText appends the field escaped for text COPY; NULL is \N.
func (c *Codec) AppendCopyText(dst []byte, v Value) []byte {
	if v.Kind == Null {
		return append(dst, '\\', 'N')
	}
	at := len(dst)
	dst = c.AppendText(dst, v)
	extra := 0
	for _, b := range dst[at:] {
		if copyEscapes[b] != 0 {
			extra++
		}
	}
	if extra == 0 {
		return dst
	}
	n := len(dst)
	for range extra {
		dst = append(dst, 0)
	}
	to := len(dst)
	for i := n - 1; i >= at; i-- {
		b := dst[i]
		to--
		if e := copyEscapes[b]; e != 0 {
			dst[to] = e
			to--
			b = '\\'
		}
		dst[to] = b
	}
	return dst
}

// AppendCSV appends the field as COPY … (FORMAT csv) reads it: NULL is an
// empty field, everything that needs it is quoted.
func (c *Codec) AppendCSV(dst []byte, v Value) []byte {
	if v.Kind == Null {
		return dst
	}
	at := len(dst)
	dst = c.AppendText(dst, v)
	text := dst[at:]
	if len(text) > 0 && text[0] != '\\' && !bytes.ContainsAny(text, "\",\r\n \t") {
		return dst
	}
	return doubled(dst, at, '"')
}

// AppendSQL appends the value as a literal. Numbers and booleans stand bare,
// the rest is a string constant that the column's type reads.
func (c *Codec) AppendSQL(dst []byte, v Value) []byte {
	switch {
	case v.Kind == Null:
		return append(dst, "NULL"...)
	case v.Kind == Bool && v.I != 0:
		return append(dst, "true"...)
	case v.Kind == Bool:
		return append(dst, "false"...)
	case v.Kind == Int && c.form < formOID, v.Kind == Decimal && special(v) == 0 && c.form == formNumeric:
		return c.AppendText(dst, v)
	}
	at := len(dst)
	return doubled(c.AppendText(dst, v), at, '\'')
}

// doubled wraps dst[at:] in a quote and doubles it inside.
func doubled(dst []byte, at int, quote byte) []byte {
	extra := 2 + bytes.Count(dst[at:], []byte{quote})
	n := len(dst)
	for range extra {
		dst = append(dst, 0)
	}
	to := len(dst) - 1
	dst[to] = quote
	for i := n - 1; i >= at; i-- {
		to--
		dst[to] = dst[i]
		if dst[i] == quote {
			to--
			dst[to] = quote
		}
	}
	dst[at] = quote
	return dst
}
