package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
)

func texts(cells ...string) []*string {
	row := make([]*string, len(cells))
	for i := range cells {
		if cells[i] != "NULL" {
			row[i] = &cells[i]
		}
	}
	return row
}

func newJudge(t *testing.T, sql string) *judge {
	t.Helper()
	conn := pgtest.New(t).Connect(t)
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
	return &judge{conn: conn}
}

func TestSatisfy(t *testing.T) {
	j := newJudge(t, `CREATE SCHEMA "Odd"; CREATE DOMAIN even AS int CHECK (VALUE % 2 = 0);
		CREATE TABLE "Odd"."T" (id int, "effigy_row" varchar(3), n even, tags text[], doc jsonb, raw bytea);
		CREATE FUNCTION short("Odd"."T") RETURNS boolean LANGUAGE sql AS $$ SELECT length($1.effigy_row) < 3 $$`)
	name := schema.Name{Schema: "Odd", Name: "T"}
	for _, c := range []struct {
		expr    string
		columns []string
		rows    [][]*string
		want    []bool
	}{
		{"id > 5", []string{"id"}, [][]*string{texts("6"), texts("5"), texts("NULL"), texts("x")}, []bool{true, false, true, false}},
		{`effigy_row = 'ab'`, []string{"effigy_row"}, [][]*string{texts("ab"), texts("abcd")}, []bool{true, false}},
		{"n > 0", []string{"n"}, [][]*string{texts("2"), texts("3")}, []bool{true, false}},
		{"tags @> ARRAY['a'] AND doc ? 'k'", []string{"tags", "doc"}, [][]*string{texts(`{a,b}`, `{"k": 1}`), texts(`{b}`, `{"k": 1}`), texts(`{a}`, `"k"`)}, []bool{true, false, true}},
		{`1 / id > 0`, []string{"id"}, [][]*string{texts("1"), texts("0")}, []bool{true, false}},
		{"missing(id)", []string{"id"}, [][]*string{texts("1")}, []bool{false}},
		{generator.Indexed + "missing(id)", []string{"id"}, [][]*string{texts("1")}, []bool{true}},
		{generator.Indexed + "1 / id > 0", []string{"id"}, [][]*string{texts("1"), texts("0")}, []bool{true, false}},
		{`short("T")`, []string{"effigy_row"}, [][]*string{texts("ab"), texts("abc")}, []bool{true, false}},
		{`octet_length(raw) = 2 -- a comment`, []string{"raw"}, [][]*string{texts(`\x0102`), texts(`\x01`)}, []bool{true, false}},
	} {
		got, err := j.Satisfy(t.Context(), name, c.columns, c.expr, c.rows)
		if err != nil {
			t.Fatalf("%s: %v", c.expr, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.expr, d)
		}
	}
}

func TestSatisfyManyRows(t *testing.T) {
	j := newJudge(t, `CREATE TABLE t (a int, b int)`)
	rows := make([][]*string, 2*batch)
	for i := range rows {
		rows[i] = texts("1", map[bool]string{true: "1", false: "2"}[i%3 == 0])
	}
	got, err := j.Satisfy(t.Context(), schema.Name{Schema: "public", Name: "t"}, []string{"a", "b"}, "a = b", rows)
	if err != nil || len(got) != len(rows) {
		t.Fatalf("%d answers, %v", len(got), err)
	}
	for i, ok := range got {
		if ok != (i%3 == 0) {
			t.Fatalf("row %d: %t", i, ok)
		}
	}
}

func TestEvaluateAndAccept(t *testing.T) {
	j := newJudge(t, `CREATE TABLE t (a int, b text); CREATE DOMAIN code AS varchar(4) CHECK (VALUE ~ '^[A-Z]+$')`)
	got, err := j.Evaluate(t.Context(), schema.Name{Schema: "public", Name: "t"}, []string{"a", "b"}, "b || a * 2", [][]*string{texts("2", "x"), texts("NULL", "x"), texts("y", "x")})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(texts("x4", "NULL", "NULL"), got); d != "" {
		t.Error(d)
	}
	ok, err := j.Accept(t.Context(), "public.code", []string{"ABC", "abc", "ABCDE", ""})
	if d := cmp.Diff([]bool{true, false, false, false}, ok); err != nil || d != "" {
		t.Error(d, err)
	}
}
