package sanitize_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/ddl/sanitize"
)

// corpus reads the real schemas of a folder; the large ones only when
// EFFIGY_LONG is set.
func corpus(t *testing.T, folder string) map[string]string {
	t.Helper()
	root := os.Getenv("EFFIGY_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	paths, _ := filepath.Glob(filepath.Join(root, "corpus", folder, "*.sql"))
	if paths == nil {
		t.Skip("no shared corpus: set EFFIGY_SHARED")
	}
	texts := map[string]string{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) < 120_000 || os.Getenv("EFFIGY_LONG") != "" {
			texts[filepath.Base(p)] = string(b)
		}
	}
	return texts
}

// TestDriftIsWhatWasTaken compares real schemas with what is left of them:
// every change is at an object that a finding names.
func TestDriftIsWhatWasTaken(t *testing.T) {
	for name, in := range corpus(t, "pg15") {
		t.Run(name, func(t *testing.T) {
			out, findings, err := sanitize.Text(in, sanitize.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var objects strings.Builder
			for _, f := range findings {
				objects.WriteString(f.Object + "\n")
				if f.Kind != "comment" && f.Kind != "enum-labels" {
					t.Logf("%d %s %s %s %s %s", f.Line, f.Class, f.Kind, f.Object, f.Action, f.Token)
				}
			}
			got, err := diff.Texts(in, out, diff.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range got.Changes {
				if c.Level == diff.Semantic && !strings.Contains(objects.String(), strings.SplitN(c.Name, "(", 2)[0]) {
					t.Errorf("%s %s %s", c.Kind, c.Name, c.Change)
				}
			}
		})
	}
}

func TestHandWrittenIsReadOrRefused(t *testing.T) {
	for name, in := range corpus(t, "original") {
		_, _, err := sanitize.Text(in, sanitize.Options{})
		var refused *sanitize.Refused
		if err != nil && !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
