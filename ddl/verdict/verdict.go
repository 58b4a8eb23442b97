// Package verdict judges one statement that an agent wants to run through the
// gate: it is a single bounded SELECT, or it is refused.
//
// The verdict is offline and a helper only: the grants of the reader's role
// are the boundary. Every node of the parse tree is walked; a node, function
// or spelling that is not known to be harmless is refused, never passed for
// want of a rule.
package verdict

import "fmt"

// Options is the policy of the gate.
type Options struct {
	// AllowFunctions opens user functions by signature: "public.f(bigint)".
	// A function of pg_catalog can't be opened.
	AllowFunctions []string
	// MaxBytes bounds the text, 0 = 256 KiB.
	MaxBytes int
	// MaxDepth bounds nesting of the tree, 0 = 200.
	MaxDepth int
}

// Statement is a statement that may run.
type Statement struct {
	// SQL is the statement without what follows it: comments, blanks and the
	// semicolon.
	SQL string
	// Explain is set for EXPLAIN, which can't be read through a cursor.
	Explain bool
	// Functions are the allowed user functions it calls, as written in the
	// allow-list.
	Functions []string
}

// Refusal says why a statement is refused and where.
type Refusal struct {
	Reason string
	// Offset is in bytes from the start of the text, -1 when the reason is
	// the text as a whole. Line and Column are from 1, Column in characters.
	Offset, Line, Column int
	// Caret is the line of the fault with a caret under the place, or "".
	Caret string
}

// Error prints the place and the reason.
func (r *Refusal) Error() string {
	if r.Offset < 0 {
		return r.Reason
	}
	return fmt.Sprintf("%d:%d: %s", r.Line, r.Column, r.Reason)
}

// Select judges a text. The error is a *Refusal, or a plain error when an
// option is no function signature or opens pg_catalog.
func Select(sql string, opt Options) (*Statement, error) {
	return nil, &Refusal{Reason: "nothing passes yet", Offset: -1}
}
