package pipeline

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// Materialised views are filled beside the keys or in the end: each once all
// rows stand, and as its owner sees them then.
func TestViewsAreFilled(t *testing.T) {
	admin := pgtest.Admin(t)
	r := runOn(t, admin, `
CREATE TABLE a (id int PRIMARY KEY, n int NOT NULL);
CREATE TABLE b (id int PRIMARY KEY, a_id int NOT NULL REFERENCES a);
CREATE TABLE hidden (id int PRIMARY KEY);
ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
ALTER TABLE hidden FORCE ROW LEVEL SECURITY;
CREATE MATERIALIZED VIEW joined AS SELECT b.id, a.n FROM a JOIN b ON b.a_id = a.id;
CREATE UNIQUE INDEX joined_id ON joined (id);
CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM joined;
CREATE MATERIALIZED VIEW unseen AS SELECT id FROM hidden;
CREATE MATERIALIZED VIEW doubled AS SELECT a_id / 100 AS k FROM b;
CREATE UNIQUE INDEX doubled_k ON doubled (k);
CREATE MATERIALIZED VIEW broken AS SELECT 1 / (n - n) AS x FROM a;
`)
	rows := int64(30)
	result, err := r.Rebuild(t.Context(), Order{Source: "schema.sql", Rows: &rows, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dropped(t, admin, result.Sandbox.Name) })
	conn, err := postgres.Connect(t.Context(), result.Sandbox.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for query, want := range map[string]string{
		"SELECT count(*)::text FROM joined":                                              "30",
		"SELECT n::text FROM counted":                                                    "30",
		"SELECT count(*)::text FROM unseen":                                              "0",
		"SELECT relispopulated::text FROM pg_class WHERE oid = 'broken'::regclass":       "false",
		"SELECT relispopulated::text FROM pg_class WHERE oid = 'joined_id'::regclass":    "true",
		"SELECT indisvalid::text FROM pg_index WHERE indexrelid = 'doubled_k'::regclass": "true",
	} {
		got, err := postgres.Strings(t.Context(), conn, query)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, %v, want %q", query, got, err, want)
		}
	}
}
