package sanitize

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of cases and corpus beside the checkout; a test that
// needs it skips without it.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("EFFIGY_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared cases: set EFFIGY_SHARED")
	}
	return path
}

type want struct {
	MustNot []string `json:"must_not_contain"`
	Must    []string `json:"must_contain"`
	Refuse  bool     `json:"refuse"`
}

func TestCases(t *testing.T) {
	folders, _ := filepath.Glob(filepath.Join(shared(t, "cases", "sanitize"), "*", "want.json"))
	for _, f := range folders {
		dir := filepath.Dir(f)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			in, err := os.ReadFile(filepath.Join(dir, "in.sql"))
			if err != nil {
				t.Fatal(err)
			}
			var w want
			raw, _ := os.ReadFile(f)
			if err := json.Unmarshal(raw, &w); err != nil {
				t.Fatal(err)
			}
			for _, opt := range []Options{{}, {Key: []byte("key")}, {Roles: "map"}} {
				w.check(t, string(in), opt)
			}
		})
	}
}

func (w want) check(t *testing.T, in string, opt Options) {
	t.Helper()
	out, findings, err := Text(in, opt)
	var refused *Refused
	if w.Refuse {
		if !errors.As(err, &refused) || out != "" {
			t.Errorf("got %v, want a refusal", err)
		}
		return
	}
	if err != nil {
		t.Fatalf("got %v", err)
	}
	for _, s := range w.Must {
		if !strings.Contains(out, s) {
			t.Errorf("lost %q", s)
		}
	}
	told, _ := json.Marshal(findings)
	for _, s := range w.MustNot {
		if strings.Contains(out, s) || strings.Contains(string(told), s) {
			t.Errorf("leaked %q", s)
		}
	}
	if again, _, err := Text(out, opt); err != nil || again != out {
		t.Errorf("a second time is not the same: %v", err)
	}
}
