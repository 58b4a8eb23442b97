package language

import (
	"errors"
	"strings"
)

// parseLike reads a LIKE pattern: % for any text, _ for any character, a
// backslash takes the next character as it is.
func parseLike(text string, fold bool) (parsed, error) {
	p := &parser{fold: fold}
	var args []*node
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			args = append(args, p.rune(r))
			escaped = false
		case r == '\\':
			escaped = true
		case r == '%':
			args = append(args, repeat(char(everything), 0, -1))
		case r == '_':
			args = append(args, char(everything))
		default:
			args = append(args, p.rune(r))
		}
	}
	if escaped {
		return parsed{}, errors.New("pattern: ends with its escape character")
	}
	return parsed{root: concat(args...), anchored: true, locale: fold}, nil
}

// parseSimilar turns a SIMILAR TO pattern into a regular expression the way
// Postgres does (similar_escape_internal in utils/adt/regexp.c).
func parseSimilar(text string, fold bool) (parsed, error) {
	var b strings.Builder
	escaped, inClass := false, false
	for _, r := range text {
		switch {
		case escaped && r == '"':
			return parsed{}, errors.New("pattern: escape-double-quote separators are not understood")
		case escaped:
			b.WriteByte('\\')
			b.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case inClass:
			b.WriteRune(r)
			inClass = r != ']'
		default:
			inClass = r == '['
			b.WriteString(similarRune(r))
		}
	}
	if escaped {
		return parsed{}, errors.New("pattern: ends with its escape character")
	}
	return parseRegex("^(?:"+b.String()+")$", fold)
}

func similarRune(r rune) string {
	switch r {
	case '%':
		return ".*"
	case '_':
		return "."
	case '(':
		return "(?:"
	case '.', '^', '$':
		return `\` + string(r)
	}
	return string(r)
}
