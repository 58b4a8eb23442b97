package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/effigydb/effigy/ddl"
)

// Public is the result without what opens the sandbox.
func (b *Build) Public() *Build {
	out := *b
	out.Sandbox.URL, out.Sandbox.ReaderURL = "", ""
	return &out
}

// Extent tells how much was built, and on what.
func (b *Build) Extent() string {
	var rows int64
	for _, t := range b.Tables {
		rows += t.Rows
	}
	text := Count(len(b.Tables), "table") + ", " + Count(rows, "row") + ", " + Count(b.Constraints.Total, "constraint")
	if v := b.Sandbox.ServerVersion; v != "" {
		text += ", PostgreSQL " + v
	}
	if n := len(b.Skipped); n > 0 {
		text += "; skipped: " + Count(n, "object") + " that a sandbox can't have"
	}
	return text
}

// Markdown prints what was built in at most limit bytes: largest tables
// first, what was capped with its reason, what was skipped.
func (b *Build) Markdown(w io.Writer, limit int) {
	head := "## A sandbox was built\n\n" + prose(b.Extent()) + ".\n"
	if !b.Verified {
		head = "## A sandbox could not be verified\n"
	}
	tables := section{title: "Tables", rank: 3, most: 500, fold: len(b.Tables) > 30}
	for _, t := range slices.SortedStableFunc(slices.Values(b.Tables), func(x, y Table) int { return cmp.Compare(y.Rows, x.Rows) }) {
		item := "- " + code(t.Name) + ": " + Count(t.Rows, "row")
		if t.CappedBy != "" {
			item += fmt.Sprintf(" of %d, capped by %s", t.Requested, code(t.CappedBy))
		}
		tables.items = append(tables.items, item+"\n")
	}
	skipped := section{title: "Skipped", rank: 2, most: 100}
	for _, s := range b.Skipped {
		skipped.items = append(skipped.items, fmt.Sprintf("- %s %s: %s\n", prose(s.Kind), code(s.Name), prose(s.Reason)))
	}
	problems := section{title: "Not verified", rank: 1, most: 100}
	for _, p := range b.Problems {
		problems.items = append(problems.items, "- "+code(p)+"\n")
	}
	_, _ = io.WriteString(w, head+assemble([]section{problems, tables, skipped}, limit-len(head)))
}

// TableLines tells on which line of a text each table is created, by its
// printed name.
func TableLines(text string) map[string]int {
	lines := map[string]int{}
	script, err := ddl.Parse(text)
	if err != nil {
		return lines
	}
	for _, t := range script.Schema.Tables {
		lines[t.Name.String()] = t.Line
	}
	return lines
}
