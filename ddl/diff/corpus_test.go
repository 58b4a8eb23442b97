package diff

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpus compares every schema of the corpus as each version prints it
// and as its author wrote it.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(shared(t), "corpus")
	for _, pair := range [][2]string{{"pg15", "pg15"}, {"pg15", "pg17"}, {"pg17", "pg18"}, {"pg15", "pg18"}, {"pg15", "original"}} {
		files, _ := filepath.Glob(filepath.Join(dir, pair[0], "*.sql"))
		for _, f := range files {
			name := filepath.Base(f)
			t.Run(pair[0]+"-"+pair[1]+"/"+strings.TrimSuffix(name, ".sql"), func(t *testing.T) {
				opt := Options{}
				if pair[1] == "original" { // the dumps were made without rights
					opt.IgnoreKinds = []string{"grant", "owner", "default privileges"}
				}
				r, err := Texts(readFile(t, f), readFile(t, dir, pair[1], name), opt)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range r.Changes {
					if c.Level == Semantic {
						t.Errorf("%s %s %s:\n  %s\n  %s", c.Kind, c.Name, c.Change, c.Before, c.After)
					}
				}
			})
		}
	}
}
