package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// fill generates the rows and copies them in, before any key exists.
func (b *build) fill(ctx context.Context) (string, error) {
	b.digest = newDigest(b.script.Schema)
	var total int64
	waves := make([][]postgres.Job, 1)
	parents := b.parents()
	for _, t := range b.plan.Tables {
		if err := writable(t); err != nil {
			return "", err
		}
		total += t.Rows
		for t.Wave >= len(waves) {
			waves = append(waves, nil)
		}
		waves[t.Wave] = append(waves[t.Wave], b.job(t, parents[t.Name]))
	}
	login, err := withPath(b.owner, b.loadedUnder())
	if err != nil {
		return "", err
	}
	var done atomic.Int64
	for _, jobs := range waves {
		err := postgres.Fill(ctx, login, jobs, postgres.FillOptions{
			Jobs:     b.order.Jobs,
			Progress: func(_ schema.Name, n int64) { b.progress("rows", done.Add(n), total) },
		})
		if err != nil {
			return "", fmt.Errorf("rows: %w", err)
		}
	}
	if err := b.held.end(ctx, b.conn); err != nil {
		return "", err
	}
	b.result.Digest = b.digest.sum(b.plan)
	return report.Count(total, "row") + " in " + report.Count(len(b.plan.Tables), "table"), nil
}

// loadedUnder is the search_path that rows are loaded under, for what their
// constraints call: the last that the text sets for its tables. Under the
// empty one of a dump no application ran, so the default, "", stands for it.
func (b *build) loadedUnder() string {
	path := b.textPath()
	if path == emptyPath {
		return ""
	}
	return path
}

// calledUnder is the same for the judge's session, whose own path is that of
// the text; "" where that will do.
func (b *build) calledUnder() string {
	if b.textPath() == emptyPath {
		return defaultPath
	}
	return ""
}

const (
	emptyPath   = "''"
	defaultPath = `"$user", public`
)

func (b *build) textPath() string {
	path := ""
	for _, s := range b.load.Steps {
		if s.Section == ddl.Tables {
			path = s.Path
		}
	}
	return path
}

// writable tells whether a table's rows can be encoded, before a connection
// is spent on it.
func writable(t *generator.Table) error {
	if _, err := t.NewWriter(nil); err != nil {
		return fmt.Errorf("rows of %s: %w", t.Name, err)
	}
	return nil
}

func (b *build) job(t *generator.Table, parents []schema.Name) postgres.Job {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = c.Name
	}
	return postgres.Job{
		Table: t.Name, Columns: columns, Rows: t.Rows, Bytes: t.Rows * int64(t.RowBytes), Binary: t.Binary, After: parents,
		NewWriter: func(oids postgres.OIDs) postgres.RowWriter { return b.digest.writer(t, oids) },
	}
}

// parents are the tables that each table refers to.
func (b *build) parents() map[schema.Name][]schema.Name {
	of := map[schema.Name][]schema.Name{}
	for _, n := range b.script.Schema.Graph().Nodes {
		for _, e := range n.Edges {
			if !e.Self {
				of[n.Table.Name] = append(of[n.Table.Name], e.To.Table.Name)
			}
		}
	}
	return of
}

// streams is the default number of connections that load and build keys: one
// for each core of the local server, which no server tells of itself.
func streams(local bool) int {
	if !local {
		return 2
	}
	return min(max(runtime.NumCPU(), 2), 8)
}
