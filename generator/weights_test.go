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

// sharedShapes are tables t whose second column d stands in something that has
// a say in its values.
var sharedShapes = map[string]string{
	"alone":         `CREATE TABLE t (id integer PRIMARY KEY, d integer);`,
	"alternatives":  `CREATE TABLE t (id integer PRIMARY KEY, d integer, r integer NOT NULL, CHECK (d % 2 = 0 OR r > 5));`,
	"a level":       `CREATE TABLE t (id integer PRIMARY KEY, d integer, level integer NOT NULL, CHECK ((d IS NULL) = (level = 0)));`,
	"a key of two":  `CREATE TABLE t (id integer PRIMARY KEY, d integer, k integer NOT NULL, UNIQUE (d, k));`,
	"a foreign key": `CREATE TABLE p (id integer PRIMARY KEY); CREATE TABLE t (id integer PRIMARY KEY, d integer REFERENCES p);`,
	"a tenant's": `CREATE TABLE x (id integer PRIMARY KEY); CREATE TABLE p (x integer NOT NULL REFERENCES x, id integer, PRIMARY KEY (x, id));
		CREATE TABLE t (id integer PRIMARY KEY, d integer, x integer NOT NULL REFERENCES x, FOREIGN KEY (x, d) REFERENCES p);`,
	"a tree":          `CREATE TABLE t (id integer PRIMARY KEY, d integer REFERENCES t);`,
	"a tree of texts": `CREATE TABLE t (id text PRIMARY KEY CHECK (id IN ('1', '2', '3') OR id ~ '^[a-z]{6}$'), d text REFERENCES t);`,
	"a tree with levels": `CREATE TABLE t (id integer PRIMARY KEY, d integer REFERENCES t, level integer NOT NULL,
		CHECK ((d IS NULL) = (level = 0)));`,
	"a tenant's tree": `CREATE TABLE x (id integer PRIMARY KEY); CREATE TABLE t (id integer PRIMARY KEY, d integer, x integer NOT NULL REFERENCES x,
		UNIQUE (x, id), FOREIGN KEY (x, d) REFERENCES t (x, id));`,
	"a tree in parts": `CREATE TABLE t (id integer PRIMARY KEY, d integer, x integer NOT NULL, UNIQUE (x, id), FOREIGN KEY (x, d) REFERENCES t (x, id));`,
	"partitions": `CREATE TABLE t (id integer NOT NULL, d integer) PARTITION BY LIST (d);
		CREATE TABLE t1 PARTITION OF t FOR VALUES IN (1, 2); CREATE TABLE t2 PARTITION OF t DEFAULT;`,
	"a domain": `CREATE DOMAIN few AS integer CHECK (VALUE BETWEEN 0 AND 100); CREATE TABLE t (id integer PRIMARY KEY, d few);`,
	"an enum":  `CREATE TYPE e AS ENUM ('1', '2', '3', '4'); CREATE TABLE t (id integer PRIMARY KEY, d e, r integer, CHECK ((d = '2') = (r IS NULL)));`,
}

// TestNullsEverywhere holds the share of NULLs that the settings ask for.
func TestNullsEverywhere(t *testing.T) {
	for name, sql := range sharedShapes {
		for _, share := range []float64{0.05, 0.3, 0.9} {
			p := planWith(t, sql, 400, map[string]generator.Settings{"t": {Columns: map[string]generator.ColumnSettings{"d": {NullFraction: &share}}}})
			if got := 1 - float64(len(second(t, p)))/400; got < share-0.06 || got > share+0.06 {
				t.Errorf("%s: %.2f of the rows are NULL, %.2f asked", name, got, share)
			}
		}
	}
}

// TestWeightsEverywhere holds the frequencies that weights ask for.
func TestWeightsEverywhere(t *testing.T) {
	for name, sql := range sharedShapes {
		p := planWith(t, sql, 400, map[string]generator.Settings{"t": {Columns: map[string]generator.ColumnSettings{
			"d": {Values: []string{"1", "2", "3"}, Weights: []float64{75, 20, 5}},
		}}})
		count, all := map[string]int{}, 0
		for _, v := range second(t, p) {
			count[v]++
			all++
		}
		if all < 300 || count["1"] < all*65/100 || count["2"] < all/10 || count["3"] == 0 || count["3"] > all/10 {
			t.Errorf("%s: of 400 rows with weights 75, 20 and 5: %v", name, count)
		}
	}
}

// TestPatternOfNumbers: a pattern is of how values are written, whatever the type.
func TestPatternOfNumbers(t *testing.T) {
	p := planWith(t, `CREATE TABLE t (id integer PRIMARY KEY, d integer NOT NULL);`, 100, map[string]generator.Settings{"t": {Columns: map[string]generator.ColumnSettings{"d": {Pattern: `1\d*`}}}})
	for _, v := range second(t, p) {
		if v[0] != '1' {
			t.Errorf("%s does not match", v)
		}
	}
}
