package config

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Fixtures are the literal rows of a lookup table: written out, or the name
// of a CSV file with a line of column names, relative to the settings file.
type Fixtures struct {
	// Rows are cells by column, nil for NULL. Columns that a row does not
	// name are generated.
	Rows []map[string]*Text
	// File is the CSV file the rows were read from, as the settings name it.
	File string
}

// UnmarshalYAML takes a list of rows or the name of a file.
func (f *Fixtures) UnmarshalYAML(n ast.Node) error {
	switch n := n.(type) {
	case *ast.SequenceNode:
		f.Rows = []map[string]*Text{}
		return yaml.NodeToValue(n, &f.Rows)
	case *ast.StringNode:
		f.File = n.Value
		return nil
	}
	return &shapeError{n.GetToken(), "expected a list of rows or the name of a CSV file"}
}

// empty reports fixtures that are given and hold no row.
func (f *Fixtures) empty() bool { return (f.Rows != nil || f.File != "") && len(f.Rows) == 0 }

// read takes the rows of the CSV file in.
func (f *Fixtures) read(settings string) error {
	if f.File == "" {
		return nil
	}
	path := f.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(settings), path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if f.Rows, err = parseCSV(string(text)); err != nil {
		return fmt.Errorf("%s: %w", f.File, err)
	}
	return nil
}
