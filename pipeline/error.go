package pipeline

import "errors"

// Error is an error with a hint for people.
type Error struct {
	Err     error
	hint    string
	refused bool
	usage   bool
}

// Error is the text of the error below.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error below.
func (e *Error) Unwrap() error { return e.Err }

// Hint says what to do, or is "".
func (e *Error) Hint() string { return e.hint }

// Refusal reports whether a safety rule said no: nothing was written.
func (e *Error) Refusal() bool { return e.refused }

// Usage reports whether the command line was at fault.
func (e *Error) Usage() bool { return e.usage }

func refusal(text, hint string) error {
	return &Error{Err: errors.New(text), hint: hint, refused: true}
}

func misuse(text, hint string) error {
	return &Error{Err: errors.New(text), hint: hint, usage: true}
}

func hinted(err error, hint string) error { return &Error{Err: err, hint: hint} }
