package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

// Bounds of a Markdown report: GitHub cuts a comment at 65,536 characters, and
// what comes last has to find room.
const (
	maxListed  = 100 // changes of one group
	maxChanges = 52_000
	maxRest    = 20 // renames, rules
)

// DriftMarkdown prints a comparison as Markdown for a summary or a comment.
// It never exceeds what GitHub takes.
func DriftMarkdown(w io.Writer, r *diff.Result) {
	var b strings.Builder
	if r.Drift {
		fmt.Fprintf(&b, "## Schema drift: %s\n", counts(r))
	} else {
		fmt.Fprintf(&b, "## No schema drift\n\nBoth texts mean the same%s.\n", tail(r))
	}
	for _, h := range headings {
		markdownGroup(&b, h.title, group(r, h.impact))
	}
	var renames []string
	for _, x := range r.Renames {
		renames = append(renames, fmt.Sprintf("%s %s → %s (%.0f %%)", x.Kind, code(oneLine(x.From)), code(oneLine(x.To)), 100*x.Score))
	}
	markdownList(&b, "Perhaps renames", renames)
	var rules []string
	for _, line := range ignoredBy(r) {
		rules = append(rules, code(oneLine(line)))
	}
	markdownList(&b, "Ignored", rules)
	if t := tail(r); t != "" && r.Drift {
		fmt.Fprintf(&b, "\nNot counted as drift:%s\n", t)
	}
	_, _ = io.WriteString(w, b.String())
}

func markdownGroup(b *strings.Builder, title string, list []diff.Change) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s (%d)\n\n", title, len(list))
	n := 0
	for n < min(len(list), maxListed) && b.Len() < maxChanges {
		markdownChange(b, list[n])
		n++
	}
	if n < len(list) {
		fmt.Fprintf(b, "- … and %d more\n", len(list)-n)
	}
}

func markdownList(b *strings.Builder, title string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s (%d)\n\n", title, len(list))
	for _, line := range list[:min(len(list), maxRest)] {
		fmt.Fprintf(b, "- %s\n", line)
	}
	if n := len(list) - maxRest; n > 0 {
		fmt.Fprintf(b, "- … and %d more\n", n)
	}
}

func markdownChange(w io.Writer, c diff.Change) {
	fmt.Fprintf(w, "- **%s** %s %s\n", c.Change, c.Kind, code(c.Name))
	if c.Change == "changed" {
		fmt.Fprintf(w, "  - before: %s\n  - after: %s\n", code(oneLine(c.Before)), code(oneLine(c.After)))
	}
	if len(c.Dependents) > 0 {
		fmt.Fprintf(w, "  - mentioned by: %s\n", code(oneLine(someOf(c.Dependents))))
	}
}

// code puts a text into a code span that it cannot end: the fence is longer
// than any run of backticks inside.
func code(s string) string {
	run, longest := 0, 0
	for _, r := range s {
		run++
		if r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 || s == "" {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
