package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// fill generates the rows and copies them in, before any key exists.
func (b *build) fill(ctx context.Context) (string, error) {
	b.digest = newDigest(b.script.Schema)
	var total int64
	jobs := make([]postgres.Job, 0, len(b.plan.Tables))
	for _, t := range b.plan.Tables {
		if err := writable(t); err != nil {
			return "", err
		}
		total += t.Rows
		jobs = append(jobs, b.job(t))
	}
	var done atomic.Int64
	err := postgres.Fill(ctx, b.owner, jobs, postgres.FillOptions{
		Jobs:     b.order.Jobs,
		Progress: func(_ schema.Name, n int64) { b.progress("rows", done.Add(n), total) },
	})
	if err != nil {
		return "", fmt.Errorf("rows: %w", err)
	}
	b.result.Digest = b.digest.sum(b.plan)
	return fmt.Sprintf("%d rows in %d tables", total, len(jobs)), nil
}

// writable tells whether a table's rows can be encoded, before a connection
// is spent on it.
func writable(t *generator.Table) error {
	if _, err := t.NewWriter(nil); err != nil {
		return fmt.Errorf("rows of %s: %w", t.Name, err)
	}
	return nil
}

func (b *build) job(t *generator.Table) postgres.Job {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = c.Name
	}
	return postgres.Job{
		Table: t.Name, Columns: columns, Rows: t.Rows, Bytes: t.Rows * int64(t.RowBytes), Binary: t.Binary,
		NewWriter: func(oids postgres.OIDs) postgres.RowWriter { return b.digest.writer(t, oids) },
	}
}

// streams is the default number of connections that load and build keys: one
// for each core of the local server, which no server tells of itself.
func streams(local bool) int {
	if !local {
		return 2
	}
	return min(max(runtime.NumCPU(), 2), 8)
}
