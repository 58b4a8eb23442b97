package postgres_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

func steps(statements ...string) []postgres.Step {
	var out []postgres.Step
	for i, sql := range statements {
		out = append(out, postgres.Step{SQL: sql, Line: 10 * (i + 1)})
	}
	return out
}

func TestRunNamesTheStatementAndTheLine(t *testing.T) {
	for name, c := range map[string]struct {
		steps []postgres.Step
		want  postgres.StepError
	}{
		"semantic":   {steps("select 1", "select 1,\n  x", "select 2"), postgres.StepError{Index: 1, Line: 21, Column: 3, Code: "42703"}},
		"syntax":     {steps("select 1", "selekt 1", "select 2"), postgres.StepError{Index: 1, Line: 20, Column: 1, Code: "42601"}},
		"characters": {steps("select 'äöü'", "select 'ä', x"), postgres.StepError{Index: 1, Line: 20, Column: 13, Code: "42703"}},
		"comment":    {steps("select 1 -- one", "select x"), postgres.StepError{Index: 1, Line: 20, Column: 8, Code: "42703"}},
		"no place":   {steps("create table a()", "create table a()"), postgres.StepError{Index: 1, Line: 20, Code: "42P07"}},
		"in a body":  {steps("select 1", "do $$begin\nperform 1/0; end$$"), postgres.StepError{Index: 1, Line: 20, Code: "22012"}},
	} {
		t.Run(name, func(t *testing.T) {
			conn := pgtest.New(t).Connect(t)
			err := postgres.Run(t.Context(), conn, c.steps, postgres.RunOptions{})
			var got *postgres.StepError
			if !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if got.Index != c.want.Index || got.Line != c.want.Line || got.Column != c.want.Column || got.Code != c.want.Code {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestRunGoesOnWhenTold(t *testing.T) {
	conn := pgtest.New(t).Connect(t)
	var skipped []int
	err := postgres.Run(t.Context(), conn, steps(
		"create table a(x int)", "nonsense", "create table b()", "create table c(x nowhere)", "create index concurrently on a (x)",
		"create type e as enum ('a')", "alter type e add value 'b'", "create table d(x e default 'b')",
		"set search_path = ''", "create table public.f()", "create table g()",
	), postgres.RunOptions{Skip: func(e *postgres.StepError) bool {
		skipped = append(skipped, e.Index)
		return true
	}})
	if err != nil || !slices.Equal(skipped, []int{1, 3, 10}) {
		t.Errorf("skipped %v (%v)", skipped, err)
	}
	got, err := postgres.Strings(t.Context(), conn, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`)
	if err != nil || !slices.Equal(got, []string{"a", "a_x_idx", "b", "d", "f"}) {
		t.Errorf("got %v (%v)", got, err)
	}
}

// TestIndexMemory: the sessions that build indexes share what the server has.
func TestIndexMemory(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	if _, err := conn.Exec(t.Context(), "ALTER ROLE CURRENT_USER SET maintenance_work_mem TO '2MB'"); err != nil {
		t.Fatal(err)
	}
	step := postgres.Step{SQL: "CREATE TABLE m AS SELECT pg_size_bytes(current_setting('maintenance_work_mem')) AS own, pg_size_bytes(current_setting('shared_buffers')) AS cache"}
	if err := postgres.RunParallel(t.Context(), db.URL, []postgres.Step{step}, postgres.RunOptions{Jobs: 2}); err != nil {
		t.Fatal(err)
	}
	var own, cache int64
	if err := conn.QueryRow(t.Context(), "SELECT own, cache FROM m").Scan(&own, &cache); err != nil {
		t.Fatal(err)
	}
	if want := min(cache/4, 1<<30); own != max(want, 2<<20) {
		t.Errorf("%d bytes where the cache has %d", own, cache)
	}
}

// TestWorkers: the connections are the workers, but for what takes long.
func TestWorkers(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	if _, err := conn.Exec(t.Context(), "ALTER ROLE CURRENT_USER SET max_parallel_maintenance_workers TO 7"); err != nil {
		t.Fatal(err)
	}
	step := func(table string, cost int64) postgres.Step {
		return postgres.Step{
			SQL:   "CREATE TABLE " + table + " AS SELECT current_setting('max_parallel_maintenance_workers') AS workers",
			Locks: []schema.Name{{Schema: "public", Name: table}}, Cost: cost,
		}
	}
	steps := []postgres.Step{step("long", 100_000_000), step("a", 10), step("b", 10)}
	for jobs, want := range map[int]string{1: "7 7 7", 2: "7 0 0"} {
		if err := postgres.RunParallel(t.Context(), db.URL, steps, postgres.RunOptions{Jobs: jobs}); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := conn.QueryRow(t.Context(), "SELECT long.workers || ' ' || a.workers || ' ' || b.workers FROM long, a, b").Scan(&got); err != nil || got != want {
			t.Errorf("%d connections: workers %q, not %q (%v)", jobs, got, want, err)
		}
		if err := conn.Script(t.Context(), "DROP TABLE long, a, b"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRunParallel: foreign keys among few tables, many at a time. Without the
// schedule this deadlocks.
func TestRunParallel(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	table := func(i int) schema.Name { return schema.Name{Schema: "public", Name: fmt.Sprintf("t%d", i)} }
	const tables = 6
	for i := range tables {
		if _, err := conn.Exec(t.Context(), "create table "+table(i).String()+"(id int primary key, ref int)"); err != nil {
			t.Fatal(err)
		}
	}
	var all []postgres.Step
	for k := range 20 {
		for i := range tables {
			j := (i + k) % tables
			all = append(all, postgres.Step{
				SQL:   fmt.Sprintf("alter table %s add constraint f%d foreign key (ref) references %s", table(i), k, table(j)),
				Locks: []schema.Name{table(i), table(j)}, Cost: int64(k * 10_000), Line: len(all) + 1,
			})
		}
	}
	all = append(all, postgres.Step{SQL: "create view v as select 1"}, postgres.Step{SQL: "nonsense", Locks: []schema.Name{table(0)}, Line: 999})
	err := postgres.RunParallel(t.Context(), db.URL, all, postgres.RunOptions{Jobs: 4})
	var refused *postgres.StepError
	if !errors.As(err, &refused) || refused.Line != 999 || refused.Index != len(all)-1 {
		t.Fatalf("got %v", err)
	}
	got, err := postgres.Strings(t.Context(), conn, "SELECT count(*)::text FROM pg_constraint WHERE contype = 'f'")
	if err != nil || got[0] != "120" {
		t.Errorf("got %v (%v)", got, err)
	}
}
