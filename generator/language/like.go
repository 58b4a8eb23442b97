package language

import (
	"errors"
	"strings"
)

// parseLike reads a LIKE pattern: % for any text, _ for any character, a
// backslash takes the next character as it is.
func parseLike(text string, fold bool) (parsed, error) {
	runes, any, ok := likeRunes(text)
	if !ok {
		return parsed{}, errors.New("pattern: ends with its escape character")
	}
	p := &parser{fold: fold}
	var args []*node
	for i, r := range runes {
		switch {
		case any[i] && r == '%':
			args = append(args, repeat(char(everything), 0, -1))
		case any[i]:
			args = append(args, char(everything))
		default:
			args = append(args, p.rune(r))
		}
	}
	return parsed{root: concat(args...), anchored: true, locale: fold}, nil
}

// MatchLike reports whether a text matches a LIKE pattern: for one text that is
// much sooner said than with a Matcher. It is not known where the pattern ends
// with its escape character, which is an error.
func MatchLike(text, pattern string) (match, known bool) {
	p, any, ok := likeRunes(pattern)
	if !ok {
		return false, false
	}
	t := []rune(text)
	i, j := 0, 0
	from, held := -1, 0 // where the last % stands, and how far it holds
	for i < len(t) {
		switch {
		case j < len(p) && any[j] && p[j] == '%':
			from, held = j, i
			j++
		case j < len(p) && (any[j] || p[j] == t[i]):
			i, j = i+1, j+1
		case from >= 0:
			held++
			i, j = held, from+1
		default:
			return false, true
		}
	}
	for j < len(p) && any[j] && p[j] == '%' {
		j++
	}
	return j == len(p), true
}

// likeRunes are the characters of a pattern without its escapes, and which of
// them stand for any.
func likeRunes(pattern string) (runes []rune, any []bool, ok bool) {
	runes, any = make([]rune, 0, len(pattern)), make([]bool, 0, len(pattern))
	escaped := false
	for _, r := range pattern {
		if r == '\\' && !escaped {
			escaped = true
			continue
		}
		runes, any = append(runes, r), append(any, !escaped && (r == '%' || r == '_'))
		escaped = false
	}
	return runes, any, !escaped
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
