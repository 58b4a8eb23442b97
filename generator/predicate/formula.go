package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Formula is the constraints of a table in a bounded normal form: a row
// satisfies them when it satisfies one branch.
type Formula struct {
	// Branches are alternatives, none of them known to be empty. They may
	// overlap. There is none when the constraints contradict each other:
	// see Guilty.
	Branches []Branch
	// Guilty are the constraints that left nothing, sorted as met.
	Guilty []string
	// Verdicts has one entry for each constraint, in order.
	Verdicts []Verdict
	// Judged are the constraints (whole expressions) that only the database
	// can decide; all branches' Judged in one list, each once.
	Judged []Named
	// Generated are the generated columns in an order in which they can be
	// computed.
	Generated []Computed

	checks []check
}

// Verdict says how a constraint is met.
type Verdict struct {
	Constraint string
	// How is "constructed", "tested" (evaluated here on each row) or
	// "judged" (by the database).
	How string
}

// Computed is a column that is a function of others.
type Computed struct {
	Column  int
	Program *Program
}

// Branch is one alternative of a formula.
type Branch struct {
	// Weight is the branch's share of rows, relative to its siblings.
	Weight float64
	// Columns has a domain for each column of the table, by position.
	Columns []domain.Domain
	// Relations tie columns to each other.
	Relations []Relation
	// Judged are the constraints that only the database can decide in this
	// branch.
	Judged []Named
}

// Relation is a predicate over two or more columns, or over one where no
// domain could say it. It is met when one of its columns is NULL, unless
// Strict.
type Relation struct {
	Constraint string
	Expr       *schema.Expr
	Columns    []int
	Strict     bool
	// Derived relations follow from others; they keep the search from
	// running into dead ends and need not be tested.
	Derived bool

	program *Program
}

// Step is one column of a row in the order of generation.
type Step struct {
	Column int
	Domain domain.Domain
	// Bounds relate the column to columns of earlier steps.
	Bounds []Bound
	// Tests have to pass once the column has its value.
	Tests []*Program
}

// Bound is: column Op the value of Program, where that is not NULL.
type Bound struct {
	Constraint string
	Op         string // = <> < <= > >=
	Program    *Program
}

// Steps orders the columns of the branch so that each relation bounds or
// tests a column by earlier ones. Columns in first come first, in that order
// (keys, foreign keys); the rest follows the relations. Generated columns
// are left out.
func (b *Branch) Steps(first []int) []Step { return nil }

// Narrow is the step's domain, cut by its bounds for a row whose earlier
// columns are set. It reports false when nothing is left.
func (s *Step) Narrow(row []value.Value) (domain.Domain, bool) { return s.Domain, true }

// Admits reports whether the branch can still be met by a row in which only
// the columns listed in set have values: false is a proof.
func (b *Branch) Admits(row []value.Value, set []int) bool { return true }

// Check evaluates every constraint of the table on a complete row: False as
// soon as one is false, Unknown when one is not understood, else True.
// Constraint names the one that decided.
func (f *Formula) Check(row []value.Value) (t Truth, constraint string) { return True, "" }

// Compile solves the constraints of a table. An error means an input that
// makes no sense, such as a nil table; a contradiction is a Formula without
// branches.
func Compile(in Input) (*Formula, error) { return &Formula{}, nil }

type check struct {
	name    string
	program *Program
}

// Partitions is the predicate that a row of a partitioned table has to
// satisfy so that a partition takes it: an OR over its leaf partitions of
// their bounds and their own CHECKs and NOT NULLs. Nil when t is not
// partitioned or takes every row.
func Partitions(s *schema.Schema, t *schema.Table) *schema.Expr { return nil }
