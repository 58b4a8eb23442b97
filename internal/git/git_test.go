package git

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@example.com", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_COMMITTER_DATE=2025-06-01T00:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s", args, out)
		}
	}
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "db", "schema.sql"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "db"), 0o700); err != nil {
		t.Fatal(err)
	}
	must("init", "-q")
	write("one")
	must("add", ".")
	must("commit", "-q", "-m", "one")
	write("two")
	must("commit", "-q", "-am", "two")
	return dir
}

func TestText(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := repository(t)
	for _, c := range []struct{ dir, revision, path, want, problem string }{
		{dir, "HEAD", "db/schema.sql", "two", ""},
		{dir, "HEAD~1", "db/schema.sql", "one", ""},
		{filepath.Join(dir, "db"), "HEAD~1", "schema.sql", "one", ""},
		{filepath.Join(dir, "db"), "HEAD", "/db/schema.sql", "two", ""},
		{dir, "nowhere", "db/schema.sql", "", "revision nowhere: not found"},
		{dir, "--help", "db/schema.sql", "", "revision --help: not found"},
	} {
		got, err := At(c.dir).Text(t.Context(), c.revision, c.path)
		if got != c.want || (err == nil) != (c.problem == "") || err != nil && err.Error() != c.problem {
			t.Errorf("%s:%s = %q, %v, want %q, %s", c.revision, c.path, got, err, c.want, c.problem)
		}
	}
	when, err := At(dir).Date(t.Context(), "db/schema.sql")
	if err != nil || when.UTC().Format("2006-01-02") != "2025-06-01" {
		t.Errorf("date %v, %v", when, err)
	}
}

func TestFolder(t *testing.T) {
	dir := repository(t)
	r := At(filepath.Join(dir, "db"))
	files, err := r.Folder(t.Context(), "HEAD", "/db")
	if err != nil || len(files) != 1 || files[0] != (File{"schema.sql", "two"}) {
		t.Errorf("%v, %v", files, err)
	}
	if files, err := r.Folder(t.Context(), "HEAD", "schema.sql"); files != nil || err != nil {
		t.Errorf("a file: %v, %v", files, err)
	}
	for _, path := range []string{"no", "/db/no", "../no"} {
		if _, err := r.Text(t.Context(), "HEAD", path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := r.Text(t.Context(), "none", "schema.sql"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unknown revision: %v", err)
	}
	if prefix, err := r.Prefix(t.Context()); prefix != "db/" || err != nil {
		t.Errorf("%q, %v", prefix, err)
	}
	if r.Merged(t.Context()) != "" || r.Shallow(t.Context()) {
		t.Error("neither a merge nor shallow")
	}
}

func TestExposed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := repository(t)
	for name, text := range map[string]string{".gitignore": "kept\n", "kept": "", "open": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{"open": true, "kept": false, "none": false} {
		if got := At(dir).Exposed(t.Context(), name); got != want {
			t.Errorf("%s: exposed is %t", name, got)
		}
	}
	if At(t.TempDir()).Exposed(t.Context(), "open") {
		t.Error("a file outside of a repository is exposed")
	}
}
