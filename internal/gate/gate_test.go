package gate

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

func TestErrorsLeakNothing(t *testing.T) {
	h := open(t, small)
	for sql, code := range map[string]string{
		"SELECT ('secret ' || mail)::int FROM authors":                           "22P02",
		"SELECT ('x' || mail)::regclass FROM authors":                            "3F000",
		"SELECT mail::jsonb FROM authors":                                        "22P02",
		"SELECT to_date(mail, 'YYYY') FROM authors":                              "22007",
		"SELECT 1 FROM authors WHERE mail::public.shelf = 'low'":                 "22P02",
		"SELECT regexp_count('a', '(' || mail) FROM authors":                     "2201B",
		"SELECT convert_from(convert_to(mail, 'UTF8'), mail) FROM authors":       "22023",
		"SELECT ('{' || mail || '}')::date FROM authors":                         "22007",
		"SELECT ('1 ' || mail)::interval FROM authors":                           "22007",
		"SELECT count(*) FROM authors WHERE ('0x' || mail)::bit(4) IS NULL":      "22P02",
		"SELECT string_agg(mail, ',' ORDER BY id)::uuid FROM authors":            "22P02",
		"SELECT now() AT TIME ZONE mail FROM authors":                            "22023",
		"SELECT has_table_privilege(mail, 'public.books', 'x') FROM authors":     "42704",
		"SELECT jsonb_path_query('1', (mail || ' @@@ ')::jsonpath) FROM authors": "42601",
	} {
		e := h.fault(t, sql)
		text, _ := json.Marshal(e)
		if e.Code != code {
			t.Errorf("%s: %s", sql, text)
		}
		if strings.Contains(string(text), "example.com") || strings.Contains(string(text), "ada") {
			t.Errorf("%s: %s", sql, text)
		}
	}
	if e := h.fault(t, "SELECT 1,\n  nothing FROM authors"); e.Code != "42703" || e.Position != 13 || !strings.Contains(e.Message, `"nothing"`) {
		t.Errorf("got %+v", e)
	}
	h.target.Reader, _ = postgres.Login(h.target.Reader, h.target.Role, "wrong", "nowhere")
	var log string
	h.Log = func(s string) { log = s }
	e := h.fault(t, "SELECT 1")
	if e.Kind != Unavailable || !strings.HasPrefix(e.Message, "cannot connect") || strings.Contains(e.Error(), h.target.Role) || log == "" {
		t.Errorf("%+v, log %q", e, log)
	}
	for _, e := range h.entries(t) {
		if text, _ := json.Marshal(e); strings.Contains(strings.ReplaceAll(string(text), e.Text, ""), "ada@") {
			t.Errorf("audit: %s", text)
		}
	}
}

func TestRefusals(t *testing.T) {
	h := open(t, small)
	for _, sql := range []string{
		"SELECT sing(1)", "SELECT public.sing(1)", "SELECT !! 1", "SELECT !! id FROM books", "SELECT worth(1)", "TABLE worths",
		"COMMIT; INSERT INTO canary VALUES (1)", "INSERT INTO canary VALUES (1)", "SELECT 1; SELECT 2",
		"WITH x AS (INSERT INTO canary VALUES (1) RETURNING n) SELECT * FROM x", "EXPLAIN ANALYZE SELECT 1",
		"SET transaction_read_only = off", "SELECT pg_read_file('PG_VERSION')", "SELECT 'a\x00'", "", "-- nothing",
		"SELECT " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000),
		"SELECT " + strings.Repeat("-", 1) + strings.Repeat(" -", 20000) + "1",
	} {
		if e := h.fault(t, sql); e.Kind != Refused {
			t.Errorf("%.60q: %+v", sql, e)
		}
	}
	if n := h.count(t, "SELECT count(*) FROM canary"); n != 0 {
		t.Errorf("the canary moved %d times", n)
	}
}

// TestReadOnlyStays: after the first snapshot the transaction can't be made
// to write, even by a text that the verdict would have refused.
func TestReadOnlyStays(t *testing.T) {
	h := open(t, small)
	b := postgres.Bounds{Rows: 10, Message: 1 << 20, Timeout: time.Second, LockTimeout: time.Second}
	for sql, code := range map[string]string{
		"SET transaction_read_only = off":                          "25001",
		"SELECT set_config('transaction_read_only', 'off', false)": "25001",
		"INSERT INTO public.canary VALUES (1)":                     "25006",
		"SELECT public.sing(1)":                                    "25006",
		"SELECT 1; SELECT 2":                                       "42601",
		"COMMIT; INSERT INTO public.canary VALUES (1)":             "42601",
	} {
		err := postgres.ReadOnly(t.Context(), h.target.Owner, sql, b, newCollector(small))
		if postgres.Code(err) != code {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if n := h.count(t, "SELECT count(*) FROM canary"); n != 0 {
		t.Errorf("the canary moved %d times", n)
	}
}

// TestOwnersSettings: what the owner sets for the database does not change
// how the gate's text is read.
func TestOwnersSettings(t *testing.T) {
	h := open(t, small)
	for _, set := range []string{"standard_conforming_strings = off", "search_path = nowhere", "statement_timeout = 1", "DateStyle = 'German'"} {
		if err := h.owner.Script(t.Context(), "ALTER DATABASE "+postgres.Ident(h.target.Name)+" SET "+set); err != nil {
			t.Fatal(err)
		}
	}
	if r := h.must(t, `SELECT 'a\', born FROM authors WHERE id = 1`); string(r.Rows[0]) != `["a\\","1815-12-10"]` {
		t.Errorf("got %s", r.Rows[0])
	}
}

func TestValues(t *testing.T) {
	h := open(t, small)
	r := h.must(t, `SELECT 1::int2, 2, 9007199254740993, 0.10::numeric(10,2), true, NULL, 1.5::float8, 'NaN'::float4, 'high'::public.shelf,
		'{1,NULL}'::int[], '{"a": 12345678901234567890}'::jsonb, '\xab'::bytea, timestamptz '2026-01-01 00:00+02', 'a<b'`)
	const want = `[1,2,"9007199254740993","0.10",true,null,1.5,"NaN","high","{1,NULL}","{\"a\": 12345678901234567890}","\\xab","2025-12-31 22:00:00+00","a\u003cb"]`
	if string(r.Rows[0]) != want {
		t.Errorf("got %s", r.Rows[0])
	}
	var kinds []string
	for _, c := range r.Columns {
		kinds = append(kinds, c.Type)
	}
	if got := strings.Join(kinds, " "); got != "smallint integer bigint numeric(10,2) boolean text double precision real shelf integer[] jsonb bytea timestamp with time zone text" {
		t.Errorf("got %s", got)
	}
	if r, err := h.Query(t.Context(), Request{SQL: "SELECT * FROM books", Explain: true}); err != nil || !strings.Contains(string(r.Rows[0]), "Scan") {
		t.Errorf("got %v, %v", r, err)
	}
	h.must(t, "EXPLAIN (VERBOSE) TABLE books")
}

// TestAllowedFunctions: a function is open for the one call that is allowed
// to make it, and closed again afterwards.
func TestAllowedFunctions(t *testing.T) {
	h := open(t, small)
	h.Allow = []string{"public.worth(bigint)", "public.sing(integer)"}
	if r := h.must(t, "SELECT worth(1)"); string(r.Rows[0]) != `["12.50"]` {
		t.Errorf("got %s", r.Rows[0])
	}
	if r := h.must(t, "SELECT worth FROM worths WHERE id = 1"); string(r.Rows[0]) != `["12.50"]` {
		t.Errorf("a view that calls it: %s", r.Rows[0])
	}
	if e := h.fault(t, "SELECT sing(1)"); e.Kind != Refused || e.Code != "25006" {
		t.Errorf("an allowed writer: %+v", e)
	}
	const grants = "SELECT count(*) FROM pg_proc, aclexplode(proacl) a WHERE proacl IS NOT NULL AND a.grantee = $1::regrole"
	if n := h.count(t, grants, h.target.Role); n != 0 {
		t.Errorf("%d grants are left", n)
	}
	// What a killed process has left is taken back by the next loan.
	if err := h.owner.Script(t.Context(), "GRANT EXECUTE ON FUNCTION public.sing(int) TO "+postgres.Ident(h.target.Role)); err != nil {
		t.Fatal(err)
	}
	h.must(t, "SELECT public.worth(2)")
	if n := h.count(t, grants, h.target.Role); n != 0 {
		t.Errorf("%d grants are left", n)
	}
	h.Allow = []string{"public.missing(bigint)"}
	if e := h.fault(t, "SELECT missing(1)"); e.Kind != Misused {
		t.Errorf("got %+v", e)
	}
	for _, bad := range []string{"pg_catalog.pg_read_file(text)", "f", ""} {
		if err := CheckAllow([]string{bad}); err == nil {
			t.Errorf("%q is allowed", bad)
		}
	}
}

func TestExecute(t *testing.T) {
	h := open(t, small)
	done, err := h.Execute(t.Context(), Request{SQL: "CREATE TABLE t (a int); INSERT INTO t VALUES (1), (2); SELECT * FROM t; UPDATE t SET a = 3"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(done.Commands, ", "); got != "CREATE TABLE, INSERT 0 2, SELECT 2, UPDATE 2" || done.Result.RowCount != 2 || done.Result.Columns[0].Type != "int4" {
		t.Errorf("got %s, %+v", got, done.Result)
	}
	// What a migration adds can be read at once, in a schema of its own too.
	if _, err := h.Execute(t.Context(), Request{SQL: "CREATE SCHEMA later; CREATE TABLE later.t (a int, b int GENERATED ALWAYS AS (a + 1) STORED)"}); err != nil {
		t.Fatal(err)
	}
	h.must(t, "TABLE later.t")
	d, err := h.Describe(t.Context(), Request{}, postgres.Wanted{Schema: "later"})
	if err != nil || len(d.Tables) != 1 || d.Tables[0].Columns[1].Default != "generated: (a + 1)" {
		t.Errorf("got %+v, %v", d, err)
	}
	for sql, code := range map[string]string{"SELECT pg_sleep(10)": "57014", "COPY t FROM STDIN": "0A000", "SELEC": "42601", "SET statement_timeout = 0; SELECT pg_sleep(10)": "57014"} {
		_, err := h.Execute(t.Context(), Request{SQL: sql})
		var e *Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	h := open(t, small)
	d, err := h.Describe(t.Context(), Request{}, postgres.Wanted{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	if d.Total != 4 || len(d.Tables) != 2 || d.Next != "public.books" || d.Tables[0].Comment == "" || d.Tables[0].ReferencedBy[0] != "public.books" {
		t.Errorf("got %+v", d)
	}
	b := d.Tables[1]
	if b.ForeignKeys[0].References != "public.authors" || b.PrimaryKey[0] != "id" || b.ApproxRows != 2 || b.Columns[3].Type != "public.shelf" {
		t.Errorf("got %+v", b)
	}
	if len(d.Enums) != 1 || strings.Join(d.Enums[0].Labels, " ") != "low high" {
		t.Errorf("got %+v", d.Enums)
	}
	if d, err = h.Describe(t.Context(), Request{}, postgres.Wanted{After: d.Next}); err != nil || len(d.Tables) != 2 || d.Next != "" {
		t.Errorf("got %+v, %v", d, err)
	}
	h.Limits.Bytes = 300
	if d, err = h.Describe(t.Context(), Request{}, postgres.Wanted{}); err != nil || len(d.Tables) != 1 || d.Next != "public.authors" {
		t.Errorf("got %+v, %v", d, err)
	}
	if _, err := h.Describe(t.Context(), Request{}, postgres.Wanted{Limit: 201}); err == nil {
		t.Error("a page of 201 tables")
	}
}
