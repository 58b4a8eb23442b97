package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

// headings are the groups of a drift report in the order they are told.
var headings = []struct{ impact, title string }{
	{diff.Security, "Security"},
	{diff.Breaking, "Breaking"},
	{diff.Additive, "Additive"},
	{diff.Neutral, "Neutral"},
}

// signs mark a change in front of its name.
var signs = map[string]string{"added": "+", "removed": "-", "changed": "~"}

// DriftText prints a comparison for people: worst first, a line of before
// and after for what changed. Without drift it prints one line.
func DriftText(w io.Writer, r *diff.Result) {
	if !r.Drift {
		fmt.Fprintf(w, "no drift%s\n", tail(r))
		return
	}
	for _, h := range headings {
		list := group(r, h.impact)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s\n", h.title)
		for _, c := range list {
			writeChange(w, c)
		}
		fmt.Fprintln(w)
	}
	for _, x := range r.Renames {
		fmt.Fprintf(w, "perhaps a rename: %s %s → %s (%.0f %%)\n", x.Kind, x.From, x.To, 100*x.Score)
	}
	fmt.Fprintf(w, "drift: %s%s\n", counts(r), tail(r))
}

func writeChange(w io.Writer, c diff.Change) {
	fmt.Fprintf(w, "  %s %s %s", signs[c.Change], c.Kind, c.Name)
	if c.Line > 0 {
		fmt.Fprintf(w, "  (line %d)", c.Line)
	}
	fmt.Fprintln(w)
	if c.Change == "changed" {
		fmt.Fprintf(w, "      before: %s\n      after:  %s\n", oneLine(c.Before), oneLine(c.After))
	}
	if n := len(c.Dependents); n > 0 {
		fmt.Fprintf(w, "      mentioned by: %s\n", strings.Join(c.Dependents[:min(n, 5)], ", "))
	}
}

// group lists the semantic changes of one impact.
func group(r *diff.Result, impact string) []diff.Change {
	var list []diff.Change
	for _, c := range r.Changes {
		if c.Level == diff.Semantic && c.Impact == impact {
			list = append(list, c)
		}
	}
	return list
}

func counts(r *diff.Result) string {
	var parts []string
	for _, h := range headings {
		if n := len(group(r, h.impact)); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, h.impact))
		}
	}
	return strings.Join(parts, ", ")
}

// tail tells what else was seen and not counted as drift.
func tail(r *diff.Result) string {
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{{r.Cosmetic, "cosmetic"}, {r.Environment, "environment"}, {len(r.Ignored), "ignored"}, {r.Opaque, "compared by tokens only"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// oneLine folds a definition to one line of at most 200 characters.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}
