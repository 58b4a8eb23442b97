package gate

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

// seeds are statements whose words FuzzGate mixes: what reads and what tries
// to do more.
var seeds = strings.Split(`SELECT id, title FROM books WHERE title = 'delete' ORDER BY id LIMIT 3
SELECT count(*) FILTER (WHERE id > 1), max(price) FROM public.books GROUP BY shelf HAVING count(*) > 0
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t
SELECT a.mail, b.title FROM authors a LEFT JOIN LATERAL (SELECT * FROM books WHERE author = a.id) b ON true
SELECT x.*, row_number() OVER (PARTITION BY shelf ORDER BY id) FROM books x
TABLE books UNION ALL TABLE books
VALUES (1, 'a'), (2, NULL)
SELECT jsonb_build_object('a', id) -> 'a', ARRAY[1, 2][1], (ROW(1, 2)).f1, CAST('1' AS int), '1'::int FROM authors
EXPLAIN (VERBOSE, COSTS off) SELECT * FROM books
SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a int PATH '$')) j
SELECT sing(1), public.sing(2), "public"."sing"(3), worth(1)
SELECT !! 1, 1 OPERATOR(public.!!) 2, !! id FROM books
SELECT (b).id, b.sing, (b).title, b.worth FROM books b
SELECT nextval('public.tick'), setval('tick', 9), currval('tick'), lastval()
SELECT lo_create(0), lo_from_bytea(0, '\xab'), lo_import('/etc/passwd'), loread(1, 1)
SELECT pg_advisory_lock(1), pg_try_advisory_lock(1, 2), pg_advisory_xact_lock_shared(3)
SELECT pg_notify('canary', 'x'), pg_sleep(9), pg_read_file('PG_VERSION'), pg_ls_dir('.')
SELECT set_config('transaction_read_only', 'off', false), query_to_xml('SELECT 1', true, true, '')
SELECT * FROM pg_read_file('PG_VERSION') f, pg_catalog.nextval('tick') n
INSERT INTO canary VALUES (1) RETURNING n
WITH x AS (DELETE FROM canary RETURNING n) SELECT * FROM x
SELECT 1 INTO canary2 FROM books FOR UPDATE
COMMIT; DROP TABLE canary; BEGIN
SET ROLE postgres; RESET ALL; SET transaction_read_only = off
EXPLAIN ANALYZE SELECT sing(1)
COPY books TO PROGRAM 'true'; DO $$ BEGIN PERFORM sing(1); END $$; CALL p(); NOTIFY canary; LOCK books
SELECT E'it\'s' U&'\0061' $q$ x $q$ -- ; DROP TABLE canary
SELECT pg_terminate_backend(pg_backend_pid()), pg_export_snapshot(), txid_current(), current_setting('data_directory')
SELECT ts_stat('SELECT sing(1)'), database_to_xml(true, true, ''), pg_logical_emit_message(true, 'a', 'b')
SELECT to_json(shelf), to_jsonb(b), json_agg(b), row_to_json(b), json_build_array(shelf), JSON_ARRAY(shelf RETURNING jsonb) FROM books b
SELECT * FROM spans WHERE span && '[1,2]'::public.span OR span <@ span ORDER BY span
SELECT 1::public.sung, CAST(id AS public.sung), '1'::sung, ARRAY[1]::sung[] FROM books, worths, sangs
SELECT chorus(id), public.chorus(DISTINCT id) OVER (), id::text::int::bigint FROM books GROUP BY ROLLUP (id)
SELECT * FROM pg_read_file('/etc/passwd') UNION SELECT pg_read_binary_file('/etc/passwd')::text UNION SELECT * FROM effigy_other.public.secret
SELECT xpath('/a', xmlparse(content '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'))
SELECT dblink('dbname=postgres', 'SELECT 1'), query_to_xml(lower('SELECT sing(1)'), true, true, ''), has_function_privilege('sing(int)', 'execute')`, "\n")

// closed are further ways to the writer: a cast to json and a range's
// subtype_diff, for which Postgres asks nobody's rights; a domain, an
// aggregate, a view.
var closed = []string{
	"CREATE SEQUENCE public.tick", "GRANT SELECT ON public.tick TO PUBLIC",
	"CREATE FUNCTION public.shelf_json(public.shelf) RETURNS json LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.canary VALUES (1); RETURN ''1''; END'",
	"CREATE CAST (public.shelf AS json) WITH FUNCTION public.shelf_json(public.shelf)",
	"CREATE FUNCTION public.distance(int, int) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM nextval(''public.tick''); RETURN $1 - $2; END'",
	"CREATE TYPE public.span AS RANGE (SUBTYPE = int, SUBTYPE_DIFF = public.distance)",
	"CREATE TABLE public.spans AS SELECT int4range(g, g + 10)::text::public.span AS span FROM generate_series(1, 50) g", "ANALYZE public.spans",
	"CREATE DOMAIN public.sung AS int CHECK (public.sing(VALUE) IS NOT NULL)",
	"CREATE FUNCTION public.add(int, int) RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.canary VALUES (1); RETURN $2; END'",
	"CREATE AGGREGATE public.chorus (int) (SFUNC = public.add, STYPE = int)",
	"CREATE VIEW public.sangs AS SELECT public.sing(id) FROM public.books",
	"LISTEN canary",
}

var words = regexp.MustCompile(`(?s)\$q\$.*?\$q\$|E?'(?:[^'\\]|\\.)*'|"[^"]*"|--[^\n]*|\w+|::|->|!!|\s+|.`)

// mix makes a statement from one of the seeds by dropping, doubling and
// exchanging words with another one.
func mix(r *rand.Rand) string {
	pick := func() []string { return words.FindAllString(seeds[r.IntN(len(seeds))], -1) }
	text, other := pick(), pick()
	for range r.IntN(4) {
		i, j := r.IntN(len(text)+1), r.IntN(len(other))
		k := min(len(other), j+1+r.IntN(8))
		end := min(len(text), i+r.IntN(8))
		text = append(append(append([]string{}, text[:i]...), other[j:k]...), text[end:]...)
	}
	return strings.Join(text, "")
}

// FuzzGate runs on a real server whatever the gate lets through; no canary
// may move: the owner's functions that write, a sequence, large objects,
// advisory locks, a channel; and no answer may hold what is in a file or in
// another database.
func FuzzGate(f *testing.F) {
	h := open(f, small)
	ctx := context.Background()
	if err := h.owner.Script(ctx, closed...); err != nil {
		f.Fatal(err)
	}
	other := pgtest.New(f)
	if err := pgtest.Connect(f, other.URL).Script(ctx, "CREATE TABLE public.secret AS SELECT 'of another database' AS secret", "GRANT SELECT ON public.secret TO PUBLIC"); err != nil {
		f.Fatal(err)
	}
	const canaries = `SELECT (SELECT count(*) FROM public.canary) + (SELECT last_value - 1 + is_called::int FROM public.tick)
		+ (SELECT count(*) FROM pg_largeobject_metadata) + (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database())
		+ (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
		+ (SELECT count(*) FROM pg_class WHERE relpersistence = 't' OR relname = 'canary2')`
	before := h.count(f, canaries)
	rows := func(r *Result) []json.RawMessage {
		if r == nil {
			return nil
		}
		return r.Rows
	}
	for i := range uint64(40) {
		f.Add(i, "")
	}
	for _, s := range seeds {
		f.Add(uint64(0), s)
	}
	f.Fuzz(func(t *testing.T, seed uint64, sql string) {
		if sql == "" {
			sql = mix(rand.New(rand.NewPCG(seed, 0)))
		}
		result, err := h.ask(strings.ReplaceAll(sql, "effigy_other", other.Name))
		for _, row := range rows(result) {
			if strings.Contains(string(row), "of another database") && !strings.Contains(sql, "of another database") || strings.Contains(string(row), "root:x:0:") {
				t.Errorf("an answer from elsewhere: %q", sql)
			}
		}
		var e *Error
		if errors.As(err, &e) && e.Rule == "verdict" {
			return
		}
		if n := h.count(t, canaries); n != before {
			t.Errorf("a canary moved: %q", sql)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if n, err := h.owner.WaitForNotification(gone); err == nil {
			t.Errorf("a notification of %d: %q", n.PID, sql)
		}
	})
}
