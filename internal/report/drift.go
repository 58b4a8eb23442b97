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

// DriftStyle says how a comparison is printed for people.
type DriftStyle struct {
	Colour bool
	// Cosmetic lists the cosmetic changes too.
	Cosmetic bool
}

// colours of headings and signs, as ANSI sequences.
var colours = map[string]string{
	diff.Security: "1;35", diff.Breaking: "1;31", diff.Additive: "1;32", diff.Neutral: "1;36",
	"added": "32", "removed": "31", "changed": "33",
}

func (s DriftStyle) paint(colour, text string) string {
	if !s.Colour || colour == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// DriftText prints a comparison for people: worst first, a line of before
// and after for what changed. Without drift it prints one line.
func DriftText(w io.Writer, r *diff.Result, s DriftStyle) {
	for _, h := range headings {
		s.section(w, s.paint(colours[h.impact], h.title), group(r, h.impact))
	}
	if s.Cosmetic {
		s.section(w, "Cosmetic", ofLevel(r, diff.Cosmetic))
	}
	for _, x := range r.Renames {
		fmt.Fprintf(w, "perhaps a rename: %s %s → %s (%.0f %%)\n", x.Kind, oneLine(x.From), oneLine(x.To), 100*x.Score)
	}
	for _, line := range ignoredBy(r) {
		fmt.Fprintln(w, "ignored: "+line)
	}
	if !r.Drift {
		fmt.Fprintf(w, "no drift%s\n", tail(r))
		return
	}
	fmt.Fprintf(w, "drift: %s%s\n", counts(r), tail(r))
}

func (s DriftStyle) section(w io.Writer, title string, list []diff.Change) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n", title)
	for _, c := range list {
		s.change(w, c)
	}
	fmt.Fprintln(w)
}

func (s DriftStyle) change(w io.Writer, c diff.Change) {
	fmt.Fprintf(w, "  %s %s %s", s.paint(colours[c.Change], signs[c.Change]), c.Kind, oneLine(c.Name))
	if c.Line > 0 {
		fmt.Fprintf(w, "  (line %d)", c.Line)
	}
	fmt.Fprintln(w)
	if c.Change == "changed" {
		fmt.Fprintf(w, "      before: %s\n      after:  %s\n", s.paint("31", oneLine(c.Before)), s.paint("32", oneLine(c.After)))
	}
	if n := len(c.Dependents); n > 0 {
		fmt.Fprintf(w, "      mentioned by: %s\n", oneLine(someOf(c.Dependents)))
	}
}

func someOf(list []string) string {
	const most = 5
	if n := len(list); n > most {
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(list, ", ")
}

// ignoredBy tells how many changes each rule left out, in the order of the
// first.
func ignoredBy(r *diff.Result) []string {
	counts := map[string]int{}
	var rules []string
	for _, x := range r.Ignored {
		if counts[x.Rule]++; counts[x.Rule] == 1 {
			rules = append(rules, x.Rule)
		}
	}
	for i, rule := range rules {
		rules[i] = fmt.Sprintf("%d by rule %s", counts[rule], rule)
	}
	return rules
}

func ofLevel(r *diff.Result, level string) []diff.Change {
	var list []diff.Change
	for _, c := range r.Changes {
		if c.Level == level {
			list = append(list, c)
		}
	}
	return list
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

// Counts tells how many semantic changes there are by impact, worst first.
func Counts(r *diff.Result) string { return counts(r) }

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
