package generator

import (
	"context"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
)

const agedSQL = `
CREATE TABLE root (id integer PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE parent (id integer PRIMARY KEY, root_id integer NOT NULL REFERENCES root, kind text NOT NULL CHECK (kind IN ('a', 'b')),
	note text, created_at timestamptz NOT NULL, updated_at timestamptz, day date, CHECK (kind = 'a' OR note IS NOT NULL));
CREATE TABLE child (id integer PRIMARY KEY, parent_id integer NOT NULL REFERENCES parent, created_at timestamptz NOT NULL);`

func planOf(t *testing.T, text string, rows int64) *Plan {
	t.Helper()
	s, err := ddl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	p, err := New(context.Background(), Request{Schema: s.Schema, Rows: rows, Seed: "x", Now: now, BuildTime: now})
	if err != nil || len(p.Refused) > 0 {
		t.Fatal(err, p.Refused)
	}
	return p
}

// TestAges: the moments of a row that is made for its age alone are those of
// the whole row.
func TestAges(t *testing.T) {
	for _, table := range planOf(t, agedSQL, 500).Tables {
		whole, early := newMaker(table), newMaker(table)
		if !table.ages.early(table) {
			t.Errorf("%s needs whole rows", table.Name)
			continue
		}
		for p := range table.Rows {
			if !whole.at(p) || !early.begun(p) {
				t.Fatalf("%s row %d is not made", table.Name, p)
			}
			got, want := early.birth(), whole.birth()
			if got.Kind != want.Kind || got.I != want.I {
				t.Fatalf("%s row %d began at %v, want %v", table.Name, p, got, want)
			}
			if kept := unpackAge(packAge(want)); kept.Kind != want.Kind || kept.I != want.I {
				t.Fatalf("%v is kept as %v", want, kept)
			}
		}
	}
}

// TestNoAllocations: the rows of a plain table cost no memory.
func TestNoAllocations(t *testing.T) {
	p := planOf(t, `CREATE TABLE orders (id bigint PRIMARY KEY, status text NOT NULL CHECK (status IN ('open', 'paid')), total numeric(10,2) NOT NULL,
	note text, paid boolean NOT NULL, placed_at timestamptz NOT NULL, email text NOT NULL UNIQUE);`, 10_000)
	w, err := p.Tables[0].NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	row, buffer := int64(0), make([]byte, 0, 1<<16)
	for range 2000 { // the scratch memory grows
		buffer = w.AppendBinary(buffer[:0], row)
		row++
	}
	if n := testing.AllocsPerRun(1000, func() {
		buffer = w.AppendBinary(buffer[:0], row)
		row++
	}); n > 0 {
		t.Errorf("%.2f allocations a row", n)
	}
}
