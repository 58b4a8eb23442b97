// Package predicate reads the constraints of a table: it evaluates their
// expressions on rows, and solves them, so that rows can be constructed
// instead of tried.
//
// Its evaluator is Postgres' three-valued logic with a fourth answer,
// Unknown, for whatever it does not understand exactly: user functions,
// collations, values that would overflow. It may say Unknown where Postgres
// knows, but never True where Postgres says false, nor the reverse. Sessions
// are assumed to run with TimeZone UTC, DateStyle ISO and standard strings,
// which is what the loader sets. It opens no connection and reads no clock.
package predicate

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// Truth is the outcome of a predicate.
type Truth uint8

// The outcomes. A CHECK passes on True and on Null.
const (
	False Truth = iota
	True
	Null
	Unknown // not understood, or Postgres would raise an error
)

// Passes reports whether a CHECK accepts the outcome.
func (t Truth) Passes() bool { return t == True || t == Null }

// Scope is what names in an expression refer to.
type Scope struct {
	Schema *schema.Schema
	// Table gives the columns; a row has a value for each, by position.
	Table *schema.Table
	// Now is the instant of now(), in microseconds since 2000-01-01 UTC.
	Now int64
	// Since is the instant that bounds which move with the clock are told by
	// where they may, so that they do not differ a moment later; 0 for none.
	Since int64
	// Value is the type of VALUE in the CHECK of a domain, whose value is
	// the first of the row; used when Table is nil.
	Value schema.Type
}

// Named is an expression with the name of the constraint it comes from.
type Named struct {
	Constraint string
	Expr       *schema.Expr

	domain bool // the SQL of Expr speaks of VALUE
}

// same reports the same constraint of the same columns; that of a domain is
// one of each column of its type.
func (n Named) same(o Named) bool {
	return n.Constraint == o.Constraint && slices.Equal(n.Expr.Columns(), o.Expr.Columns())
}

// Input is what Compile solves.
type Input struct {
	Scope
	// Extra are further predicates of the table, such as the bounds of its
	// partitions (see Partitions); its CHECKs, those of its columns' domains
	// and NOT NULL are read from the model.
	Extra []Named
	// MaxBranches caps the normal form; 0 for the default.
	MaxBranches int
	// Wary takes no rule as narrower than it is, which is otherwise done where
	// it leaves values that are easier to make.
	Wary bool
}
