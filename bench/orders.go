package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// ordersSQL is a plain table of 7 columns, as most large ones are.
const ordersSQL = `CREATE TABLE public.%s (
    id bigint NOT NULL,
    customer_id integer NOT NULL,
    status text NOT NULL,
    total numeric(10,2) NOT NULL,
    note text,
    paid boolean NOT NULL,
    placed_at timestamp with time zone NOT NULL
);
`

// plan parses a text and plans its rows.
func plan(ctx context.Context, text string, rows int64) (*generator.Plan, error) {
	script, err := ddl.Parse(text)
	if err != nil {
		return nil, err
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return generator.New(ctx, generator.Request{Schema: script.Schema, Rows: rows, Seed: "bench", Now: now, BuildTime: now})
}

// jobsOf are the tables of a plan as the loader takes them.
func jobsOf(p *generator.Plan) []postgres.Job {
	var list []postgres.Job
	for _, t := range p.Tables {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = c.Name
		}
		list = append(list, postgres.Job{Table: t.Name, Columns: columns, Rows: t.Rows, Binary: t.Binary, NewWriter: func(oids postgres.OIDs) postgres.RowWriter {
			w, err := t.NewWriter(func(n schema.Name) uint32 { return oids[n] })
			if err != nil {
				panic(err) // a table of this file's own
			}
			return w
		}})
	}
	return list
}

// ordered makes a database with tables like ordersSQL's.
func ordered(ctx context.Context, l *lab, database string, tables ...string) (text string, err error) {
	for _, t := range tables {
		text += fmt.Sprintf(ordersSQL, t)
	}
	if err := l.sql(ctx, "DROP DATABASE IF EXISTS "+database, "CREATE DATABASE "+database+" TEMPLATE template0"); err != nil {
		return "", err
	}
	conn, err := l.open(ctx, database)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	return text, conn.Script(ctx, text)
}

// fill compares Fill with a copy of the same rows from a file that the server
// reads itself, both into an emptied table that the transaction freezes.
func fill(streams int) func(context.Context, *lab) (round, error) {
	return func(ctx context.Context, l *lab) (round, error) {
		n := l.rows(5_000_000)
		text, err := ordered(ctx, l, "bench_fill", "orders")
		if err != nil {
			return nil, err
		}
		p, err := plan(ctx, text, n)
		if err != nil {
			return nil, err
		}
		login, err := postgres.WithDatabase(l.server.Admin.Superuser, "bench_fill")
		if err != nil {
			return nil, err
		}
		file := postgres.Literal(filepath.Join(l.server.Dir, "data", "bench.copy"))
		ours := func(ctx context.Context) (float64, error) {
			return speed(n, func() error {
				return postgres.Fill(ctx, login, jobsOf(p), postgres.FillOptions{Jobs: streams})
			})
		}
		if _, err := ours(ctx); err != nil {
			return nil, err
		}
		if err := l.in(ctx, "bench_fill", "COPY orders TO "+file+" (FORMAT binary)"); err != nil {
			return nil, err
		}
		return func(ctx context.Context) (float64, float64, error) {
			a, err := ours(ctx)
			if err != nil {
				return 0, 0, err
			}
			b, err := speed(n, func() error {
				return l.in(ctx, "bench_fill", "BEGIN; TRUNCATE orders; COPY orders FROM "+file+" (FORMAT binary, FREEZE); COMMIT")
			})
			return a, b, err
		}, nil
	}
}

// in runs a script in a database.
func (l *lab) in(ctx context.Context, database, script string) error {
	conn, err := l.open(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Script(ctx, script)
}

// speed is millions of rows a second.
func speed(rows int64, f func() error) (float64, error) {
	began := time.Now()
	err := f()
	return float64(rows) / 1e6 / time.Since(began).Seconds(), err
}

// jobs fills two tables by two streams and by one. Their rows are the same,
// which the server says.
func jobs(ctx context.Context, l *lab) (round, error) {
	n := l.rows(1_500_000)
	text, err := ordered(ctx, l, "bench_jobs", "a", "b")
	if err != nil {
		return nil, err
	}
	p, err := plan(ctx, text, n)
	if err != nil {
		return nil, err
	}
	login, err := postgres.WithDatabase(l.server.Admin.Superuser, "bench_jobs")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (float64, float64, error) {
		var figures [2]float64
		var sums [2]string
		for i, streams := range []int{2, 1} {
			var err error
			figures[i], err = speed(2*n, func() error { return postgres.Fill(ctx, login, jobsOf(p), postgres.FillOptions{Jobs: streams}) })
			if err != nil {
				return 0, 0, err
			}
			if sums[i], err = l.sum(ctx, "bench_jobs"); err != nil {
				return 0, 0, err
			}
		}
		if sums[0] != sums[1] {
			return 0, 0, fmt.Errorf("two streams made other rows than one")
		}
		return figures[0], figures[1], nil
	}, nil
}

// sum is a checksum of two tables that knows no order.
func (l *lab) sum(ctx context.Context, database string) (string, error) {
	conn, err := l.open(ctx, database)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	list, err := postgres.Strings(ctx, conn, `SELECT sum(hashtextextended(t, 0))::text FROM (SELECT a::text FROM a UNION ALL SELECT b::text FROM b) x(t)`)
	return strings.Join(list, " "), err
}
