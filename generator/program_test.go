package generator

import (
	"bytes"
	"sync"
	"testing"
)

// programs are tables of every form that a row program makes.
var programs = []struct{ name, sql string }{
	{"branches", `CREATE TABLE x (id integer PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('card', 'cash')), card text, note text, colour text NOT NULL,
		CHECK ((kind = 'card') = (card IS NOT NULL)));`},
	{"key of foreign keys", `CREATE TABLE a (id integer PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY);
		CREATE TABLE x (a_id integer REFERENCES a, b_id uuid REFERENCES b, since timestamptz NOT NULL, note text, PRIMARY KEY (a_id, b_id));`},
	{"lines of a parent", `CREATE TABLE a (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
		CREATE TABLE x (a_id integer REFERENCES a, line smallint CHECK (line > 0), amount numeric(8,2) NOT NULL, note text, created_at timestamptz, PRIMARY KEY (a_id, line));`},
	{"composite foreign key", `CREATE TABLE t (id uuid PRIMARY KEY); CREATE TABLE a (id integer PRIMARY KEY, t_id uuid NOT NULL REFERENCES t, name text, UNIQUE (t_id, id));
		CREATE TABLE x (id integer PRIMARY KEY, t_id uuid NOT NULL REFERENCES t, a_id integer NOT NULL, note text, tags text[], FOREIGN KEY (t_id, a_id) REFERENCES a (t_id, id));`},
	{"bounds between columns", `CREATE TABLE x (id integer PRIMARY KEY, low integer NOT NULL, high integer NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz,
		j jsonb, note text, CHECK (low <= high), CHECK (updated_at >= created_at));`},
	{"amounts", `CREATE TABLE x (id integer PRIMARY KEY, quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99), unit_price numeric(8,2) NOT NULL, total numeric(12,2) NOT NULL, note text);`},
	{"generated column", `CREATE TABLE x (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL, s bigint GENERATED ALWAYS AS (a::bigint + b) STORED, note text);`},
	{"partial unique", `CREATE TABLE a (id integer PRIMARY KEY);
		CREATE TABLE x (id integer PRIMARY KEY, a_id integer NOT NULL REFERENCES a, kind text NOT NULL CHECK (kind IN ('b', 's')), is_default boolean NOT NULL, note text);
		CREATE UNIQUE INDEX one ON x (a_id, kind) WHERE is_default;`},
	{"searched", `CREATE TABLE x (id integer PRIMARY KEY, room integer NOT NULL, day date NOT NULL, note text, j jsonb, EXCLUDE USING gist (room WITH =, day WITH =));`},
	{"tree", `CREATE TABLE x (id integer PRIMARY KEY, parent_id integer REFERENCES x, name text NOT NULL, note text, CHECK (parent_id <> id));`},
	{"whose", `CREATE TABLE x (id integer PRIMARY KEY, first_name text NOT NULL, last_name text, email text NOT NULL UNIQUE, low integer, high integer, CHECK (low < high), CHECK (email ~ '@'));`},
}

// TestPrograms: a row program makes the bytes that the maker makes, whatever
// the order of the rows.
func TestPrograms(t *testing.T) {
	for _, c := range programs {
		p := planOf(t, c.sql, 1500)
		for _, table := range p.Tables {
			w, err := table.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			if table.Name.Name == "x" && w.flat == nil && w.mixed == nil {
				t.Errorf("%s: %s has no program", c.name, table.Name)
			}
			m := newMaker(table)
			for i := range table.Rows {
				i = (i*7 + 3) % table.Rows
				if !m.at(i) {
					t.Fatalf("%s: %s row %d is not made", c.name, table.Name, i)
				}
				if got, want := w.AppendBinary(nil, i), m.appendBinary(nil, w); string(got) != string(want) {
					t.Fatalf("%s: %s row %d: %q, want %q", c.name, table.Name, i, got, want)
				}
			}
		}
	}
}

// TestTurns: rows that a partial unique counts have parents of their own, and
// others any.
func TestTurns(t *testing.T) {
	p := planOf(t, `CREATE TABLE customer (id integer PRIMARY KEY);
CREATE TYPE status AS ENUM ('cart', 'placed', 'paid');
CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customer, status status NOT NULL, placed_at timestamptz,
	CHECK (status = 'cart' OR placed_at IS NOT NULL));
CREATE UNIQUE INDEX one_cart ON orders (customer_id) WHERE status = 'cart';
CREATE TABLE address (customer_id integer REFERENCES customer, is_default boolean, line text);
CREATE UNIQUE INDEX one_default ON address (customer_id) WHERE is_default AND customer_id IS NOT NULL;`, 3000)
	for _, table := range p.Tables[1:] {
		if table.mode == search && table.Name.Name == "orders" {
			t.Errorf("%s is searched", table.Name)
		}
		u := table.uniques[len(table.uniques)-1]
		m, counted, all := newMaker(table), map[string]int{}, map[string]int{}
		for i := range table.Rows {
			if !m.at(i) {
				t.Fatalf("%s row %d is not made", table.Name, i)
			}
			key := string(appendKey(nil, m.row[table.position("customer_id")], table.columns[table.position("customer_id")]))
			all[key]++
			if k, counts, _ := m.uniqueKey(u); counts {
				if counted[string(k)]++; counted[string(k)] > 1 {
					t.Fatalf("%s: row %d repeats a key", table.Name, i)
				}
			}
		}
		if len(counted) < 500 || len(all) > 2900 {
			t.Errorf("%s: %d rows count, %d customers have rows", table.Name, len(counted), len(all))
		}
	}
}

// TestWriters: writers of one table that work at the same time make what one
// makes, in parts as jobs share them.
func TestWriters(t *testing.T) {
	for _, c := range programs {
		for _, table := range planOf(t, c.sql, 600).Tables {
			whole, err := table.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			var want []byte
			for i := range table.Rows {
				want = whole.AppendBinary(want, i)
			}
			const streams = 4
			var parts [streams][]byte
			var group sync.WaitGroup
			for k := range int64(streams) {
				group.Go(func() {
					w, err := table.NewWriter(nil)
					if err != nil {
						t.Error(err)
						return
					}
					for i := table.Rows * k / streams; i < table.Rows*(k+1)/streams; i++ {
						parts[k] = w.AppendBinary(parts[k], i)
					}
				})
			}
			group.Wait()
			if got := bytes.Join(parts[:], nil); !bytes.Equal(got, want) {
				t.Errorf("%s: %s: %d streams make other rows than one", c.name, table.Name, streams)
			}
		}
	}
}
