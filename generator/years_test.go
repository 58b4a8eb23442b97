package generator_test

import (
	"strconv"
	"testing"
)

// TestYears holds that the years of keys are those up to this one, as far as
// rules leave them, and no numbers of rows.
func TestYears(t *testing.T) {
	const parent = `CREATE TABLE p (id integer PRIMARY KEY); `
	for _, c := range []struct {
		table     string
		column    int
		low, high int
	}{
		{`CREATE TABLE t (p_id integer REFERENCES p, year smallint, total numeric, PRIMARY KEY (p_id, year))`, 1, 1990, 2026},
		{`CREATE TABLE t (p_id integer REFERENCES p, tax_year integer NOT NULL, form text NOT NULL, UNIQUE (p_id, tax_year, form))`, 1, 1980, 2026},
		{`CREATE TABLE t (year integer, week integer CHECK (week BETWEEN 1 AND 53), PRIMARY KEY (year, week))`, 0, 2000, 2026},
		{`CREATE TABLE t (year integer NOT NULL, month integer NOT NULL, UNIQUE (year, month))`, 1, 1, 12},
		{`CREATE TABLE t (year integer NOT NULL, quarter smallint NOT NULL, UNIQUE (year, quarter))`, 1, 1, 4},
		{`CREATE TABLE t (p_id integer REFERENCES p, iso_week integer, year integer, PRIMARY KEY (p_id, year, iso_week))`, 1, 1, 52},
		{`CREATE TABLE t (year integer PRIMARY KEY)`, 0, 1900, 2026},
		{`CREATE TABLE t (p_id integer REFERENCES p, year integer CHECK (year < 1990), PRIMARY KEY (p_id, year))`, 1, 1950, 1989},
		{`CREATE TABLE t (year integer PRIMARY KEY CHECK (year BETWEEN 2010 AND 2200))`, 0, 2010, 2200},
	} {
		p := planOf(t, parent+c.table, 100)
		if n := p.Table(public("t")).Rows; n != 100 {
			t.Errorf("%s: %d rows", c.table, n)
		}
		seen := map[int]bool{}
		for _, text := range column(lines(t, p, "t"), c.column) {
			n, err := strconv.Atoi(text)
			if seen[n] = true; err != nil || n < c.low || n > c.high {
				t.Errorf("%s: %s is not within %d and %d", c.table, text, c.low, c.high)
				break
			}
		}
		if len(seen) < 4 {
			t.Errorf("%s: only %v", c.table, seen)
		}
	}
}
