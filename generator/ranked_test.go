package generator_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPlaces: the places of the rows of one parent are 1, 2, 3 …, in a child and
// in a junction, at any number of rows; a priority is no place.
func TestPlaces(t *testing.T) {
	const text = `
CREATE TABLE lists (id int PRIMARY KEY);
CREATE TABLE products (id int PRIMARY KEY);
CREATE TABLE items (list_id int NOT NULL REFERENCES lists, position int NOT NULL, sort_order int NOT NULL, priority int NOT NULL);
CREATE TABLE list_products (list_id int NOT NULL REFERENCES lists, position smallint NOT NULL, product_id int NOT NULL REFERENCES products, PRIMARY KEY (list_id, product_id));`
	for _, rows := range []int64{7, 400, 5000} {
		p := planOf(t, text, rows)
		for _, table := range []string{"items", "list_products"} {
			of := map[string][]int{}
			all := lines(t, p, table)
			for _, row := range all {
				c := strings.Split(row, "\t")
				n, _ := strconv.Atoi(c[1])
				of[c[0]] = append(of[c[0]], n)
				if table == "items" && c[1] != c[2] {
					t.Errorf("two places: %q", row)
				}
			}
			if int64(len(all)) != rows || rows > 10 && len(of) < int(rows)/8 {
				t.Errorf("%s: %d rows of %d parents", table, len(all), len(of))
			}
			for parent, places := range of {
				slices.Sort(places)
				if places[len(places)-1] != len(places) || places[0] != 1 {
					t.Fatalf("%s: %d rows, list %s has %v", table, rows, parent, places)
				}
			}
		}
		if n := distinct(column(lines(t, p, "items"), 3)); rows > 10 && n < 4 {
			t.Errorf("%d priorities", n)
		}
	}
}

// TestUsualUnderRules: a rule that keeps out what is absurd does not make all
// that it leaves alike.
func TestUsualUnderRules(t *testing.T) {
	for rule, most := range map[string]float64{
		"price numeric(12,2) CHECK (price >= 0)":                        3000,
		"price numeric(12,2) CHECK (price >= 0 AND price < 1000000000)": 3000,
		"zork numeric(12,2) CHECK (zork >= 0 AND zork < 1000000000)":    3000,
		"zork int CHECK (zork BETWEEN 1 AND 2000000000)":                3000,
		"age int CHECK (age BETWEEN 0 AND 150)":                         95,
		"year int CHECK (year BETWEEN 1900 AND 2100)":                   2026,
		"pulse int CHECK (pulse BETWEEN 20 AND 250)":                    120,
	} {
		numbers := numbersOf(t, rule)
		if got := slices.Max(numbers); got > most || got < most/20 {
			t.Errorf("%s: up to %v", rule, got)
		}
	}
	for rule, reach := range map[string]float64{
		"stars int CHECK (stars BETWEEN 1 AND 10)": 10, "age int CHECK (age BETWEEN 0 AND 12)": 12, "zork int CHECK (zork BETWEEN 5000 AND 9000)": 8500,
		"zork int CHECK (zork BETWEEN 100000 AND 9000000)": 8_000_000,
	} {
		if got := slices.Max(numbersOf(t, rule)); got < reach {
			t.Errorf("%s: up to %v only", rule, got)
		}
	}
}

func numbersOf(t *testing.T, column string) []float64 {
	var out []float64
	for _, cell := range lines(t, planOf(t, fmt.Sprintf("CREATE TABLE x (%s);", strings.Replace(column, " CHECK", " NOT NULL CHECK", 1)), 400), "x") {
		n, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// TestListsNameOnce: a list names each thing once.
func TestListsNameOnce(t *testing.T) {
	for _, row := range lines(t, planOf(t, `CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE x (tags text[] NOT NULL, moods mood[] NOT NULL CHECK (cardinality(moods) >= 1));`, 300), "x") {
		for _, array := range strings.Split(row, "\t") {
			words := strings.Split(strings.Trim(array, "{}"), ",")
			if distinct(words) < len(words) {
				t.Errorf("%q", array)
			}
		}
	}
}

// TestBelowZero: what has to be negative is mostly near zero, as what has to be
// positive is.
func TestBelowZero(t *testing.T) {
	for _, rule := range []string{"amount numeric(12,2) CHECK (amount < 0)", "amount numeric(12,2) CHECK (amount <= 0)", "delta int CHECK (delta < 0)"} {
		numbers := numbersOf(t, rule)
		slices.Sort(numbers)
		if least, median := numbers[0], numbers[len(numbers)/2]; median < -300 || median > -5 || least > -600 {
			t.Errorf("%s: from %v, median %v", rule, least, median)
		}
	}
}
