package generator_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// planWith plans a schema text whose tables have settings by their names.
func planWith(t *testing.T, text string, rows int64, settings map[string]generator.Settings) *generator.Plan {
	t.Helper()
	tables := map[schema.Name]generator.Settings{}
	for name, x := range settings {
		tables[public(name)] = x
	}
	return planned(t, text, generator.Request{Rows: rows, Tables: tables})
}

// second are the values of the second column of table t, NULLs left out.
func second(t *testing.T, p *generator.Plan) []string {
	t.Helper()
	if len(p.Refused) > 0 {
		t.Fatal(p.Refused)
	}
	return slices.DeleteFunc(column(lines(t, p, "t"), 1), func(s string) bool { return s == `\N` })
}

// TestEndsOfSettings: the least and the greatest value that the settings name
// take the place of what is usual, after now and beyond the habits of a name.
func TestEndsOfSettings(t *testing.T) {
	for name, c := range map[string]struct {
		column, low, high string
		share             float64 // of the range between the ends that the middle half of the rows covers
		from, to          string  // between which all rows are
	}{
		"dates across now":     {"d date NOT NULL", "2026-01-01", "2027-12-31", 0.3, "2026-01-01", "2027-12-31"},
		"created":              {"created_at date NOT NULL", "2026-01-01", "2027-12-31", 0.3, "2026-01-01", "2027-12-31"},
		"due":                  {"due_on date NOT NULL", "2025-01-01", "2029-12-31", 0.3, "2025-01-01", "2029-12-31"},
		"a greatest after now": {"deleted_at date NOT NULL", "", "2026-12-31", 0, "2025-01-01", "2026-12-31"},
		"a least long ago":     {"d date NOT NULL", "2010-01-01", "", 0, "2010-01-01", "2026-03-01"},
		"under a CHECK":        {"d date NOT NULL CHECK (d > '2020-05-05')", "2026-01-01", "2027-12-31", 0.3, "2026-01-01", "2027-12-31"},
		"percents":             {"percent integer NOT NULL", "50", "300", 0.3, "50", "300"},
		"quantities":           {"quantity integer NOT NULL", "1000", "90000", 0.01, "1000", "90000"},
		"below zero":           {"n numeric(9,2) NOT NULL", "-100", "100", 0.3, "-100", "100"},
		"a price":              {"price numeric(9,2) NOT NULL", "10000", "", 0, "10000", "20000"},
		"a rating":             {"rating numeric(9,2) NOT NULL CHECK (rating <= 100)", "50", "", 0, "50", "100"},
		"years":                {"year integer NOT NULL", "1900", "2050", 0.3, "1900", "2050"},
	} {
		p := planWith(t, "CREATE TABLE t (id integer PRIMARY KEY, "+c.column+");", 300, map[string]generator.Settings{
			"t": {Columns: map[string]generator.ColumnSettings{word(c.column): {Min: c.low, Max: c.high}}},
		})
		got := numbers(t, second(t, p))
		from, to := numbers(t, []string{c.from})[0], numbers(t, []string{c.to})[0]
		if got[0] < from || got[len(got)-1] > to {
			t.Errorf("%s: from %v to %v", name, got[0], got[len(got)-1])
		}
		if middle := got[len(got)*3/4] - got[len(got)/4]; middle < c.share*(to-from) {
			t.Errorf("%s: the middle half covers %v of %v", name, middle, to-from)
		}
		if c.low == "" && got[len(got)-1] < numbers(t, []string{"2026-06-01"})[0] {
			t.Errorf("%s: nothing near the greatest value", name)
		}
	}
}

// word is the name of a column.
func word(column string) string {
	for i, r := range column {
		if r == ' ' {
			return column[:i]
		}
	}
	return column
}

// numbers reads numbers, or dates as days, in ascending order.
func numbers(t *testing.T, texts []string) []float64 {
	t.Helper()
	var out []float64
	for _, s := range texts {
		x, err := strconv.ParseFloat(s, 64)
		if day, bad := time.Parse(time.DateOnly, s); bad == nil {
			x, err = day.Sub(instant).Hours()/24, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}
