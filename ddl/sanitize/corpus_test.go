package sanitize

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestCorpus runs real schemas through: they come out, the second time is the
// same, and little is taken for a secret.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "corpus", "pg15"), "*.sql"))
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			in, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if len(in) > 300_000 && os.Getenv("EFFIGY_LONG") == "" {
				t.Skip("large: set EFFIGY_LONG")
			}
			out, findings, err := Text(string(in), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(in) > 100_000 {
				return // Text has read its result again itself
			}
			if again, _, err := Text(out, Options{}); err != nil || again != out {
				t.Errorf("a second time is not the same: %v", err)
			}
			for _, f := range findings {
				if f.Class == "enum" && f.Kind == "enum-labels" {
					continue
				}
				t.Logf("%d %s %s %s %s %s", f.Line, f.Class, f.Kind, f.Object, f.Action, f.Token)
			}
		})
	}
}

func TestHandWrittenIsReadOrRefused(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "corpus", "original"), "*.sql"))
	for _, f := range files {
		in, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if len(in) > 200_000 {
			continue
		}
		_, _, err = Text(string(in), Options{})
		var refused *Refused
		if err != nil && !errors.As(err, &refused) {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
		if err != nil {
			t.Log(filepath.Base(f), err)
		}
	}
}
