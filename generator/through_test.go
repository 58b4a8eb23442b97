package generator

import "testing"

// TestThrough: the tenant of an order is the one that its customer refers to,
// and is found without being looked for.
func TestThrough(t *testing.T) {
	p := planOf(t, `CREATE TABLE tenant (id uuid PRIMARY KEY, created_at timestamp NOT NULL);
		CREATE TABLE customer (id bigint PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES tenant, UNIQUE (tenant_id, id));
		CREATE TABLE "order" (id bigint PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES tenant, customer_id bigint NOT NULL, placed_at timestamp NOT NULL,
			FOREIGN KEY (tenant_id, customer_id) REFERENCES customer (tenant_id, id));`, 200)
	order := p.Tables[2]
	m, tenant := newMaker(order), newMaker(p.Tables[0])
	l := order.links[1]
	for i := range order.Rows {
		if !m.at(i) {
			t.Fatalf("row %d can't be made: %s", i, m.blamed)
		}
		row, ok := m.passed(l)
		if !ok || row != m.chosen[l.number] {
			t.Fatalf("row %d: tenant %d, passed %d %t", i, m.chosen[l.number], row, ok)
		}
		if !tenant.at(row) || string(tenant.row[0].B) != string(m.row[1].B) {
			t.Fatalf("row %d: another tenant than row %d", i, row)
		}
	}
}
