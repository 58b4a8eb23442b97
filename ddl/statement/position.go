package statement

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineCounter numbers lines for offsets that only grow.
type lineCounter struct {
	offset int
	line   int
}

func (l *lineCounter) at(text string, offset int) int {
	l.line += strings.Count(text[l.offset:offset], "\n")
	l.offset = offset
	return l.line + 1
}

// ErrorAt builds a fault at a byte offset of a text.
func ErrorAt(text string, offset int, message string) *SyntaxError {
	return errorAt(text, offset, message)
}

// errorAt builds the error for a byte offset of the script.
func errorAt(text string, offset int, message string) *SyntaxError {
	offset = min(max(offset, 0), len(text))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	return &SyntaxError{
		Message: shown(message),
		Offset:  offset,
		Line:    strings.Count(text[:offset], "\n") + 1,
		Column:  utf8.RuneCountInString(text[start:offset]) + 1,
		Source:  strings.TrimRight(text[start:lineEnd(text, offset)], "\r"),
	}
}

func position(line, column int) string { return fmt.Sprintf("%d:%d", line, column) }

// caretUnder prints a line with a caret under a column, tabs kept so that the
// caret stays where it belongs. A long line is cut around the place.
func caretUnder(source string, column int) string {
	const margin = 60
	runes := []rune(source)
	at := min(max(column-1, 0), len(runes))
	from, to := max(0, at-margin), min(len(runes), at+margin)
	pad := make([]rune, 0, at-from)
	for _, r := range runes[from:at] {
		if r != '\t' {
			r = ' '
		}
		pad = append(pad, r)
	}
	return shown(string(runes[from:to])) + "\n" + string(pad) + "^"
}

// shown keeps a text from steering the terminal that shows it: each control
// or format character is replaced by one that only stands for it.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return utf8.RuneError
		}
		return r
	}, text)
}
