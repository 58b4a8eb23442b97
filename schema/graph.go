package schema

import (
	"slices"
	"strings"
)

// Graph is the foreign-key graph of a schema. Nodes are tables, partitions
// folded into their roots; edges run from the referring table to the one it
// refers to.
type Graph struct {
	// Nodes in the order of the schema.
	Nodes []*Node
	// Order lists all nodes parents first, ties broken by name; members of a
	// cycle stand together, sorted by name.
	Order []*Node
	// Components are the strongly connected components in the same order.
	Components [][]*Node

	byName     map[Name]*Node
	partitions []*Table
}

// Node is a table of the graph.
type Node struct {
	Table *Table
	// Edges are the table's foreign keys, those of its partitions included.
	Edges []*Edge
	// Level is 0 for a table that refers to no other, otherwise one more than
	// the highest level among the tables outside its component it refers to;
	// members of a component share their highest.
	Level int
	// Component indexes Graph.Components.
	Component int
}

// Edge is one foreign key.
type Edge struct {
	From, To   *Node
	Constraint *Constraint
	// Owner is the table that declares it: From.Table or a partition of it.
	Owner *Table
	// Self is set when both ends are the same table.
	Self bool
}

// Graph builds the foreign-key graph. References to tables that the text
// does not define are left out.
func (s *Schema) Graph() *Graph {
	g := &Graph{byName: map[Name]*Node{}}
	for _, t := range s.Tables {
		if t.PartitionOf == nil {
			n := &Node{Table: t}
			g.Nodes = append(g.Nodes, n)
			g.byName[t.Name] = n
		}
	}
	for _, t := range s.Tables {
		if t.PartitionOf == nil {
			continue
		}
		if root := g.byName[s.Root(t).Name]; root != nil {
			g.byName[t.Name] = root
			g.partitions = append(g.partitions, t)
		}
	}
	for _, t := range s.Tables {
		g.connect(t)
	}
	g.order(components(g.Nodes))
	return g
}

// Root is the partitioned table at the top of a partition, or the table
// itself. A parent that the text does not define ends the walk.
func (s *Schema) Root(t *Table) *Table {
	for range len(s.Tables) {
		if t.PartitionOf == nil {
			break
		}
		parent := s.Table(t.PartitionOf.Parent)
		if parent == nil {
			break
		}
		t = parent
	}
	return t
}

func (g *Graph) connect(t *Table) {
	from := g.byName[t.Name]
	if from == nil {
		return
	}
	for _, c := range t.Constraints {
		if to := g.byName[c.RefTable]; c.Kind == ForeignKey && to != nil {
			from.Edges = append(from.Edges, &Edge{From: from, To: to, Constraint: c, Owner: t, Self: from == to})
		}
	}
}

// Node returns the node of a table or of the root of a partition, or nil.
func (g *Graph) Node(n Name) *Node { return g.byName[n] }

// Each calls f for every table of the schema and the node it is part of:
// itself, or the root of a partition. The order is that of Nodes, then of the
// schema.
func (g *Graph) Each(f func(Name, *Node)) {
	for _, n := range g.Nodes {
		f(n.Table.Name, n)
	}
	for _, t := range g.partitions {
		f(t.Name, g.byName[t.Name])
	}
}

// order sorts the components topologically, always taking the one with the
// smallest name among those whose parents are placed.
func (g *Graph) order(found [][]*Node) {
	of := map[*Node]int{}
	for i, members := range found {
		slices.SortFunc(members, byName)
		for _, n := range members {
			of[n] = i
		}
	}
	waiting := make([]int, len(found))
	children := make([][]int, len(found))
	for i, members := range found {
		for _, p := range parents(members, of, i) {
			waiting[i]++
			children[p] = append(children[p], i)
		}
	}
	h := &smallest{found: found}
	for i := range found {
		if waiting[i] == 0 {
			h.push(i)
		}
	}
	for len(h.items) > 0 {
		i := h.pop()
		g.place(found[i])
		for _, c := range children[i] {
			if waiting[c]--; waiting[c] == 0 {
				h.push(c)
			}
		}
	}
}

// parents lists the other components that the members refer to, each once.
func parents(members []*Node, of map[*Node]int, self int) []int {
	var out []int
	seen := map[int]bool{self: true}
	for _, n := range members {
		for _, e := range n.Edges {
			if p := of[e.To]; !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

func (g *Graph) place(members []*Node) {
	level := 0
	at := len(g.Components)
	for _, n := range members {
		n.Component = at
	}
	for _, n := range members {
		for _, e := range n.Edges {
			if e.To.Component != at || !slices.Contains(members, e.To) {
				level = max(level, e.To.Level+1)
			}
		}
	}
	for _, n := range members {
		n.Level = level
	}
	g.Components = append(g.Components, members)
	g.Order = append(g.Order, members...)
}

func byName(a, b *Node) int { return a.Table.Name.Compare(b.Table.Name) }

// smallest is a priority queue of components by their first member's name.
type smallest struct {
	found [][]*Node
	items []int
}

func (h *smallest) push(i int) {
	at, _ := slices.BinarySearchFunc(h.items, i, func(a, b int) int {
		return byName(h.found[b][0], h.found[a][0])
	})
	h.items = slices.Insert(h.items, at, i)
}

func (h *smallest) pop() int {
	last := len(h.items) - 1
	i := h.items[last]
	h.items = h.items[:last]
	return i
}

// Cycles prints one shortest cycle for every component of several tables as
// "a -> b -> a", from its smallest member, in the order of Components.
func (g *Graph) Cycles() []string {
	var out []string
	for _, members := range g.Components {
		if len(members) > 1 {
			out = append(out, cycle(members[0]))
		}
	}
	return out
}

// cycle walks breadth-first from a node back to itself, inside its component.
func cycle(start *Node) string {
	from := map[*Node]*Node{}
	queue := []*Node{start}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		next := make([]*Node, 0, len(n.Edges))
		for _, e := range n.Edges {
			if !e.Self && e.To.Component == start.Component {
				next = append(next, e.To)
			}
		}
		slices.SortFunc(next, byName)
		for _, to := range next {
			if to == start {
				return trail(start, n, from)
			}
			if from[to] == nil {
				from[to] = n
				queue = append(queue, to)
			}
		}
	}
	return ""
}

func trail(start, last *Node, from map[*Node]*Node) string {
	names := []string{start.Table.Name.String()}
	for n := last; n != start; n = from[n] {
		names = append(names, n.Table.Name.String())
	}
	names = append(names, start.Table.Name.String())
	slices.Reverse(names)
	return strings.Join(names, " -> ")
}
