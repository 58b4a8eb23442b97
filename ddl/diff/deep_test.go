package diff

import (
	"strings"
	"testing"
	"time"
)

// TestDeep: an expression as long as the parser takes is compared in time and
// does not end the process.
func TestDeep(t *testing.T) {
	view := func(last string) string {
		return "CREATE VIEW v AS SELECT " + strings.Repeat("1 + ", 5_000) + last + ";"
	}
	list := func(last string) string {
		return "CREATE TABLE t (a integer CHECK (a IN (" + strings.Repeat("1, ", 5_000) + last + ")));"
	}
	start := time.Now()
	for _, make := range []func(string) string{view, list} {
		if r := diffOf(t, make("2"), make("2 ")); len(r.Changes) > 0 {
			t.Error("should be the same")
		}
		if r := diffOf(t, make("2"), make("3")); !r.Drift {
			t.Error("should not be the same")
		}
	}
	if spent := time.Since(start); spent > 20*time.Second {
		t.Errorf("took %v", spent)
	}
}
