package generator_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator"
)

const shops = `CREATE TABLE orders (tenant_id bigint NOT NULL CHECK (tenant_id BETWEEN 1 AND %d), id bigint NOT NULL, PRIMARY KEY (tenant_id, id));
	CREATE TABLE products (tenant_id bigint NOT NULL CHECK (tenant_id BETWEEN 1 AND %[1]d), id bigint NOT NULL, PRIMARY KEY (tenant_id, id));
	CREATE TABLE items (tenant_id bigint NOT NULL, order_id bigint NOT NULL, line integer NOT NULL CHECK (line > 0), product_id bigint NOT NULL,
		PRIMARY KEY (tenant_id, order_id, line), UNIQUE (tenant_id, order_id, product_id),
		FOREIGN KEY (tenant_id, order_id) REFERENCES orders, FOREIGN KEY (tenant_id, product_id) REFERENCES products);
	CREATE TABLE prices (tenant_id bigint NOT NULL, product_id bigint NOT NULL, since date NOT NULL, until date, CHECK (until > since),
		PRIMARY KEY (tenant_id, product_id, since), FOREIGN KEY (tenant_id, product_id) REFERENCES products);
	CREATE UNIQUE INDEX now ON prices (tenant_id, product_id) WHERE until IS NULL;
	CREATE TABLE offers (id bigint PRIMARY KEY, tenant_id bigint NOT NULL, product_id bigint NOT NULL, order_id bigint, gone boolean NOT NULL,
		FOREIGN KEY (tenant_id, product_id) REFERENCES products, FOREIGN KEY (tenant_id, order_id) REFERENCES orders);
	CREATE UNIQUE INDEX once ON offers (tenant_id, product_id, order_id) WHERE NOT gone;`

// TestBroods holds rows under several keys of one parent to every key, and to
// being laid out: none is searched, however many are asked for.
func TestBroods(t *testing.T) {
	p := planOf(t, fmt.Sprintf(shops, 9), 3000)
	for table, keys := range map[string][][]int{"items": {{0, 1, 2}, {0, 1, 3}}, "prices": {{0, 1, 2}}, "offers": {{0}}} {
		rows := lines(t, p, table)
		if len(rows) != 3000 {
			t.Errorf("%s has %d rows of 3000: %s", table, len(rows), p.Table(public(table)).CapReason)
		}
		for _, cols := range keys {
			if n := distinct(keysOf(rows, cols)); n != len(rows) {
				t.Errorf("%s: %d different keys %v in %d rows", table, n, cols, len(rows))
			}
		}
		for _, v := range p.Table(public(table)).Verdicts {
			if strings.Contains(v.Reason, "searched") {
				t.Errorf("%s: %s", v.Constraint, v.Reason)
			}
		}
	}
	parents := map[string][]string{"orders": keysOf(lines(t, p, "orders"), []int{0, 1}), "products": keysOf(lines(t, p, "products"), []int{0, 1})}
	refers(t, "items", keysOf(lines(t, p, "items"), []int{0, 1}), parents["orders"])
	refers(t, "items", keysOf(lines(t, p, "items"), []int{0, 3}), parents["products"])
	current, once := map[string]bool{}, map[string]bool{}
	for _, row := range lines(t, p, "prices") {
		if k := key(row, []int{0, 1}); strings.HasSuffix(row, `\N`) && current[k] {
			t.Errorf("product %s has two prices of now", k)
		} else if strings.HasSuffix(row, `\N`) {
			current[k] = true
		}
	}
	open := 0
	for _, row := range lines(t, p, "offers") {
		f := strings.Split(row, "\t")
		k := key(row, []int{1, 2, 3})
		if f[3] == `\N` {
			open++
		} else if f[4] == "f" && once[k] {
			t.Errorf("offer %s twice", k)
		} else if f[4] == "f" {
			once[k] = true
		}
	}
	if len(current) == 0 || len(once) == 0 || open == 0 || open == 3000 {
		t.Errorf("%d prices of now, %d offers that count, %d open", len(current), len(once), open)
	}
}

// TestBroodsNumbered holds the rows of one parent to being counted from 1.
func TestBroodsNumbered(t *testing.T) {
	last := map[string]int{}
	for _, row := range lines(t, planOf(t, fmt.Sprintf(shops, 9), 500), "items") {
		k := key(row, []int{0, 1})
		n, _ := strconv.Atoi(strings.Split(row, "\t")[2])
		if n != last[k]+1 {
			t.Fatalf("order %s: line %d after %d", k, n, last[k])
		}
		last[k] = n
	}
}

// TestBroodsRoom holds the cap to what the keys leave room for: as many rows as
// there are pairs of an order and a product of one tenant.
func TestBroodsRoom(t *testing.T) {
	text := `CREATE TABLE tenants (id bigint PRIMARY KEY);` + strings.ReplaceAll(fmt.Sprintf(shops, 9), "CHECK (tenant_id BETWEEN 1 AND 9)", "REFERENCES tenants")
	many := int64(3000)
	p := planWith(t, text, 300, map[string]generator.Settings{"items": {Rows: &many}})
	per := map[string][2]int64{}
	for i, name := range []string{"orders", "products"} {
		for _, tenant := range column(lines(t, p, name), 0) {
			n := per[tenant]
			n[i]++
			per[tenant] = n
		}
	}
	pairs := int64(0)
	for _, n := range per {
		pairs += n[0] * n[1]
	}
	items := p.Table(public("items"))
	if pairs == 0 || pairs >= many {
		t.Fatalf("%d pairs, which is no test of the cap", pairs)
	}
	if items.Rows != pairs {
		t.Errorf("items has %d rows of %d: %s", items.Rows, pairs, items.CapReason)
	}
}

func keysOf(rows []string, cols []int) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = key(r, cols)
	}
	return out
}

func refers(t *testing.T, table string, keys, parents []string) {
	t.Helper()
	has := map[string]bool{}
	for _, k := range parents {
		has[k] = true
	}
	for _, k := range keys {
		if !has[k] {
			t.Fatalf("%s refers to %s, which is not there", table, k)
		}
	}
}

// TestBroodsOfMany holds a plan to an end however many rows are asked for: a
// tree within tenants is not followed up to its root for each row, and keys of
// one parent are not searched.
func TestBroodsOfMany(t *testing.T) {
	const rows = 100_000_000
	p := planOf(t, fmt.Sprintf(shops, 50)+`
		CREATE TABLE tenants (id bigint PRIMARY KEY);
		CREATE TABLE nodes (tenant_id bigint NOT NULL REFERENCES tenants, id bigint NOT NULL, parent_id bigint, depth smallint NOT NULL CHECK (depth BETWEEN 0 AND 4),
			PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES nodes, CHECK ((parent_id IS NULL) = (depth = 0)));`, rows)
	for _, name := range []string{"items", "prices", "nodes"} {
		if n := p.Table(public(name)).Rows; n < rows/2 {
			t.Errorf("%s has %d rows: %s", name, n, p.Table(public(name)).CapReason)
		}
	}
}
