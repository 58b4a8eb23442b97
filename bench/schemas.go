package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// corpus is the path of a large public schema that is not part of the
// project, errSkip where it is not there.
func corpus(name string) (string, error) {
	path := filepath.Join(cmp.Or(os.Getenv("EFFIGY_SHARED"), "../shared"), "corpus", "pg15", name+".sql")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w: no %s", errSkip, name)
	}
	return path, nil
}

// musicbrainz has 375 tables: what matters is the number of statements.
func musicbrainz(ctx context.Context, l *lab) (round, error) {
	path, err := corpus("musicbrainz")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (float64, float64, error) {
		b, u, err := l.rebuild(ctx, path, "--rows", "10")
		if err != nil {
			return 0, 0, err
		}
		if err := l.drop(ctx, b); err != nil {
			return 0, 0, err
		}
		made, err := l.tool(ctx, "createdb", "-T", "template0", "bench_schema")
		if err != nil {
			return 0, 0, err
		}
		loaded, err := l.tool(ctx, "psql", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", "bench_schema", "-o", os.DevNull, "-f", path)
		if err != nil {
			return 0, 0, err
		}
		return u.wall.Seconds(), (made.wall + loaded.wall).Seconds(), l.sql(ctx, "DROP DATABASE bench_schema")
	}, nil
}

// planBound is how many seconds of CPU a plan of musicbrainz may take.
const planBound = 0.6

func planCPU(ctx context.Context, l *lab) (round, error) {
	path, err := corpus("musicbrainz")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (float64, float64, error) {
		u, err := execute(ctx, []string{"EFFIGY_PG_BIN=" + l.dir}, l.effigy, "plan", path, "--quiet")
		return u.cpu.Seconds(), planBound, err
	}, nil
}

// memory rebuilds one large table with 100 times the rows of another run.
func memory(ctx context.Context, l *lab) (round, error) {
	file := filepath.Join(l.dir, "orders.sql")
	text := fmt.Sprintf(ordersSQL, "orders") + "ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	peak := func(ctx context.Context, rows int64) (float64, error) {
		b, u, err := l.rebuild(ctx, file, "--rows", fmt.Sprint(rows))
		if err != nil {
			return 0, err
		}
		return float64(u.peak) / (1 << 20), l.drop(ctx, b)
	}
	return func(ctx context.Context) (float64, float64, error) {
		small, err := peak(ctx, l.rows(200_000))
		if err != nil {
			return 0, 0, err
		}
		large, err := peak(ctx, l.rows(20_000_000))
		return large, small, err
	}, nil
}
