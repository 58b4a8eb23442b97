package generator

import (
	"testing"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

const oidSQL = `
CREATE TYPE mood AS ENUM ('low', 'high');
CREATE TYPE pair AS (a integer, b text);
CREATE TABLE plain (id integer PRIMARY KEY, moods mood[] NOT NULL, p pair, tags text[], note text);
CREATE TABLE ruled (id integer PRIMARY KEY, low integer NOT NULL, high integer NOT NULL, moods mood[], p pair NOT NULL, note text, CHECK (low < high));
CREATE TABLE whole (id integer PRIMARY KEY, moods mood[], p pair, amount numeric(10,2) NOT NULL, EXCLUDE (amount WITH =));`

// TestNeutral: the neutral form of a row is what a writer makes that knows no
// OID of the database.
func TestNeutral(t *testing.T) {
	for _, table := range planOf(t, oidSQL, 300).Tables {
		w, err := table.NewWriter(func(n schema.Name) uint32 { return 70_000 + uint32(len(n.Name)) })
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Neutralise(); err != nil {
			t.Fatal(err)
		}
		other, err := table.NewWriter(value.NoOIDs)
		if err != nil {
			t.Fatal(err)
		}
		buffer, differ := []byte("before"), 0
		for row := range table.Rows {
			at := len(buffer)
			buffer = w.AppendBinary(buffer, row)
			got, want := w.AppendNeutral(nil, buffer, at), other.AppendBinary(nil, row)
			if string(got) != string(want) {
				t.Fatalf("%s row %d: %q, want %q", table.Name, row, got, want)
			}
			if string(want) != string(buffer[at:]) {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("no row of %s holds an OID", table.Name)
		}
	}
}
