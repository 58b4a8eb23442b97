package generator

import "testing"

// TestTreeOrder: the order of the rows meets a CHECK that no row is its own
// parent, so that the key depends on the row alone.
func TestTreeOrder(t *testing.T) {
	p := planOf(t, `CREATE TABLE tree (id int PRIMARY KEY, parent_id int REFERENCES tree, name text NOT NULL, CHECK (parent_id <> id));`, 500)
	tree := p.Tables[0]
	if tree.mode != direct || !tree.units[0].stable {
		t.Errorf("mode %d, stable %t", tree.mode, tree.units[0].stable)
	}
	m, children := newMaker(tree), 0
	for i := range tree.Rows {
		if !m.at(i) {
			t.Fatalf("row %d can't be made: %s", i, m.blamed)
		}
		if m.row[1].IsNull() {
			continue
		}
		if children++; m.row[1].I == m.row[0].I {
			t.Fatalf("row %d is its own parent", i)
		}
	}
	if children < 100 {
		t.Errorf("%d rows have a parent", children)
	}
}
