package generator

import (
	"fmt"
	"testing"
)

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

// TestTenantTrees: a row of a tree with composite keys refers to a row before
// it of its tenant. The first of a tenant takes the branch without a parent,
// and is its own only where the reference can't be NULL.
func TestTenantTrees(t *testing.T) {
	for _, c := range []struct {
		column string
		roots  bool
	}{
		{"bigint, depth int NOT NULL CHECK (depth BETWEEN 0 AND 8), CHECK ((parent_id IS NULL) = (depth = 0))", false},
		{"bigint", false},
		{"bigint NOT NULL", true},
	} {
		p := planOf(t, `CREATE TABLE tenants (id uuid PRIMARY KEY);
			CREATE TABLE f (tenant_id uuid NOT NULL REFERENCES tenants, id bigint GENERATED ALWAYS AS IDENTITY, parent_id `+c.column+`,
			PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES f (tenant_id, id));`, 2000)
		m, before, own, children := newMaker(p.Tables[1]), map[string]bool{}, 0, 0
		for i := range p.Tables[1].Rows {
			if !m.at(i) {
				t.Fatalf("%s: row %d can't be made: %s", c.column, i, m.blamed)
			}
			tenant, id, parent := string(m.row[0].B), m.row[1].I, m.row[2]
			key := func(n int64) string { return fmt.Sprintf("%s %d", tenant, n) }
			switch {
			case parent.IsNull():
			case parent.I == id:
				own++
				if before[tenant] {
					t.Errorf("%s: row %d is its own parent, and has others of its tenant before it", c.column, i)
				}
			case before[key(parent.I)]:
				children++
			default:
				t.Errorf("%s: row %d refers to a row that is not before it", c.column, i)
			}
			before[tenant], before[key(id)] = true, true
		}
		if children < 300 || (own > 0) != c.roots {
			t.Errorf("%s: %d rows have a parent, %d are their own", c.column, children, own)
		}
	}
}
