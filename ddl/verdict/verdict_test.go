package verdict

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPasses(t *testing.T) {
	for _, sql := range []string{
		"select 1", "table t;", "values (1), (2)", "(select a from b) except (select 1) order by 1",
		"with recursive n(i) as (select 1 union all select i + 1 from n) select * from n",
		"with pg_authid as (select 1 as n) select n from pg_authid",
		"select * from public.pg_authid",
		"select x::public.thing, cast(y as int[]) from a join b using (id) left join lateral (select 1) l on true",
		"select j from jsonb_to_recordset('[]') as j(a int, b text)",
		"select count(*) filter (where a > 1) over w from t window w as (partition by b rows between 1 preceding and current row)",
		"explain (costs off, format json) select lower(a) from t",
		"select a from t where b like 'x' escape '!' and c between symmetric 1 and 2 and d is distinct from e",
		"select (array[1,2])[1], (row(1,2)).f1, coalesce(a, b), nullif(a, b), greatest(1, 2) from t",
		"select xmlelement(name a, b), a at time zone 'UTC', overlay(a placing 'x' from 1), trim(both 'x' from a) from t",
		"select * from pg_class c join information_schema.tables i on i.table_name = c.relname",
		"select 'ä' || a -- last\n",
	} {
		if _, err := Select(sql, Options{}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	for sql, reason := range map[string]string{
		"":                          "no statement",
		"select 1; select 2":        "second statement",
		"select 1 \\gexec":          "",
		"\\! ls":                    "psql",
		"select $1":                 "parameter",
		"select 1 into t":           "SELECT INTO",
		"select 1 from t for share": "FOR UPDATE or FOR SHARE",
		"delete from t":             "only SELECT",
		"with a as (delete from t returning 1) select 1":                   "DELETE",
		"with pg_authid as (select 1 from pg_authid) select 1":             "credentials",
		"select (with pg_authid as (select 1) select 1), a from pg_authid": "credentials",
		"select \"pg_catalog\".\"pg_read_file\"('x')":                      "files",
		"select f('x')":                                                           "list of allowed",
		"select public.lower('x')":                                                "list of allowed",
		"select pg_catalog.nothing('x')":                                          "list of allowed",
		"select a.b.c.lower('x')":                                                 "another database",
		"select ('x'::text).pg_read_file":                                         "may be read as a function",
		"select f.pg_read_file from unnest(array['x']) f":                         "may be read as a function",
		"select 1 operator(public.+) 2":                                           "operator of the schema public",
		"select a from t order by a using operator(public.<)":                     "operator of the schema public",
		"select * from t tablesample system_time(1)":                              "sampling",
		"select * from pg_stat_activity":                                          "other sessions",
		"select * from pg_catalog.pg_nothing":                                     "no catalog",
		"select * from other.public.t":                                            "another database",
		"select * from pg_toast.pg_toast_1":                                       "closed",
		"explain analyze select 1":                                                "ANALYZE",
		"explain (\"analyze\" false) select 1":                                    "ANALYZE",
		"explain (settings) select 1":                                             "option settings",
		"explain delete from t":                                                   "anything but a SELECT",
		"explain select pg_sleep(1)":                                              "sleeps",
		"select 1 where exists (select setval('s', 1))":                           "sequence",
		"select 'a\x00'":                                                          "NUL",
		"select '\xff'":                                                           "UTF-8",
		"select " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000): "deep",
		"select " + strings.Repeat("1 + ", 3000) + "1":                            "deep",
		"select " + strings.Repeat("a,", 40_000) + "a":                            "more than",
		"select '" + strings.Repeat("x", 2<<20) + "'":                             "longer than",
	} {
		_, err := Select(sql, Options{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(r.Reason, reason) {
			t.Errorf("%.80q: got %v, want %q", sql, err, reason)
		}
	}
}

func TestPlace(t *testing.T) {
	_, err := Select("select 'ä',\n  pg_sleep(1)", Options{})
	var r *Refusal
	if !errors.As(err, &r) || r.Line != 2 || r.Column != 3 || r.Caret != "  pg_sleep(1)\n  ^" {
		t.Errorf("got %+v", r)
	}
}

func TestStatement(t *testing.T) {
	st, err := Select("/* a */ explain select 1 ; -- b", Options{})
	if err != nil || st.SQL != "explain select 1" || !st.Explain {
		t.Errorf("got %+v, %v", st, err)
	}
}

func TestAllowedFunctions(t *testing.T) {
	opt := Options{AllowFunctions: []string{"public.f(bigint)", `"My".g(text, integer)`, "public.none()"}}
	for _, sql := range []string{"select f(1)", `select "My".g('a', 2)`, "select public.none()"} {
		if st, err := Select(sql, opt); err != nil || len(st.Functions) != 1 {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"select f(1, 2)", "select my.g('a', 2)", "select other.f(1)", "select g('a', 2)"} {
		if _, err := Select(sql, opt); err == nil {
			t.Errorf("%s passes", sql)
		}
	}
	for _, bad := range []string{"f(bigint)", "public.f", "pg_catalog.pg_read_file(text)", "x", "public.f() IS NULL; DROP TABLE t; COMMENT ON FUNCTION a.b()", ""} {
		_, err := Select("select 1", Options{AllowFunctions: []string{bad}})
		var r *Refusal
		if err == nil || errors.As(err, &r) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}

// TestNoDeniedNameIsOpen holds the two lists apart.
func TestNoDeniedNameIsOpen(t *testing.T) {
	for f := range functions() {
		if reason := reasonIn(deniedFunctions, f); reason != "" {
			t.Errorf("%s is on the list and %s", f, reason)
		}
	}
	for r := range openRelations {
		if reason := reasonIn(deniedRelations, r); reason != "" {
			t.Errorf("%s is open and %s", r, reason)
		}
	}
}

// TestCases: what only the server can refuse, marked [role], may pass here.
func TestCases(t *testing.T) {
	root := os.Getenv("EFFIGY_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	for _, name := range []string{"open.jsonl", "allowlist.jsonl"} {
		f, err := os.Open(filepath.Join(root, "cases", "gate", name))
		if err != nil {
			t.Skip("no shared cases: set EFFIGY_SHARED")
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c struct {
				ID, SQL, Verdict, Why string
				Allow                 []string
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			_, err := Select(c.SQL, Options{AllowFunctions: c.Allow})
			if (err == nil) != (c.Verdict == "pass") && !(err == nil && strings.HasPrefix(c.Why, "[role]")) {
				t.Errorf("%s: got %v, want %s: %.100q", c.ID, err, c.Verdict, c.SQL)
			}
		}
		_ = f.Close()
	}
}

func FuzzSelect(f *testing.F) {
	for _, s := range []string{"select 1", "with a as (select 1) table a", "explain (verbose) values (1)", "select f.x from g(1) f", "select E'\\'' -- \r;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		st, err := Select(sql, Options{})
		if err != nil {
			return
		}
		if again, err := Select(st.SQL, Options{}); err != nil || again.SQL != st.SQL {
			t.Errorf("the statement that passed does not pass: %v", err)
		}
	})
}
