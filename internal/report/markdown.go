package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

// DriftMarkdown prints a plain comparison of two texts as Markdown, no longer
// than a GitHub comment may be.
func DriftMarkdown(w io.Writer, r *diff.Result) {
	(&Comparison{Result: r, Question: Differs}).Markdown(w, commentSize)
}

// commentSize leaves room below the 65,536 characters of a GitHub comment.
const commentSize = 60_000

// Markdown prints the report in at most limit bytes. It is cut at the ends of
// items, never inside one, so that no fence or fold stays open; what is worst
// finds room first. Equal comparisons give equal bytes: there is no time in
// it.
func (c *Comparison) Markdown(w io.Writer, limit int) {
	if !c.Drift {
		_, _ = io.WriteString(w, c.clean("## No schema drift\n\nBoth texts mean the same"))
		return
	}
	head := c.head()
	_, _ = io.WriteString(w, head+assemble(c.sections(), limit-len(head)))
}

// Resolved prints what replaces a report when there is nothing to tell any
// more.
func (c *Comparison) Resolved(w io.Writer) {
	_, _ = io.WriteString(w, c.clean("## Schema drift: resolved\n\nBoth texts mean the same again"))
}

func (c *Comparison) clean(opening string) string {
	var b strings.Builder
	b.WriteString(opening + tail(c.Result) + ".\n")
	b.WriteString(c.origin())
	for _, s := range []section{c.effectSection(), c.ignoredSection(), c.todoSection()} {
		b.WriteString(s.text(len(s.items)))
	}
	return b.String()
}

// head is the verdict with its direction, and where the texts are from.
func (c *Comparison) head() string {
	var b strings.Builder
	switch c.Question {
	case Drifts:
		fmt.Fprintf(&b, "## Schema drift: %s differs from %s\n", prose(c.To), code(c.From))
	case Reviews:
		b.WriteString("## Schema change under review\n")
	default:
		b.WriteString("## Schema drift\n")
	}
	fmt.Fprintf(&b, "\n**%s**%s.", counts(c.Result), tail(c.Result))
	if c.From != "" {
		from := prose(c.From)
		if c.Question == Drifts { // a file
			from = code(c.From)
		}
		fmt.Fprintf(&b, " *Added* stands only in %s, *removed* only in %s.", prose(c.To), from)
	}
	b.WriteString("\n" + c.origin())
	return b.String()
}

func (c *Comparison) origin() string {
	if len(c.Provenance) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n")
	for _, p := range c.Provenance[:min(len(c.Provenance), maxRest)] {
		fmt.Fprintf(&b, "- %s\n", oneLine(prose(p)))
	}
	return b.String()
}

// sections are the parts below the head in the order of the page.
func (c *Comparison) sections() []section {
	list := []section{c.group(diff.Security, 1), c.group(diff.Breaking, 2), c.reachSection(), c.diagramSection()}
	list = append(list, c.group(diff.Additive, 6), c.group(diff.Neutral, 7), c.schemaSection())
	return append(list, c.renameSection(), c.effectSection(), c.ignoredSection(), c.takenSection(), c.todoSection())
}

func (c *Comparison) group(impact string, rank int) section {
	s := section{rank: rank, most: 1000}
	for _, h := range headings {
		if h.impact == impact {
			s.title = h.title
		}
	}
	for _, x := range group(c.Result, impact) {
		s.items = append(s.items, c.item(x))
	}
	s.fold = rank > 5 && len(s.items) > 12
	return s
}

// item is one change: what, where, before and after, and who mentions it.
func (c *Comparison) item(x diff.Change) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** %s %s", prose(x.Change), prose(x.Kind), code(x.Name))
	if line := c.lineOf(x); line > 0 {
		fmt.Fprintf(&b, " (line %d)", line)
	}
	b.WriteString("\n")
	if x.Change == "changed" {
		before, after := apart(x.Before, x.After)
		b.WriteString(fenced("diff", "  ", "- "+before+"\n+ "+after))
	}
	if len(x.Dependents) > 0 {
		fmt.Fprintf(&b, "  - mentioned by %s\n", spans(x.Dependents, 5))
	}
	return b.String()
}

// lineOf is the line in the text that people have: of a drift, the committed
// one.
func (c *Comparison) lineOf(x diff.Change) int {
	if c.Question == Drifts {
		return x.OldLine
	}
	return x.Line
}

// spans lists the first few texts as code.
func spans(list []string, most int) string {
	var parts []string
	for _, s := range list[:min(len(list), most)] {
		parts = append(parts, code(s))
	}
	if n := len(list) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}
