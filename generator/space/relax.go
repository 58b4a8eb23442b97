package space

import (
	"regexp"
	"strings"
)

var (
	lookaround = regexp.MustCompile(`\(\?<?[=!][^()]*(?:\([^()]*\)[^()]*)*\)`)
	reference  = regexp.MustCompile(`\\[1-9]`)
)

// relaxed is a regular expression without what no automaton can follow: what
// lies ahead is not looked at, and a reference to a group stands for another
// text of the group. Some of its texts match the original.
func relaxed(text string) string {
	text = lookaround.ReplaceAllString(text, "")
	groups := groupsOf(text)
	return reference.ReplaceAllStringFunc(text, func(ref string) string {
		if n := int(ref[1] - '1'); n < len(groups) {
			return groups[n]
		}
		return ""
	})
}

// groupsOf are the capturing groups of a regular expression, in order.
func groupsOf(text string) []string {
	var out []string
	var open []int
	var number []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			if end := strings.IndexByte(text[min(i+2, len(text)):], ']'); end >= 0 {
				i += 2 + end
			}
		case '(':
			open = append(open, i)
			number = append(number, -1)
			if !strings.HasPrefix(text[i:], "(?") {
				number[len(number)-1] = len(out)
				out = append(out, "")
			}
		case ')':
			if n := len(open) - 1; n >= 0 {
				if number[n] >= 0 {
					out[number[n]] = text[open[n] : i+1]
				}
				open, number = open[:n], number[:n]
			}
		}
	}
	return out
}
