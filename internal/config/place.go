package config

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// At is the file with the line on which keys that lead to each other stand,
// and the keys as they are told: effigy.yaml:7: tables.a.columns.c. Where the
// file lacks some of them it is the line of the last that it has.
func (c *Config) At(keys ...string) string {
	return c.place(keys...) + ": " + strings.Join(keys, ".")
}

// place is the file with the line of a key.
func (c *Config) place(keys ...string) string {
	file, err := parser.ParseBytes(c.text, 0)
	if err != nil {
		return c.Path
	}
	line := 0
	for _, doc := range file.Docs {
		line = max(line, lineOf(doc.Body, keys))
	}
	if line == 0 {
		return c.Path
	}
	return fmt.Sprintf("%s:%d", c.Path, line)
}

// lineOf is the line of the last of the keys that are below a node, 0 where
// the first of them is not.
func lineOf(n ast.Node, keys []string) int {
	if len(keys) == 0 {
		return 0
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if v.Key.GetToken().Value == keys[0] {
				return max(v.Key.GetToken().Position.Line, lineOf(v.Value, keys[1:]))
			}
		}
	case *ast.MappingValueNode:
		if n.Key.GetToken().Value == keys[0] {
			return max(n.Key.GetToken().Position.Line, lineOf(n.Value, keys[1:]))
		}
	case *ast.SequenceNode:
		for i, v := range n.Values {
			if fmt.Sprint(i+1) == keys[0] {
				return max(firstToken(v).Position.Line, lineOf(v, keys[1:]))
			}
		}
	case *ast.AnchorNode:
		return lineOf(n.Value, keys)
	}
	return 0
}

// firstToken is where a node begins: that of a mapping is its first key.
func firstToken(n ast.Node) *token.Token {
	switch n := n.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 {
			return n.Values[0].Key.GetToken()
		}
	case *ast.MappingValueNode:
		return n.Key.GetToken()
	}
	return n.GetToken()
}

// holder lists the keys that lead to the first value of the file that is
// written as a text, and the line of the value; nil where there is none.
func holder(text []byte, value string) (keys []string, line int) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, 0
	}
	for _, doc := range file.Docs {
		if keys, line = held(doc.Body, value, nil); keys != nil {
			return keys, line
		}
	}
	return nil, 0
}

func held(n ast.Node, value string, path []string) ([]string, int) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if keys, line := held(v, value, path); keys != nil {
				return keys, line
			}
		}
	case *ast.MappingValueNode:
		below := append(path[:len(path):len(path)], n.Key.GetToken().Value)
		at := n.Value.GetToken()
		if kind := typeAt(below); kind != nil && whole(kind) && (at.Value == value || n.Value.String() == value) {
			return below, n.Key.GetToken().Position.Line
		}
		return held(n.Value, value, below)
	}
	return nil, 0
}
