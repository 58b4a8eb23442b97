package expr

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/builtin"
)

// Op tells the kind of a Node.
type Op string

// The kinds that rules look at; any other is printed as it is named.
const (
	opConst  Op = "const"
	opNull   Op = "null"
	opCast   Op = "cast"
	opColumn Op = "column"
	opArray  Op = "array"
	opRow    Op = "row"
	opAnd    Op = "and"
	opOr     Op = "or"
	opNot    Op = "not"
)

// Node is a canonical expression.
type Node struct {
	Op   Op
	Text string // a name, an operator, the value of a literal
	Args []*Node
	Type Type // the zero Type where it cannot be told
	// implicit marks a cast that an untyped context may leave out.
	implicit bool
	// loose marks a literal in a context whose types are not known.
	loose bool
	// function is the one that a call was resolved to.
	function *builtin.Function
}

// String prints the canonical form. Two expressions mean the same when their
// forms are equal.
func (n *Node) String() string {
	var b strings.Builder
	n.print(&b)
	return b.String()
}

func (n *Node) print(b *strings.Builder) {
	switch {
	case n == nil:
		b.WriteString("-")
	case n.Op == opNull:
		b.WriteString("NULL")
	case n.Op == opConst:
		b.WriteString(quoteLiteral(n.Text))
		if t := n.constType(); t != "" {
			b.WriteString(":" + t)
		}
	case n.Op == opColumn && len(n.Args) == 0:
		b.WriteString(n.Text)
	default:
		n.printList(b)
	}
}

func (n *Node) printList(b *strings.Builder) {
	b.WriteString("(" + string(n.Op))
	if n.Text != "" {
		b.WriteString(" " + n.Text)
	}
	for _, a := range n.Args {
		b.WriteString(" ")
		a.print(b)
	}
	b.WriteString(")")
}

// constType is the type a literal is printed with: none for text and where
// the context's types are unknown.
func (n *Node) constType() string {
	switch n.Type.Name {
	case "", "unknown", "text", "varchar", "name":
		return ""
	}
	if n.loose {
		return ""
	}
	return n.Type.String()
}

func quoteLiteral(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// list builds a node without a type of its own.
func list(op Op, text string, args ...*Node) *Node {
	return &Node{Op: op, Text: text, Args: args}
}

// typed builds a node with a type.
func typed(op Op, text string, t Type, args ...*Node) *Node {
	return &Node{Op: op, Text: text, Type: t, Args: args}
}

// retyped is the node under another type, its form unchanged: what Postgres
// calls relabelling.
func (n *Node) retyped(t Type) *Node {
	m := *n
	m.Type = t
	return &m
}
