package ddl

import (
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

// Script is a schema text that has been read.
type Script struct {
	// Split is the text cut into statements.
	Split *statement.Script
	// Schema is what the statements define, in its final state: what a later
	// statement renames, drops or alters has been renamed, dropped, altered.
	Schema *schema.Schema
	// Problems are statements that could not be read, in order of the text.
	Problems []Problem
	// Items has one entry for every statement, in order of the text.
	Items []Item

	facts facts
}

// Problem is something wrong at a place of the text. The statement it is in
// is carried as opaque; everything else has been read.
type Problem struct {
	Line    int // from 1
	Column  int // in characters, from 1
	Message string
	// Caret is the line of the text with a caret under the place.
	Caret string
}

// Item is one statement and what it is about.
type Item struct {
	// Statement indexes Split.Statements.
	Statement int
	// Kind is Postgres' word: table, index, function, comment, …; "set",
	// "data" (INSERT, COPY, setval), "transaction", "role", "do", and
	// "other" for what has no word.
	Kind string
	// Name is the object as Postgres prints it, schema-qualified, quoted
	// only where needed; a function has its argument types.
	Name string
	Line int
	// Opaque is set when the statement has no place in the model.
	Opaque bool
}

// Runs lists the statements that run code of their own (DO, CALL, SELECT of a
// function) or a query of which the text does not say what it has (CREATE
// TABLE AS): what they do to the schema only a server can tell, so that a dump
// of the result may differ from what the text says.
func (s *Script) Runs() []Item {
	var out []Item
	for _, item := range s.Items {
		n := s.Split.Statements[item.Statement].Node
		if n.GetDoStmt() != nil || n.GetCallStmt() != nil || n.GetSelectStmt() != nil && item.Kind == "other" || n.GetCreateTableAsStmt() != nil && item.Kind == "table" && item.Opaque {
			out = append(out, item)
		}
	}
	return out
}
