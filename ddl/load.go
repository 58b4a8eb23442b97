package ddl

import "github.com/effigydb/effigy/schema"

// Section is a part of a load; they run in this order.
type Section int

// The sections. Rows are copied in between Tables and Keys.
const (
	Schemas     Section = iota // CREATE SCHEMA, by the owner
	Extensions                 // CREATE EXTENSION, by the admin
	Tables                     // types, functions, sequences, tables without keys, views
	Keys                       // primary keys, uniques, excludes, indexes
	ForeignKeys                // foreign keys
	After                      // triggers, rules, policies, row security, grants, comments
)

// String is the section's name, lower case.
func (s Section) String() string {
	return [...]string{"schemas", "extensions", "tables", "keys", "foreign keys", "after"}[s]
}

// Step is one statement of a load.
type Step struct {
	SQL string
	// Kind and Name are the object's, as in Item.
	Kind, Name string
	// Line is where the text has it, from 1.
	Line    int
	Section Section
	// Path is the search_path the statement was written under, ready for
	// SET search_path TO; "" for the server's default.
	Path string
	// Roles are the roles that SQL names, for RenameRoles.
	Roles []string
	// Target is the relation the step is about: of an index, the one it is
	// on. Empty where there is none.
	Target schema.Name
	// Alters says that the step changes a table, type or domain, so that one
	// that the server refuses leaves another than the text has.
	Alters bool

	// refers is the relation the step needs a key of; only is set when it does
	// not reach down to partitions.
	refers schema.Name
	only   bool
}

// Skipped is an object that a sandbox can't or shouldn't have.
type Skipped struct {
	Kind, Name string
	Reason     string
	// Dependents are the objects that are missing for want of it, as
	// "index public.i", sorted.
	Dependents []string
	Line       int
}

// Load is what builds a schema in a sandbox.
type Load struct {
	// Settings are SET statements for every session of the load, from the
	// text's own header and from what a load needs.
	Settings []string
	// Steps in the order they run; sections never interleave.
	Steps []Step
	// Skipped are the objects left out so far: at first those a role without
	// SUPERUSER can't create, after Run also those the server refused.
	Skipped []Skipped
	// Early is the line of the first statement before which foreign keys,
	// triggers or rules have to be there: rows would meet them. 0 where all of
	// them can wait.
	Early int
	// Roles are the names that the text's roles have on the server, for
	// RenameRoles, which Run does to each step. Nil leaves them.
	Roles map[string]string

	failed []failure
	path   string // in force in the session
}

// Exec runs a step as one simple query: the SQL of a step of kind "batch"
// is several statements. When it returns an error the step has had no effect
// and the next can run. What a SET sets outlives it.
type Exec func(Step) error

// Fatal wraps an error after which no statement can run.
type Fatal struct{ Err error }

// Error is the wrapped error's text.
func (f *Fatal) Error() string { return f.Err.Error() }

// Unwrap returns the wrapped error.
func (f *Fatal) Unwrap() error { return f.Err }
