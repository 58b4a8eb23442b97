package config

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// where lists the keys that lead to a token of the file, and its own where it
// is a key; nil where the file can't be read so far.
func where(text []byte, at *token.Token) []string {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || at == nil {
		return nil
	}
	for _, doc := range file.Docs {
		if path := find(doc.Body, at, nil); path != nil {
			return path
		}
	}
	return nil
}

func find(n ast.Node, at *token.Token, path []string) []string {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if found := find(v, at, path); found != nil {
				return found
			}
		}
	case *ast.MappingValueNode:
		below := append(path[:len(path):len(path)], n.Key.GetToken().Value)
		if same(n.Key.GetToken(), at) {
			return below
		}
		return find(n.Value, at, below)
	case *ast.SequenceNode:
		for i, v := range n.Values {
			if found := find(v, at, append(path[:len(path):len(path)], strconv.Itoa(i+1))); found != nil {
				return found
			}
		}
	}
	if n != nil && same(n.GetToken(), at) {
		return path
	}
	return nil
}

func same(a, b *token.Token) bool {
	return a != nil && b != nil && a.Position.Line == b.Position.Line && a.Position.Column == b.Position.Column
}

// keysAt lists the keys that may stand where others lead to.
func keysAt(path []string) []string {
	t := typeAt(path)
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	var names []string
	for name := range keys(t) {
		names = append(names, name)
	}
	return names
}

// typeAt is the type of the value that keys lead to, nil where they lead
// nowhere.
func typeAt(path []string) reflect.Type {
	t := reflect.TypeFor[Config]()
	for _, key := range path {
		if t = step(t, key); t == nil {
			return nil
		}
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// whole reports the type of a whole number or a duration.
func whole(t reflect.Type) bool { return t.Kind() == reflect.Int || t.Kind() == reflect.Int64 }

// step is the type of what a key of a value leads to; nil for none.
func step(t reflect.Type, key string) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return step(t.Elem(), key)
	case reflect.Map, reflect.Slice:
		return t.Elem()
	case reflect.Struct:
		for name, inner := range keys(t) {
			if name == key {
				return inner
			}
		}
	}
	return nil
}

// without is the text of a settings file less one of its keys; nil where it
// has none of the name, or can't be read.
func without(text []byte, key string) []byte {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return nil
	}
	var out strings.Builder
	found := false
	switch n := file.Docs[0].Body.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if v.Key.GetToken().Value == key {
				found = true
				continue
			}
			out.WriteString(v.String() + "\n")
		}
	case *ast.MappingValueNode:
		found = n.Key.GetToken().Value == key
	}
	if !found {
		return nil
	}
	return []byte(out.String())
}
