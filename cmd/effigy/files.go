package main

import (
	"path/filepath"

	"github.com/effigydb/effigy/pipeline"
)

// path resolves a path of the command line from the working directory.
func (p *program) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.dir, name)
}

// replaceFile writes a file as a whole or not at all.
func (p *program) replaceFile(name, text string) error {
	return pipeline.WriteFile(p.path(name), text, 0o644)
}
