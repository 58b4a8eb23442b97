package generator

import (
	"context"
	"time"

	"github.com/effigydb/effigy/schema"
)

// Version of the generator's output. The same version, seed, instant and
// schema give the same bytes.
const Version = 8

// Request is what a plan is made from.
type Request struct {
	Schema *schema.Schema
	// Rows asked for in every table that Tables says nothing about.
	Rows   int64
	Tables map[schema.Name]Settings
	Seed   string
	// Now is the instant that generated times are relative to; BuildTime the
	// real one, at which CHECKs against now() must hold.
	Now, BuildTime time.Time
	Judge          Judge
	// Dry plans without a Judge announce what needs one instead of refusing
	// it. Their rows must not be written.
	Dry bool
	// Skip names tables that are not to be planned, such as those whose
	// extension is missing. Foreign keys to them are not there either: they
	// are NULL where they may be.
	Skip map[schema.Name]bool
}

// Plan says how the rows of every table are made. It is immutable and safe
// for use by several goroutines.
type Plan struct {
	Version int
	Seed    string
	Now     time.Time
	// Tables in foreign-key order, parents first where there is an order.
	Tables []*Table
	// Refused is empty when the plan can be carried out.
	Refused     []Refusal
	Constraints Constraints
}

// Constraints counts the plan's verdicts.
type Constraints struct {
	Total, Constructed, Vetted, ToBeVetted, Refused int
}

// Refusal names a table that can't be filled, why, and what to do.
type Refusal struct {
	Object     string // schema-qualified, quoted where Postgres would
	Constraint string
	Reason     string
	Hint       string
	// Because is the table whose rows it lacks, where that alone is the reason.
	Because string
}

// How a constraint is met.
const (
	Constructed = "constructed"
	Vetted      = "vetted"
	ToBeVetted  = "to be vetted"
	Refused     = "refused"
)

// Verdict is how one constraint of a table is met.
type Verdict struct {
	Constraint string
	Kind       string // "check", "unique", "foreign key", …
	How        string // Constructed, Vetted, ToBeVetted or Refused
	Reason     string
}

// Column is a column that the load writes.
type Column struct {
	Name string
	Type schema.Type
	// Generator describes where the values come from, for people.
	Generator string
	// Width is the mean size of a value in bytes, 0 for NULL.
	Width float64
	// Binary is false when the type has no binary form known here.
	Binary bool
}

// SequenceValue is the state a sequence must have after the load.
type SequenceValue struct {
	Sequence schema.Name
	// Value is the last value used: setval(sequence, Value, Called).
	Value  int64
	Called bool
}

// New makes the plan. An error means that the plan could not be made at all
// (the judge failed, the context ended); a table that can't be filled is a
// Refusal, not an error.
func New(ctx context.Context, r Request) (*Plan, error) {
	plan, err := newPlan(ctx, r)
	if ctx.Err() != nil { // what was refused meanwhile was refused for it
		return nil, ctx.Err()
	}
	return plan, err
}

// Table returns the plan of the named table, or nil.
func (p *Plan) Table(n schema.Name) *Table {
	for _, t := range p.Tables {
		if t.Name == n {
			return t
		}
	}
	return nil
}
