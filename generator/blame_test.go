package generator_test

import (
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator"
)

// TestBlame: a refusal names the constraints that can't be met, and none of a
// domain that another column of the table has.
func TestBlame(t *testing.T) {
	const money = `CREATE DOMAIN money_amount AS numeric(12,2) CHECK (VALUE >= 0); CREATE TABLE t (id integer PRIMARY KEY, fee money_amount, tax money_amount, `
	for _, c := range []struct {
		sql, constraint, reason string
		columns                 map[string]generator.ColumnSettings
	}{
		{"d integer NOT NULL, CONSTRAINT low CHECK (d < 3), CONSTRAINT high CHECK (d > 5));", "low", "the constraints exclude each other: low, high", nil},
		{
			"d integer NOT NULL, l integer NOT NULL, CONSTRAINT less CHECK (d <= l));", "less", "what effigy.yaml says of column d contradicts less",
			map[string]generator.ColumnSettings{"d": {Min: "100"}, "l": {Max: "50"}},
		},
		{
			"d text NOT NULL, g text GENERATED ALWAYS AS (upper(d)) STORED, CONSTRAINT short CHECK (length(g) < 30));", "short", "none of 60032 candidate rows satisfied it, with what effigy.yaml says of column d",
			map[string]generator.ColumnSettings{"d": {Pattern: "[A-Z]{40}"}},
		},
		{
			"d money_amount);", "public.money_amount.money_amount_check", "what effigy.yaml says of column d contradicts public.money_amount.money_amount_check",
			map[string]generator.ColumnSettings{"d": {Max: "-5"}},
		},
		{
			"d uuid);", "effigy.yaml: d", "no value of the type uuid is what effigy.yaml says of column d",
			map[string]generator.ColumnSettings{"d": {Pattern: "zz.*"}},
		},
	} {
		p := planWith(t, money+c.sql, 50, map[string]generator.Settings{"t": {Columns: c.columns}})
		if len(p.Refused) != 1 || p.Refused[0].Constraint != c.constraint || p.Refused[0].Reason != c.reason || strings.Contains(p.Refused[0].Reason, "fee") {
			t.Errorf("%s: %+v", c.sql, p.Refused)
		}
	}
}

// TestWidened: a rule that is usually taken as narrower than it is gives way to
// what the settings ask for.
func TestWidened(t *testing.T) {
	p := planWith(t, `CREATE TABLE t (id integer PRIMARY KEY, d text, g text GENERATED ALWAYS AS (upper(d)) STORED, CHECK (length(g) < 30));`, 50,
		map[string]generator.Settings{"t": {Columns: map[string]generator.ColumnSettings{"d": {Pattern: "[a-z]{4}"}}}})
	if got := second(t, p); len(got) < 40 || strings.ToLower(got[0]) != got[0] {
		t.Errorf("%v", got)
	}
}
