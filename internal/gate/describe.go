package gate

import (
	"context"
	"encoding/json"

	"github.com/effigydb/effigy/internal/postgres"
)

// Page bounds of a description.
const (
	defaultTables = 50
	maxTables     = 200
)

// Describe reads a page of the schema of a sandbox, as the reader, and writes
// that down. The error is an *Error.
func (g *Gate) Describe(ctx context.Context, q Request, w postgres.Wanted) (*postgres.Description, error) {
	if w.Limit == 0 {
		w.Limit = defaultTables
	}
	var d *postgres.Description
	_, err := g.attempt(ctx, q, "describe_schema", func(ctx context.Context, e *Entry) (*Result, error) {
		if w.Limit < 0 || w.Limit > maxTables {
			return nil, &Error{Kind: Misused, Message: "a page has 1 to 200 tables"}
		}
		target, free, err := g.enter(ctx, q.Sandbox)
		if err != nil {
			return nil, err
		}
		defer free()
		e.Sandbox = target.Name
		d, err = postgres.Describe(ctx, target.Reader, postgres.Bounds{
			Message: rowOnWire, Timeout: g.Limits.Timeout, LockTimeout: g.Limits.LockTimeout,
		}, w)
		if err != nil {
			g.log("describing " + target.Name + ": " + err.Error())
			return nil, failedBy(err)
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	return fitting(d, g.Limits.Bytes), nil
}

// fitting shortens a page to the limit of an answer; one table is always
// there.
func fitting(d *postgres.Description, limit int) *postgres.Description {
	size := 0
	for i, t := range d.Tables {
		text, _ := json.Marshal(t)
		if size += len(text); size > limit && i > 0 {
			d.Tables, d.Next = d.Tables[:i], d.Tables[i-1].Name
			break
		}
	}
	return d
}
