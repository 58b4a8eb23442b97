package generator_test

import (
	"testing"

	"github.com/effigydb/effigy/generator"
)

// TestShortfalls: what the constraints keep from being as the settings ask is
// told, and nothing else is.
func TestShortfalls(t *testing.T) {
	half := 0.5
	for _, c := range []struct {
		sql  string
		set  generator.ColumnSettings
		want string
	}{
		{"d integer, CHECK (d IS NOT NULL OR id = 5));", generator.ColumnSettings{NullFraction: &half}, "column d is NULL in about"},
		{"d integer);", generator.ColumnSettings{NullFraction: &half}, ""},
		{"d integer NOT NULL);", generator.ColumnSettings{Values: []string{"1", "2"}, Weights: []float64{90, 10}}, ""},
		{"d integer NOT NULL UNIQUE);", generator.ColumnSettings{Distribution: "normal"}, "distribution of column d has no effect: t_d_key makes its values distinct"},
		{"d integer NOT NULL REFERENCES p, e integer NOT NULL REFERENCES p, UNIQUE (d, e));", generator.ColumnSettings{FanOut: "zipf"}, "fan_out of column d has no effect: t_d_e_key says which pairs there are"},
		{"d integer NOT NULL REFERENCES p, e integer NOT NULL REFERENCES p);", generator.ColumnSettings{FanOut: "zipf"}, ""},
	} {
		p := planWith(t, "CREATE TABLE p (id integer PRIMARY KEY); CREATE TABLE t (id integer PRIMARY KEY, "+c.sql, 400, map[string]generator.Settings{"t": {Columns: map[string]generator.ColumnSettings{"d": c.set}}})
		got := p.Table(public("t")).Shortfalls
		if len(p.Refused) > 0 || (len(got) > 0) != (c.want != "") || len(got) > 0 && got[0][:min(len(c.want), len(got[0]))] != c.want {
			t.Errorf("%s: %q, %v", c.sql, got, p.Refused)
		}
	}
}
