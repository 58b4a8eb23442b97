package generator_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
)

// TestClock holds rows under rules that move with the clock to the instant they
// are asked for, not to the moment they are made.
func TestClock(t *testing.T) {
	s, err := ddl.Parse(`CREATE TABLE t (id integer PRIMARY KEY, ends_at timestamptz NOT NULL CHECK (ends_at > now()), due date NOT NULL CHECK (due >= CURRENT_DATE),
		seen timestamptz NOT NULL CHECK (seen <= now() + interval '1 hour'), kept timestamptz NOT NULL CHECK (kept > now() - interval '1 year'));`)
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	for _, passed := range []time.Duration{0, time.Second, time.Hour, 6 * time.Hour} {
		p, err := generator.New(context.Background(), generator.Request{Schema: s.Schema, Rows: 200, Seed: "a", Now: instant, BuildTime: instant.Add(passed)})
		if err != nil {
			t.Fatal(err)
		}
		rows := lines(t, p, "t")
		if first == nil {
			first = rows
		}
		if len(rows) != 200 || !slices.Equal(rows, first) {
			t.Errorf("%v later: %d rows that differ", passed, len(rows))
		}
	}
}
