package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// Plan is what a rebuild would do, in the shape of `plan --json`.
type Plan struct {
	SchemaSHA   string      `json:"schema_sha256"`
	Seed        string      `json:"seed"`
	Now         string      `json:"now"`
	Tables      []Planned   `json:"tables"`
	Cycles      []string    `json:"cycles"`
	Refused     []Refused   `json:"refused"`
	Skipped     []Skipped   `json:"skipped"`
	Constraints Constraints `json:"constraints"`
	// Judged tells whether a server vetted what needs vetting.
	Judged bool  `json:"judged"`
	Rows   int64 `json:"rows"`
	Bytes  int64 `json:"bytes"` // of all rows, without indexes

	// Estimate is missing where the plan refuses.
	Estimate *Estimate `json:"estimate,omitempty"`

	graph *schema.Graph
}

// Planned is the plan of one table.
type Planned struct {
	Name      string    `json:"name"`
	Level     int       `json:"level"` // of the foreign-key graph
	Parents   []string  `json:"parents"`
	Requested int64     `json:"requested"`
	Rows      int64     `json:"rows"`
	CappedBy  string    `json:"capped_by"`
	CapReason string    `json:"cap_reason,omitempty"`
	Columns   []Filled  `json:"columns"`
	Verdicts  []Verdict `json:"constraints"`
	// Shortfalls tell where the rows are not as effigy.yaml asks.
	Shortfalls []string `json:"shortfalls,omitempty"`
}

// Filled is a column and where its values come from.
type Filled struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Generator string `json:"generator"`
}

// Verdict is how one constraint is met.
type Verdict struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	How    string `json:"how"`
	Reason string `json:"reason,omitempty"`
}

// NewPlan renders a generator's plan.
func NewPlan(p *generator.Plan, g *schema.Graph) *Plan {
	c := p.Constraints
	out := &Plan{
		Seed: p.Seed, Tables: []Planned{}, Cycles: g.Cycles(), Refused: []Refused{}, Skipped: []Skipped{}, graph: g,
		Constraints: Constraints{Total: c.Total, Constructed: c.Constructed, Vetted: c.Vetted, ToBeVetted: c.ToBeVetted, Refused: c.Refused},
	}
	for _, t := range p.Tables {
		out.Rows += t.Rows
		out.Bytes += t.Rows * int64(t.RowBytes)
		out.Tables = append(out.Tables, planned(t, g.Node(t.Name)))
	}
	for _, r := range p.Refused {
		out.Refused = append(out.Refused, Refused(r))
	}
	if out.Cycles == nil {
		out.Cycles = []string{}
	}
	return out
}

func planned(t *generator.Table, n *schema.Node) Planned {
	x := Planned{
		Name: t.Name.String(), Parents: []string{}, Requested: t.Requested, Rows: t.Rows, CappedBy: t.CappedBy, CapReason: t.CapReason, Shortfalls: t.Shortfalls,
		Columns: []Filled{}, Verdicts: []Verdict{},
	}
	if n != nil {
		x.Level = n.Level
		for _, e := range n.Edges {
			x.Parents = append(x.Parents, e.To.Table.Name.String())
		}
	}
	for _, c := range t.Columns {
		x.Columns = append(x.Columns, Filled{schema.Quote(c.Name), typed(c.Type.String()), c.Generator})
	}
	for _, v := range t.Verdicts {
		x.Verdicts = append(x.Verdicts, Verdict{Name: v.Constraint, Kind: v.Kind, How: v.How, Reason: v.Reason})
	}
	return x
}

// typed is the name of a type as people write it: those of Postgres itself
// without their schema and quotes, so numeric for pg_catalog."numeric".
func typed(name string) string {
	own, ok := strings.CutPrefix(name, "pg_catalog.")
	if !ok || !strings.HasPrefix(own, `"`) || strings.HasPrefix(own, `"char"`) { // "char" is not char
		return own
	}
	return strings.Replace(own, `"`, "", 2)
}

// WriteText prints the plan for people: every table in order, its columns
// with their generators, its constraints with their verdicts.
func (p *Plan) WriteText(w io.Writer) {
	for _, t := range p.Tables {
		fmt.Fprintf(w, "%s: %s", t.Name, Count(t.Rows, "row"))
		if t.CappedBy != "" {
			fmt.Fprintf(w, " of %d (%s: %s)", t.Requested, t.CappedBy, t.CapReason)
		}
		if len(t.Parents) > 0 {
			fmt.Fprintf(w, "  <- %s", strings.Join(t.Parents, ", "))
		}
		fmt.Fprintln(w)
		for _, c := range t.Columns {
			fmt.Fprintf(w, "    %-28s %-24s %s\n", c.Name, c.Type, c.Generator)
		}
		for i, v := range t.Verdicts {
			if slices.Contains(t.Verdicts[:i], v) {
				continue // a partition has it too
			}
			fmt.Fprintf(w, "  %-12s %s %s", v.How, v.Kind, v.Name)
			if v.Reason != "" {
				fmt.Fprintf(w, ": %s", v.Reason)
			}
			fmt.Fprintln(w)
		}
	}
	for _, c := range p.Cycles {
		fmt.Fprintf(w, "cycle: %s\n", c)
	}
	for _, s := range p.Skipped {
		fmt.Fprintf(w, "skipped: %s %s: %s\n", s.Kind, s.Name, s.Reason)
	}
	WriteRefused(w, p.Refused)
	fmt.Fprintf(w, "%s, %s, about %d kB; %s: %s\n", Count(len(p.Tables), "table"), Count(p.Rows, "row"), p.Bytes/1000,
		Count(p.Constraints.Total, "constraint"), p.Constraints.counts())
	p.Estimate.write(w)
}

// Graphs are the formats of WriteGraph.
var Graphs = []string{"mermaid", "dot", "svg"}

// WriteGraph prints the foreign-key graph in one of the formats Graphs.
func (p *Plan) WriteGraph(w io.Writer, format string) {
	if format == "svg" {
		writeSVG(w, p.graph)
		return
	}
	head, edge, foot := "flowchart LR\n", "  %s --> %s\n", ""
	if format == "dot" {
		head, edge, foot = "digraph schema {\n  rankdir=LR;\n", "  %s -> %s;\n", "}\n"
	}
	ids := map[*schema.Node]string{}
	fmt.Fprint(w, head)
	for i, n := range p.graph.Order {
		ids[n] = fmt.Sprintf("t%d", i)
		if format == "dot" {
			fmt.Fprintf(w, "  %s [label=%q];\n", ids[n], n.Table.Name.String())
		} else {
			fmt.Fprintf(w, "  %s[\"%s\"]\n", ids[n], label(n.Table.Name.String()))
		}
	}
	for _, n := range p.graph.Order {
		for _, e := range n.Edges {
			fmt.Fprintf(w, edge, ids[n], ids[e.To])
		}
	}
	fmt.Fprint(w, foot)
}
