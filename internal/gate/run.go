package gate

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/ddl/verdict"
	"github.com/effigydb/effigy/internal/postgres"
)

func (g *Gate) query(ctx context.Context, q Request, e *Entry) (*Result, error) {
	limits, err := g.Limits.lowered(q.Lower)
	if err != nil {
		return nil, err
	}
	st, err := verdict.Select(q.SQL, verdict.Options{AllowFunctions: g.Allow, MaxBytes: limits.Text})
	if err != nil {
		return nil, refusedBy(q.SQL, err)
	}
	result, err := g.answer(ctx, q, e, st, limits)
	var fault *Error
	if errors.As(err, &fault) && fault.Rule == "connect" && g.Keep > 0 {
		// What was found before may be out of date: look again, once.
		return g.answer(ctx, q, e, st, limits)
	}
	return result, err
}

func (g *Gate) answer(ctx context.Context, q Request, e *Entry, st *verdict.Statement, limits Limits) (*Result, error) {
	target, free, err := g.enter(ctx, q.Sandbox)
	if err != nil {
		return nil, err
	}
	defer free()
	e.Sandbox = target.Name
	result, err := g.lent(ctx, target, q, st, limits, len(st.Functions) > 0)
	var refused *Error
	if errors.As(err, &refused) && refused.Code == "42501" && len(g.Allow) > 0 && len(st.Functions) == 0 {
		// A view or an operator may call what is allowed.
		return g.lent(ctx, target, q, st, limits, true)
	}
	return result, err
}

// lent runs a statement, with the allowed functions open to the reader
// meanwhile where it needs them.
func (g *Gate) lent(ctx context.Context, t *Target, q Request, st *verdict.Statement, limits Limits, lend bool) (*Result, error) {
	if lend {
		back, err := g.lend(ctx, t, st.Functions)
		if err != nil {
			return nil, err
		}
		defer back()
	}
	return g.run(ctx, t, q, st, limits)
}

// enter finds the sandbox and waits for a place in it.
func (g *Gate) enter(ctx context.Context, name string) (*Target, func(), error) {
	g.mu.Lock()
	if g.slots == nil {
		g.slots, g.found = map[string]chan struct{}{}, map[string]found{}
	}
	kept := g.found[name]
	g.mu.Unlock()
	target := kept.target
	if target == nil || g.Now().Sub(kept.at) >= g.Keep {
		var err error
		if target, err = g.Open(ctx, name); err != nil {
			g.forget(name)
			return nil, nil, opening(err)
		}
	}
	g.mu.Lock()
	if target != kept.target {
		g.found[name] = found{target, g.Now()}
	}
	slots := g.slots[target.Name]
	if slots == nil {
		slots = make(chan struct{}, max(1, g.Limits.Connections))
		g.slots[target.Name] = slots
	}
	g.mu.Unlock()
	wait, cancel := context.WithTimeout(ctx, g.Limits.Timeout)
	defer cancel()
	select {
	case slots <- struct{}{}:
		return target, func() { <-slots }, nil
	case <-wait.Done():
		return nil, nil, &Error{Kind: Limited, Rule: "connections", Message: "too many statements at once", Advice: "try again"}
	}
}

// forget has the sandbox looked up again the next time.
func (g *Gate) forget(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.found, name)
}

// opening keeps the words of an error that is meant for people.
func opening(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	e = &Error{Kind: Unavailable, Rule: "sandbox", Message: err.Error()}
	var hint interface{ Hint() string }
	if errors.As(err, &hint) {
		e.Advice = hint.Hint()
	}
	var connect *postgres.ConnectError
	if errors.As(err, &connect) || postgres.Code(err) != "" {
		return unreachable(err)
	}
	return e
}

// lend opens the allowed functions to the reader, until back is called. Those
// that the statement calls must be there.
func (g *Gate) lend(ctx context.Context, t *Target, called []string) (back func(), err error) {
	loan, err := postgres.Lend(ctx, t.Owner, t.Role, g.Allow, called, g.Limits.Timeout)
	var unknown *postgres.NoFunctionError
	switch {
	case errors.As(err, &unknown):
		return nil, &Error{Kind: Misused, Rule: "allow", Message: "allowed function " + unknown.Signature + ": the sandbox has none like it"}
	case err != nil:
		g.log("lending functions: " + err.Error())
		return nil, failedBy(err)
	}
	return func() {
		if err := loan.Return(context.WithoutCancel(ctx)); err != nil {
			g.log("taking functions back: " + err.Error())
		}
	}, nil
}

func (g *Gate) run(ctx context.Context, t *Target, q Request, st *verdict.Statement, limits Limits) (*Result, error) {
	sql, shift := st.SQL, utf8.RuneCountInString(q.SQL[:max(0, strings.Index(q.SQL, st.SQL))])
	if q.Explain && !st.Explain {
		const explain = "EXPLAIN "
		sql, shift = explain+sql, shift-len(explain)
	}
	c := newCollector(limits)
	err := postgres.ReadOnly(ctx, t.Reader, sql, postgres.Bounds{
		Rows: limits.Rows + 1, Message: rowOnWire, Timeout: limits.Timeout, LockTimeout: limits.LockTimeout,
	}, c)
	if err != nil {
		g.log("sandbox " + t.Name + ": " + err.Error())
		e := failedBy(err)
		if e.Kind == Unavailable {
			g.forget(q.Sandbox)
		}
		if e.Position > 0 {
			e.Position = max(1, e.Position+shift)
		}
		return nil, e
	}
	if c.wide {
		return nil, &Error{Kind: Limited, Rule: "bytes", Message: "the columns alone are longer than an answer may be", Advice: "name fewer columns"}
	}
	if t.Hidden {
		c.result.Notice = "row security hides rows from the reader"
	}
	return c.result, nil
}
