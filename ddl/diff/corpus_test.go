package diff

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// trueDifferences are pairs of the corpus that are not one schema, with what
// differs, by kind, and why.
var trueDifferences = map[string]struct{ kinds, why string }{
	"pg15-pg17/postgrest_io":       {"view 1", "17 refuses a view that selects no column from itself"},
	"pg15-pg18/postgrest_io":       {"view 1", "as with 17"},
	"pg15-pg17/postgrest_spec":     {"function 2, view 2", "json as the name of a parameter is an error from 17 on"},
	"pg15-pg18/postgrest_spec":     {"function 2, view 2", "as with 17"},
	"pg15-original/adventureworks": {"comment 2", "the text was loaded under another client encoding"},
	"pg15-original/bareos":         {"function 2", "a function of the text runs ALTER FUNCTION from a string"},
	"pg15-original/lago":           {"extension 1", "loaded without pg_partman"},
	"pg15-original/osm":            {"extension 1, sequence 1, table 1", "loaded without postgis"},
	"pg15-original/postgrest_big":  {"other 1, table 499", "a DO block makes tables"},
	"pg15-original/postgrest_spec": {"aggregate 4, function 7, table 3", "loaded without postgis"},
	"pg15-original/sqlc_booktest":  {"column 1", "the string 'NOW()' is the time of the load"},
}

// TestCorpus compares every schema of the corpus as each version prints it
// and as its author wrote it.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(shared(t), "corpus")
	for _, pair := range [][2]string{{"pg15", "original"}, {"pg15", "pg15"}, {"pg15", "pg17"}, {"pg17", "pg18"}, {"pg15", "pg18"}} {
		if testing.Short() && pair[1] != "original" {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(dir, pair[0], "*.sql"))
		for _, f := range files {
			name := pair[0] + "-" + pair[1] + "/" + strings.TrimSuffix(filepath.Base(f), ".sql")
			t.Run(name, func(t *testing.T) {
				compareFiles(t, name, f, filepath.Join(dir, pair[1], filepath.Base(f)))
			})
		}
	}
}

func compareFiles(t *testing.T, name, old, new string) {
	opt := Options{}
	if strings.Contains(name, "original") { // the dumps were made without rights
		opt.IgnoreKinds = []string{"grant", "owner", "default privileges"}
	}
	// One more line: equal texts are read once, which would prove nothing.
	r, err := Texts(readFile(t, old), readFile(t, new)+"\n", opt)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range r.Changes {
		if c.Level == Semantic {
			counts[c.Kind]++
		}
	}
	var kinds []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		kinds = append(kinds, fmt.Sprintf("%s %d", k, counts[k]))
	}
	if got := strings.Join(kinds, ", "); got != trueDifferences[name].kinds {
		t.Errorf("got %q, want %q", got, trueDifferences[name].kinds)
		for _, c := range r.Changes[:min(len(r.Changes), 10)] {
			t.Logf("%s %s %s:\n  %.300s\n  %.300s", c.Kind, c.Name, c.Change, c.Before, c.After)
		}
	}
	if !slices.IsSortedFunc(r.Changes, order) {
		t.Error("not in order")
	}
}
