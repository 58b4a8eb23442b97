package gate

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/effigydb/effigy/ddl/verdict"
	"github.com/effigydb/effigy/internal/postgres"
)

// Target is a sandbox as the gate uses it.
type Target struct {
	Name string
	// Reader and Owner are the URLs of its logins, Role the reader's name.
	Reader, Owner, Role string
	// Hidden is set when row security holds for the reader too.
	Hidden bool
}

// Gate is the way in. Its fields are set once, before the first attempt.
type Gate struct {
	Limits Limits
	// Allow are the signatures of user functions that the reader may call.
	Allow []string
	// Open finds a sandbox by name; an empty name is the only one there is.
	// Its error is shown to the caller.
	Open  func(ctx context.Context, name string) (*Target, error)
	Audit *Audit
	Now   func() time.Time
	// Keep is how long a sandbox that was found is not looked up again, as
	// long as it can be connected to.
	Keep time.Duration
	// Log is told the causes that callers are not told. It may be nil.
	Log func(text string)

	counts counts
	mu     sync.Mutex
	slots  map[string]chan struct{}
	found  map[string]found
}

// found is a sandbox and when it was looked up.
type found struct {
	target *Target
	at     time.Time
}

// Request is one attempt.
type Request struct {
	ID      string // empty: a new one
	Face    string // cli, http, mcp
	Who     string // never a token
	Sandbox string
	SQL     string
	Explain bool // show the plan, run nothing
	Lower   Lower
}

// NewID is a fresh id of a request: 16 hex digits.
func NewID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// CheckAllow refuses an allow-list that is no list of signatures, or opens
// what can't be opened. The error is an *Error of the kind Misused.
func CheckAllow(list []string) error {
	if _, err := verdict.Select("SELECT 1", verdict.Options{AllowFunctions: list}); err != nil {
		return refusedBy("", err)
	}
	return nil
}

// Query runs one statement and writes it down. The error is an *Error.
func (g *Gate) Query(ctx context.Context, q Request) (*Result, error) {
	return g.attempt(ctx, q, "query", func(ctx context.Context, e *Entry) (*Result, error) { return g.query(ctx, q, e) })
}

// attempt does one thing and leaves one line in the audit log. When the log
// can't be written nothing is handed out.
func (g *Gate) attempt(ctx context.Context, q Request, tool string, do func(context.Context, *Entry) (*Result, error)) (*Result, error) {
	began := g.Now()
	e := NewEntry(q, tool, began)
	if err := g.Audit.Check(); err != nil {
		return nil, g.unwritten(err)
	}
	result, err := do(ctx, e)
	took := g.Now().Sub(began)
	e.MS = took.Milliseconds()
	if result != nil {
		result.ElapsedMS = took.Milliseconds()
		e.Rows, e.Bytes = result.RowCount, result.size
	}
	if err := g.writeDown(e, err); err != nil {
		return nil, err
	}
	return result, err
}

// Refuse writes an attempt down that was turned away before it began, and
// returns why.
func (g *Gate) Refuse(q Request, tool string, why *Error) *Error {
	if err := g.writeDown(NewEntry(q, tool, g.Now()), why); err != nil {
		return err
	}
	return why
}

func (g *Gate) writeDown(e *Entry, err error) *Error {
	e.judge(err)
	g.counts.add(e)
	if err := g.Audit.Write(e); err != nil {
		return g.unwritten(err)
	}
	return nil
}

func (g *Gate) unwritten(err error) *Error {
	g.log("audit log: " + err.Error())
	return &Error{Kind: Unavailable, Rule: "audit", Message: "the audit log can't be written, so nothing is answered"}
}

func (g *Gate) log(text string) {
	if g.Log != nil {
		g.Log(text)
	}
}

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

// Fingerprint is the SHA-256 of a statement's text in hex digits.
func Fingerprint(sql string) string {
	sum := sha256.Sum256([]byte(sql))
	return hex.EncodeToString(sum[:])
}
