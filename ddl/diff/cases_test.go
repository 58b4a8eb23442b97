package diff

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// shared is the folder of shared cases and schemas; tests that need it skip
// where it is absent.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("EFFIGY_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared cases")
	}
	return dir
}

type verdict struct {
	Drift   bool   `json:"drift"`
	Impact  string `json:"impact"`
	Changes []struct {
		Kind   string `json:"kind"`
		Name   string `json:"name"`
		Change string `json:"change"`
	} `json:"changes"`
}

func TestCases(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(shared(t), "cases/diff/*/verdict.json"))
	for _, file := range dirs {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var want verdict
			raw, err := os.ReadFile(file)
			if err != nil || json.Unmarshal(raw, &want) != nil {
				t.Fatal(err)
			}
			judge(t, want, readFile(t, dir, "before.sql"), readFile(t, dir, "after.sql"))
		})
	}
}

func readFile(t testing.TB, parts ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func judge(t *testing.T, want verdict, before, after string) {
	t.Helper()
	got, err := Texts(before, after, Options{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := Texts(after, before, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Drift != want.Drift || back.Drift != want.Drift {
		t.Errorf("drift %v and back %v, want %v", got.Drift, back.Drift, want.Drift)
	}
	wanted := map[[3]string]bool{}
	for _, w := range want.Changes {
		wanted[[3]string{w.Kind, w.Name, w.Change}] = true
	}
	found := map[[3]string]bool{}
	impact := want.Impact == ""
	for _, c := range got.Changes {
		key := [3]string{c.Kind, c.Name, c.Change}
		found[key] = true
		impact = impact || c.Level == Semantic && c.Impact == want.Impact
		if !wanted[key] && (c.Level == Semantic || want.Drift) {
			t.Errorf("too much: %+v", c)
		}
	}
	for key := range wanted {
		if want.Drift && !found[key] {
			t.Errorf("missing %v", key)
		}
	}
	if !impact {
		t.Errorf("impact should be %s", want.Impact)
	}
	if t.Failed() {
		for _, c := range got.Changes {
			t.Logf("%+v", c)
		}
	}
}
