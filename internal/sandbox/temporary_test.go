package sandbox_test

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// TestTemporaryObjects: what a session of the build still holds for itself is
// no object of the sandbox.
func TestTemporaryObjects(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := create(t, admin, sandbox.Spec{NameHint: "temporary"})
	defer drop(t, admin, sb)
	owner, _ := urls(t, admin, sb)
	conn, err := postgres.Connect(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{
		"CREATE FUNCTION pg_temp.f() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
		"CREATE TEMP TABLE hidden (id integer)", "ALTER TABLE hidden ENABLE ROW LEVEL SECURITY",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, admin, sb)
}
