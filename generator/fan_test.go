package generator_test

import (
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator"
)

// TestFanOutOfSharedKeys: a fan-out counts where two foreign keys share a
// column; where both are even, the second is among the rows that agree.
func TestFanOutOfSharedKeys(t *testing.T) {
	const text = `CREATE TABLE x (id integer PRIMARY KEY);
		CREATE TABLE a (x integer NOT NULL REFERENCES x, id integer, PRIMARY KEY (x, id)); CREATE TABLE b (x integer NOT NULL REFERENCES x, id integer, PRIMARY KEY (x, id));
		CREATE TABLE t (id integer PRIMARY KEY, x integer NOT NULL REFERENCES x, a integer NOT NULL, b integer NOT NULL, FOREIGN KEY (x, a) REFERENCES a, FOREIGN KEY (x, b) REFERENCES b);`
	few, some, many := int64(5), int64(30), int64(40)
	even := generator.ColumnSettings{FanOut: "even"}
	for name, c := range map[string]struct {
		columns map[string]generator.ColumnSettings
		key     []int // columns of t whose values are even
		within  int   // only among rows that agree in it; 0 for all
	}{
		"the first":  {map[string]generator.ColumnSettings{"a": even}, []int{1, 2}, 0},
		"the second": {map[string]generator.ColumnSettings{"b": even}, []int{1, 3}, 0},
		"the shared": {map[string]generator.ColumnSettings{"x": even}, []int{1}, 0},
		"both, one":  {map[string]generator.ColumnSettings{"a": even, "b": even}, []int{1, 2}, 0},
		"both, two":  {map[string]generator.ColumnSettings{"a": even, "b": even}, []int{1, 3}, 1},
	} {
		p := planWith(t, text, 600, map[string]generator.Settings{"x": {Rows: &few}, "a": {Rows: &some}, "b": {Rows: &many}, "t": {Columns: c.columns}})
		groups := map[string]map[string]int{}
		for _, row := range lines(t, p, "t") {
			cells, group, key := strings.Split(row, "\t"), "", ""
			if c.within > 0 {
				group = cells[c.within]
			}
			for _, k := range c.key {
				key += cells[k] + " "
			}
			if groups[group] == nil {
				groups[group] = map[string]int{}
			}
			groups[group][key]++
		}
		for _, count := range groups {
			least, most := 1000, 0
			for _, n := range count {
				least, most = min(least, n), max(most, n)
			}
			if most-least > 1 {
				t.Errorf("%s: from %d to %d rows", name, least, most)
			}
		}
	}
}
