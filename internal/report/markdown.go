package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

// maxListed is how many changes of one group a Markdown report spells out;
// GitHub cuts a comment at 65,536 characters.
const maxListed = 100

// DriftMarkdown prints a comparison as Markdown for a summary or a comment.
func DriftMarkdown(w io.Writer, r *diff.Result) {
	if !r.Drift {
		fmt.Fprintf(w, "## No schema drift\n\nBoth texts mean the same%s.\n", tail(r))
		return
	}
	fmt.Fprintf(w, "## Schema drift: %s\n", counts(r))
	for _, h := range headings {
		list := group(r, h.impact)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n### %s (%d)\n\n", h.title, len(list))
		for _, c := range list[:min(len(list), maxListed)] {
			markdownChange(w, c)
		}
		if n := len(list) - maxListed; n > 0 {
			fmt.Fprintf(w, "- … and %d more\n", n)
		}
	}
	if t := tail(r); t != "" {
		fmt.Fprintf(w, "\nNot counted as drift:%s\n", t)
	}
}

func markdownChange(w io.Writer, c diff.Change) {
	fmt.Fprintf(w, "- **%s** %s %s\n", c.Change, c.Kind, code(c.Name))
	if c.Change == "changed" {
		fmt.Fprintf(w, "  - before: %s\n  - after: %s\n", code(oneLine(c.Before)), code(oneLine(c.After)))
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
