package postgres_test

import (
	"slices"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// TestAnalyze: several connections leave the statistics that one leaves, those
// of a partitioned table and of the catalogs too.
func TestAnalyze(t *testing.T) {
	analyzed := func(jobs int) []string {
		db := pgtest.New(t)
		conn := db.Connect(t)
		if err := conn.Script(t.Context(), `CREATE TABLE big AS SELECT g AS id, repeat('x', 500) AS pad FROM generate_series(1, 40000) g;
			CREATE TABLE small (id int); INSERT INTO small VALUES (1);
			CREATE TABLE parts (id int, day date) PARTITION BY RANGE (day);
			CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
			INSERT INTO parts SELECT g, '2026-02-01' FROM generate_series(1, 100) g;
			CREATE MATERIALIZED VIEW seen AS SELECT id FROM small`); err != nil {
			t.Fatal(err)
		}
		if err := postgres.Analyze(t.Context(), db.URL, conn, jobs); err != nil {
			t.Fatal(err)
		}
		list, err := postgres.Strings(t.Context(), conn, `SELECT concat_ws(' ', tablename, attname, inherited) FROM pg_stats WHERE schemaname = 'public' ORDER BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	one, three := analyzed(1), analyzed(3)
	if !slices.Equal(one, three) || len(one) < 8 {
		t.Errorf("one connection leaves %v, three leave %v", one, three)
	}
}
