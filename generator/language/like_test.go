package language

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMatchLike holds matching character by character to the automaton.
func TestMatchLike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	matches := 0
	for range 20_000 {
		pattern, text := letters(r, `ab%_\é`, 6), letters(r, "abé%", 6)
		m, err := NewMatcher([]Pattern{{Syntax: Like, Text: pattern}}, Options{})
		got, known := MatchLike(text, pattern)
		if (err == nil) != known {
			t.Fatalf("LIKE %q: known %v, %v", pattern, known, err)
		}
		if err != nil {
			continue
		}
		if want, ok := m.Match(text); ok && got != want {
			t.Fatalf("%q LIKE %q is %v", text, pattern, got)
		}
		if got {
			matches++
		}
	}
	if matches < 1000 {
		t.Errorf("only %d texts matched", matches)
	}
}

func letters(r *rand.Rand, of string, most int) string {
	list := []rune(of)
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteRune(list[r.IntN(len(list))])
	}
	return b.String()
}
