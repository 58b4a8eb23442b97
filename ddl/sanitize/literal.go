package sanitize

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// form is how a string literal is written.
type form struct {
	prefix string // lower case: "", "e", "u&", "n", "b", "x"
	tag    string // of a dollar-quoted one
	goesOn bool   // it continues the literal before it, whose prefix holds
}

// decode reads a literal token: its value and its form. The value of a bit
// string X'…' are the bytes its digits spell.
func decode(raw string) (string, form) {
	if raw[0] == '$' {
		return decodeDollar(raw)
	}
	at := strings.IndexByte(raw, '\'')
	return decodeAs(raw[at:], form{prefix: strings.ToLower(raw[:at])}, '\\')
}

// decodeAs reads the quoted part of a literal of a known form.
func decodeAs(raw string, f form, esc byte) (string, form) {
	body, tail := unquote(raw, f.prefix == "e")
	switch f.prefix {
	case "e":
		return unescape(body), f
	case "u&":
		return unescapeUnicode(body, uescape(tail, esc)), f
	case "x":
		if b, err := hex.DecodeString(body); err == nil {
			return string(b), f
		}
	}
	return strings.ReplaceAll(body, "''", "'"), f
}

func decodeDollar(raw string) (string, form) {
	tag := dollarTag(raw)
	body := strings.TrimSuffix(raw[len(tag):], tag)
	return body, form{tag: tag}
}

// unquote takes the quotes off and returns what follows the closing one.
func unquote(raw string, escapes bool) (body, tail string) {
	n := quotedLength(raw, '\'', escapes)
	if n < 2 || raw[n-1] != '\'' {
		return raw[1:], ""
	}
	return raw[1 : n-1], raw[n:]
}

// uescape is the character of a UESCAPE clause, or the one given.
func uescape(tail string, otherwise byte) byte {
	if i := strings.IndexByte(tail, '\''); i >= 0 && i+1 < len(tail) {
		return tail[i+1]
	}
	return otherwise
}

// encode writes a value in a form; a U& string comes back as a plain one.
func encode(value string, f form) string {
	switch {
	case f.tag != "" && !strings.Contains(value, f.tag):
		return f.tag + value + f.tag
	case f.prefix == "e" && f.goesOn:
		return "'" + escapes.Replace(value) + "'"
	case f.prefix == "e" && f.goesOn:
		return "'" + escapes.Replace(value) + "'"
	case f.prefix == "e":
		return "E'" + escapes.Replace(value) + "'"
	case f.prefix == "x":
		return "X'" + hex.EncodeToString([]byte(value)) + "'"
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

var escapes = strings.NewReplacer(`\`, `\\`, `'`, `''`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`)

var single = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}

// unescape reads the body of an E” string.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'' && strings.HasPrefix(s[i:], "''"):
			b.WriteByte('\'')
			i++
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		default:
			i += escapeAt(&b, s[i+1:])
		}
	}
	return b.String()
}

// escapeAt reads one escape, the backslash already taken; it returns how many
// bytes it used.
func escapeAt(b *strings.Builder, s string) int {
	c := s[0]
	if r, ok := single[c]; ok {
		b.WriteByte(r)
		return 1
	}
	digits, base, limit := s, 8, 3
	switch c {
	case 'x':
		digits, base, limit = s[1:], 16, 2
	case 'u':
		digits, base, limit = s[1:], 16, 4
	case 'U':
		digits, base, limit = s[1:], 16, 8
	}
	n := min(spanOf(digits, func(d byte) bool { return digitIn(d, base) }), limit)
	if n == 0 {
		b.WriteByte(c)
		return 1
	}
	v, _ := strconv.ParseUint(digits[:n], base, 64)
	if c == 'u' || c == 'U' {
		b.WriteRune(rune(min(v, utf8.MaxRune)))
	} else {
		b.WriteByte(byte(v))
	}
	return len(s) - len(digits) + n
}

func digitIn(d byte, base int) bool {
	if base == 8 {
		return d >= '0' && d <= '7'
	}
	return isHex(d)
}

func isHex(d byte) bool { return isDigit(d) || d|0x20 >= 'a' && d|0x20 <= 'f' }

// unescapeUnicode reads the body of a U&” string or identifier.
func unescapeUnicode(s string, esc byte) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		rest := s[i:]
		if s[i] != esc || len(rest) < 2 {
			if strings.HasPrefix(rest, "''") {
				i++
			}
			b.WriteByte(s[i])
			continue
		}
		from, n := 1, 4
		switch {
		case rest[1] == esc:
			b.WriteByte(esc)
			i++
			continue
		case rest[1] == '+':
			from, n = 2, 6
		}
		if len(rest) < from+n {
			b.WriteByte(s[i])
			continue
		}
		v, err := strconv.ParseUint(rest[from:from+n], 16, 32)
		if err != nil {
			b.WriteByte(s[i])
			continue
		}
		b.WriteRune(rune(min(v, utf8.MaxRune)))
		i += from + n - 1
	}
	return b.String()
}

// name reads an identifier or word token as Postgres folds it.
func name(t token) string {
	if t.kind != identifier {
		return strings.ToLower(t.text)
	}
	at := strings.IndexByte(t.text, '"')
	body := strings.TrimSuffix(t.text[at+1:], `"`)
	if at > 0 {
		body = unescapeUnicode(body, '\\')
	}
	return strings.ReplaceAll(body, `""`, `"`)
}
