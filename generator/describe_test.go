package generator_test

import "testing"

// TestDescribed: what plan says of a column is of all alternatives of the
// constraints, not of one.
func TestDescribed(t *testing.T) {
	p := planOf(t, `CREATE TYPE st AS ENUM ('new', 'paid', 'sent', 'done', 'gone', 'void');
		CREATE TABLE o (id integer PRIMARY KEY, s st NOT NULL, active boolean NOT NULL, left_at timestamptz, longitude numeric(9,6) NOT NULL, latitude double precision NOT NULL,
			kind text NOT NULL CHECK (kind IN ('a', 'b', 'c')), n integer NOT NULL, CHECK ((s = 'gone') = (left_at IS NOT NULL)), CHECK (active OR n < 150),
			CHECK (s <> 'void' OR NOT active), CHECK (kind = 'a' AND n BETWEEN 5 AND 9 OR kind <> 'a' AND n BETWEEN 100 AND 200));`, 50)
	want := map[string]string{
		"s": "enum of 6", "active": "boolean, mostly true", "kind": "one of 3", "n": "int 5..200",
		"longitude": "longitude -180.000000..180.000000", "latitude": "latitude -66..70",
	}
	for _, c := range p.Tables[0].Columns {
		if w := want[c.Name]; w != "" && c.Generator != w {
			t.Errorf("%s: %s, want %s", c.Name, c.Generator, w)
		}
	}
}
