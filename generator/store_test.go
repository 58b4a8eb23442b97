package generator

import (
	"bytes"
	"slices"
	"testing"

	"github.com/effigydb/effigy/generator/value"
)

const keptSQL = `
CREATE TABLE tenant (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, closed_at timestamptz);
CREATE TABLE person (id integer PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES tenant, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
	CHECK (updated_at >= created_at));
CREATE TABLE customer (id integer PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES tenant, person_id integer REFERENCES person,
	created_at timestamptz NOT NULL, UNIQUE (tenant_id, id));
CREATE TABLE sale (id integer PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES tenant, customer_id integer NOT NULL, person_id integer NOT NULL REFERENCES person,
	placed_at timestamptz NOT NULL, FOREIGN KEY (tenant_id, customer_id) REFERENCES customer (tenant_id, id));
CREATE TABLE place (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE branch (id integer PRIMARY KEY, head_id integer NOT NULL, place_id integer NOT NULL REFERENCES place);
CREATE TABLE head (id integer PRIMARY KEY, branch_id integer NOT NULL REFERENCES branch, place_id integer NOT NULL REFERENCES place,
	low integer NOT NULL, high integer NOT NULL, CHECK (low * low <= high));
ALTER TABLE branch ADD FOREIGN KEY (head_id) REFERENCES head;
CREATE TABLE visit (id integer PRIMARY KEY, branch_id integer NOT NULL REFERENCES branch, place_id integer NOT NULL REFERENCES place);
CREATE TABLE speech (id integer PRIMARY KEY, head_id integer NOT NULL REFERENCES head, place_id integer NOT NULL REFERENCES place);`

// TestKeptKeys: what is kept of rows for those that refer to them is what those
// rows are, whichever are written first.
func TestKeptKeys(t *testing.T) {
	written := func(backwards bool) map[string][]byte {
		tables := planOf(t, keptSQL, 3*fillRows).Tables
		if backwards {
			slices.Reverse(tables)
		}
		out := map[string][]byte{}
		for _, table := range tables {
			w, err := table.NewWriter(value.NoOIDs)
			if err != nil {
				t.Fatal(err)
			}
			for row := range table.Rows {
				out[table.Name.Name] = w.AppendBinary(out[table.Name.Name], row)
			}
			if w.Err() != nil {
				t.Fatal(w.Err())
			}
		}
		return out
	}
	parentsFirst, childrenFirst := written(false), written(true)
	for name, rows := range parentsFirst {
		if !bytes.Equal(rows, childrenFirst[name]) {
			t.Errorf("rows of %s depend on which table is written first", name)
		}
	}
}
