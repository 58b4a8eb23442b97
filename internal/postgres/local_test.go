//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/effigydb/effigy/internal/postgres"
)

// place returns a folder that the server's account can reach, t.TempDir's
// being closed to it when the tests run as root.
func place(t *testing.T) string {
	dir, err := os.MkdirTemp("/var/tmp", "effigy-test")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func localServer(t *testing.T, dir string) *postgres.Local {
	if _, err := postgres.FindServer(os.Getenv); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	local := &postgres.Local{Getenv: os.Getenv, Dir: dir}
	t.Cleanup(func() {
		if _, err := local.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return local
}

func TestLocalServerIsStartedOnceAndRecovers(t *testing.T) {
	local := localServer(t, place(t))
	started := ensureAtOnce(t, local, 3)
	if started != 1 {
		t.Errorf("started %d times", started)
	}
	status, err := local.Status(t.Context())
	if err != nil || !status.Running || status.PID == 0 || status.Port == 0 {
		t.Fatalf("got %+v (%v)", status, err)
	}
	if ran, err := local.Stop(t.Context()); !ran || err != nil {
		t.Errorf("stop: %v, %v", ran, err)
	}
	if ran, err := local.Stop(t.Context()); ran || err != nil {
		t.Errorf("second stop: %v, %v", ran, err)
	}
	unharmed := reboot(t, filepath.Join(status.Dir, "data"), status.Port)
	server, err := local.Ensure(t.Context())
	if err != nil || !server.Started || server.Port != status.Port {
		t.Fatalf("got %+v (%v)", server, err)
	}
	unharmed()
}

func TestLocalServerSurvivesKillsTakenPortsAndBrokenFiles(t *testing.T) {
	local := localServer(t, place(t))
	server, err := local.Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	status, err := local.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(status.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again, err := local.Ensure(t.Context())
	if err != nil || !again.Started {
		t.Fatalf("after a kill: %+v (%v)", again, err)
	}
	if _, err := local.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", server.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	again, err = local.Ensure(t.Context())
	if err != nil || again.Port == server.Port {
		t.Fatalf("with its port taken: %+v (%v)", again, err)
	}
	if _, err := local.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A data directory of another major version is made anew, as is a broken one.
	for path, text := range map[string][]byte{"PG_VERSION": []byte("12\n"), "global/pg_control": make([]byte, 8192)} {
		if err := os.WriteFile(filepath.Join(server.Dir, "data", path), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if again, err := local.Ensure(t.Context()); err != nil || again.Major != server.Major {
			t.Errorf("with a broken %s: %v", path, err)
		}
		if _, err := local.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func ensureAtOnce(t *testing.T, local *postgres.Local, n int) (started int) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range n {
		wg.Go(func() {
			server, err := local.Ensure(t.Context())
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			} else if server.Started {
				started++
			}
		})
	}
	wg.Wait()
	return started
}

func TestLocalServerLetsNobodyElseIn(t *testing.T) {
	server, err := localServer(t, place(t)).Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := postgres.Connect(t.Context(), server.Admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	got, err := postgres.Strings(t.Context(), conn, `
		SELECT datname::text FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) a
		WHERE a.grantee = 0 AND datallowconn`)
	if err != nil || len(got) > 0 {
		t.Errorf("PUBLIC has rights on %v (%v)", got, err)
	}
	got, err = postgres.Strings(t.Context(), conn, `
		SELECT rolsuper::text || rolcreatedb || rolcreaterole || current_setting('listen_addresses') || current_setting('server_encoding')
		FROM pg_roles WHERE rolname = current_user`)
	if err != nil || got[0] != "falsetruetrue127.0.0.1UTF8" {
		t.Errorf("got %v (%v)", got, err)
	}
	// A wrong password, over the socket as well.
	for _, base := range []string{server.Admin.URL, "postgres://x@/postgres?host=" + server.Dir + "/socket&port=" + fmt.Sprint(server.Port)} {
		url, err := postgres.Login(base, "effigy", "wrong", "postgres")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := postgres.Connect(t.Context(), url); postgres.Code(err) != "28P01" {
			t.Errorf("got %v", err)
		}
	}
}

func TestInitdbThatFailsLeavesNothing(t *testing.T) {
	dir, bin := place(t), place(t)
	for name, text := range map[string]string{
		"postgres": "#!/bin/sh\necho 'postgres (PostgreSQL) 15.1'",
		"pg_ctl":   "#!/bin/sh\n",
		"initdb":   "#!/bin/sh\ntouch $2/half; echo 'disk full'; exit 1",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	getenv := func(name string) string {
		if name == "EFFIGY_PG_BIN" {
			return bin
		}
		return os.Getenv(name)
	}
	_, err := (&postgres.Local{Getenv: getenv, Dir: dir}).Ensure(t.Context())
	if err == nil {
		t.Fatal("no error")
	}
	left, err := filepath.Glob(filepath.Join(dir, "pg15", "data*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

func TestNoBinaries(t *testing.T) {
	getenv := func(name string) string {
		return map[string]string{"EFFIGY_PG_BIN": "/nowhere", "HOME": "/nowhere"}[name]
	}
	_, err := (&postgres.Local{Getenv: getenv}).Ensure(t.Context())
	var missing *postgres.NotFoundError
	if !errors.As(err, &missing) || missing.Hint == "" {
		t.Errorf("got %v", err)
	}
}
