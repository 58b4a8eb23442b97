package generator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// weighted counts the values of the second column of a table t whose values
// have weights.
func weighted(t *testing.T, sql, name string, rows int64, values []string, weights []float64) map[string]int {
	t.Helper()
	s, err := ddl.Parse(sql)
	if err != nil {
		t.Fatal(err)
	}
	p, err := generator.New(context.Background(), generator.Request{
		Schema: s.Schema, Rows: rows, Seed: "test", Now: instant, BuildTime: instant,
		Tables: map[schema.Name]generator.Settings{public("t"): {Columns: map[string]generator.ColumnSettings{
			name: {Values: values, Weights: weights},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, v := range column(lines(t, p, "t"), 1) {
		count[v]++
	}
	return count
}

// TestWeightsAcrossAlternatives holds that weights count although the rules
// of the table part the column's values between alternatives.
func TestWeightsAcrossAlternatives(t *testing.T) {
	count := weighted(t, `CREATE TABLE t (id integer PRIMARY KEY, state text NOT NULL CHECK (state IN ('new', 'paid', 'gone')),
		left_at timestamptz, CHECK ((state = 'gone') = (left_at IS NOT NULL)));`, "state", 2000, []string{"new", "paid", "gone"}, []float64{85, 10, 5})
	if count["new"] < 1500 || count["gone"] < 50 || count["gone"] > 250 {
		t.Errorf("of 2000 rows with weights 85, 10 and 5: %v", count)
	}
}

// TestWeightsHold: no value comes more often than its weight says, and one of
// no weight not at all.
func TestWeightsHold(t *testing.T) {
	count := weighted(t, `CREATE TABLE t (id integer PRIMARY KEY, w text NOT NULL);`, "w", 4000, []string{"x", "y", "z"}, []float64{98, 2, 0})
	if count["y"] < 40 || count["y"] > 140 || count["z"] > 0 {
		t.Errorf("of 4000 rows with weights 98, 2 and 0: %v", count)
	}
}

// TestPersonBehindPattern holds that an e-mail with a rule on its text still
// goes with the names of its row.
func TestPersonBehindPattern(t *testing.T) {
	rows := lines(t, planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, email text NOT NULL UNIQUE CHECK (position('@' IN email) > 1),
		first_name text NOT NULL, last_name text NOT NULL);`, 40), "t")
	for i, row := range rows {
		cells := strings.Split(row, "\t")
		if !strings.HasPrefix(cells[1], strings.ToLower(cells[2])+".") {
			t.Errorf("row %d: %s is %s %s", i, cells[1], cells[2], cells[3])
		}
	}
}

// TestWeightsUnderRules: weights count as far as a rule that the column shares
// with others lets them, whatever its form.
func TestWeightsUnderRules(t *testing.T) {
	for _, rest := range []string{
		"CHECK (d <= r)", "CHECK (d <= r + 1)", "CHECK (d <= 3 * r)", "CHECK (d <= r * q)", "CHECK (d <= r / 2)", "CHECK (d * r <= 9999)",
		"total integer GENERATED ALWAYS AS (r * q) STORED, CHECK (d <= total)", "CHECK (d + r = q)", "CHECK (q = d * r)",
	} {
		count := weighted(t, `CREATE TABLE t (id integer PRIMARY KEY, d integer NOT NULL, r integer NOT NULL, q integer NOT NULL, `+rest+`);`,
			"d", 1000, []string{"1", "2", "3", "9"}, []float64{70, 20, 10, 0})
		if count["1"] < 600 || count["2"] < 100 || count["3"] < 30 || count["9"] > 0 {
			t.Errorf("%s: of 1000 rows with weights 70, 20, 10 and 0: %v", rest, count)
		}
	}
}
