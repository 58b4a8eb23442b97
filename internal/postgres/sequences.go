package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
	"github.com/jackc/pgx/v5"
)

// feed is a sequence and a column that takes its values from it.
type feed struct {
	sequence, table schema.Name
	column          string
	increment       int64
	low, high       int64
}

// feedsSQL finds them by ownership and identity (a dependency of the
// sequence on the column) and by default (one of the default on the
// sequence), whatever the default's text.
const feedsSQL = `
SELECT DISTINCT sn.nspname, s.relname, tn.nspname, t.relname, a.attname, q.seqincrement, q.seqmin, q.seqmax
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
// of them. One whose columns hold nothing, or nothing it could have given,
// stays where it is. Each is read back.
func SetSequences(ctx context.Context, q Querier) error {
	rows, err := q.Query(ctx, feedsSQL)
	if err != nil {
		return fmt.Errorf("reading sequences: %w", err)
	}
	feeds, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (feed, error) {
		var f feed
		return f, row.Scan(&f.sequence.Schema, &f.sequence.Name, &f.table.Schema, &f.table.Name, &f.column,
			&f.increment, &f.low, &f.high)
	})
	if err != nil {
		return fmt.Errorf("reading sequences: %w", err)
	}
	const many = 100
	for chunk := range slices.Chunk(bySequence(feeds), many) {
		if err := setSome(ctx, q, chunk); err != nil {
			return fmt.Errorf("setting sequences: %w", err)
		}
	}
	return nil
}

// bySequence gathers the feeds of each sequence, which come in its order.
func bySequence(feeds []feed) [][]feed {
	var groups [][]feed
	for i, f := range feeds {
		if i > 0 && f.sequence == feeds[i-1].sequence {
			groups[len(groups)-1] = append(groups[len(groups)-1], f)
			continue
		}
		groups = append(groups, []feed{f})
	}
	return groups
}

// setSome reads what the columns hold, sets, and reads back: three round
// trips for many sequences.
func setSome(ctx context.Context, q Querier, groups [][]feed) error {
	ends, back := make([]string, len(groups)), make([]string, len(groups))
	for i, feeds := range groups {
		f := feeds[0]
		ends[i] = fmt.Sprintf("SELECT %d, trunc(v)::bigint FROM (SELECT %s AS v) x WHERE v BETWEEN %d AND %d", i, endOf(feeds), f.low, f.high)
		back[i] = fmt.Sprintf("SELECT %d, last_value FROM %s WHERE is_called", i, Ident(f.sequence.Schema, f.sequence.Name))
	}
	want, err := numbered(ctx, q, ends)
	if err != nil || len(want) == 0 {
		return err
	}
	var names []string
	var values []int64
	for _, i := range slices.Sorted(maps.Keys(want)) {
		s := groups[i][0].sequence
		names, values = append(names, Ident(s.Schema, s.Name)), append(values, want[i])
	}
	if _, err := q.Exec(ctx, `SELECT setval(s::regclass, v) FROM unnest($1::text[], $2::bigint[]) x(s, v)`, names, values); err != nil {
		return err
	}
	got, err := numbered(ctx, q, back)
	if err != nil {
		return err
	}
	for _, i := range slices.Sorted(maps.Keys(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("%s stands at %d, not at %d", groups[i][0].sequence, got[i], want[i])
		}
	}
	return nil
}

// endOf is the furthest value of the columns that a sequence feeds.
func endOf(feeds []feed) string {
	end, best := "max", "greatest"
	if feeds[0].increment < 0 {
		end, best = "min", "least"
	}
	values := make([]string, len(feeds))
	for i, f := range feeds {
		values[i] = fmt.Sprintf("(SELECT %s(%s)::numeric FROM %s)", end, Ident(f.column), Ident(f.table.Schema, f.table.Name))
	}
	return best + "(" + strings.Join(values, ", ") + ")"
}

// numbered runs queries of a number and a value each, as one.
func numbered(ctx context.Context, q Querier, queries []string) (map[int]int64, error) {
	rows, err := q.Query(ctx, strings.Join(queries, "\nUNION ALL "))
	if err != nil {
		return nil, err
	}
	values := map[int]int64{}
	var i int
	var v int64
	_, err = pgx.ForEachRow(rows, []any{&i, &v}, func() error {
		values[i] = v
		return nil
	})
	return values, err
}

// viewsSQL orders materialised views without data: one comes after those its query reads,
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
WHERE NOT c.relispopulated
	AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
GROUP BY 1, 2 ORDER BY max(level), 1, 2`

// RefreshView is the statement that fills a materialised view.
func RefreshView(v schema.Name) string { return "REFRESH MATERIALIZED VIEW " + Ident(v.Schema, v.Name) }

// RefreshViews fills the materialised views that are not, those another one
// reads first. It lists what the server said of those that it could not fill.
func RefreshViews(ctx context.Context, q Querier) (refused []error, err error) {
	rows, err := q.Query(ctx, viewsSQL)
	if err != nil {
		return nil, fmt.Errorf("reading materialised views: %w", err)
	}
	views, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (schema.Name, error) {
		var n schema.Name
		return n, row.Scan(&n.Schema, &n.Name)
	})
	if err != nil {
		return nil, fmt.Errorf("reading materialised views: %w", err)
	}
	for _, v := range views {
		if _, err := q.Exec(ctx, RefreshView(v)); err != nil {
			refused = append(refused, fmt.Errorf("refreshing %s: %w", v, err))
		}
	}
	return refused, nil
}
