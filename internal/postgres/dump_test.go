package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// dumper skips where there is no pg_dump for the server.
func dumper(t *testing.T, conn *postgres.Conn) {
	t.Helper()
	if _, _, err := postgres.FindDump(os.Getenv, conn.Major()); err != nil {
		t.Skip(err)
	}
}

func TestDump(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	dumper(t, conn)
	t.Setenv("PGOPTIONS", "-c search_path=nowhere")
	t.Setenv("PGHOST", "nowhere.invalid")
	if _, err := conn.Exec(t.Context(), `create table t(x int); grant select on t to public`); err != nil {
		t.Fatal(err)
	}
	got, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: os.Getenv})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.Text, "CREATE TABLE public.t") || strings.Contains(got.Text, "GRANT") || strings.Contains(got.Text, "OWNER") || got.Replica {
		t.Errorf("got %s", got.Text)
	}
	again, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: os.Getenv, KeepRights: true})
	if err != nil || !strings.Contains(again.Text, "GRANT SELECT") || !strings.Contains(again.Text, "OWNER TO "+db.Name) {
		t.Errorf("got %+v (%v)", again, err)
	}
}

func TestDumpRefusesASuperuser(t *testing.T) {
	_, err := postgres.Dump(t.Context(), pgtest.Superuser(t), postgres.DumpOptions{Getenv: os.Getenv})
	if !errors.Is(err, postgres.ErrSuperuser) {
		t.Errorf("got %v", err)
	}
}

func TestDumpSaysWhichGrantsAreMissing(t *testing.T) {
	reader := pgtest.New(t)
	db := pgtest.New(t) // dropped first, with its grants
	conn := db.Connect(t)
	dumper(t, conn)
	if _, err := conn.Exec(t.Context(), `create schema "S"; create table "S".t(x int); create table public.u(x int);
		grant select on public.u to `+postgres.Ident(reader.Name)); err != nil {
		t.Fatal(err)
	}
	url, err := postgres.WithDatabase(reader.URL, db.Name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = postgres.Dump(t.Context(), url, postgres.DumpOptions{Getenv: os.Getenv})
	var unreadable *postgres.UnreadableError
	if !errors.As(err, &unreadable) || len(unreadable.Tables) != 1 || unreadable.Tables[0] != `"S".t` {
		t.Fatalf("got %v", err)
	}
	if _, err := conn.Exec(t.Context(), strings.Join(unreadable.Grants, "\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Dump(t.Context(), url, postgres.DumpOptions{Getenv: os.Getenv}); err != nil {
		t.Error(err)
	}
}

func TestDumpWaitsForNoLockLongerThanTold(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	dumper(t, conn)
	for _, sql := range []string{"create table t(x int)", "begin", "lock table t"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	_, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: os.Getenv, LockWait: 100 * time.Millisecond})
	if !errors.Is(err, postgres.ErrLocked) {
		t.Errorf("got %v", err)
	}
	_, err = postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: os.Getenv, LockWait: time.Hour, Deadline: 300 * time.Millisecond})
	if !errors.Is(err, postgres.ErrDeadline) {
		t.Errorf("got %v", err)
	}
	for range 50 {
		got, err := postgres.Strings(t.Context(), conn, `SELECT pid::text FROM pg_stat_activity WHERE application_name LIKE 'effigy dump%' AND datname = current_database()`)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the server's side of the dump goes on")
}

// fakeDump makes a pg_dump that runs a shell script.
func fakeDump(t *testing.T, version, script string) postgres.Getenv {
	t.Helper()
	dir := t.TempDir()
	text := "#!/bin/sh\ncase $1 in --version) echo 'pg_dump (PostgreSQL) " + version + "'; exit;; --help) exit;; esac\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, "pg_dump"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return func(name string) string {
		if name == "EFFIGY_PG_BIN" {
			return dir
		}
		return os.Getenv(name)
	}
}

func TestDumpThatIsCutShortIsNone(t *testing.T) {
	db := pgtest.New(t)
	for name, script := range map[string]string{
		"empty":     "true",
		"half":      "echo 'CREATE TABLE t();'",
		"mark, on":  "echo '-- PostgreSQL database dump complete'; echo 'CREATE TABLE t();'",
		"body only": "echo \"select '\"; echo '-- PostgreSQL database dump complete'; echo 'x'",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: fakeDump(t, "99.1", script)})
			if !errors.Is(err, postgres.ErrIncomplete) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestDumpThatIsKilledIsNone(t *testing.T) {
	db := pgtest.New(t)
	script := "echo; echo '-- PostgreSQL database dump complete'; kill -9 $$"
	_, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: fakeDump(t, "99.1", script)})
	if !errors.Is(err, postgres.ErrKilled) {
		t.Errorf("got %v", err)
	}
}

func TestDumpKeepsSecrets(t *testing.T) {
	db := pgtest.New(t)
	password := strings.Split(strings.Split(db.URL, "@")[0], ":")[2]
	// What it is given on the command line and in the environment, and what
	// it could say about the connection, comes back as its complaint.
	script := `echo "$@"; env; echo 'connection to server at "127.0.0.1", port 1 failed: FATAL: no'; echo password=` + password + ` postgres://a:b@c/d`
	_, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: fakeDump(t, "99.1", "("+script+") >&2; exit 1")})
	if err == nil || strings.Contains(err.Error(), password) || strings.Contains(err.Error(), "127.0.0.1") || strings.Contains(err.Error(), "a:b") {
		t.Errorf("got %v", err)
	}
	// The same, asked before anything is scrubbed.
	_, err = postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{
		Getenv: fakeDump(t, "99.1", `(echo "$@"; env) | grep -q `+password+` && echo leaked >&2; exit 1`),
	})
	if err == nil || strings.Contains(err.Error(), "leaked") {
		t.Errorf("got %v", err)
	}
}

func TestDumpOfANewerServer(t *testing.T) {
	db := pgtest.New(t)
	_, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: fakeDump(t, "9.6", "true")})
	var missing *postgres.NotFoundError
	if !errors.As(err, &missing) || missing.Newest != 9 || missing.Hint == "" {
		t.Errorf("got %v", err)
	}
}

// TestDumpSweeps: a dump removes its password, and that of one whose process
// was killed; a live one's stays.
func TestDumpSweeps(t *testing.T) {
	db := pgtest.New(t)
	dumper(t, db.Connect(t))
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip(err)
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	long := time.Now().Add(-time.Hour)
	for _, pid := range []int{gone.Process.Pid, os.Getpid()} {
		dir := filepath.Join(tmp, fmt.Sprintf("effigy-dump-%d-1", pid))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := postgres.Dump(t.Context(), db.URL, postgres.DumpOptions{Getenv: os.Getenv}); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(tmp, "*"))
	if len(left) != 1 || !strings.HasSuffix(left[0], fmt.Sprintf("-%d-1", os.Getpid())) {
		t.Errorf("left: %v", left)
	}
}
