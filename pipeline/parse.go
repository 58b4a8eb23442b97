package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/effigydb/effigy/ddl"
)

// Parse reads a schema text. Statements that cannot be read are warned about
// with their place; they do not lose the rest.
func (r *Run) Parse(text Text) (*ddl.Script, error) {
	script, err := ddl.Parse(text.SQL)
	if err != nil {
		return nil, located(text.Name, err)
	}
	for _, p := range script.Problems {
		r.warn(fmt.Sprintf("%s:%d:%d: %s\n%s", text.Name, p.Line, p.Column, p.Message, p.Caret))
	}
	return script, nil
}

// digestOf is the hex SHA-256 of a schema text.
func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
