package generator_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

var instant = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// planOf plans a schema text without a judge.
func planOf(t *testing.T, text string, rows int64) *generator.Plan {
	t.Helper()
	s, err := ddl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Problems {
		t.Fatalf("line %d: %s", p.Line, p.Message)
	}
	return planned(t, text, generator.Request{Rows: rows})
}

// planned is the plan of a text as a test asks for it.
func planned(t *testing.T, text string, r generator.Request) *generator.Plan {
	t.Helper()
	s, err := ddl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r.Schema, r.Seed, r.Now, r.BuildTime = s.Schema, "test", instant, instant
	p, err := generator.New(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// accepted is a plan that refuses nothing.
func accepted(t *testing.T, p *generator.Plan) *generator.Plan {
	t.Helper()
	if len(p.Refused) > 0 {
		t.Fatalf("refused: %+v", p.Refused)
	}
	return p
}

func public(name string) schema.Name { return schema.Name{Schema: "public", Name: name} }

// lines are the rows of a table as COPY text.
func lines(t *testing.T, p *generator.Plan, name string) []string {
	t.Helper()
	table := p.Table(public(name))
	if table == nil {
		t.Fatalf("no table %s", name)
	}
	w, err := table.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, table.Rows)
	for i := range table.Rows {
		out[i] = strings.TrimSuffix(string(w.AppendText(nil, i)), "\n")
	}
	return out
}

// column is one column of the rows.
func column(rows []string, c int) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = strings.Split(r, "\t")[c]
	}
	return out
}

func distinct(list []string) int {
	seen := map[string]bool{}
	for _, s := range list {
		seen[s] = true
	}
	return len(seen)
}

const shop = `
CREATE TABLE customers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text NOT NULL UNIQUE,
  name text NOT NULL, created_at timestamptz NOT NULL, note text);
CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers, status text NOT NULL CHECK (status IN ('new', 'paid', 'gone')),
  total numeric(10,2) NOT NULL CHECK (total > 0), placed_at timestamptz NOT NULL);
CREATE TABLE order_lines (order_id bigint NOT NULL REFERENCES orders, line_no int NOT NULL CHECK (line_no > 0),
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 9), PRIMARY KEY (order_id, line_no));
`

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		text, table string
		rows        int64
		by          string
	}{
		{`CREATE TYPE e AS ENUM ('a','b','c'); CREATE TABLE t (k e PRIMARY KEY)`, "t", 3, "t_pkey"},
		{`CREATE TABLE t (k boolean NOT NULL UNIQUE, v text)`, "t", 2, "t_k_key"},
		{`CREATE TABLE t (k boolean UNIQUE, v text)`, "t", 100, ""},
		{`CREATE TABLE t (a boolean, b smallint CHECK (b BETWEEN 1 AND 4), PRIMARY KEY (a, b))`, "t", 8, "t_pkey"},
		{`CREATE TABLE t (a boolean PRIMARY KEY CHECK (a)); CREATE TABLE u (a boolean PRIMARY KEY REFERENCES t)`, "u", 1, "u_pkey"},
		{`CREATE TABLE t (a char(1) NOT NULL CHECK (a ~ '^[A-D]$'), b int NOT NULL CHECK (b IN (1, 2)), g text GENERATED ALWAYS AS (a || b::text) STORED UNIQUE)`, "t", 8, "t_g_key"},
		{`CREATE TABLE t (a integer NOT NULL) PARTITION BY LIST (a); CREATE TABLE u (b integer)`, "t", 0, "partitions of public.t"},
		{`CREATE TABLE t (a integer NOT NULL, CONSTRAINT none CHECK (false) NO INHERIT); CREATE TABLE u (b integer) INHERITS (t)`, "t", 0, "none"},
		{`CREATE TABLE t (year integer PRIMARY KEY CHECK (year BETWEEN 2010 AND 2040))`, "t", 31, "t_pkey"},
	} {
		p := planOf(t, c.text, 100)
		got := p.Table(public(c.table))
		if got.Rows != c.rows || got.CappedBy != c.by {
			t.Errorf("%s: %d rows capped by %q, want %d by %q", c.text, got.Rows, got.CappedBy, c.rows, c.by)
		}
		if n := distinct(lines(t, p, c.table)); int64(n) != got.Rows && c.by != "" {
			t.Errorf("%s: %d distinct rows of %d", c.text, n, got.Rows)
		}
	}
}

func TestRefusals(t *testing.T) {
	p := planOf(t, `
CREATE TABLE void (id int PRIMARY KEY, n int NOT NULL CHECK (n > 5), CONSTRAINT low CHECK (n < 5));
CREATE TABLE child (id int PRIMARY KEY, void_id int NOT NULL CONSTRAINT child_void REFERENCES void);
CREATE TABLE friend (id int PRIMARY KEY, void_id int REFERENCES void);`, 10)
	var got []string
	for _, r := range p.Refused {
		got = append(got, r.Object+" "+r.Constraint)
	}
	if s := strings.Join(got, ", "); !strings.Contains(s, "public.void ") || !strings.Contains(s, "public.child child_void") || len(got) != 2 {
		t.Errorf("refused %s", s)
	}
	for _, v := range column(lines(t, p, "friend"), 1) {
		if v != `\N` {
			t.Fatalf("refers to a row of an empty table: %s", v)
		}
	}
}

// TestForeignKeys holds every kind of key against the rows it refers to.
func TestForeignKeys(t *testing.T) {
	p := planOf(t, `
CREATE TABLE tenant (id int PRIMARY KEY);
CREATE TABLE worker (tenant int REFERENCES tenant, no int, boss int, PRIMARY KEY (tenant, no), FOREIGN KEY (tenant, boss) REFERENCES worker, CHECK (boss <> no));
CREATE TABLE place (tenant int REFERENCES tenant, no int, PRIMARY KEY (tenant, no));
CREATE TABLE shift (id int PRIMARY KEY, tenant int NOT NULL, worker int NOT NULL, place int NOT NULL, other int,
  FOREIGN KEY (tenant, worker) REFERENCES worker, FOREIGN KEY (tenant, place) REFERENCES place,
  FOREIGN KEY (tenant, other) REFERENCES worker, CHECK (worker <> other));
CREATE TABLE ring_a (id int PRIMARY KEY, b int NOT NULL UNIQUE);
CREATE TABLE ring_b (id int PRIMARY KEY, a int NOT NULL REFERENCES ring_a);
ALTER TABLE ring_a ADD FOREIGN KEY (b) REFERENCES ring_b;
CREATE TABLE node (id int PRIMARY KEY, up int NOT NULL REFERENCES node);`, 200)
	if len(p.Refused) > 0 {
		t.Fatalf("refused: %v", p.Refused)
	}
	for _, k := range []struct {
		child  string
		cols   []int
		parent string
		refs   []int
	}{
		{"worker", []int{0}, "tenant", []int{0}}, {"worker", []int{0, 2}, "worker", []int{0, 1}},
		{"shift", []int{1, 2}, "worker", []int{0, 1}}, {"shift", []int{1, 3}, "place", []int{0, 1}},
		{"shift", []int{1, 4}, "worker", []int{0, 1}}, {"ring_a", []int{1}, "ring_b", []int{0}},
		{"ring_b", []int{1}, "ring_a", []int{0}}, {"node", []int{1}, "node", []int{0}},
	} {
		keys := map[string]bool{}
		for _, r := range lines(t, p, k.parent) {
			keys[key(r, k.refs)] = true
		}
		for i, r := range lines(t, p, k.child) {
			if x := key(r, k.cols); !strings.Contains(x, `\N`) && !keys[x] {
				t.Fatalf("%s row %d: no %s %s", k.child, i, k.parent, x)
			}
		}
	}
}

func key(row string, cols []int) string {
	cells := strings.Split(row, "\t")
	var out []string
	for _, c := range cols {
		out = append(out, cells[c])
	}
	return strings.Join(out, ",")
}

// TestStable: what is added beside a table changes none of its cells.
func TestStable(t *testing.T) {
	before := planOf(t, shop, 300)
	after := planOf(t, `CREATE TABLE aaa (id int PRIMARY KEY);
`+strings.Replace(shop, "note text)", "note text, extra int NOT NULL DEFAULT 0)", 1)+`
CREATE TABLE zzz (id int PRIMARY KEY, order_id bigint REFERENCES orders);`, 300)
	for _, name := range []string{"orders", "order_lines"} {
		if a, b := digest(lines(t, before, name)), digest(lines(t, after, name)); a != b {
			t.Errorf("%s changed", name)
		}
	}
	for c := range 5 {
		a, b := column(lines(t, before, "customers"), c), column(lines(t, after, "customers"), c)
		if digest(a) != digest(b) {
			t.Errorf("column %d of customers changed", c)
		}
	}
	again := planOf(t, shop, 300)
	for _, name := range []string{"customers", "orders", "order_lines"} {
		if digest(lines(t, before, name)) != digest(lines(t, again, name)) {
			t.Errorf("%s differs between two plans", name)
		}
	}
}

func digest(rows []string) string {
	sum := sha256.Sum256([]byte(strings.Join(rows, "\n")))
	return hex.EncodeToString(sum[:8])
}

// TestAnyOrder: a row does not depend on the rows made before it.
func TestAnyOrder(t *testing.T) {
	p := planOf(t, shop, 200)
	for _, table := range p.Tables {
		forth, err := table.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, _ := table.NewWriter(nil)
		rows := map[int64]string{}
		for i := table.Rows - 1; i >= 0; i-- {
			rows[i] = string(back.AppendBinary(nil, i))
		}
		for i := range table.Rows {
			if string(forth.AppendBinary(nil, i)) != rows[i] {
				t.Fatalf("%s row %d differs when made in another order", table.Name, i)
			}
		}
	}
}

func TestShape(t *testing.T) {
	p := planOf(t, shop, 500)
	orders, people := lines(t, p, "orders"), lines(t, p, "customers")
	count := map[string]int{}
	for _, c := range column(orders, 1) {
		count[c]++
	}
	most := 0
	for _, n := range count {
		most = max(most, n)
	}
	if len(count) > 480 || most < 4 {
		t.Errorf("fan-out is even: %d parents, at most %d children", len(count), most)
	}
	if n := distinct(column(orders, 2)); n != 3 {
		t.Errorf("%d of 3 labels", n)
	}
	born := map[string]string{}
	for _, r := range people {
		cells := strings.Split(r, "\t")
		born[cells[0]] = cells[3]
	}
	for i, r := range orders {
		if cells := strings.Split(r, "\t"); cells[4] < born[cells[1]] {
			t.Fatalf("order %d is older than its customer: %s < %s", i, cells[4], born[cells[1]])
		}
	}
	if n := distinct(column(lines(t, p, "order_lines"), 1)); n < 3 {
		t.Errorf("line numbers up to %d", n)
	}
}

func BenchmarkAppendBinary(b *testing.B) {
	s, err := ddl.Parse(shop)
	if err != nil {
		b.Fatal(err)
	}
	p, err := generator.New(context.Background(), generator.Request{Schema: s.Schema, Rows: 1_000_000, Seed: "bench", Now: instant, BuildTime: instant})
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range p.Tables {
		b.Run(fmt.Sprint(t.Name), func(b *testing.B) {
			w, err := t.NewWriter(nil)
			if err != nil {
				b.Fatal(err)
			}
			var buf []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				buf = w.AppendBinary(buf[:0], int64(i)%t.Rows)
			}
		})
	}
}

// TestSparse holds what happens to few rows to few rows.
func TestSparse(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, deleted_at timestamptz, finished_at timestamptz)`, 160)
	for c, want := range map[int]int{1: 140, 2: 10} {
		nulls := 0
		for _, x := range column(lines(t, p, "t"), c) {
			if x == `\N` {
				nulls++
			}
		}
		if nulls != want {
			t.Errorf("column %d: %d NULLs, want %d", c, nulls, want)
		}
	}
}
