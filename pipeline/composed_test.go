package pipeline

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/report"
)

// built rebuilds a text with a fixed seed and instant.
func built(t *testing.T, l *laboratory, text string, jobs int) *report.Build {
	t.Helper()
	r := runOn(t, l.admin, text)
	rows := int64(40)
	result, err := r.Rebuild(t.Context(), Order{
		Source: "schema.sql", Rows: &rows, Seed: "5", Jobs: jobs, Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Discard: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Verified {
		t.Fatalf("not verified: %q", result.Problems)
	}
	return result
}

// TestComposed holds what FuzzSchema once found: every table of these texts
// gets all rows, and the same at one and at three jobs.
func TestComposed(t *testing.T) {
	paths, err := filepath.Glob("testdata/composed/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d texts, %v", len(paths), err)
	}
	l := &laboratory{admin: pgtest.Admin(t)}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			one, three := built(t, l, string(text), 1), built(t, l, string(text), 3)
			if one.Digest != three.Digest {
				t.Error("the digest changes with the number of jobs")
			}
			for _, x := range one.Tables {
				if x.Rows != x.Requested {
					t.Errorf("%s has %d rows of %d, capped by %q", x.Name, x.Rows, x.Requested, x.CappedBy)
				}
			}
		})
	}
}
