package generator

import (
	"context"
	"time"

	"github.com/effigydb/effigy/schema"
)

// Judge is a real Postgres that holds the schema's types and functions and
// its empty tables. It answers what the analysis can't know. A nil Judge
// means that what needs one is refused, or only announced by a dry plan.
//
// Rows are given in the text forms that COPY reads, nil for NULL, one cell a
// column named in columns. An answer has one entry a row, in order.
type Judge interface {
	// Satisfy tells of each row whether the boolean SQL expression over the
	// table's columns is true or NULL. An exception while it is evaluated, or
	// a text that the column's type can't read, counts as false; with Indexed
	// in the expression, one that says that the server lacks what is called
	// counts as true.
	Satisfy(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]bool, error)
	// Accept tells of each text whether the type reads it, the checks of a
	// domain included. typ is SQL as schema.Type prints it.
	Accept(ctx context.Context, typ string, candidates []string) ([]bool, error)
	// Evaluate is the text of a scalar SQL expression over each row, nil for
	// NULL. An exception yields nil too.
	Evaluate(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]*string, error)
	// Hold gives a table these rows, in the place of those it has or more of
	// them: functions that constraints call read them.
	Hold(ctx context.Context, table schema.Name, columns []string, rows [][]*string, more bool) error
	// Compute is the text of what an assignment of the expression to the
	// column would store for each row. The error is an *ExpressionError when
	// the expression is at fault.
	Compute(ctx context.Context, table schema.Name, columns []string, e Computation, rows [][]*string) ([]*string, error)
}

// Indexed marks what an index computes: where the server lacks a function for
// it, there is no index, and it takes every row.
const Indexed = "/* of an index */ "

// Computation is an expression of the configuration.
type Computation struct {
	Column string
	SQL    string
	Now    time.Time // effigy_now
	// Rows are effigy_row, Seeds those of random(), from -1 to 1; one a row.
	Rows  []int64
	Seeds []float64
}

// ExpressionError is what Postgres says of an expression that can't be
// evaluated.
type ExpressionError struct{ Message string }

// Error is the server's message.
func (e *ExpressionError) Error() string { return e.Message }
