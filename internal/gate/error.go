package gate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/ddl/verdict"
	"github.com/effigydb/effigy/internal/postgres"
)

// Kind is what an Error comes from.
type Kind string

// The kinds of error.
const (
	Refused     Kind = "refused"     // by the gate or by the server's permission check
	Failed      Kind = "failed"      // the statement ran into an error
	Limited     Kind = "limited"     // a timeout, a lock, a cap: another statement may do
	Misused     Kind = "misused"     // the request itself is at fault
	Unavailable Kind = "unavailable" // no sandbox, no connection, no audit log
	Cancelled   Kind = "cancelled"   // the caller has gone
)

// Error is an answer without rows. Nothing in it is the value of a cell, a
// host, a path or a credential.
type Error struct {
	Kind    Kind   `json:"kind"`
	Code    string `json:"sqlstate,omitempty"`
	Rule    string `json:"rule,omitempty"` // what refused: verdict, permission, cell, audit, …
	Message string `json:"message"`
	Advice  string `json:"hint,omitempty"`
	// Position is in characters of the text, from 1; 0 when unknown.
	Position int `json:"position,omitempty"`
}

// Error prints the message with the SQLSTATE and the position.
func (e *Error) Error() string {
	s := e.Message
	if e.Code != "" {
		s += " (SQLSTATE " + e.Code + ")"
	}
	if e.Position > 0 {
		s += fmt.Sprintf(" at character %d", e.Position)
	}
	return s
}

// Hint says what to do, or is "".
func (e *Error) Hint() string { return e.Advice }

// Refusal reports whether the statement was refused.
func (e *Error) Refusal() bool { return e.Kind == Refused }

// Usage reports whether the request was at fault.
func (e *Error) Usage() bool { return e.Kind == Misused }

// rule is what the audit log names: the rule, or the SQLSTATE, or the kind.
func (e *Error) rule() string {
	for _, s := range []string{e.Rule, e.Code} {
		if s != "" {
			return s
		}
	}
	return string(e.Kind)
}

// refusedBy turns the verdict's refusal into an Error. Options that are no
// signatures are the operator's fault, not the statement's.
func refusedBy(sql string, err error) *Error {
	var r *verdict.Refusal
	if !errors.As(err, &r) {
		return &Error{Kind: Misused, Rule: "allow", Message: err.Error()}
	}
	e := &Error{Kind: Refused, Rule: "verdict", Message: "refused: " + r.Reason, Advice: "one SELECT, TABLE, VALUES, WITH or EXPLAIN at a time, with built-in functions"}
	if strings.HasSuffix(r.Reason, verdict.NotAllowed) {
		e.Advice = "a function of the schema's own is opened by whoever runs the gate: --allow-function 'public.f(bigint)'"
	}
	if r.Offset >= 0 && r.Offset <= len(sql) {
		e.Position = utf8.RuneCountInString(sql[:r.Offset]) + 1
	}
	return e
}

// denied are the server's permission messages: they name objects only.
var denied = regexp.MustCompile(`^permission denied for (?:[a-z]+ )+[^ ]+$|^cannot execute [A-Z ]+ in a read-only transaction$`)

// failedBy turns the server's error into an Error. The server's own words are
// passed on only where they come from parsing the text, before any row was
// read: later ones can hold values.
func failedBy(err error) *Error {
	var q *postgres.QueryError
	if !errors.As(err, &q) {
		return unreachable(err)
	}
	e := &Error{Kind: Failed, Code: q.Code, Position: q.Position, Message: condition(q.Code)}
	if q.Early {
		e.Message, e.Advice = q.Message, q.Hint
	}
	if e.Advice == "" && (q.Code == "42P01" || q.Code == "42703") {
		e.Advice = "information_schema.columns lists the names, and so do describe_schema and GET /schema"
	}
	switch {
	case errors.Is(err, context.Canceled):
		e.Kind, e.Message = Cancelled, "cancelled"
	case q.TooLong:
		e.Kind, e.Rule, e.Message, e.Advice = Limited, "cell", fmt.Sprintf("a row is longer than %d MiB", rowOnWire>>20), "select less of it: left(…), substring(…)"
	case q.Code == "42501" || q.Code == "25006":
		e.Kind, e.Rule, e.Advice = Refused, "permission", "the reader may SELECT; functions of the schema's own are closed to it unless they are allowed"
		if denied.MatchString(q.Message) {
			e.Message = q.Message
		}
	case q.Code == "57014":
		e.Kind, e.Advice = Limited, "a smaller statement, or EXPLAIN it first"
	case q.Code == "55P03":
		e.Kind, e.Advice = Limited, "another session holds a lock; try again"
	case q.Code == "", q.Code[:2] == "08", q.Code[:2] == "57", q.Code[:2] == "58", q.Code[:2] == "XX":
		e.Kind, e.Advice = Unavailable, "the sandbox may have been reset or dropped: ask again"
	case q.Code[:2] == "53", q.Code[:2] == "54":
		e.Kind = Limited
	}
	return e
}

// unreachable is a connection that could not be made. Why is nobody's
// business but the server's log.
func unreachable(err error) *Error {
	e := &Error{Kind: Unavailable, Rule: "connect", Code: postgres.Code(err), Message: "cannot connect to the sandbox", Advice: "it may have been dropped or be full; list the sandboxes"}
	if errors.Is(err, context.Canceled) {
		e.Kind, e.Message, e.Advice = Cancelled, "cancelled", ""
	}
	return e
}
