//go:build linux

package sandbox_test

import (
	"context"
	"os"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// TestFullDisk fills a small disk by way of a sandbox: whatever the server
// makes of it, the next calls bring it up and Clean makes room.
func TestFullDisk(t *testing.T) {
	if !pgtest.Soak() {
		t.Skip("only in a soak")
	}
	dir, err := os.MkdirTemp("/var/tmp", "effigy-disk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=200m,mode=0755"); err != nil {
		t.Skipf("no file system may be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	local := &postgres.Local{Getenv: os.Getenv, Dir: dir}
	t.Cleanup(func() { _, _ = local.Stop(context.Background()) })
	server, err := local.Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := catalogs(t, server)
	kept := finish(t, &server.Admin, create(t, &server.Admin, sandbox.Spec{NameHint: "kept"}))
	sb := create(t, &server.Admin, sandbox.Spec{NameHint: "big"})
	owner, _ := urls(t, &server.Admin, sb)
	conn := pgtest.Connect(t, owner)
	_, err = conn.Exec(t.Context(), "create table t(x text)")
	for i := 0; err == nil && i < 1000; i++ { // committed, so that none of it is given back
		_, err = conn.Exec(t.Context(), "insert into t select repeat('x', 1000) from generate_series(1, 2000)")
	}
	if !postgres.DiskFull(err) {
		t.Errorf("got %v", err)
	}
	t.Logf("dropping: %v", sandbox.Drop(t.Context(), &server.Admin, sb))
	if server, err = local.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.Clean(t.Context(), &server.Admin, sandbox.Filter{}, false); err != nil {
		t.Error(err)
	}
	drop(t, &server.Admin, kept)
	if after := catalogs(t, server); !slices.Equal(before, after) {
		t.Error(cmp.Diff(before, after))
	}
}
