package generator_test

import (
	"strings"
	"testing"
)

// TestOneRoot plans trees of which each tenant has one root: rows that find no
// row above them must not be tried again by all that are below.
func TestOneRoot(t *testing.T) {
	p := planOf(t, `CREATE TABLE tenants (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
		CREATE TABLE nodes (tenant_id integer NOT NULL REFERENCES tenants, id integer NOT NULL, parent_id integer, created_at timestamptz NOT NULL,
			PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES nodes (tenant_id, id));
		CREATE UNIQUE INDEX root ON nodes (tenant_id) WHERE parent_id IS NULL;`, 1000)
	roots := map[string]bool{}
	for _, row := range lines(t, p, "nodes") {
		f := strings.Split(row, "\t")
		if f[2] == `\N` && roots[f[0]] {
			t.Errorf("tenant %s has two roots", f[0])
		}
		roots[f[0]] = roots[f[0]] || f[2] == `\N`
	}
	if n := p.Table(public("nodes")).Rows; n < 500 {
		t.Errorf("%d rows of 1000", n)
	}
}
