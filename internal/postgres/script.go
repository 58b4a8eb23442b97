package postgres

import (
	"context"
	"fmt"

	"github.com/effigydb/effigy/schema"
)

// Step is one statement of a script.
type Step struct {
	SQL string
	// Line is the line of the text the statement starts at, or 0.
	Line int
	// Locks are the tables the statement locks, for RunParallel: two steps
	// that share one never run at once. Partitions count as their root. A
	// step without any runs alone.
	Locks []schema.Name
	// Shared steps may run beside other shared steps on their tables: CREATE
	// INDEX.
	Shared bool
	// Cost is a guess of the work, in rows.
	Cost int64
}

// StepError is a statement that the server refused.
type StepError struct {
	Index   int // of the step
	Line    int // of the text: the place the server points at, else the statement's first line; 0 if unknown
	Column  int // in characters, from 1; 0 if the server points nowhere
	Code    string
	Message string
	err     error
}

// Error prints line, message and SQLSTATE.
func (e *StepError) Error() string {
	at := ""
	if e.Line > 0 {
		at = fmt.Sprintf("line %d: ", e.Line)
	}
	return fmt.Sprintf("%s%s (SQLSTATE %s)", at, e.Message, e.Code)
}

// Unwrap returns the server's error.
func (e *StepError) Unwrap() error { return e.err }

// RunOptions tune Run and RunParallel.
type RunOptions struct {
	// Skip is asked about a statement that the server refused: true goes on
	// without it, false ends the run with the error. Nil is false.
	Skip func(*StepError) bool
	// Jobs is the number of connections of RunParallel; 0 is two.
	Jobs int
	// Progress is told of steps done, maybe from several goroutines.
	Progress func(steps int)
}

// Run runs the steps in order on one connection, many a round trip. What ran
// before a refused statement stays. The error is a *StepError when the server
// refused one.
func Run(ctx context.Context, conn *Conn, steps []Step, o RunOptions) error {
	return run(ctx, conn, steps, o)
}

// RunParallel runs steps that depend on each other only through their Locks,
// over several connections; of steps that share a lock the earlier one goes
// first. No two of its statements can wait for each other's locks.
func RunParallel(ctx context.Context, url string, steps []Step, o RunOptions) error {
	return runParallel(ctx, url, steps, o)
}
