//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// wrapped is an environment whose server programs are the real ones behind
// a shell script each, for those that one is given.
func wrapped(t *testing.T, scripts map[string]string) postgres.Getenv {
	t.Helper()
	real, err := postgres.FindServer(os.Getenv)
	if err != nil {
		t.Skip(err)
	}
	bin := place(t)
	for _, name := range []string{"initdb", "pg_ctl", "postgres"} {
		text := fmt.Sprintf("#!/bin/sh\n%s\nexec %s/%s \"$@\"\n", scripts[name], real.Dir, name)
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string {
		if name == "EFFIGY_PG_BIN" {
			return bin
		}
		return os.Getenv(name)
	}
}

// TestFullDisk: the real initdb, which may write no file as large as it needs.
func TestFullDisk(t *testing.T) {
	localServer(t, place(t)) // skips where there is no server
	dir := place(t)
	_, err := (&postgres.Local{Getenv: wrapped(t, map[string]string{"initdb": "trap '' XFSZ; ulimit -f 100"}), Dir: dir}).Ensure(t.Context())
	if !postgres.DiskFull(err) || !strings.Contains(err.Error(), "initialising") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

// TestAnotherUsersFolder: nothing in a folder that somebody else put there is
// read, run or changed.
func TestAnotherUsersFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	const stranger = 12345
	for what, path := range map[string]string{"the folder": "", "its keys": "keys.json", "its data": "data"} {
		t.Run(what, func(t *testing.T) {
			dir := place(t)
			local := localServer(t, dir)
			status, err := local.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(status.Dir, "data"), 0o700); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"keys.json": `{"port":1}`, "data/PG_VERSION": "15\n"} {
				if err := os.WriteFile(filepath.Join(status.Dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if what == "its keys" { // the data directory is the server's account's
				if err := os.RemoveAll(filepath.Join(status.Dir, "data")); err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir(filepath.Join(status.Dir, "data"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chown(filepath.Join(status.Dir, path), stranger, stranger); err != nil {
				t.Fatal(err)
			}
			if _, err := local.Ensure(t.Context()); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
				t.Errorf("got %v", err)
			}
			if err := os.RemoveAll(status.Dir); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// reboot leaves a stopped server's folder as a reboot may: with a pid file
// whose pid is somebody else's by now, of a process that names the folder and
// works in it. It returns a check that nobody harmed that one.
func reboot(t *testing.T, data string, port int) (unharmed func()) {
	t.Helper()
	bystander := exec.Command("sh", "-c", "read x", "sh", data)
	bystander.Dir = data
	in, err := bystander.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	pidFile := fmt.Appendf(nil, "%d\n%s\n1\n%d\n", bystander.Process.Pid, data, port)
	if err := os.WriteFile(filepath.Join(data, "postmaster.pid"), pidFile, 0o644); err != nil {
		t.Fatal(err)
	}
	return func() {
		fmt.Fprintln(in, "x")
		if err := bystander.Wait(); err != nil {
			t.Errorf("the bystander: %v", err)
		}
	}
}

// TestMain also is the process that TestKilledWhileStarting kills.
func TestMain(m *testing.M) {
	if dir := os.Getenv("EFFIGY_TEST_ENSURE"); dir != "" {
		if _, err := (&postgres.Local{Getenv: os.Getenv, Dir: dir}).Ensure(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKilledWhileStarting: killed during initdb and before the admin is in,
// the next call finds its way, and no process or folder is left of the first.
func TestKilledWhileStarting(t *testing.T) {
	dir := place(t)
	local := localServer(t, dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, sign := range []string{"*/data.attempt*/global", "*/data/postmaster.pid"} {
		first := exec.Command(self)
		first.Env = append(os.Environ(), "EFFIGY_TEST_ENSURE="+dir)
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- first.Wait() }()
		waitFor(t, filepath.Join(dir, sign), done)
		if err := first.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if sign == "*/data/postmaster.pid" {
			break
		}
	}
	if _, err := local.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", "data.attempt*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

// waitFor waits until a file is there, or the process that makes it is gone.
func waitFor(t *testing.T, pattern string, done <-chan error) {
	t.Helper()
	for range 6000 {
		if found, err := filepath.Glob(pattern); err != nil || len(found) > 0 {
			return
		}
		select {
		case <-done:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatalf("no %s", pattern)
}
