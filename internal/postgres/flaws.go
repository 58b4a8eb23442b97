package postgres

import (
	"context"
	"fmt"

	"github.com/effigydb/effigy/schema"
	"github.com/jackc/pgx/v5"
)

// ReadOIDs reads the types of the database, built-in ones included.
func ReadOIDs(ctx context.Context, q Querier) (OIDs, error) {
	rows, err := q.Query(ctx, `SELECT n.nspname, t.typname, t.oid FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
		WHERE n.nspname <> 'pg_toast'`)
	if err != nil {
		return nil, err
	}
	oids := OIDs{}
	var name schema.Name
	var oid uint32
	_, err = pgx.ForEachRow(rows, []any{&name.Schema, &name.Name, &oid}, func() error {
		oids[name] = oid
		return nil
	})
	return oids, err
}

func partitioned(ctx context.Context, q Querier) (map[schema.Name]bool, error) {
	return tablesWhere(ctx, q, "c.relkind = 'p'")
}

// tablesWhere is the set of relations c that a condition picks.
func tablesWhere(ctx context.Context, q Querier, condition string) (map[schema.Name]bool, error) {
	rows, err := q.Query(ctx, `SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE `+condition)
	if err != nil {
		return nil, err
	}
	set := map[schema.Name]bool{}
	var name schema.Name
	_, err = pgx.ForEachRow(rows, []any{&name.Schema, &name.Name}, func() error {
		set[name] = true
		return nil
	})
	return set, err
}

// CountRows counts the rows of each table itself, without its inheritance
// children; a partitioned table has the rows of its partitions. Many tables
// are counted a round trip. Row security that is forced on the owner would
// hide rows: it is lifted in a transaction that is rolled back.
func CountRows(ctx context.Context, conn *Conn, tables []schema.Name) (map[schema.Name]int64, error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, fmt.Errorf("counting rows: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing to keep
	if err := liftForced(ctx, tx); err != nil {
		return nil, fmt.Errorf("counting rows: %w", err)
	}
	return countAll(ctx, tx, tables)
}

// liftForced ends FORCE ROW LEVEL SECURITY on every table of the caller's.
func liftForced(ctx context.Context, q Querier) error {
	rows, err := q.Query(ctx, `SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relforcerowsecurity AND pg_has_role(c.relowner, 'USAGE')`)
	if err != nil {
		return err
	}
	sql := ""
	var name schema.Name
	_, err = pgx.ForEachRow(rows, []any{&name.Schema, &name.Name}, func() error {
		sql += "ALTER TABLE " + Ident(name.Schema, name.Name) + " NO FORCE ROW LEVEL SECURITY;"
		return nil
	})
	if err != nil || sql == "" {
		return err
	}
	_, err = q.Exec(ctx, sql)
	return err
}

func countAll(ctx context.Context, q Querier, tables []schema.Name) (map[schema.Name]int64, error) {
	roots, err := partitioned(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("reading tables: %w", err)
	}
	counts := make(map[schema.Name]int64, len(tables))
	const many = 200
	for len(tables) > 0 {
		some := tables[:min(many, len(tables))]
		tables = tables[len(some):]
		if err := countSome(ctx, q, some, roots, counts); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func countSome(ctx context.Context, q Querier, tables []schema.Name, roots map[schema.Name]bool, counts map[schema.Name]int64) error {
	sql := ""
	for i, t := range tables {
		only := "ONLY "
		if roots[t] {
			only = ""
		}
		if i > 0 {
			sql += " UNION ALL "
		}
		sql += fmt.Sprintf("SELECT %d, count(*) FROM %s%s", i, only, Ident(t.Schema, t.Name))
	}
	rows, err := q.Query(ctx, sql)
	if err != nil {
		return fmt.Errorf("counting rows: %w", err)
	}
	var i int
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&i, &n}, func() error {
		counts[tables[i]] = n
		return nil
	})
	if err != nil {
		return fmt.Errorf("counting rows: %w", err)
	}
	return nil
}

// Flaw is something in a database that should hold and doesn't.
type Flaw struct {
	Object string // schema-qualified, a member dotted
	Reason string
}

// Flaws lists constraints that are not validated or not enforced, indexes
// that are not valid, and triggers and rules that are disabled, leaving out
// extensions' and the system's. The index of a partitioned table is as valid
// as the text attaches indexes of its partitions.
func Flaws(ctx context.Context, q Querier) ([]Flaw, error) {
	rows, err := q.Query(ctx, flawsSQL)
	if err != nil {
		return nil, fmt.Errorf("looking for flaws: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Flaw, error) {
		var table schema.Name
		var member string
		var f Flaw
		err := row.Scan(&table.Schema, &table.Name, &member, &f.Reason)
		f.Object = table.Member(member)
		return f, err
	})
}

const flawsSQL = `
WITH theirs AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e')
SELECT n.nspname, c.relname, x.name, x.reason
FROM (
	SELECT conrelid AS rel, conname AS name, 'the constraint is not validated' AS reason
	FROM pg_constraint WHERE NOT convalidated AND conrelid <> 0
	UNION ALL
	SELECT indrelid, i.relname, 'the index is not valid'
	FROM pg_index JOIN pg_class i ON i.oid = indexrelid
	WHERE NOT (indisvalid AND indisready AND indislive) AND i.relkind <> 'I'
	UNION ALL
	SELECT tgrelid, tgname, 'the trigger is disabled' FROM pg_trigger WHERE tgenabled = 'D'
	UNION ALL
	SELECT ev_class, rulename, 'the rule is disabled' FROM pg_rewrite WHERE ev_enabled = 'D'
) x JOIN pg_class c ON c.oid = x.rel JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'
	AND NOT EXISTS (SELECT FROM theirs t WHERE t.classid = 'pg_class'::regclass AND t.objid = c.oid)
ORDER BY 1, 2, 3, 4`
