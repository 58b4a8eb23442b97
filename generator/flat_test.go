package generator

import (
	"context"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
)

// TestFlat: the flat program makes the bytes that the maker makes.
func TestFlat(t *testing.T) {
	s, err := ddl.Parse(`
CREATE TYPE mood AS ENUM ('a', 'b', 'c');
CREATE TABLE parent (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text NOT NULL UNIQUE, first_name text, created_at timestamptz NOT NULL, updated_at timestamptz, deleted_at timestamptz, starts_at timestamptz, ends_at timestamptz);
CREATE TABLE child (id serial PRIMARY KEY, parent_id bigint REFERENCES parent, m mood NOT NULL, n numeric(10,2), created_at timestamptz NOT NULL, deleted_at timestamptz, day date, b boolean, j jsonb, u uuid NOT NULL UNIQUE, status text NOT NULL, paid_at timestamptz, sent_at date, expires_at timestamptz);`)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	p, err := New(context.Background(), Request{Schema: s.Schema, Rows: 2000, Seed: "x", Now: now, BuildTime: now})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range p.Tables {
		w, err := table.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		if w.flat == nil {
			t.Fatalf("%s is not flat", table.Name)
		}
		m := newMaker(table)
		for i := range table.Rows {
			if !m.at(i) {
				t.Fatalf("%s row %d is not made", table.Name, i)
			}
			if got, want := w.AppendBinary(nil, i), m.appendBinary(nil, w); string(got) != string(want) {
				t.Fatalf("%s row %d: %q, want %q", table.Name, i, got, want)
			}
		}
	}
}

// TestStair: ranks make pairs that differ, and no group is as long as all.
func TestStair(t *testing.T) {
	for _, c := range []struct{ groups, depth, rows uint64 }{
		{100, 100, 100}, {100, 3, 300}, {10, 1000, 500}, {500, 32767, 5000}, {1, 50, 50}, {7, 7, 49},
	} {
		s := newStair(c.groups, c.depth, c.rows, false)
		if s == nil {
			t.Errorf("%v: no stair", c)
			continue
		}
		seen := map[[2]uint64]bool{}
		for r := range c.rows {
			g, o := s.at(r)
			if g >= c.groups || o >= c.depth || seen[[2]uint64{g, o}] {
				t.Fatalf("%v: rank %d gives (%d, %d)", c, r, g, o)
			}
			seen[[2]uint64{g, o}] = true
		}
	}
	if newStair(3, 3, 10, false) != nil {
		t.Error("10 pairs out of 9")
	}
}
