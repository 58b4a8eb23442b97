package generator

import (
	"fmt"
	"testing"

	"github.com/effigydb/effigy/generator/value"
)

// TestSteepKeys: a key nearly all of whose tuples break a rule is not left to
// attempts, of which a row that the sample did not see may have too few.
func TestSteepKeys(t *testing.T) {
	for n := range 4 {
		p := planOf(t, fmt.Sprintf(`CREATE TABLE tile%d (id int PRIMARY KEY, z int NOT NULL CHECK (z BETWEEN 0 AND 22), x int NOT NULL, y int NOT NULL,
			CHECK (x >= 0 AND x < power(2, z)), CHECK (y >= 0 AND y < (1 << z)), UNIQUE (z, x, y));`, n), 3000)
		table := p.Tables[0]
		w, err := table.NewWriter(value.NoOIDs)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for row := range table.Rows {
			cells := w.Row(row)
			if cells == nil {
				t.Fatal(w.Err())
			}
			seen[fmt.Sprint(cells[1].I, cells[2].I, cells[3].I)] = true
		}
		if table.Rows != 3000 || len(seen) != 3000 {
			t.Errorf("%d rows with %d keys, want 3000", table.Rows, len(seen))
		}
	}
}

// TestSteepRelations: keys of one column whose values break a rule with another
// key's are searched.
func TestSteepRelations(t *testing.T) {
	p := planOf(t, `CREATE TABLE shelf (id int PRIMARY KEY, width int UNIQUE NOT NULL, CHECK (id + width <= 6400));`, 300)
	if n := p.Tables[0].Rows; n != 300 {
		t.Fatalf("%d rows, want 300", n)
	}
	w, err := p.Tables[0].NewWriter(value.NoOIDs)
	if err != nil {
		t.Fatal(err)
	}
	ids, widths := map[int64]bool{}, map[int64]bool{}
	for row := range p.Tables[0].Rows {
		cells := w.Row(row)
		if cells == nil || cells[0].I+cells[1].I > 6400 {
			t.Fatal(cells, w.Err())
		}
		ids[cells[0].I], widths[cells[1].I] = true, true
	}
	if len(ids) != 300 || len(widths) != 300 {
		t.Errorf("%d and %d keys, want 300", len(ids), len(widths))
	}
}
