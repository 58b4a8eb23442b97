package report

import (
	"fmt"
	"strings"
	"unicode"
)

// oneLine folds a definition to one line of at most 200 characters.
func oneLine(s string) string {
	s = printable(strings.Join(strings.Fields(s), " "))
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}

// printable writes out what people can't see: control characters, and those
// that turn the direction of a text around.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == unicode.ReplacementChar || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}

// code puts a text into a code span that it cannot end: the fence is longer
// than any run of backticks inside. Nothing in a code span is markup, and
// nobody is mentioned by it.
func code(s string) string {
	s = oneLine(s)
	longest := backticks(s)
	fence := strings.Repeat("`", longest+1)
	if longest > 0 || s == "" {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// backticks is the length of the longest run of them.
func backticks(s string) int {
	run, longest := 0, 0
	for _, r := range s {
		run++
		if r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// fenced is a block of code that its text cannot end.
func fenced(language, indent, text string) string {
	fence := strings.Repeat("`", max(3, backticks(text)+1))
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s\n", indent, fence, language)
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		b.WriteString(indent + line)
	}
	fmt.Fprintf(&b, "%s%s\n", indent, fence)
	return b.String()
}

// prose makes words of elsewhere harmless in running text: Markdown's
// punctuation, HTML, emoji and mentions.
func prose(s string) string {
	var b strings.Builder
	text := []rune(fold(s))
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for i, r := range text {
		switch {
		case strings.ContainsRune("<>&@", r), r == 'w' && at(i+1) == 'w' && at(i+2) == 'w' && !word(at(i-1)):
			fmt.Fprintf(&b, "&#%d;", r)
		case strings.ContainsRune("\\`*[]|~$", r), i == 0 && strings.ContainsRune("#+-=:", r),
			r == '_' && !(word(at(i-1)) && word(at(i+1))), (r == ':' || r == '#') && at(i+1) != ' ':
			b.WriteString("\\" + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// label is the text of a Mermaid node. Mermaid has no escape but its own
// entities, "#35;", so everything that is not plain is one.
func label(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' || r == ' ' {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "#%d;", r)
	}
	return b.String()
}

// apart shortens two texts to a window around the first place where they
// differ, so that a change far inside of a long body shows.
func apart(before, after string) (string, string) {
	const wide, ahead = 240, 60
	b, a := []rune(fold(before)), []rune(fold(after))
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if len(b) <= wide && len(a) <= wide {
		same = 0
	}
	from := max(same-ahead, 0)
	cut := func(r []rune) string {
		s := string(r[from:min(from+wide, len(r))])
		if from > 0 {
			s = "…" + s
		}
		if from+wide < len(r) {
			s += "…"
		}
		return s
	}
	return cut(b), cut(a)
}

func fold(s string) string { return printable(strings.Join(strings.Fields(s), " ")) }
