package gate

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"github.com/effigydb/effigy/ddl/verdict"
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

// Fingerprint is the SHA-256 of a statement's text in hex digits.
func Fingerprint(sql string) string {
	sum := sha256.Sum256([]byte(sql))
	return hex.EncodeToString(sum[:])
}
