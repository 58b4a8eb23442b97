package generator_test

import (
	"strings"
	"testing"
	"time"
)

// TestStretches holds ranges of one parent's rows to being laid out one after
// another, none before its parent was there: none is searched.
func TestStretches(t *testing.T) {
	p := planOf(t, `CREATE TABLE rooms (id integer PRIMARY KEY, created_at timestamp NOT NULL);
		CREATE TABLE stays (id bigint PRIMARY KEY, room_id integer NOT NULL REFERENCES rooms, starts_at timestamp NOT NULL, ends_at timestamp NOT NULL,
			CHECK (ends_at - starts_at BETWEEN interval '1 hour' AND interval '3 days'), UNIQUE (room_id, starts_at),
			EXCLUDE USING gist (room_id WITH =, tsrange(starts_at, ends_at) WITH &&));
		CREATE TABLE prices (room_id integer NOT NULL REFERENCES rooms, valid daterange NOT NULL, net boolean NOT NULL, PRIMARY KEY (room_id, valid),
			EXCLUDE USING gist (room_id WITH =, valid WITH &&) WHERE (net));
		CREATE TABLE visits (id bigint PRIMARY KEY, room_id integer NOT NULL REFERENCES rooms, check_in date NOT NULL, check_out date NOT NULL CHECK (check_out > check_in),
			EXCLUDE USING gist (room_id WITH =, daterange(check_in, check_out) WITH &&));`, 5000)
	for _, name := range []string{"stays", "prices", "visits"} {
		if got := p.Table(public(name)); got.Rows != 5000 {
			t.Errorf("%s has %d rows of 5000: %s", name, got.Rows, got.CapReason)
		}
		for _, v := range p.Table(public(name)).Verdicts {
			if strings.Contains(v.Reason, "searched") {
				t.Errorf("%s: %s", v.Constraint, v.Reason)
			}
		}
	}
	for _, row := range lines(t, p, "visits") {
		if f := strings.Split(row, "\t"); f[2] < "2015" || f[3] > "2040" {
			t.Errorf("a visit from %s to %s", f[2], f[3])
		}
	}
	born, ends := map[string]string{}, map[string]string{}
	for _, row := range lines(t, p, "rooms") {
		f := strings.Split(row, "\t")
		born[f[0]] = f[1]
	}
	for _, row := range lines(t, p, "stays") { // those of a room stand beside each other, in order
		f := strings.Split(row, "\t")
		if f[2] < max(born[f[1]], ends[f[1]]) {
			t.Errorf("a stay of room %s begins at %s, before %s or %s", f[1], f[2], born[f[1]], ends[f[1]])
		}
		ends[f[1]] = f[3]
	}
	if len(ends) < 500 {
		t.Errorf("only %d rooms have stays", len(ends))
	}
}

// TestCrowded holds ranges that were shortened to find room to the rules on
// their length, also beyond the rows that prove a table.
func TestCrowded(t *testing.T) {
	p := planOf(t, `CREATE TABLE a (id integer PRIMARY KEY); CREATE TABLE b (id integer PRIMARY KEY);
		CREATE TABLE slots (id integer PRIMARY KEY, a_id integer NOT NULL REFERENCES a, slot tstzrange NOT NULL, b_id integer NOT NULL REFERENCES b, state text NOT NULL CHECK (state IN ('x', 'y', 'z')),
			CHECK (NOT isempty(slot) AND upper(slot) - lower(slot) BETWEEN interval '5 minutes' AND interval '4 hours'),
			EXCLUDE USING gist (a_id WITH =, slot WITH &&) WHERE (state <> 'x'), EXCLUDE USING gist (b_id WITH =, slot WITH &&) WHERE (state <> 'x'));`, 20000)
	for _, row := range lines(t, p, "slots") {
		ends := strings.Split(strings.Trim(strings.Split(row, "\t")[2], `[)`), ",")
		from, err1 := time.Parse(`"2006-01-02 15:04:05-07"`, ends[0])
		to, err2 := time.Parse(`"2006-01-02 15:04:05-07"`, ends[1])
		if length := to.Sub(from); err1 != nil || err2 != nil || length < 5*time.Minute || length > 4*time.Hour {
			t.Errorf("row %s lasts %v %v %v", row, length, err1, err2)
		}
	}
}
