package generator_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// setOf plans a text with settings of its tables.
func setOf(t *testing.T, text string, rows int64, tables map[schema.Name]generator.Settings) *generator.Plan {
	t.Helper()
	return accepted(t, planned(t, text, generator.Request{Rows: rows, Tables: tables}))
}

func literal(cells ...string) map[string]*string {
	row := map[string]*string{}
	for i := 0; i < len(cells); i += 2 {
		row[cells[i]] = &cells[i+1]
	}
	return row
}

const givenText = `
CREATE TABLE people (first_name text NOT NULL, last_name text NOT NULL, full_name text NOT NULL, email text NOT NULL UNIQUE, initials text NOT NULL, login varchar(40) NOT NULL);
CREATE TABLE products (name text NOT NULL, slug varchar(60) NOT NULL UNIQUE);
CREATE TABLE cities (name text NOT NULL, country text NOT NULL, country_code char(2) NOT NULL, timezone text NOT NULL);
CREATE TABLE countries (name text NOT NULL UNIQUE, code char(2) NOT NULL UNIQUE, currency text NOT NULL);
CREATE TABLE authors (name text NOT NULL, email text NOT NULL UNIQUE, slug text NOT NULL UNIQUE);`

// TestGivenNames: what the configuration gives of a row, the others follow, and
// what has to be distinct is.
func TestGivenNames(t *testing.T) {
	p := setOf(t, givenText, 300, map[schema.Name]generator.Settings{
		public("people"):   {Columns: map[string]generator.ColumnSettings{"first_name": {Values: []string{"Ada", "José"}}}},
		public("products"): {Columns: map[string]generator.ColumnSettings{"name": {Values: []string{"Red Chair", "Crème Lamp"}}}},
	})
	people := lines(t, p, "people")
	for _, row := range people {
		c := strings.Split(row, "\t")
		first := strings.Replace(strings.ToLower(c[0]), "é", "e", 1)
		if last := strings.ToLower(c[1]); c[2] != c[0]+" "+c[1] || !strings.HasPrefix(c[3], first+"."+last+".") || c[4] != c[0][:1]+c[1][:1] || !strings.HasPrefix(c[5], first) {
			t.Fatalf("names part: %q", row)
		}
	}
	if n := distinct(column(people, 3)); n != 300 {
		t.Errorf("%d e-mails", n)
	}
	products := lines(t, p, "products")
	for _, row := range products {
		if !regexp.MustCompile(`^(Red Chair\tred-chair|Crème Lamp\tcreme-lamp)-\d+$`).MatchString(row) {
			t.Fatalf("slug: %q", row)
		}
	}
	if n := distinct(column(products, 1)); n != 300 {
		t.Errorf("%d slugs", n)
	}
}

// TestGivenFixtures: rows of fixtures are completed by what is known of their
// names, each by its own.
func TestGivenFixtures(t *testing.T) {
	p := setOf(t, givenText, 10, map[schema.Name]generator.Settings{
		public("cities"):    {Fixtures: []map[string]*string{literal("name", "Kyoto", "country", "Japan"), literal("name", "Lyon"), literal("country_code", "KE")}},
		public("countries"): {Fixtures: []map[string]*string{literal("name", "France"), literal("code", "JP"), literal("name", "Thailand", "currency", "EUR")}},
		public("authors"):   {Fixtures: []map[string]*string{literal("name", "Ada Lovelace"), literal("name", "Ada Lovelace"), literal("email", "grace.hopper@example.com")}},
		public("people"):    {Fixtures: []map[string]*string{literal("full_name", "Ada King Lovelace")}},
	})
	for table, want := range map[string][]string{
		"cities":    {`Kyoto\tJapan\tJP\tAsia/Tokyo`, `Lyon\tFrance\tFR\tEurope/Paris`, `Nairobi\tKenya\tKE\tAfrica/Nairobi`},
		"countries": {`France\tFR\tEUR`, `Japan\tJP\tJPY`, `Thailand\tTH\tEUR`},
		"authors":   {`Ada Lovelace\tada\.lovelace@.*\tada-lovelace`, `Ada Lovelace\tada\.lovelace\.\d+@.*\tada-lovelace-\d+`, `Grace Hopper\tgrace\.hopper@example\.com\tgrace-hopper`},
		"people":    {`Ada King\tLovelace\tAda King Lovelace\tadaking\.lovelace@.*\tAL\tadaking.?lovelace`},
	} {
		for i, row := range lines(t, p, table) {
			if !regexp.MustCompile("^" + want[i] + "$").MatchString(row) {
				t.Errorf("%s: %q, want %s", table, row, want[i])
			}
		}
	}
}

// TestShortNames: names that have to be distinct are words without a number
// where there are enough, and the place that they are of.
func TestShortNames(t *testing.T) {
	const text = `
CREATE TABLE categories (name text NOT NULL UNIQUE);
CREATE TABLE teams (tenant int NOT NULL CHECK (tenant BETWEEN 1 AND 5), name text NOT NULL, UNIQUE (tenant, name));
CREATE TABLE countries (name text NOT NULL UNIQUE, code char(2) NOT NULL, currency text NOT NULL);`
	p := setOf(t, text, 20, nil)
	for _, table := range []string{"categories", "teams", "countries"} {
		rows := lines(t, p, table)
		for _, row := range rows {
			cells := strings.Split(row, "\t")
			if name := cells[len(cells)-1]; table != "countries" && regexp.MustCompile(`\d`).MatchString(name) {
				t.Errorf("%s: %q", table, row)
			}
		}
		if n := distinct(rows); n != 20 {
			t.Errorf("%s: %d rows differ", table, n)
		}
	}
	codes := map[string]string{"Germany": "DE", "France": "FR", "Japan": "JP", "Kenya": "KE", "Brazil": "BR"}
	found := 0
	for _, row := range lines(t, setOf(t, text, 60, nil), "countries") {
		cells := strings.Split(row, "\t")
		name, _, _ := strings.Cut(cells[0], " ")
		if code := codes[name]; code != "" {
			if found++; code != cells[1] {
				t.Errorf("code of %q", row)
			}
		}
		if !regexp.MustCompile(`^[A-Za-z ]+( \d)?$`).MatchString(cells[0]) {
			t.Errorf("name of %q", row)
		}
	}
	if found < 4 {
		t.Errorf("%d of the countries were met", found)
	}
}
