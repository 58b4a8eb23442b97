package language

// kind is what a node of a pattern's tree is.
type kind uint8

const (
	nodeEmpty  kind = iota // the empty string
	nodeChars              // one character of chars
	nodeConcat             // args one after the other
	nodeEither             // one of args
	nodeRepeat             // args[0], min to max times; max < 0 without end
	nodeAssert             // a place, not a character
)

// assertion is a place in the text.
type assertion uint8

const (
	textStart assertion = iota // ^ \A
	textEnd                    // $ \Z
	wordStart                  // \m [[:<:]]
	wordEnd                    // \M [[:>:]]
	wordEdge                   // \y
	wordInner                  // \Y
)

// node is a pattern as a tree.
type node struct {
	kind     kind
	chars    charset
	args     []*node
	min, max int
	assert   assertion
}

func concat(args ...*node) *node {
	switch len(args) {
	case 0:
		return &node{kind: nodeEmpty}
	case 1:
		return args[0]
	}
	return &node{kind: nodeConcat, args: args}
}

func either(args ...*node) *node {
	if len(args) == 1 {
		return args[0]
	}
	return &node{kind: nodeEither, args: args}
}

func repeat(n *node, low, high int) *node {
	return &node{kind: nodeRepeat, args: []*node{n}, min: low, max: high}
}

func char(c charset) *node { return &node{kind: nodeChars, chars: c} }

func place(a assertion) *node { return &node{kind: nodeAssert, assert: a} }

// walk calls f for the node and everything below it.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, a := range n.args {
		a.walk(f)
	}
}

// parsed is a pattern's tree with what is known about it as a whole.
type parsed struct {
	root *node
	// anchored patterns match the whole text, others any part of it.
	anchored bool
	// locale is set when the meaning of characters beyond ASCII depends on
	// the locale: named classes, and case folding.
	locale bool
}
