package config

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
)

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
		return errors.New("expected a single value")
	}
	return nil
}
