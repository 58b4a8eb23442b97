//go:build unix

package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// ownServer is a server that no other test uses, so that all it holds can be
// compared. Its folder is not t.TempDir's, which is closed to the server's
// account when the tests run as root.
func ownServer(t *testing.T) (*postgres.Local, *postgres.Server) {
	t.Helper()
	pgtest.Superuser(t) // skips where there is no server
	dir, err := os.MkdirTemp("/var/tmp", "effigy-cycle")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	local := &postgres.Local{Getenv: os.Getenv, Dir: dir}
	t.Cleanup(func() {
		if _, err := local.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	server, err := local.Ensure(t.Context())
	if err != nil {
		t.Skip(err) // EFFIGY_TEST_URL, and no programs of a server here
	}
	return local, server
}

// catalogs is what the shared catalogs hold.
func catalogs(t *testing.T, server *postgres.Server) []string {
	t.Helper()
	conn, err := postgres.Connect(t.Context(), server.Admin.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	all, err := postgres.Strings(t.Context(), conn, `
		SELECT 'role ' || rolname FROM pg_roles
		UNION ALL SELECT 'database ' || datname || coalesce(datacl::text, '') FROM pg_database
		UNION ALL SELECT 'comment ' || description FROM pg_shdescription
		UNION ALL SELECT 'member ' || m::text FROM pg_auth_members m
		UNION ALL SELECT 'setting ' || s::text FROM pg_db_role_setting s
		UNION ALL SELECT 'depends ' || d::text FROM pg_shdepend d WHERE d.dbid = 0
		UNION ALL SELECT 'lock ' || locktype FROM pg_locks WHERE locktype = 'advisory' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// holdings is all that could be left behind: rows of the shared catalogs and
// the folders of databases.
func holdings(t *testing.T, server *postgres.Server) []string {
	t.Helper()
	all := catalogs(t, server)
	for _, dir := range []string{"", "data/base"} {
		entries, err := os.ReadDir(filepath.Join(server.Dir, dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, "file "+filepath.Join(dir, e.Name()))
		}
	}
	return all
}

// TestCyclesLeaveNothing: create, fill, copy, drop, again and again; then with
// a server that goes away in the middle.
func TestCyclesLeaveNothing(t *testing.T) {
	local, server := ownServer(t)
	admin := &server.Admin
	before := holdings(t, server)
	cycles := 2
	if pgtest.Soak() {
		cycles = 200
	}
	for i := range cycles {
		sb := create(t, admin, sandbox.Spec{NameHint: "cycle", Roles: []string{"app"}})
		owner, _ := urls(t, admin, sb)
		exec(t, owner, "create table t as select 1 as x", "grant select on t to "+sb.Roles["app"])
		finish(t, admin, sb)
		if i%10 == 0 {
			if err := sandbox.Template(t.Context(), admin, sb); err != nil {
				t.Fatal(err)
			}
		}
		drop(t, admin, sb)
	}
	if diff := cmp.Diff(before, holdings(t, server)); diff != "" {
		t.Errorf("after %d cycles: %s", cycles, diff)
	}
	// A server killed between two steps of a build, and another of a drop.
	building := create(t, admin, sandbox.Spec{NameHint: "building"})
	ready := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "ready"}))
	status, err := local.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, server.Admin.Superuser, "checkpoint") // the local server does not wait for the disk
	if err := syscall.Kill(status.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := sandbox.FinishLoad(t.Context(), admin, building); err == nil {
		t.Error("finished without a server")
	}
	if err := sandbox.Drop(t.Context(), admin, ready); err == nil {
		t.Error("dropped without a server")
	}
	if server, err = local.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false)
	if err != nil || len(gone) != 1 || gone[0].Name != building.Name {
		t.Errorf("cleaned %v (%v)", gone, err)
	}
	drop(t, admin, ready)
	if after := holdings(t, server); !slices.Equal(before, after) {
		t.Errorf("after the crash: %s", cmp.Diff(before, after))
	}
}
