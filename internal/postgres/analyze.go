package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// analyzed is the size in bytes of all tables from which on several
// connections gather the statistics: below it a connection costs more.
const analyzed = 16 << 20

// Analyze gathers the statistics of all tables of the database once, as
// ANALYZE does, over as many connections as jobs, the longest tables first.
func Analyze(ctx context.Context, url string, conn *Conn, jobs int) error {
	list, size, err := relations(ctx, conn)
	if err == nil && (jobs < 2 || size < analyzed || len(list) < 2) {
		_, err = conn.Exec(ctx, "ANALYZE")
		return err
	}
	if err != nil {
		return err
	}
	var next atomic.Int64
	work := func(conn *Conn) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(list) {
				return nil
			}
			if _, err := conn.Exec(ctx, "ANALYZE "+list[i]); err != nil {
				return err
			}
		}
	}
	var group errgroup.Group
	for range min(jobs, len(list)) - 1 {
		group.Go(func() error {
			own, err := ConnectForLoad(ctx, url)
			if err != nil {
				return err
			}
			defer own.Close(context.WithoutCancel(ctx))
			return work(own)
		})
	}
	group.Go(func() error { return work(conn) })
	return group.Wait()
}

// small tables go so many to a command.
const analyzedTogether = 50

// relations lists what ANALYZE takes at once, the catalogs too, the longest
// tables alone and first, and their size in all.
func relations(ctx context.Context, conn *Conn) (list []string, size int64, err error) {
	rows, err := conn.Query(ctx, `SELECT n.nspname, c.relname, CASE c.relkind WHEN 'p' THEN 0 ELSE pg_relation_size(c.oid) END
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'm', 'p') AND c.relpersistence <> 't' AND NOT c.relisshared AND n.nspname NOT LIKE 'pg\_toast%'
		ORDER BY 3 DESC, 1, 2`)
	if err != nil {
		return nil, 0, fmt.Errorf("reading tables: %w", err)
	}
	defer rows.Close()
	var small []string
	for rows.Next() {
		var schema, name string
		var bytes int64
		if err := rows.Scan(&schema, &name, &bytes); err != nil {
			return nil, 0, fmt.Errorf("reading tables: %w", err)
		}
		if size += bytes; bytes > analyzed/64 {
			list = append(list, Ident(schema, name))
		} else {
			small = append(small, Ident(schema, name))
		}
	}
	for some := range slices.Chunk(small, analyzedTogether) {
		list = append(list, strings.Join(some, ", "))
	}
	return list, size, rows.Err()
}
