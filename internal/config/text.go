package config

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// shapeError is a node that is not of the shape that its key takes.
type shapeError struct {
	at   *token.Token
	want string
}

// Error says what the key takes.
func (e *shapeError) Error() string { return e.want }

// Text is a value of a column as it is written: 007 and 1.50 keep their
// zeros, though YAML takes them for numbers.
type Text string

// UnmarshalYAML takes a scalar as it stands in the file.
func (t *Text) UnmarshalYAML(n ast.Node) error {
	switch n := n.(type) {
	case *ast.StringNode:
		*t = Text(n.Value)
	case *ast.LiteralNode:
		*t = Text(n.Value.Value)
	case ast.ScalarNode:
		*t = Text(n.GetToken().Value)
	default:
		return &shapeError{n.GetToken(), "expected a single value"}
	}
	return nil
}
