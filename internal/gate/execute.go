package gate

import (
	"context"
	"errors"

	"github.com/effigydb/effigy/internal/postgres"
)

// Execute runs any SQL as the sandbox's owner: the sandbox is there to be
// broken. It is bounded like a query, and written down like one. The answer
// holds the rows of the last statement that gave any.
func (g *Gate) Execute(ctx context.Context, q Request) (*Executed, error) {
	done := &Executed{Commands: []string{}}
	_, err := g.attempt(ctx, q, "execute", func(ctx context.Context, e *Entry) (*Result, error) {
		limits, err := g.Limits.lowered(q.Lower)
		if err != nil {
			return nil, err
		}
		if len(q.SQL) > limits.Text {
			return nil, &Error{Kind: Misused, Rule: "text", Message: "the text is longer than allowed"}
		}
		target, free, err := g.enter(ctx, q.Sandbox)
		if err != nil {
			return nil, err
		}
		defer free()
		e.Sandbox = target.Name
		c := &executor{limits: limits, done: done}
		err = postgres.Execute(ctx, target.Owner, q.SQL, postgres.Bounds{
			Message: rowOnWire, Timeout: limits.Timeout, LockTimeout: limits.LockTimeout,
		}, c)
		if err != nil {
			return nil, ownFault(err)
		}
		done.Result = c.last
		return c.last, nil
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// Executed is what Execute did.
type Executed struct {
	Commands []string `json:"commands"` // such as "UPDATE 3", in order
	Result   *Result  `json:"result,omitempty"`
}

// maxCommands bounds the list of what was done.
const maxCommands = 1000

// executor collects the results of several statements and keeps the last.
type executor struct {
	limits  Limits
	done    *Executed
	current *collector
	last    *Result
}

// Fields begins the result of the next statement.
func (x *executor) Fields(fields []postgres.Field) {
	x.current = newCollector(x.limits)
	x.current.Fields(fields)
}

// Row adds a row to the current result.
func (x *executor) Row(values [][]byte) bool { return x.current.Row(values) }

// Done ends the current statement.
func (x *executor) Done(tag string) {
	if len(x.done.Commands) < maxCommands {
		x.done.Commands = append(x.done.Commands, tag)
	}
	if x.current != nil {
		x.last, x.current = x.current.result, nil
	}
}

// ownFault is an error of the owner's text. All that is in the sandbox is the
// owner's to see, so that the server's words are passed on.
func ownFault(err error) *Error {
	e := failedBy(err)
	var q *postgres.QueryError
	if errors.As(err, &q) && q.Message != "" {
		e.Message, e.Advice = q.Message, q.Hint
	}
	if e.Kind == Refused {
		e.Kind, e.Advice = Failed, ""
	}
	return e
}
