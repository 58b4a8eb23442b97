package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// section is a part of a Markdown report: a heading and items, each of which
// is printed as a whole or left out.
type section struct {
	title string
	intro string   // a paragraph, with its newline
	items []string // each ends with a newline
	most  int      // so many items at most
	rank  int      // in which order sections find room; 1 first
	fold  bool     // the items stand in a fold
	bare  bool     // there is no count and no list, only one item
}

// maxRest bounds the lists that are not changes.
const maxRest = 20

// text prints the first n items and says how many are left out.
func (s section) text(n int) string {
	if len(s.items) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s", s.title)
	if !s.bare {
		fmt.Fprintf(&b, " (%d)", len(s.items))
	}
	b.WriteString("\n\n" + s.intro)
	if s.fold && n > 0 {
		b.WriteString("<details><summary>show</summary>\n\n")
	}
	b.WriteString(strings.Join(s.items[:n], ""))
	if left := len(s.items) - n; left > 0 {
		if s.bare {
			b.WriteString("It did not find room here.\n")
		} else {
			fmt.Fprintf(&b, "- … and %d more\n", left)
		}
	}
	if s.fold && n > 0 {
		b.WriteString("\n</details>\n")
	}
	return b.String()
}

// fit is how many items find room, given what the empty section takes.
func (s section) fit(room int) int {
	n, used := 0, 0
	for n < min(len(s.items), s.most) {
		if used += len(s.items[n]); used > room {
			break
		}
		n++
	}
	return n
}

// spare is what a section's heading, fold and note of the rest take at most.
const spare = 80

// assemble prints the sections in their order in at most limit bytes. Room is
// given by rank, and no section takes more than half of what is left, so that
// a thousand changes of one kind leave some for the rest.
func assemble(sections []section, limit int) string {
	ranked := make([]int, 0, len(sections))
	for i, s := range sections {
		if len(s.items) > 0 {
			ranked = append(ranked, i)
			limit -= len(s.title) + len(s.intro) + spare
		}
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(sections[a].rank, sections[b].rank) })
	shown := make([]int, len(sections))
	for k, i := range ranked {
		room := limit
		if k < len(ranked)-1 {
			room = limit * 3 / 5
		}
		shown[i] = sections[i].fit(room)
		for _, item := range sections[i].items[:shown[i]] {
			limit -= len(item)
		}
	}
	var b strings.Builder
	for i, s := range sections {
		b.WriteString(s.text(shown[i]))
	}
	return b.String()
}
