package report

import (
	"strings"
	"testing"
)

func TestTyped(t *testing.T) {
	for name, want := range map[string]string{
		"pg_catalog.int4": "int4", `pg_catalog."numeric"(10,2)`: "numeric(10,2)", `pg_catalog."time"[]`: "time[]",
		`pg_catalog."char"`: `"char"`, `public."Mood"`: `public."Mood"`,
	} {
		if got := typed(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestVerdictsOnce holds that what partitions share is told once.
func TestVerdictsOnce(t *testing.T) {
	v := Verdict{Name: "a_check", Kind: "check", How: "constructed"}
	p := &Plan{Tables: []Planned{{Name: "public.a", Verdicts: []Verdict{v, v}}}}
	var b strings.Builder
	p.WriteText(&b)
	if n := strings.Count(b.String(), "a_check"); n != 1 {
		t.Errorf("told %d times", n)
	}
}
