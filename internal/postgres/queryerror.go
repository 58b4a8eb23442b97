package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// QueryError is why a bounded run ended. Its text names no cell: the server's
// own words are there only when they are about the statement's text.
type QueryError struct {
	// Early is set when the server refused the text before it ran.
	Early bool
	Code  string // SQLSTATE
	// Message and Hint are the server's. Unless Early is set they may hold
	// values of cells and must not be shown.
	Message, Hint string
	Position      int // in characters from 1, or 0
	// TooLong is set when a row was longer than Bounds.Message.
	TooLong bool
	err     error
}

// Error prints the SQLSTATE, never the message.
func (e *QueryError) Error() string {
	switch {
	case e.TooLong:
		return "a row is longer than the limit"
	case e.Code == "":
		return "the connection was lost"
	}
	return "SQLSTATE " + e.Code
}

// Unwrap returns the error below.
func (e *QueryError) Unwrap() error { return e.err }

// fault turns an error into the gate's. The deadline of the run is told as
// the server's own timeout; the caller's is the caller's.
func (r *bounded) fault(ctx context.Context, err error, early bool) error {
	var pgErr *pgconn.PgError
	var long *pgproto3.ExceededMaxBodyLenErr
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return &QueryError{Code: "57014", err: ctx.Err()}
	case errors.As(err, &pgErr):
		r.idle = r.idle || early && pgErr.Severity != "FATAL"
		return &QueryError{Early: early, Code: pgErr.Code, Message: pgErr.Message, Hint: pgErr.Hint, Position: int(pgErr.Position), err: err}
	case errors.As(err, &long):
		return &QueryError{TooLong: true, err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &QueryError{Code: "57014", err: err}
	}
	return &QueryError{err: err}
}
