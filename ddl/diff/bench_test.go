package diff

import (
	"path/filepath"
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
