package sandbox_test

import (
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

func TestExtensions(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := create(t, admin, sandbox.Spec{})
	if err := sandbox.Extension(t.Context(), admin, sb, "dblink", ""); err == nil || !strings.Contains(err.Error(), "network") {
		t.Errorf("got %v", err)
	}
	if code := postgres.Code(sandbox.Extension(t.Context(), admin, sb, "no_such_thing", "")); code != "0A000" && code != "58P01" {
		t.Errorf("got %q", code)
	}
	there, err := postgres.Strings(t.Context(), pgtest.Connect(t, pgtest.Superuser(t)), `SELECT name FROM pg_available_extensions WHERE name = 'pageinspect'`)
	if err != nil {
		t.Fatal(err)
	}
	if len(there) > 0 {
		if code := postgres.Code(sandbox.Extension(t.Context(), admin, sb, "pageinspect", "Ext")); code != "42501" {
			t.Errorf("an admin who is no superuser made it: %q", code)
		}
		local := *admin
		local.Superuser = pgtest.Superuser(t)
		if err := sandbox.Extension(t.Context(), &local, sb, "pageinspect", "Ext"); err != nil {
			t.Error(err)
		}
	}
	finish(t, admin, sb)
	packet, err := sandbox.Verify(t.Context(), admin, sb, true)
	if err != nil || len(packet.Grantees) != 2 {
		t.Errorf("got %+v (%v)", packet, err)
	}
	drop(t, admin, sb)
}
