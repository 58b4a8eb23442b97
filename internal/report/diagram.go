package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/schema"
)

// Bounds of a diagram: more can be drawn, but not read.
const (
	maxNodes = 30
	maxEdges = 60
)

// Diagram is the part of the foreign-key graph around what changed.
type Diagram struct {
	Tables     []Node `json:"tables"`
	References []Edge `json:"references"`
	Omitted    int    `json:"omitted,omitempty"` // changed tables that found no room
}

// Node is a table; Change is "added", "removed", "changed" or "" for a
// neighbour.
type Node struct {
	Name   string `json:"name"`
	Change string `json:"change,omitempty"`
}

// Edge is a foreign key between two tables.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Change string `json:"change,omitempty"` // "added", "removed" or ""
}

// NewDiagram draws the tables that changes touch, worst first, and their
// neighbours by foreign keys of either text. It is nil when no table is
// touched.
func NewDiagram(before, after *schema.Schema, changes []diff.Change) *Diagram {
	old, now := before.Graph(), after.Graph()
	marks, order := touched(old, now, changes)
	if len(order) == 0 {
		return nil
	}
	d := &Diagram{Omitted: max(len(order)-maxNodes, 0)}
	in := map[string]bool{}
	add := func(name string) {
		if !in[name] && len(d.Tables) < maxNodes {
			in[name] = true
			d.Tables = append(d.Tables, Node{name, marks[name]})
		}
	}
	for _, name := range order {
		add(name)
	}
	edges := references(old, now)
	for _, e := range edges {
		if marks[e.From] != "" || marks[e.To] != "" {
			add(e.From)
			add(e.To)
		}
	}
	for _, e := range edges {
		if in[e.From] && in[e.To] && len(d.References) < maxEdges {
			d.References = append(d.References, e)
		}
	}
	slices.SortFunc(d.Tables, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
	return d
}

// touched are the tables that semantic changes are about, in their order, and
// what became of each.
func touched(old, now *schema.Graph, changes []diff.Change) (marks map[string]string, order []string) {
	marks = map[string]string{}
	nodes := map[string]bool{}
	roots := map[string]string{}
	for _, g := range []*schema.Graph{old, now} {
		for _, n := range g.Nodes {
			nodes[n.Table.Name.String()] = true
		}
	}
	for _, g := range []*schema.Graph{old, now} {
		g.Each(func(name schema.Name, n *schema.Node) { roots[name.String()] = n.Table.Name.String() })
	}
	for _, c := range changes {
		name := c.Relation
		if c.Kind == "table" {
			name = c.Name
		}
		root := roots[name]
		if c.Level != diff.Semantic || root == "" {
			continue
		}
		what := "changed"
		if c.Kind == "table" && root == name {
			what = c.Change
		}
		if marks[root] == "" {
			order = append(order, root)
		}
		if marks[root] == "" || what != "changed" {
			marks[root] = what
		}
	}
	return marks, order
}

// references are the edges of both graphs, each pair of tables once, sorted.
func references(old, now *schema.Graph) []Edge {
	type pair struct{ from, to string }
	seen := map[pair]int{} // 1 old, 2 new, 3 both
	for bit, g := range []*schema.Graph{old, now} {
		for _, n := range g.Nodes {
			for _, e := range n.Edges {
				seen[pair{n.Table.Name.String(), e.To.Table.Name.String()}] |= 1 << bit
			}
		}
	}
	var edges []Edge
	for p, bits := range seen {
		edges = append(edges, Edge{p.from, p.to, []string{"", "removed", "added", ""}[bits]})
	}
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	return edges
}

// Mermaid is the diagram in Mermaid's language. Names are labels only, every
// character of them that is not plain an entity.
func (d *Diagram) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	ids := map[string]string{}
	for i, n := range d.Tables[:min(len(d.Tables), maxNodes)] {
		ids[n.Name] = fmt.Sprintf("t%d", i)
		class := ""
		if classes[n.Change] != "" {
			class = ":::" + n.Change
		}
		fmt.Fprintf(&b, "  %s[\"%s\"]%s\n", ids[n.Name], label(n.Name), class)
	}
	for _, e := range d.References[:min(len(d.References), maxEdges)] {
		arrow := map[string]string{"added": "==>|new|", "removed": "-.->|gone|"}[e.Change]
		if from, to := ids[e.From], ids[e.To]; from != "" && to != "" {
			fmt.Fprintf(&b, "  %s %s %s\n", from, cmp.Or(arrow, "-->"), to)
		}
	}
	for _, change := range []string{"added", "removed", "changed"} {
		fmt.Fprintf(&b, "  classDef %s %s\n", change, classes[change])
	}
	return b.String()
}

// classes are the looks of changed tables, readable on light and dark pages.
var classes = map[string]string{
	"added":   "fill:#dafbe1,stroke:#1a7f37,color:#1f2328,stroke-width:2px",
	"removed": "fill:#ffebe9,stroke:#cf222e,color:#1f2328,stroke-dasharray:5 3",
	"changed": "fill:#fff8c5,stroke:#9a6700,color:#1f2328,stroke-width:2px",
}

// NewReach tells, for every table with a breaking or security change, what
// refers to it in the old text.
func NewReach(before *schema.Schema, changes []diff.Change) []Reach {
	g := before.Graph()
	var worst []diff.Change
	for _, c := range changes {
		if (c.Impact == diff.Breaking || c.Impact == diff.Security) && c.Change != "added" {
			worst = append(worst, c)
		}
	}
	_, names := touched(g, g, worst)
	below := map[string][]string{}
	for _, e := range references(g, g) {
		if e.From != e.To {
			below[e.To] = append(below[e.To], e.From)
		}
	}
	var list []Reach
	for _, name := range names {
		if direct := below[name]; len(direct) > 0 {
			list = append(list, Reach{name, direct, countBelow(below, name)})
		}
	}
	return list
}

func countBelow(below map[string][]string, name string) int {
	seen := map[string]bool{name: true}
	queue := []string{name}
	for len(queue) > 0 {
		for _, next := range below[queue[0]] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
		queue = queue[1:]
	}
	return len(seen) - 1
}
