package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses of effigy.
const (
	statusDone     = 0 // done, no drift
	statusFailure  = 1
	statusUsage    = 2
	statusDrift    = 3
	statusRefused  = 4 // a safety rule, a quota or an infeasible request said no; nothing was written
	statusUnproven = 5 // verification failed
)

// exit is an error with a status of its own. An exit without err has been
// told already, by the result on stdout.
type exit struct {
	status int
	err    error
	hint   string
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

func (e *exit) Hint() string { return e.hint }

func usage(text, hint string) error {
	return &exit{status: statusUsage, err: errors.New(text), hint: hint}
}

func refuse(text, hint string) error {
	return &exit{status: statusRefused, err: errors.New(text), hint: hint}
}

// finish prints the error with its hint and chooses the status.
func (p *program) finish(ctx context.Context, err error) int {
	if err == nil {
		return statusDone
	}
	var e *exit
	errors.As(err, &e)
	if e == nil || e.err != nil {
		p.complain(ctx, err)
	}
	if e != nil {
		return e.status
	}
	return statusOf(err)
}

func (p *program) complain(ctx context.Context, err error) {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	fmt.Fprintf(p.stderr, "error: %v\n", err)
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(p.stderr, "hint: %s\n", hint)
	}
}

// statusOf is the status of an error of the rooms below.
func statusOf(err error) int {
	var refused interface{ Refusal() bool }
	if errors.As(err, &refused) && refused.Refusal() {
		return statusRefused
	}
	var misused interface{ Usage() bool }
	if errors.As(err, &misused) && misused.Usage() {
		return statusUsage
	}
	return statusFailure
}
