package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/schema"
	"github.com/jackc/pgx/v5"
)

// feed is a sequence and a column that takes its values from it.
type feed struct {
	sequence, table schema.Name
	column          string
	increment       int64
	low, high       int64
	partitioned     bool
}

// feedsSQL finds them by ownership and identity (a dependency of the
// sequence on the column) and by default (one of the default on the
// sequence), whatever the default's text.
const feedsSQL = `
SELECT DISTINCT sn.nspname, s.relname, tn.nspname, t.relname, a.attname, q.seqincrement, q.seqmin, q.seqmax, t.relkind = 'p'
FROM (
	SELECT objid AS seq, refobjid AS rel, refobjsubid AS col FROM pg_depend
	WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i') AND refobjsubid > 0
	UNION
	SELECT d.refobjid, ad.adrelid, ad.adnum FROM pg_depend d JOIN pg_attrdef ad ON ad.oid = d.objid
	WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass
) f
JOIN pg_sequence q ON q.seqrelid = f.seq
JOIN pg_class s ON s.oid = f.seq JOIN pg_namespace sn ON sn.oid = s.relnamespace
JOIN pg_class t ON t.oid = f.rel AND t.relkind IN ('r', 'p') JOIN pg_namespace tn ON tn.oid = t.relnamespace
JOIN pg_attribute a ON a.attrelid = f.rel AND a.attnum = f.col AND NOT a.attisdropped
	AND a.atttypid::regtype IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype)
WHERE NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = t.oid AND e.deptype = 'e')
ORDER BY 1, 2, 3, 4, 5`

// SetSequences moves every sequence that feeds a column, by ownership,
// identity or default, past the column's values: upwards to the largest,
// downwards to the smallest. A sequence that feeds several columns passes all
// of them. One whose columns hold nothing stays at its start. Each is read
// back by what the next value would be.
func SetSequences(ctx context.Context, q Querier) error {
	rows, err := q.Query(ctx, feedsSQL)
	if err != nil {
		return fmt.Errorf("reading sequences: %w", err)
	}
	feeds, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (feed, error) {
		var f feed
		return f, row.Scan(&f.sequence.Schema, &f.sequence.Name, &f.table.Schema, &f.table.Name, &f.column,
			&f.increment, &f.low, &f.high, &f.partitioned)
	})
	if err != nil {
		return fmt.Errorf("reading sequences: %w", err)
	}
	for len(feeds) > 0 {
		n := 1
		for n < len(feeds) && feeds[n].sequence == feeds[0].sequence {
			n++
		}
		if err := setSequence(ctx, q, feeds[:n]); err != nil {
			return fmt.Errorf("sequence %s: %w", feeds[0].sequence, err)
		}
		feeds = feeds[n:]
	}
	return nil
}

func setSequence(ctx context.Context, q Querier, feeds []feed) error {
	f := feeds[0]
	end, best := "max", "greatest"
	if f.increment < 0 {
		end, best = "min", "least"
	}
	values := ""
	for i, g := range feeds {
		if i > 0 {
			values += ", "
		}
		values += fmt.Sprintf("(SELECT %s(%s)::numeric FROM %s)", end, Ident(g.column), Ident(g.table.Schema, g.table.Name))
	}
	var last *int64
	// Values outside of the sequence's own bounds are none it could have given.
	sql := fmt.Sprintf(`SELECT trunc(v)::bigint FROM (SELECT %s(%s) AS v) x WHERE v BETWEEN $1::bigint AND $2::bigint`, best, values)
	err := q.QueryRow(ctx, sql, f.low, f.high).Scan(&last)
	if errors.Is(err, ErrNoRows) || err == nil && last == nil {
		return nil
	}
	if err != nil {
		return err
	}
	var back int64
	name := Ident(f.sequence.Schema, f.sequence.Name)
	if err := q.QueryRow(ctx, `SELECT setval($1::text::regclass, $2)`, name, *last).Scan(&back); err != nil {
		return err
	}
	if err := q.QueryRow(ctx, `SELECT last_value FROM `+name+` WHERE is_called`).Scan(&back); err != nil {
		return fmt.Errorf("reading back: %w", err)
	}
	if back != *last {
		return fmt.Errorf("it stands at %d, not at %d", back, *last)
	}
	return nil
}

// viewsSQL orders materialised views: one comes after those its query reads,
// through ordinary views as well.
const viewsSQL = `
WITH RECURSIVE reads AS (
	SELECT DISTINCT r.ev_class AS view, d.refobjid AS rel
	FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
	JOIN pg_class c ON c.oid = d.refobjid AND c.relkind IN ('m', 'v')
	WHERE d.refobjid <> r.ev_class
), depth AS (
	SELECT oid, 0 AS level FROM pg_class WHERE relkind IN ('m', 'v')
	UNION
	SELECT reads.view, depth.level + 1 FROM depth JOIN reads ON reads.rel = depth.oid WHERE depth.level < 100
)
SELECT n.nspname, c.relname FROM depth JOIN pg_class c ON c.oid = depth.oid AND c.relkind = 'm'
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
GROUP BY 1, 2 ORDER BY max(level), 1, 2`

// RefreshViews fills the materialised views, those another one reads first.
func RefreshViews(ctx context.Context, q Querier) error {
	rows, err := q.Query(ctx, viewsSQL)
	if err != nil {
		return fmt.Errorf("reading materialised views: %w", err)
	}
	views, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (schema.Name, error) {
		var n schema.Name
		return n, row.Scan(&n.Schema, &n.Name)
	})
	if err != nil {
		return fmt.Errorf("reading materialised views: %w", err)
	}
	for _, v := range views {
		if _, err := q.Exec(ctx, "REFRESH MATERIALIZED VIEW "+Ident(v.Schema, v.Name)); err != nil {
			return fmt.Errorf("refreshing %s: %w", v, err)
		}
	}
	return nil
}
