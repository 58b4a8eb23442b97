package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
)

// at returns an environment with another server for sandboxes.
func at(env []string, url string) []string {
	return append(slices.Clone(env), "EFFIGY_ADMIN_URL="+url)
}

// TestRebuildKilled kills the process itself (-9) after a statement that it has
// sent, at every statement in a soak. What it replaces stays usable, and clean
// finds the rest.
func TestRebuildKilled(t *testing.T) {
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) { killEverywhere(t, pgtest.Admin(t, attribute)) })
		if !pgtest.Soak() {
			return
		}
	}
}

func killEverywhere(t *testing.T, admin *postgres.Admin) {
	dir, env := repository(t)
	path := binary(t)
	rebuild := func(statements int) (killed bool, sent int) {
		t.Helper()
		cutter := pgtest.NewCutter(t, admin, statements)
		defer cutter.Die()
		cmd := exec.Command(path, "rebuild", "--replace", "dev", "--rows", "5", "--quiet")
		cmd.Dir, cmd.Env = dir, at(env, cutter.Admin.URL)
		started := make(chan struct{})
		cutter.Cut = func() { <-started; _ = cmd.Process.Kill() }
		out := &strings.Builder{}
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		close(started)
		err := cmd.Wait()
		alive, sent := cutter.Alive()
		if alive && err != nil {
			t.Errorf("with nothing cut: %v\n%s", err, out)
		}
		return !alive, sent
	}
	_, all := rebuild(1 << 20)
	built := pgtest.Remains(t, admin)
	step := all/3 + 1
	if pgtest.Soak() {
		step = 1
	}
	for n := 1; ; n += step {
		killed, _ := rebuild(n)
		cleaned(t, admin)
		if got := pgtest.Remains(t, admin); len(got) != len(built) && len(got) != len(built)-1 { // the template may be half-made
			t.Fatalf("killed after statement %d: %v, was %v", n, got, built)
		}
		found, err := sandbox.Find(t.Context(), admin, "dev")
		if err != nil {
			t.Fatalf("killed after statement %d: %v", n, err)
		}
		if !slices.Contains(built, found.Name) {
			t.Fatalf("killed after statement %d: another name", n)
		}
		if !killed {
			t.Logf("%d statements", n)
			break
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains([]string{"effigy.yaml", "schema.sql", ".env.effigy"}, f.Name()) {
			t.Errorf("left: %s", f.Name())
		}
	}
}

// cleaned runs Clean until the killed sessions have noticed.
func cleaned(t *testing.T, admin *postgres.Admin) {
	t.Helper()
	for range 500 {
		if _, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false); err != nil {
			t.Error(err)
		}
		all, err := sandbox.List(t.Context(), admin)
		if err != nil {
			t.Fatal(err)
		}
		mine := pgtest.Remains(t, admin)
		if !slices.ContainsFunc(all, func(sb *sandbox.Sandbox) bool {
			return slices.Contains(mine, sb.Name) && (sb.State != sandbox.Ready || sb.Busy)
		}) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("still busy")
}

// TestRebuildsAtOnce: as many as the quota allows come through, each with its
// own rows, and the others are refused.
func TestRebuildsAtOnce(t *testing.T) {
	processes, quota := 3, 2
	if pgtest.Soak() {
		processes, quota = 20, 15
	}
	dir, env := repository(t)
	path := binary(t)
	settings := fmt.Sprintf("schema: schema.sql\nsandbox:\n  quota: %d\n", quota)
	if err := os.WriteFile(filepath.Join(dir, "effigy.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	built := 0
	for i := range processes {
		wg.Go(func() {
			cmd := exec.Command(path, "rebuild", "--owner", "ann", "--json", "--quiet", "--rows", fmt.Sprint(10+i))
			cmd.Dir, cmd.Env = dir, env
			out, err := cmd.Output()
			mu.Lock()
			defer mu.Unlock()
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == statusRefused && strings.Contains(string(exit.Stderr), "quota") {
				return
			}
			var result report.Build
			if err == nil {
				err = json.Unmarshal(out, &result)
			}
			if err != nil {
				t.Errorf("%v", err)
				return
			}
			built++
			got, err := postgres.Strings(t.Context(), pgtest.Connect(t, result.Sandbox.URL), "SELECT count(*)::text FROM books")
			if err != nil || got[0] != fmt.Sprint(10+i) {
				t.Errorf("%d rows asked for: %v (%v)", 10+i, got, err)
			}
		})
	}
	wg.Wait()
	if built != quota {
		t.Errorf("%d of %d were built, the quota is %d", built, processes, quota)
	}
}

// TestReplacedAtOnce: builds that replace the same sandbox follow each other,
// and one is left.
func TestReplacedAtOnce(t *testing.T) {
	admin := pgtest.Admin(t)
	dir, env := repository(t)
	replace := func(name string) {
		cmd := exec.Command(binary(t), "rebuild", "--replace", "dev", "--rows", "5", "--quiet", "--env-file", name)
		cmd.Dir, cmd.Env = dir, at(env, admin.URL)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	replace(".env.first")
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { replace(fmt.Sprintf(".env.%d", i)) })
	}
	wg.Wait()
	all, err := sandbox.List(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	mine := pgtest.Remains(t, admin)
	all = slices.DeleteFunc(all, func(sb *sandbox.Sandbox) bool { return !slices.Contains(mine, sb.Name) })
	if len(all) != 1 || all[0].State != sandbox.Ready {
		t.Errorf("left: %v", mine)
	}
}

// TestRebuildInterruptedTwice: the second signal does not keep the first one's
// clean-up from its end.
func TestRebuildInterruptedTwice(t *testing.T) {
	admin := pgtest.Admin(t)
	dir, env := repository(t)
	cmd := exec.Command(binary(t), "rebuild", "--rows", "20000000", "--quiet")
	cmd.Dir, cmd.Env = dir, at(env, admin.URL)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		if len(pgtest.Remains(t, admin)) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for range 2 {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != statusFailure {
		t.Errorf("got %v", err)
	}
	if got := pgtest.Remains(t, admin); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}
