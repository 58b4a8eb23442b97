package pipeline

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/sandbox"
)

// TestScratchIsRemoved holds that a folder of migrations, good or bad, leaves
// no database behind.
func TestScratchIsRemoved(t *testing.T) {
	admin := pgtest.Admin(t)
	r := runOn(t, admin, "")
	for file, text := range map[string]string{
		"good/1_a.sql": "CREATE TABLE a (id integer PRIMARY KEY);",
		"bad/1_a.sql":  "ALTER TABLE nothing ADD COLUMN b integer;",
	} {
		path := filepath.Join(r.Dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := r.Read(t.Context(), "good"); err != nil || !strings.Contains(text.SQL, "CREATE TABLE public.a") {
		t.Errorf("good: %v", err)
	}
	if _, err := r.Read(t.Context(), "bad"); err == nil {
		t.Error("bad: no error")
	}
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	list, err := sandbox.List(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	for _, sb := range list {
		if sb.Creator == u.User.Username() {
			t.Errorf("%s is left", sb.Name)
		}
	}
}
