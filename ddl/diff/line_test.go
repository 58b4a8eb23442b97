package diff

import (
	"strings"
	"testing"
)

// TestLines: a part of a table is where it stands, not where the statement
// begins.
func TestLines(t *testing.T) {
	text := "CREATE TABLE t (\n  a integer,\n  b text CHECK (b <> ''),\n  CONSTRAINT k\n    CHECK (a > 1)\n);\nALTER TABLE t\n  ADD COLUMN c integer,\n  ADD CONSTRAINT u UNIQUE (c);\n"
	for _, c := range []struct {
		from, to, kind string
		line           int
	}{
		{"a integer", "a bigint", "column", 2},
		{"b text CHECK (b <> '')", "b text CHECK (b <> 'x')", "constraint", 3},
		{"a > 1", "a > 2", "constraint", 4},
		{"c integer", "c bigint", "column", 8},
		{"UNIQUE (c)", "UNIQUE (c, a)", "constraint", 9},
	} {
		got := diffOf(t, text, strings.Replace(text, c.from, c.to, 1)).Changes
		if len(got) != 1 || got[0].Kind != c.kind || got[0].Line != c.line {
			t.Errorf("%s: %+v", c.to, got)
		}
	}
}

// TestFlagGone: a change tells both sides.
func TestFlagGone(t *testing.T) {
	got := diffOf(t, "CREATE TABLE t (); ALTER TABLE t ENABLE ROW LEVEL SECURITY;", "CREATE TABLE t ();").Changes
	if len(got) != 1 || got[0].Before != "row security" || got[0].After != "without row security" {
		t.Errorf("%+v", got)
	}
}
