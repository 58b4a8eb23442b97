package sanitize

import (
	"strings"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind uint8

const (
	word kind = iota
	number
	literal    // a string in any of its forms, UESCAPE included
	identifier // a quoted identifier
	comment
	symbol // punctuation, or a run of operator characters
)

// token is a span of a text.
type token struct {
	kind       kind
	start, end int
	text       string
}

func (t token) is(s string) bool { return strings.EqualFold(t.text, s) }

// lex cuts a text into tokens. It never fails: what does not end goes to the
// end of the text, because function bodies are not always SQL.
func lex(text string) []token {
	var out []token
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\n\r\f\v", text[i]) >= 0 {
			i++
			continue
		}
		k, end := next(text, i)
		out = append(out, token{kind: k, start: i, end: end, text: text[i:end]})
		i = end
	}
	return out
}

func next(text string, i int) (kind, int) {
	c, rest := text[i], text[i:]
	switch {
	case strings.HasPrefix(rest, "--"):
		return comment, i + lineLength(rest)
	case strings.HasPrefix(rest, "/*"):
		return comment, i + blockLength(rest)
	case c == '\'':
		return literal, i + quotedLength(rest, '\'', false)
	case c == '"':
		return identifier, i + quotedLength(rest, '"', false)
	case c == '$':
		if tag := dollarTag(rest); tag != "" {
			return literal, i + dollarLength(rest, tag)
		}
		return number, i + 1 + spanOf(rest[1:], isDigit)
	case identStart(c):
		return wordOrPrefixed(text, i)
	case isDigit(c):
		return number, i + spanOf(rest, func(b byte) bool { return identPart(b) || b == '.' })
	case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, ":="):
		return symbol, i + 2
	case strings.IndexByte(operators, c) >= 0:
		return symbol, i + operatorLength(rest)
	}
	return symbol, i + 1
}

const operators = "+-*/<>=~!@#%^&|?"

// operatorLength stops where a comment starts.
func operatorLength(rest string) int {
	for i := 1; i < len(rest); i++ {
		if strings.IndexByte(operators, rest[i]) < 0 || strings.HasPrefix(rest[i:], "--") || strings.HasPrefix(rest[i:], "/*") {
			return i
		}
	}
	return len(rest)
}

func wordOrPrefixed(text string, i int) (kind, int) {
	rest := text[i+1:]
	switch c := text[i] | 0x20; {
	case strings.HasPrefix(rest, "'") && strings.IndexByte("ebxn", c) >= 0:
		return literal, i + 1 + quotedLength(rest, '\'', c == 'e')
	case c == 'u' && strings.HasPrefix(rest, `&"`):
		return identifier, i + 2 + quotedLength(rest[1:], '"', false)
	case c == 'u' && strings.HasPrefix(rest, `&'`):
		end := i + 2 + quotedLength(rest[1:], '\'', false)
		return literal, end + uescapeLength(text[end:])
	}
	return word, i + spanOf(text[i:], identPart)
}

// uescapeLength is the length of a UESCAPE 'c' that follows, 0 without one.
func uescapeLength(rest string) int {
	trimmed := strings.TrimLeft(rest, " \t\n\r")
	if len(trimmed) < 7 || !strings.EqualFold(trimmed[:7], "uescape") {
		return 0
	}
	quote := strings.TrimLeft(trimmed[7:], " \t\n\r")
	if !strings.HasPrefix(quote, "'") {
		return 0
	}
	return len(rest) - len(quote) + quotedLength(quote, '\'', false)
}

// lineLength is the length of a line comment; a bare carriage return ends it.
func lineLength(rest string) int {
	if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
		return i
	}
	return len(rest)
}

// blockLength is the length of a block comment; they nest.
func blockLength(rest string) int {
	depth := 0
	for i := 0; i+1 < len(rest); i++ {
		switch rest[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(rest)
}

// quotedLength is the length of what the quote at the start of rest opens.
func quotedLength(rest string, quote byte, escapes bool) int {
	for i := 1; i < len(rest); i++ {
		switch {
		case escapes && rest[i] == '\\':
			i++
		case rest[i] != quote:
		case i+1 < len(rest) && rest[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(rest)
}

// dollarTag is the opening $tag$ of a dollar-quoted string, or "".
func dollarTag(rest string) string {
	n := spanOf(rest[1:], func(b byte) bool { return identPart(b) && b != '$' })
	if n+1 >= len(rest) || rest[n+1] != '$' || n > 0 && isDigit(rest[1]) {
		return ""
	}
	return rest[:n+2]
}

func dollarLength(rest, tag string) int {
	if i := strings.Index(rest[len(tag):], tag); i >= 0 {
		return i + 2*len(tag)
	}
	return len(rest)
}

func spanOf(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func identStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func identPart(c byte) bool { return identStart(c) || isDigit(c) || c == '$' }
