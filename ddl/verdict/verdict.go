// Package verdict judges one statement that an agent wants to run through the
// gate: it is a single bounded SELECT, or it is refused.
//
// The verdict is offline and a helper only: the grants of the reader's role
// are the boundary. Every node of the parse tree is walked; a node, function
// or spelling that is not known to be harmless is refused, never passed for
// want of a rule.
package verdict

import (
	"errors"
	"fmt"

	"github.com/effigydb/effigy/ddl/statement"
)

// Options is the policy of the gate.
type Options struct {
	// AllowFunctions opens user functions by signature: "public.f(bigint)".
	// A function of pg_catalog can't be opened.
	AllowFunctions []string
	// MaxBytes bounds the text, 0 = DefaultMaxBytes.
	MaxBytes int
	// MaxDepth bounds the nesting of the tree, 0 = DefaultMaxDepth.
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
	allowed, err := signatures(opt.AllowFunctions)
	if err != nil {
		return nil, err
	}
	if limit := orDefault(opt.MaxBytes, DefaultMaxBytes); len(sql) > limit {
		return nil, &Refusal{Reason: fmt.Sprintf("the text is longer than %d bytes", limit), Offset: -1}
	}
	if statement.Count(sql) > maxTokens {
		return nil, &Refusal{Reason: fmt.Sprintf("more than %d words and signs", maxTokens), Offset: -1}
	}
	st, err := single(sql)
	if err != nil {
		return nil, err
	}
	w := &walker{sql: sql, base: st.Start, allowed: allowed, depth: orDefault(opt.MaxDepth, DefaultMaxDepth)}
	explain := st.Node.GetExplainStmt()
	switch {
	case explain != nil:
		w.explain(explain)
	case st.Node.GetSelectStmt() == nil:
		w.refuse(0, "only SELECT, TABLE, VALUES and EXPLAIN of one may run")
	default:
		w.visit(st.Node.ProtoReflect(), 0, nil, 0)
	}
	if w.refusal != nil {
		return nil, w.refusal
	}
	return &Statement{SQL: st.Text, Explain: explain != nil, Functions: w.used}, nil
}

// The limits where Options names none. A chain of 1,000 operators is deeper
// than people write and shallower than a server's stack.
const (
	DefaultMaxBytes = 1 << 20
	DefaultMaxDepth = 1000
)

// maxTokens bounds what parsing may cost: a long literal is one token.
const maxTokens = 50_000

func orDefault(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// single reads the one statement of a text. What psql would read, a
// meta-command or rows after COPY, is refused before anything is parsed.
func single(sql string) (*statement.Statement, error) {
	cut := statement.Cut(sql)
	switch {
	case cut.Err != nil:
		return nil, refusalAt(sql, cut.Err.Offset, cut.Err.Message)
	case len(cut.Metas) > 0:
		return nil, refusalAt(sql, cut.Metas[0].Start, "a psql command")
	case len(cut.Copies) > 0:
		return nil, refusalAt(sql, 0, "COPY")
	case len(cut.Statements) == 0:
		return nil, &Refusal{Reason: "no statement", Offset: -1}
	case len(cut.Statements) > 1:
		return nil, refusalAt(sql, cut.Statements[1].Start, "a second statement: one at a time")
	}
	st, err := statement.Parse(sql)
	var fault *statement.SyntaxError
	if errors.As(err, &fault) {
		return nil, refusalAt(sql, fault.Offset, fault.Message)
	}
	return st, err
}

// refusalAt points at a byte of the text.
func refusalAt(sql string, offset int, reason string) *Refusal {
	fault := statement.ErrorAt(sql, offset, reason)
	return &Refusal{Reason: reason, Offset: fault.Offset, Line: fault.Line, Column: fault.Column, Caret: fault.Caret()}
}
