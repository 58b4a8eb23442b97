package diff

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkLargest compares the largest schema of the corpus with itself.
func BenchmarkLargest(b *testing.B) {
	text := readFile(b, filepath.Join(shared(b), "corpus/pg15/musicbrainz.sql"))
	for b.Loop() {
		if r, err := Texts(text, text, Options{}); err != nil || r.Drift {
			b.Fatal(r, err)
		}
	}
}

// BenchmarkLinear shows how time grows with the number of statements.
func BenchmarkLinear(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		old, new := made(n, "numeric(10,2)"), made(n, "numeric(12,2)")
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if r, err := Texts(old, new, Options{}); err != nil || !r.Drift {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// made is a schema of n statements, a table in every four.
func made(n int, typ string) string {
	var b strings.Builder
	for i := range n / 4 {
		parent := i / 2
		fmt.Fprintf(&b, `CREATE TABLE s.t%[1]d (id bigint NOT NULL, parent bigint, name text DEFAULT 'x' CHECK (name <> ''), amount %[2]s);
ALTER TABLE ONLY s.t%[1]d ADD CONSTRAINT t%[1]d_pkey PRIMARY KEY (id);
ALTER TABLE ONLY s.t%[1]d ADD CONSTRAINT t%[1]d_fk FOREIGN KEY (parent) REFERENCES s.t%[3]d(id);
CREATE VIEW s.v%[1]d AS SELECT t.id, p.name FROM s.t%[1]d t JOIN s.t%[3]d p ON p.id = t.parent WHERE t.amount > 0;
`, i, typ, parent)
	}
	return b.String()
}
