package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
)

// rowsLabel keeps the number of rows that a sandbox was asked for.
const rowsLabel = "effigy.rows"

// Reset gives a sandbox its data back, under the same URL: from its template
// where it has one, otherwise built anew with the seed, the instant and the
// number of rows of its record. A source must be the text the sandbox was
// made from; without one, a template needs none.
func (r *Run) Reset(ctx context.Context, name, source string) (*report.Build, error) {
	began := r.Clock()
	admin, err := r.Admin(ctx)
	if err != nil {
		return nil, err
	}
	sb, err := r.Sandbox(ctx, admin, name)
	if err != nil {
		return nil, err
	}
	if source != "" {
		if err := r.madeFrom(ctx, sb, source); err != nil {
			return nil, err
		}
	}
	_, err = r.stage(ctx, "reset", func(ctx context.Context) (string, error) { return sb.Name, sandbox.Reset(ctx, admin, sb) })
	switch {
	case errors.Is(err, sandbox.ErrNoTemplate):
		return r.rebuildAsRecorded(ctx, sb, source)
	case err != nil:
		return nil, err
	}
	o, err := recorded(sb)
	if err != nil {
		return nil, err
	}
	b := &build{Run: r, admin: admin, sb: sb, result: newResult(o)}
	b.result.SchemaSHA, b.result.Verified, b.result.VerifiedBy = sb.SchemaSHA, true, "template"
	b.result.Timings.Total = r.Clock().Sub(began).Milliseconds()
	return b.result, b.describe()
}

// madeFrom refuses a text that is not the one of the sandbox.
func (r *Run) madeFrom(ctx context.Context, sb *sandbox.Sandbox, source string) error {
	text, err := r.Read(ctx, source)
	if err != nil {
		return err
	}
	if digestOf(text.SQL) != sb.SchemaSHA {
		return refusal(fmt.Sprintf("%s is not the text that %s was made from", text.Name, sb.Name), "effigy rebuild --replace makes it anew from another text")
	}
	return nil
}

// rebuildAsRecorded makes the same data again without a template.
func (r *Run) rebuildAsRecorded(ctx context.Context, sb *sandbox.Sandbox, source string) (*report.Build, error) {
	r.notice(fmt.Sprintf("%s has no template: it is built anew", sb.Name))
	o, err := recorded(sb)
	if err != nil {
		return nil, err
	}
	o.Source = source
	if o, err = r.complete(o); err != nil {
		return nil, err
	}
	if err := r.madeFrom(ctx, sb, o.Source); err != nil {
		return nil, err
	}
	return r.Rebuild(ctx, o)
}

// recorded is the order a sandbox was made by.
func recorded(sb *sandbox.Sandbox) (Order, error) {
	o := Order{Replace: sb.Name, SkipMissing: true, Name: sb.Hint, Owner: sb.Owner, Seed: sb.Seed, Labels: sb.Labels, TTL: sb.Expires.Sub(sb.Created)}
	now, err := time.Parse(time.RFC3339, sb.Now)
	if err != nil {
		return o, fmt.Errorf("record of %s: %w", sb.Name, err)
	}
	o.Now = now
	if rows, err := strconv.ParseInt(sb.Labels[rowsLabel], 10, 64); err == nil {
		o.Rows = &rows
	}
	return o, nil
}
