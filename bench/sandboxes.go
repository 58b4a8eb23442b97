package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// built is what a row needs of `rebuild --json`.
type built struct {
	Sandbox struct{ Name, Database string }
	Tables  []struct{ Rows int64 }
	Timings struct{ Rows, Verify int64 } `json:"timings_ms"`
	Digest  string
}

func (b *built) rows() (n int64) {
	for _, t := range b.Tables {
		n += t.Rows
	}
	return n
}

// rebuild runs effigy rebuild. The sandbox stays until drop.
func (l *lab) rebuild(ctx context.Context, args ...string) (*built, usage, error) {
	u, err := l.run(ctx, append([]string{"rebuild", "--json", "--quiet", "--no-template", "--seed", "bench", "--now", "2026-01-01T00:00:00Z"}, args...)...)
	if err != nil {
		return nil, u, err
	}
	b := &built{}
	return b, u, json.Unmarshal(u.out, b)
}

func (l *lab) drop(ctx context.Context, b *built) error {
	_, err := l.run(ctx, "sandbox", "drop", b.Sandbox.Name)
	return err
}

// shopTables is the number of tables of examples/shop.
const shopTables = 17

// shop is the example with so many rows in all.
func (l *lab) shop(rows int64) []string {
	return []string{"examples/shop/schema.sql", "--rows", fmt.Sprint(max(1, rows/shopTables))}
}

// rebuildShop compares a rebuild, from the start of the process on, with the
// restore of a dump of the very same database.
func rebuildShop(ctx context.Context, l *lab) (round, error) {
	dump := filepath.Join(l.dir, "shop.dump")
	first, _, err := l.rebuild(ctx, l.shop(l.rows(1_000_000))...)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "rebuild: %d rows\n", first.rows())
	if _, err := l.tool(ctx, "pg_dump", "-Fc", "-f", dump, first.Sandbox.Database); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (float64, float64, error) {
		b, u, err := l.rebuild(ctx, l.shop(l.rows(1_000_000))...)
		if err != nil {
			return 0, 0, err
		}
		ours := u.wall.Seconds() - ms(b.Timings.Verify)
		if err := l.drop(ctx, b); err != nil {
			return 0, 0, err
		}
		made, err := l.tool(ctx, "createdb", "-T", "template0", "bench_restore")
		if err != nil {
			return 0, 0, err
		}
		restored, err := l.tool(ctx, "pg_restore", "-j", "2", "-d", "bench_restore", dump)
		if err != nil {
			return 0, 0, err
		}
		return ours, (made.wall + restored.wall).Seconds(), l.sql(ctx, "DROP DATABASE bench_restore")
	}, nil
}

// cold counts from nothing: a cluster made, started, and one database in it.
func cold(ctx context.Context, l *lab) (round, error) {
	text, err := os.ReadFile("examples/shop/schema.sql")
	if err != nil {
		return nil, err
	}
	n := 0
	fresh := func(ctx context.Context, use func(*postgres.Server) error) (float64, error) {
		n++
		local := &postgres.Local{Getenv: os.Getenv, Dir: filepath.Join(l.dir, fmt.Sprint("cold", n))}
		began := time.Now()
		server, err := local.Ensure(ctx)
		if err == nil {
			err = use(server)
		}
		took := time.Since(began)
		_, stopped := local.Stop(ctx)
		return took.Seconds(), errors.Join(err, stopped, os.RemoveAll(local.Dir))
	}
	return func(ctx context.Context) (float64, float64, error) {
		ours, err := fresh(ctx, func(s *postgres.Server) error {
			args := append([]string{"rebuild", "--quiet"}, l.shop(10_000)...)
			_, err := execute(ctx, []string{"EFFIGY_ADMIN_URL=" + s.Admin.Superuser}, l.effigy, args...)
			return err
		})
		if err != nil {
			return 0, 0, err
		}
		theirs, err := l.coldPsql(ctx, string(text))
		return ours, theirs, err
	}, nil
}

// coldPsql does the same with the programs of Postgres: no rows, no checks.
func (l *lab) coldPsql(ctx context.Context, text string) (float64, error) {
	file := filepath.Join(l.dir, "cold.sql")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return 0, err
	}
	local := &postgres.Local{Getenv: os.Getenv, Dir: filepath.Join(l.dir, "coldpsql")}
	began := time.Now()
	server, err := local.Ensure(ctx)
	if err == nil {
		_, err = l.toolAt(ctx, server, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", "postgres", "-o", os.DevNull, "-f", file)
	}
	took := time.Since(began)
	_, stopped := local.Stop(ctx)
	return took.Seconds(), errors.Join(err, stopped, os.RemoveAll(local.Dir))
}

// reset compares with a bare copy of the database, without any checks,
// rights or names.
func reset(ctx context.Context, l *lab) (round, error) {
	u, err := l.run(ctx, append([]string{"rebuild", "--json", "--quiet", "--seed", "bench"}, l.shop(l.rows(400_000))...)...)
	if err != nil {
		return nil, err
	}
	b := &built{}
	if err := json.Unmarshal(u.out, b); err != nil {
		return nil, err
	}
	conn, err := l.open(ctx, b.Sandbox.Database)
	if err != nil {
		return nil, err
	}
	size, err := postgres.Strings(ctx, conn, "SELECT pg_size_pretty(pg_database_size(current_database()))")
	conn.Close(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "reset: %v\n", size)
	return func(ctx context.Context) (float64, float64, error) {
		ours, err := l.run(ctx, "reset", "--quiet", b.Sandbox.Name)
		if err != nil {
			return 0, 0, err
		}
		theirs, err := l.tool(ctx, "createdb", "-T", b.Sandbox.Database, "bench_copy")
		if err != nil {
			return 0, 0, err
		}
		return ours.wall.Seconds(), theirs.wall.Seconds(), l.sql(ctx, "DROP DATABASE bench_copy")
	}, nil
}
