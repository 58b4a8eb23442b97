package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"effigy": main})
}

// commands are what the scripts use beside testscript's own.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	// status N COMMAND… runs a command and wants exactly that exit status.
	"status": func(ts *testscript.TestScript, _ bool, args []string) {
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		got := 0
		if err := ts.Exec(args[1], args[2:]...); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				ts.Fatalf("%v", err)
			}
			got = exit.ExitCode()
		}
		if got != want {
			ts.Fatalf("exit status %d, want %d", got, want)
		}
	},
	// digest A B wants the same digest of rows in two results.
	"digest": func(ts *testscript.TestScript, _ bool, args []string) {
		var digests [2]string
		for i, name := range args {
			var result report.Build
			ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &result))
			digests[i] = result.Digest
		}
		if digests[0] == "" || digests[0] != digests[1] {
			ts.Fatalf("digests %v", digests)
		}
	},
}

// condition knows netns: the system lets us make a network namespace and
// routes in it.
func condition(name string) (bool, error) {
	if name != "netns" {
		return false, fmt.Errorf("no condition %s", name)
	}
	return exec.Command("unshare", "--map-root-user", "--net", "ip", "link", "set", "lo", "up").Run() == nil, nil
}

// TestScripts runs the real main on what needs no server.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", Cmds: commands, Condition: condition,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("EFFIGY_PG_BIN", e.WorkDir) // a server is never found
			return nil
		},
	})
}

// TestServerScripts runs the real main against a real Postgres.
func TestServerScripts(t *testing.T) {
	path := os.Getenv("PATH")
	testscript.Run(t, testscript.Params{
		Dir: "testdata/server", Cmds: commands,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("PATH", e.Getenv("PATH")+string(os.PathListSeparator)+path)
			e.Setenv("EFFIGY_ADMIN_URL", pgtest.Admin(t).URL)
			dumper := pgtest.New(t) // before production: dropped after it, with its grants
			production := pgtest.New(t)
			url, err := postgres.WithDatabase(dumper.URL, production.Name)
			if err != nil {
				return err
			}
			e.Setenv("PRODUCTION", production.URL)
			e.Setenv("DUMPER", url)
			e.Setenv("DUMPER_ROLE", dumper.Name)
			e.Setenv("SUPERUSER", pgtest.Superuser(t))
			return nil
		},
	})
}
