package statement

import (
	"strings"
	"unicode/utf8"
)

// tokenKind is as much of a token's kind as cutting needs.
type tokenKind int

const (
	other tokenKind = iota
	word
	quoted // a string, a quoted identifier
	comment
	semicolon
	open
	closing
	backslash
)

// scanner steps through a text token by token, by Postgres' lexical rules
// with standard_conforming_strings on. It exists beside the parser's lexer
// because that one reads a whole text or nothing, and a dump may hold lines
// that are psql's.
type scanner struct {
	text       string
	pos        int // after the token
	tokenStart int
	kind       tokenKind
	fault      string // what does not end
}

func (s *scanner) token() string { return s.text[s.tokenStart:s.pos] }

// next moves to the next token; false at the end of the text or at a fault.
func (s *scanner) next() bool {
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
	if s.pos >= len(s.text) {
		return false
	}
	s.tokenStart = s.pos
	s.kind = other
	c := s.text[s.pos]
	rest := s.text[s.pos:]
	switch {
	case strings.HasPrefix(rest, "--"):
		s.kind = comment
		s.pos = commentEnd(s.text, s.pos)
	case strings.HasPrefix(rest, "/*"):
		return s.blockComment()
	case c == '\'':
		return s.quotedBy('\'', false)
	case c == '"':
		return s.quotedBy('"', false)
	case c == '$':
		return s.dollar()
	case isIdentStart(c):
		return s.wordOrPrefixed()
	case c >= '0' && c <= '9':
		s.pos++
		for s.pos < len(s.text) && (isIdentPart(s.text[s.pos]) || s.text[s.pos] == '.') {
			s.pos++
		}
	default:
		s.pos++
		s.kind = punctuation(c)
	}
	return true
}

// commentEnd is where a -- comment ends: a bare carriage return ends it too
// (scan.l: non_newline is [^\n\r]).
func commentEnd(text string, at int) int {
	if i := strings.IndexAny(text[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(text)
}

func punctuation(c byte) tokenKind {
	switch c {
	case ';':
		return semicolon
	case '(', '[':
		return open
	case ')', ']':
		return closing
	case '\\':
		return backslash
	}
	return other
}

// wordOrPrefixed reads an identifier, or a string with a prefix: E”, B”,
// X”, N”, U&”, U&"".
func (s *scanner) wordOrPrefixed() bool {
	c := s.text[s.pos] | 0x20
	rest := s.text[s.pos+1:]
	switch {
	case strings.HasPrefix(rest, "'") && (c == 'e' || c == 'b' || c == 'x' || c == 'n'):
		s.pos++
		return s.quotedBy('\'', c == 'e')
	case c == 'u' && (strings.HasPrefix(rest, "&'") || strings.HasPrefix(rest, `&"`)):
		s.pos += 2
		return s.quotedBy(s.text[s.pos], false)
	}
	s.kind = word
	for s.pos < len(s.text) && isIdentPart(s.text[s.pos]) {
		s.pos++
	}
	return true
}

// quotedBy reads from the opening quote at pos to the closing one.
func (s *scanner) quotedBy(quote byte, escapes bool) bool {
	s.kind = quoted
	for i := s.pos + 1; i < len(s.text); i++ {
		switch {
		case escapes && s.text[i] == '\\':
			i++
		case s.text[i] != quote:
		case i+1 < len(s.text) && s.text[i+1] == quote:
			i++
		default:
			s.pos = i + 1
			return true
		}
	}
	what := "a string that does not end"
	if quote == '"' {
		what = "a quoted identifier that does not end"
	}
	return s.endless(what)
}

func (s *scanner) dollar() bool {
	rest := s.text[s.pos+1:]
	n := 0
	for n < len(rest) && isIdentPart(rest[n]) && rest[n] != '$' {
		n++
	}
	if n >= len(rest) || rest[n] != '$' || n > 0 && !isIdentStart(rest[0]) {
		s.pos++
		return true
	}
	tag := s.text[s.pos : s.pos+n+2]
	i := strings.Index(s.text[s.pos+len(tag):], tag)
	if i < 0 {
		return s.endless("a dollar-quoted string that does not end")
	}
	s.kind = quoted
	s.pos += i + 2*len(tag)
	return true
}

func (s *scanner) blockComment() bool {
	s.kind = comment
	depth := 0
	for i := s.pos; i+1 < len(s.text); i++ {
		switch s.text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				s.pos = i + 1
				return true
			}
		}
	}
	return s.endless("a comment that does not end")
}

func (s *scanner) endless(what string) bool {
	s.fault = what
	s.pos = len(s.text)
	return false
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isIdentStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isIdentPart(c byte) bool {
	return isIdentStart(c) || c >= '0' && c <= '9' || c == '$'
}
