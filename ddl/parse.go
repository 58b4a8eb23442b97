package ddl

import (
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

// Parse reads a schema text. The error is for a text that can't be read as a
// whole (a string or comment that does not end, a NUL byte, invalid UTF-8);
// the Script then holds what precedes the fault. A statement that can't be
// read is a Problem, not an error.
func Parse(text string) (*Script, error) {
	s := &Script{Split: statement.Split(text), Schema: &schema.Schema{}}
	if s.Split.Err != nil {
		return s, s.Split.Err
	}
	return s, nil
}
