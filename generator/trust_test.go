package generator

import (
	"testing"

	"github.com/effigydb/effigy/generator/predicate"
)

// TestTrust holds which checks rows need not be held against, and that they
// are met all the same.
func TestTrust(t *testing.T) {
	p := planOf(t, `CREATE TABLE parent (id integer PRIMARY KEY, size integer NOT NULL UNIQUE CHECK (size > 0));
		CREATE TABLE trip (id integer PRIMARY KEY, size integer NOT NULL REFERENCES parent (size), used integer,
		start_on date NOT NULL, back_at timestamp, low numeric(8,2) NOT NULL, high numeric(6,1), code text NOT NULL, name text NOT NULL,
		CONSTRAINT back CHECK (back_at > start_on), CONSTRAINT prices CHECK (high IS NULL OR high >= low AND low > 0),
		CONSTRAINT used CHECK (used < size), CONSTRAINT names CHECK (length(code) < length(name)));`, 300)
	trip := p.Tables[1]
	if !trip.lean {
		t.Error("the sample leaves doubts")
	}
	for name, trusted := range map[string]bool{"back": true, "prices": true, "used": true, "names": true} {
		if trip.trusted[name] != trusted {
			t.Errorf("%s: trusted %t", name, !trusted)
		}
	}
	m := newMaker(trip)
	for i := range trip.Rows {
		if !m.at(i) {
			t.Fatalf("row %d can't be made: %s", i, m.blamed)
		}
		if truth, name := trip.formula.Check(m.row); truth != predicate.True {
			t.Fatalf("row %d breaks %s", i, name)
		}
	}
}
