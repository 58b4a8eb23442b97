package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Wanted says which tables to describe.
type Wanted struct {
	Schema string // empty: all
	Name   string // part of the table's name; empty: all
	After  string // the table after which to go on, as Described.Name has it
	Limit  int    // tables
}

// Described is a table, view or the like as its login may see it.
type Described struct {
	Name         string            `json:"name"` // schema-qualified, quoted where Postgres would
	Kind         string            `json:"kind"`
	ApproxRows   int64             `json:"approx_rows"` // as of the last ANALYZE; -1: unknown
	Comment      string            `json:"comment,omitempty"`
	Columns      []DescribedColumn `json:"columns"`
	PrimaryKey   []string          `json:"primary_key,omitempty"`
	Unique       [][]string        `json:"unique,omitempty"`
	ForeignKeys  []DescribedKey    `json:"foreign_keys,omitempty"`
	ReferencedBy []string          `json:"referenced_by,omitempty"` // tables
}

// DescribedColumn is a column of a table.
type DescribedColumn struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Nullable bool   `json:"nullable,omitempty"`
	Default  string `json:"default,omitempty"` // or identity, or generated: and its expression
	Comment  string `json:"comment,omitempty"`
}

// DescribedKey is a foreign key.
type DescribedKey struct {
	Columns    []string `json:"columns"`
	References string   `json:"references"`
	To         []string `json:"to"` // the columns there
}

// DescribedEnum is an enum with its labels in order.
type DescribedEnum struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

// Description is a page of tables with the enums of their columns.
type Description struct {
	Tables []Described     `json:"tables"`
	Enums  []DescribedEnum `json:"enums,omitempty"`
	Total  int             `json:"total"` // tables that match
	// Next is what Wanted.After takes for the next page, or empty.
	Next string `json:"next,omitempty"`
}

const wantedSQL = `
SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name, c.relkind, c.reltuples
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
	AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
	AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
	AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
	AND ($1 = '' OR n.nspname = $1) AND ($2 = '' OR strpos(lower(c.relname), lower($2)) > 0)`

const columnNames = `(SELECT json_agg(a.attname ORDER BY u.n) FROM unnest(%s) WITH ORDINALITY u(num, n)
	JOIN pg_attribute a ON a.attrelid = %s AND a.attnum = u.num)`

const referred = `(SELECT format('%%I.%%I', n.nspname, r.relname) FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace WHERE r.oid = %s)`

// describeSQL gives a JSON object for each table of the page.
var describeSQL = `
WITH page AS (SELECT * FROM (` + wantedSQL + `) w WHERE $3 = '' OR name COLLATE "C" > $3 ORDER BY name COLLATE "C" LIMIT $4)
SELECT json_build_object(
	'name', p.name,
	'kind', CASE p.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END,
	'approx_rows', CASE p.relkind WHEN 'v' THEN -1 ELSE p.reltuples::bigint END,
	'comment', left(obj_description(p.oid, 'pg_class'), 2000),
	'columns', (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', NOT a.attnotnull,
			'default', CASE WHEN a.attidentity <> '' THEN 'identity' ELSE repeat('generated: ', (a.attgenerated <> '')::int) || left(pg_get_expr(d.adbin, d.adrelid), 500) END,
			'comment', left(col_description(p.oid, a.attnum), 2000)) ORDER BY a.attnum)
		FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		WHERE a.attrelid = p.oid AND a.attnum > 0 AND NOT a.attisdropped),
	'primary_key', (SELECT ` + fmt.Sprintf(columnNames, "k.conkey", "p.oid") + ` FROM pg_constraint k WHERE k.conrelid = p.oid AND k.contype = 'p'),
	'unique', (SELECT json_agg(` + fmt.Sprintf(columnNames, "k.conkey", "p.oid") + ` ORDER BY k.conname) FROM pg_constraint k WHERE k.conrelid = p.oid AND k.contype = 'u'),
	'foreign_keys', (SELECT json_agg(json_build_object('columns', ` + fmt.Sprintf(columnNames, "k.conkey", "p.oid") + `,
			'references', ` + fmt.Sprintf(referred, "k.confrelid") + `, 'to', ` + fmt.Sprintf(columnNames, "k.confkey", "k.confrelid") + `) ORDER BY k.conname)
		FROM pg_constraint k WHERE k.conrelid = p.oid AND k.contype = 'f'),
	'referenced_by', (SELECT json_agg(DISTINCT ` + fmt.Sprintf(referred, "k.conrelid") + `) FROM pg_constraint k WHERE k.confrelid = p.oid AND k.contype = 'f')
)::text, p.oid FROM page p ORDER BY p.name COLLATE "C"`

const enumsSQL = `
SELECT t.oid::regtype::text, array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
WHERE t.oid IN (SELECT coalesce(nullif(b.typelem, 0), nullif(b.typbasetype, 0), b.oid) FROM pg_attribute a JOIN pg_type b ON b.oid = a.atttypid
	WHERE a.attrelid = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped)
GROUP BY t.oid ORDER BY 1`

// Describe logs in and reads what the login may see of the schema, in a
// READ ONLY transaction with the bounds' timeouts.
func Describe(ctx context.Context, url string, b Bounds, w Wanted) (*Description, error) {
	conn, err := connectBounded(ctx, url, b)
	if err != nil {
		return nil, err
	}
	r := &bounded{conn: conn, b: b}
	defer r.end(ctx)
	run, cancel := context.WithTimeout(ctx, 4*max(b.Timeout, time.Second))
	defer cancel()
	if err := r.begin(run); err != nil {
		return nil, r.fault(ctx, err, false)
	}
	// Names stand with their schemas, but for those of pg_catalog.
	if err := conn.Script(run, "SET LOCAL search_path = pg_catalog"); err != nil {
		return nil, r.fault(ctx, err, false)
	}
	d, err := describe(run, conn, w)
	r.idle = err == nil
	return d, r.fault(ctx, err, false)
}

func describe(ctx context.Context, q Querier, w Wanted) (*Description, error) {
	d := &Description{Tables: []Described{}}
	if err := q.QueryRow(ctx, "SELECT count(*) FROM ("+wantedSQL+") w", w.Schema, w.Name).Scan(&d.Total); err != nil {
		return nil, err
	}
	rows, err := q.Query(ctx, describeSQL, w.Schema, w.Name, w.After, w.Limit+1)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var page []uint32
	for rows.Next() {
		var text string
		var oid uint32
		if err := rows.Scan(&text, &oid); err != nil {
			return nil, err
		}
		if len(d.Tables) == w.Limit {
			d.Next = d.Tables[w.Limit-1].Name
			break
		}
		var t Described
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&t); err != nil {
			return nil, err
		}
		d.Tables, page = append(d.Tables, t), append(page, oid)
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return nil, err
	}
	d.Enums, err = enums(ctx, q, page)
	return d, err
}

func enums(ctx context.Context, q Querier, tables []uint32) ([]DescribedEnum, error) {
	rows, err := q.Query(ctx, enumsSQL, tables)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []DescribedEnum
	for rows.Next() {
		var e DescribedEnum
		if err := rows.Scan(&e.Name, &e.Labels); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}
