package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// drizzleSQL are the two tables of drizzle/seed.mjs.
const drizzleSQL = `CREATE TABLE public.customers (
    id integer NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.orders (
    id integer NOT NULL,
    customer_id integer NOT NULL,
    status text NOT NULL,
    total numeric(10,2) NOT NULL,
    note text,
    placed_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.customers ADD CONSTRAINT customers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.customers ADD CONSTRAINT customers_email_key UNIQUE (email);
ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id);
`

// drizzle compares rows a second of a whole rebuild, keys included, with
// drizzle-seed's into tables that stand ready. Drizzle gets a tenth of the
// rows, as it would take a minute a round; it is no slower with fewer.
func drizzle(ctx context.Context, l *lab) (round, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, fmt.Errorf("%w: no npm", errSkip)
	}
	if _, err := execute(ctx, nil, npm, "ci", "--prefix", "bench/drizzle", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"); err != nil {
		fmt.Fprintln(log, err)
		return nil, fmt.Errorf("%w: npm ci did not work", errSkip)
	}
	file := filepath.Join(l.dir, "drizzle.sql")
	if err := os.WriteFile(file, []byte(drizzleSQL), 0o644); err != nil {
		return nil, err
	}
	config := filepath.Join(l.dir, "drizzle.yaml")
	customers := l.rows(100_000)
	if err := os.WriteFile(config, fmt.Appendf(nil, "tables:\n  public.customers:\n    rows: %d\n", customers), 0o644); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (float64, float64, error) {
		b, u, err := l.rebuild(ctx, file, "--config", config, "--rows", fmt.Sprint(10*customers))
		if err != nil {
			return 0, 0, err
		}
		ours := float64(b.rows()) / 1000 / u.wall.Seconds()
		if err := l.drop(ctx, b); err != nil {
			return 0, 0, err
		}
		theirs, err := l.seeded(ctx, max(customers/10, 10))
		return ours, theirs, err
	}, nil
}

// seeded is drizzle's speed in thousands of rows a second, as it measures
// itself between its first and its last row.
func (l *lab) seeded(ctx context.Context, customers int64) (float64, error) {
	if err := l.sql(ctx, "DROP DATABASE IF EXISTS bench_drizzle", "CREATE DATABASE bench_drizzle TEMPLATE template0"); err != nil {
		return 0, err
	}
	if err := l.in(ctx, "bench_drizzle", drizzleSQL); err != nil {
		return 0, err
	}
	login, err := postgres.WithDatabase(l.server.Admin.Superuser, "bench_drizzle")
	if err != nil {
		return 0, err
	}
	u, err := execute(ctx, []string{"DATABASE_URL=" + login}, "node", "bench/drizzle/seed.mjs", fmt.Sprint(customers))
	if err != nil {
		return 0, err
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(u.out)), 64)
	return float64(11*customers) / 1000 / seconds, err
}
