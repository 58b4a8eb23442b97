package pipeline

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
)

// rowsLabel keeps the number of rows that a sandbox was asked for.
const rowsLabel = "effigy.rows"

// Reset builds the data of a sandbox anew, with the seed, the instant and the
// number of rows of its record, under the same URL. The text must be the one
// the sandbox was made from.
func (r *Run) Reset(ctx context.Context, name, source string) (*report.Build, error) {
	admin, err := r.Admin(ctx)
	if err != nil {
		return nil, err
	}
	sb, err := r.Sandbox(ctx, admin, name)
	if err != nil {
		return nil, err
	}
	o, err := recorded(sb)
	if err != nil {
		return nil, err
	}
	o.Source = source
	if o, err = r.complete(o); err != nil {
		return nil, err
	}
	text, err := r.Read(ctx, o.Source)
	if err != nil {
		return nil, err
	}
	if digestOf(text.SQL) != sb.SchemaSHA {
		return nil, refusal(fmt.Sprintf("%s is not the text that %s was made from", text.Name, sb.Name), "effigy rebuild --replace makes it anew from another text")
	}
	return r.Rebuild(ctx, o)
}

// recorded is the order a sandbox was made by.
func recorded(sb *sandbox.Sandbox) (Order, error) {
	o := Order{Replace: sb.Name, Name: sb.Hint, Owner: sb.Owner, Seed: sb.Seed, Labels: sb.Labels, TTL: sb.Expires.Sub(sb.Created)}
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
