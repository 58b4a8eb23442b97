package postgres_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/postgres"
)

func TestTheNewestCompleteInstallationIsFound(t *testing.T) {
	var dirs []string
	for _, c := range []struct{ version, programs string }{
		{"15.9", "initdb pg_ctl postgres pg_dump"},
		{"15.18", "initdb pg_ctl postgres"},
		{"16.1", "pg_dump psql"},
		{"17beta1", "initdb postgres"},
	} {
		dir := t.TempDir()
		dirs = append(dirs, dir)
		for _, name := range strings.Fields(c.programs) {
			script := "#!/bin/sh\necho '" + name + " (PostgreSQL) " + c.version + "'\n"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	getenv := func(name string) string {
		if name == "EFFIGY_PG_BIN" {
			return strings.Join(dirs, string(filepath.ListSeparator))
		}
		return ""
	}
	server, err := postgres.FindServer(getenv)
	if err != nil || server.Dir != dirs[1] || server.Version != "15.18" || server.Major != 15 {
		t.Errorf("got %+v (%v)", server, err)
	}
	path, version, err := postgres.FindDump(getenv, 15)
	if err != nil || filepath.Dir(path) != dirs[2] || version != "16.1" {
		t.Errorf("got %s %s (%v)", path, version, err)
	}
	if _, _, err := postgres.FindDump(getenv, 17); err == nil || err.Error() != "the newest pg_dump found is of PostgreSQL 16, the server is 17" {
		t.Errorf("got %v", err)
	}
	var missing *postgres.NotFoundError
	if _, _, err := postgres.FindDump(getenv, 17); !errors.As(err, &missing) || !strings.Contains(missing.Hint, "17") || !strings.Contains(missing.Hint, "--from") {
		t.Errorf("the hint does not tell how to get one of 17: %+v", missing)
	}
}
