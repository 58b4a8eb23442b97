package postgres_test

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

func TestCountRowsSeesThroughForcedRowSecurity(t *testing.T) {
	db := pgtest.New(t)
	conn, err := postgres.Connect(t.Context(), db.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `CREATE TABLE note (id int); INSERT INTO note VALUES (1), (2);
		ALTER TABLE note ENABLE ROW LEVEL SECURITY; ALTER TABLE note FORCE ROW LEVEL SECURITY`)
	if err != nil {
		t.Fatal(err)
	}
	note := schema.Name{Schema: "public", Name: "note"}
	counts, err := postgres.CountRows(t.Context(), conn, []schema.Name{note})
	if err != nil || counts[note] != 2 {
		t.Errorf("%d rows, %v", counts[note], err)
	}
	var forced bool
	if err := conn.QueryRow(t.Context(), "SELECT relforcerowsecurity FROM pg_class WHERE oid = 'note'::regclass").Scan(&forced); err != nil || !forced {
		t.Errorf("row security is no longer forced (%v)", err)
	}
}
