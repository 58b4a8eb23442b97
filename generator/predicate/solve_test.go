package predicate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
)

// instant is the now of these tests unless the server is asked.
const instant = int64(26*365) * value.Day

// forms is a table for each form of constraint that is constructed.
const forms = `
CREATE TYPE gear AS ENUM ('low', 'mid', 'high');
CREATE TYPE spot AS (lane int, mark text);
CREATE DOMAIN percent AS numeric(5,2) CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN word AS text CHECK (VALUE ~ '^[a-z]+$' AND length(VALUE) <= 8);
CREATE TABLE comparison (a int NOT NULL CHECK (a > 3 AND a <= 40), b numeric(4,2) CHECK (b < 1), c real CHECK (c >= -2.5), d smallint CHECK (d <> 0 AND d BETWEEN -3 AND 3),
  e bigint CHECK (e * 3 >= 10 AND e < 1000), f int CHECK (10 - f > 4), g numeric CHECK (abs(g) <= 2.5), h int CHECK (h % 6 = 4), i int CHECK (mod(i, 5) <> 0), j int CHECK (j NOT BETWEEN 5 AND 2000000000), k percent);
CREATE TABLE listed (a text CHECK (a IN ('x', 'y')), b varchar(9) CHECK ((b)::text = ANY ((ARRAY['one'::character varying, 'two'::character varying])::text[])), c gear CHECK (c > 'low'), d "char" CHECK (d IN ('p', 'q')), e gear CHECK (e::text ~ 'i'), f bool CHECK (f IS NOT FALSE), g int CHECK (g = 1 OR g = 5 OR g BETWEEN 10 AND 12), h text CHECK (upper(h) IN ('AB', 'CD')), i text CHECK (a <> 'x' OR i IS NULL));
CREATE TABLE nulls (a int, b text, c date, CHECK (num_nonnulls(a, b, c) = 2), d int, e int, CHECK ((d IS NULL) = (e IS NULL)), f int, g int, CHECK ((f IS NULL)::int + (g IS NULL)::int = 1), h int, i int, CHECK (COALESCE(h, i) > 5), j text, CHECK (j IS NOT NULL OR d IS NULL), k bool, CHECK (k IS TRUE OR h IS NULL));
CREATE TABLE choice (kind text NOT NULL CHECK (kind IN ('p', 'q', 'r')), n int NOT NULL, m int, CHECK (CASE kind WHEN 'p' THEN n < 0 WHEN 'q' THEN n BETWEEN 1 AND 9 ELSE n > 100 END), CHECK (CASE WHEN kind = 'p' THEN m IS NULL ELSE m > n END), CHECK (GREATEST(n, m) <= 5000), x int, y int, CHECK (LEAST(x, y) >= 3), CHECK (x IS DISTINCT FROM y), CHECK (NULLIF(x, 7) IS NOT NULL OR y > 10));
CREATE TABLE texts (a text CHECK (a ~ '^[A-Z]{2}\d+$'), b text CHECK (b LIKE 'a_%c'), c text CHECK (c SIMILAR TO '(ab|cd)+'), d text CHECK (d = lower(d) AND d <> ''), e varchar(12) CHECK (btrim(e) = e AND length(e) > 2), f text CHECK (length(trim(f)) >= 3), g char(4) CHECK (g ~ '^[0-9]{4}$'), h text CHECK (left(h, 3) = 'ab-' AND right(h, 1) = '!'), i text CHECK (strpos(i, ':') > 2), j text CHECK (split_part(j, '/', 2) <> ''), k text CHECK (octet_length(k) BETWEEN 2 AND 5), l text CHECK (l > 'bb' AND l < 'd'), m text CHECK (m !~ '[aeiou]' AND char_length(m) = 6), n text CHECK (starts_with(n, 'q%')), o text CHECK (substring(o, 2, 2) = 'zz'), r text CHECK (lower(TRIM(BOTH FROM r)) = r AND r <> ''), u text CHECK (u = upper(ltrim(rtrim(u)))), v text CHECK (v >= '2021-01-01' AND v < '2021-01-31'), w text CHECK (w BETWEEN 'A.1b' AND 'A.9'), p word, q text CHECK (position('x' IN q) = 0));
CREATE TABLE moments (a date CHECK (a >= '2020-02-03' AND a < '2020-03-01'), b timestamp CHECK (b::date = '2021-05-06'), c timestamptz CHECK (c > now()), d date CHECK (d <= CURRENT_DATE - interval '18 years'), e date CHECK (extract(isodow FROM e) = 7), f timestamp CHECK (date_trunc('hour', f) = f), g date CHECK (date_trunc('quarter', g) = g), h date CHECK (extract(year FROM h) BETWEEN 1990 AND 1999), i time CHECK (i >= '09:00' AND i < '17:30'), j interval CHECK (j > '1 hour' AND j <= '2 days'), k timestamptz(0) CHECK (k < '2001-01-01' AND date_part('hour', k) < 6));
CREATE TABLE relations (lo int NOT NULL, hi int NOT NULL, CHECK (lo < hi), CHECK (hi <= 50), s date, t date, u date, CHECK (s <= t), CHECK (t < u), CHECK (u - s <= 10), q int NOT NULL CHECK (q BETWEEN 1 AND 9), price numeric(7,2) NOT NULL CHECK (price > 0), total numeric(9,2) NOT NULL CHECK (total = q * price), a int NOT NULL CHECK (a >= 0), b int NOT NULL CHECK (b >= 0), c int NOT NULL, CHECK (a + b <= 20), CHECK (c = 20 - a - b), at timestamptz, day date CHECK (at::date <= day AND day - at::date < 5), born date, hired date, CHECK (age(hired, born) >= interval '16 years'), w text, v text, CHECK (w <> v), g int GENERATED ALWAYS AS (q * 2) STORED CHECK (g <> 8));
CREATE TABLE shapes (a int[] CHECK (cardinality(a) BETWEEN 1 AND 3 AND 0 < ALL (a)), b text[] CHECK (b <@ ARRAY['r', 's', 't'] AND b <> '{}'), c text[] CHECK ('must' = ANY (c)), d int[] CHECK (array_length(d, 1) = 2), e jsonb CHECK (jsonb_typeof(e) = 'object' AND e ? 'k' AND e ->> 'k' IN ('u', 'v')), f jsonb CHECK ((f ->> 'n')::int BETWEEN 1 AND 5), g int4range CHECK (NOT isempty(g) AND lower(g) >= 3 AND upper(g) <= 30), h tstzrange CHECK (upper(h) - lower(h) <= interval '3 hours'), i bytea CHECK (octet_length(i) = 8), j inet CHECK (family(j) = 4 AND masklen(j) = 32), j2 inet CHECK (host(j2) ~ '^172\.1[67]\.' AND host(j2) <> '172.16.0.0'), j3 inet CHECK (host(j3) IN ('10.0.0.1', '127.0.0.1')), k cidr CHECK (masklen(k) BETWEEN 8 AND 24), m spot CHECK ((m).lane BETWEEN 1 AND 8 AND (m).mark <> ''), n point CHECK (n[0] BETWEEN 0 AND 1), o bit(4) CHECK (o <> B'0000'), p jsonb CHECK (jsonb_typeof(p) IN ('array', 'object')), CHECK (j << k));
CREATE TABLE nested (a int NOT NULL, b text, c bool NOT NULL, d int, CHECK (NOT (a > 5 AND b IS NULL)), CHECK ((c AND d = 1) OR (NOT c AND (d IN (2, 3) OR d IS NULL) AND a < 100)), CHECK (NOT (c OR a = 3) OR b ~ '^k' OR d = 1), CHECK ((a = 0) = (d = 2)));
CREATE TYPE sp AS (active bool, n int);
CREATE TABLE extra (
 a int CHECK (a::text ~ '^[1-9]\d{4}$'), b int CHECK (b & 4 = 4), b2 int CHECK ((b2 & 7) = 1), c date CHECK (age(c) >= interval '18 years'), d date CHECK (extract(year from age(CURRENT_DATE, d)) BETWEEN 20 AND 30),
 e timestamptz CHECK (now() - e < interval '10 days'), f date CHECK (CURRENT_DATE - f BETWEEN 5 AND 9), g timestamp CHECK (date_trunc('month', g) = '2024-02-01'), h jsonb CHECK ((h->>'on')::boolean), i jsonb CHECK (i['k'] = '"v"'),
 j sp CHECK ((j).active), k int[] CHECK (k[1] > 5 AND cardinality(k) = 3), l daterange CHECK (l <@ daterange('2020-01-01', '2021-01-01')), m text CHECK (m = ANY (string_to_array('q,r,s', ','))),
 p1 int NOT NULL CHECK (p1 BETWEEN 0 AND 100), p2 int NOT NULL CHECK (p2 BETWEEN 0 AND 100), p3 int NOT NULL CHECK (p3 >= 0), p4 int NOT NULL CHECK (p4 >= 5), CHECK (p1 + p2 + p3 + p4 = 100),
 s timestamp NOT NULL, t timestamp NOT NULL, CHECK (extract(epoch FROM t - s) BETWEEN 60 AND 600), x text, y text, z text, CHECK (num_nonnulls(x, y, z) IN (0, 3)), CHECK ((x IS NOT NULL)::int + (a IS NOT NULL)::int <= 1),
 q text CHECK (q LIKE ANY (ARRAY['a%', 'b%'])), r text CHECK (r NOT LIKE ALL (ARRAY['%x%', '%y%'])), u numeric(3,1) CHECK (mod(u, 1) = 0), v int, w int, CHECK ((v, w) > (3, 4)), aa time CHECK (extract(minute from aa) IN (0, 30)), bb interval CHECK (extract(epoch from bb) > 0)
);
CREATE TABLE ev (at timestamptz NOT NULL, country text NOT NULL) PARTITION BY RANGE (date_trunc('month', at AT TIME ZONE 'UTC'));
CREATE TABLE ev1 PARTITION OF ev FOR VALUES FROM ('2031-01-01') TO ('2031-03-01');
CREATE TABLE lc (country text NOT NULL, y date NOT NULL) PARTITION BY LIST (lower(country));
CREATE TABLE lc1 PARTITION OF lc FOR VALUES IN ('de', 'fr');
`

func TestConstructedRowsPass(t *testing.T) {
	text := forms
	script, err := ddl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	rows := construct(t, script.Schema, instant, 40)
	if rows == 0 {
		t.Error("no rows")
	}
}

// TestServerAcceptsConstructedRows inserts what the solver makes into tables
// with the constraints.
func TestServerAcceptsConstructedRows(t *testing.T) {
	ctx := context.Background()
	accepts(t, ctx, "forms", forms)
	for _, path := range shared("cases/generate/*.sql") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "min_pg: 15") {
			accepts(t, ctx, filepath.Base(path), string(text))
		}
	}
}

// shared lists files of the folder that EFFIGY_SHARED names.
func shared(pattern string) []string {
	dir := os.Getenv("EFFIGY_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	list, _ := filepath.Glob(filepath.Join(dir, pattern))
	return list
}

func TestSharedSchemasAreSolved(t *testing.T) {
	how := map[string]int{}
	for _, path := range shared("corpus/pg15/*.sql") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		script, err := ddl.Parse(string(text))
		if err != nil {
			continue
		}
		for _, table := range script.Schema.Tables {
			f := compile(t, script.Schema, table, instant)
			if len(f.Branches) == 0 {
				t.Errorf("%s: %s: no branch, guilty %v", filepath.Base(path), table.Name, f.Guilty)
			}
			for _, v := range f.Verdicts {
				how[v.How]++
			}
		}
	}
	t.Log(how)
}

func compile(t testing.TB, s *schema.Schema, table *schema.Table, now int64) *predicate.Formula {
	t.Helper()
	in := predicate.Input{Scope: predicate.Scope{Schema: s, Table: table, Now: now}}
	if p := predicate.Partitions(s, table); p != nil {
		in.Extra = append(in.Extra, predicate.Named{Constraint: "partitions", Expr: p})
	}
	f, err := predicate.Compile(in)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// construct makes rows of every branch of every table and checks them with
// the evaluator.
func construct(t *testing.T, s *schema.Schema, now int64, n int) int {
	t.Helper()
	made := 0
	for _, table := range s.Tables {
		if table.PartitionOf != nil {
			continue
		}
		f := compile(t, s, table, now)
		for k := range f.Branches {
			rows, err := rowsOf(s, table, f, &f.Branches[k], now, n)
			if err != nil {
				t.Errorf("%s, branch %d: %v", table.Name, k, err)
			}
			for _, row := range rows {
				made++
				if got, name := f.Check(row); got == predicate.False {
					t.Errorf("%s, branch %d: %s fails", table.Name, k, name)
					break
				}
			}
		}
	}
	return made
}

// rowsOf draws n rows of a branch; an error says which column has no space,
// or that too many rows ran into a dead end.
func rowsOf(s *schema.Schema, table *schema.Table, f *predicate.Formula, b *predicate.Branch, now int64, n int) ([][]value.Value, error) {
	r := rand.New(rand.NewPCG(7, 11))
	steps := b.Steps(nil)
	spaces := map[int]space.Space{}
	for i := range steps {
		st := &steps[i]
		if st.Domain.Nulls == domain.AlwaysNull {
			continue
		}
		sp, err := spaceOf(s, table, st.Column, st.Domain, now)
		if st.Domain.Nulls == domain.MayBeNull && (errors.Is(err, space.ErrEmpty) || errors.Is(err, space.ErrUnknown)) {
			st.Domain.Nulls = domain.AlwaysNull
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", table.Columns[st.Column].Name, err)
		}
		spaces[st.Column] = sp
	}
	var rows [][]value.Value
	const patience = 60
	dead := 0
	for len(rows) < n {
		row, ok := drawRow(s, table, steps, spaces, r, now)
		if !ok {
			if dead++; dead > patience*n {
				return rows, fmt.Errorf("%d rows, %d dead ends", len(rows), dead)
			}
			continue
		}
		for _, g := range f.Generated {
			row[g.Column], _ = g.Program.Eval(row)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func spaceOf(s *schema.Schema, table *schema.Table, column int, d domain.Domain, now int64) (space.Space, error) {
	key := draw.Cell(draw.Seed("test", "1"), table.Columns[column].Name)
	return space.Of(space.Input{Schema: s, Type: table.Columns[column].Type, Domain: d, Key: key, Now: now})
}

func drawRow(s *schema.Schema, table *schema.Table, steps []predicate.Step, spaces map[int]space.Space, r *rand.Rand, now int64) ([]value.Value, bool) {
	row := make([]value.Value, len(table.Columns))
	for i := range steps {
		if !drawCell(s, table, &steps[i], spaces, r, now, row) {
			return nil, false
		}
	}
	return row, true
}

// drawCell tries a few values for one step.
func drawCell(s *schema.Schema, table *schema.Table, st *predicate.Step, spaces map[int]space.Space, r *rand.Rand, now int64, row []value.Value) bool {
	d, ok := st.Narrow(row)
	if !ok {
		return false
	}
	sp := spaces[st.Column]
	if len(st.Bounds) > 0 && d.Nulls != domain.AlwaysNull {
		var err error
		if sp, err = spaceOf(s, table, st.Column, d, now); err != nil {
			if d.Nulls == domain.NeverNull {
				return false
			}
			d.Nulls = domain.AlwaysNull
		}
	}
	for range 20 {
		row[st.Column] = value.Value{}
		if d.Nulls == domain.NeverNull || d.Nulls == domain.MayBeNull && r.IntN(5) > 0 {
			row[st.Column] = sp.Draw(r.Uint64(), nil)
		}
		passes := true
		for k := range st.Tests {
			passes = passes && st.Tests[k].Passes(row)
		}
		if passes {
			return true
		}
	}
	return false
}

// accepts creates the schema in a database of its own and inserts rows of
// every branch into copies of the tables with their CHECKs.
func accepts(t *testing.T, ctx context.Context, name, text string) {
	t.Helper()
	script, err := ddl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, pgtest.Superuser(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := conn.Exec(ctx, "SET LOCAL timezone = 'UTC'; CREATE SCHEMA trial; SET LOCAL search_path = trial, public;"+strings.ReplaceAll(text, "public.", "trial.")); err != nil {
		t.Logf("%s: %v", name, err)
		return
	}
	var now int64
	if err := conn.QueryRow(ctx, "SELECT (extract(epoch FROM now()) * 1000000)::bigint - 946684800000000").Scan(&now); err != nil {
		t.Fatal(err)
	}
	for _, table := range script.Schema.Tables {
		if table.PartitionOf == nil {
			insertAll(t, ctx, tx, name, script.Schema, table, now)
		}
	}
}

func insertAll(t *testing.T, ctx context.Context, tx pgx.Tx, name string, s *schema.Schema, table *schema.Table, now int64) {
	t.Helper()
	f := compile(t, s, table, now)
	source := table.Name
	if source.Schema == "public" {
		source.Schema = "trial"
	}
	if _, err := tx.Exec(ctx, "DROP TABLE IF EXISTS pg_temp.copy_of; CREATE TEMP TABLE copy_of (LIKE "+source.String()+" INCLUDING CONSTRAINTS INCLUDING GENERATED)"); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for k := range min(len(f.Branches), 8) {
		b := &f.Branches[k]
		rows, err := rowsOf(s, table, f, b, now, 3)
		if errors.Is(err, space.ErrUnknown) {
			continue // a type that only the database knows
		}
		if err != nil {
			t.Errorf("%s: %s, branch %d: %v", name, table.Name, k, err)
		}
		for _, row := range rows {
			if got, constraint := f.Check(row); got == predicate.False {
				t.Errorf("%s: %s, branch %d: %s fails", name, table.Name, k, constraint)
				break
			}
		}
		if err := insert(ctx, tx, s, table, rows); err != nil && len(b.Judged) == 0 {
			t.Errorf("%s: %s, branch %d: %v", name, table.Name, k, err)
		}
	}
}

// insert adds rows to the copy of a table.
func insert(ctx context.Context, tx pgx.Tx, s *schema.Schema, table *schema.Table, rows [][]value.Value) error {
	var columns, list []string
	var codecs []*value.Codec
	for _, c := range table.Columns {
		codec, err := value.CodecFor(s, c.Type, nil)
		if err != nil {
			return err
		}
		codecs = append(codecs, codec)
		if c.Generated == "" {
			columns = append(columns, schema.Quote(c.Name))
		}
	}
	for _, row := range rows {
		var cells []string
		for i, c := range table.Columns {
			switch {
			case c.Generated != "":
			case row[i].IsNull():
				cells = append(cells, "NULL")
			default:
				cells = append(cells, "'"+strings.ReplaceAll(string(codecs[i].AppendText(nil, row[i])), "'", "''")+"'")
			}
		}
		list = append(list, "("+strings.Join(cells, ", ")+")")
	}
	if len(columns) == 0 || len(rows) == 0 {
		return nil
	}
	sub, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	if _, err = sub.Exec(ctx, "INSERT INTO pg_temp.copy_of ("+strings.Join(columns, ", ")+") VALUES "+strings.Join(list, ", ")); err != nil {
		_ = sub.Rollback(ctx)
		return fmt.Errorf("%w: %s", err, strings.Join(list, ", "))
	}
	return sub.Commit(ctx)
}
