package generator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// TestSteadySettings: what is said of one table or column changes no other,
// and the order of the statements changes nothing.
func TestSteadySettings(t *testing.T) {
	statements := []string{
		`CREATE TABLE team (id int PRIMARY KEY, name text NOT NULL UNIQUE, created_at timestamptz NOT NULL);`,
		`CREATE TABLE member (id int PRIMARY KEY, team_id int NOT NULL REFERENCES team, email text UNIQUE, quantity int NOT NULL, price numeric(8,2) NOT NULL, total numeric(10,2), created_at timestamptz NOT NULL);`,
		`CREATE TABLE room (id int PRIMARY KEY, label text NOT NULL CHECK (label ~ '^[A-Z]{3}$'));`,
	}
	said := map[schema.Name]generator.Settings{
		public("room"):   {Rows: new(int64), Columns: map[string]generator.ColumnSettings{"label": {Pattern: "[A-C]{3}"}}},
		public("member"): {Columns: map[string]generator.ColumnSettings{"email": {Function: "company"}}},
	}
	plan := func(texts []string, settings map[schema.Name]generator.Settings) *generator.Plan {
		t.Helper()
		s, err := ddl.Parse(strings.Join(texts, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := generator.New(context.Background(), generator.Request{Schema: s.Schema, Rows: 200, Tables: settings, Seed: "steady", Now: instant, BuildTime: instant})
		if err != nil || len(p.Refused) > 0 {
			t.Fatal(err, p.Refused)
		}
		return p
	}
	want := plan(statements, nil)
	for name, p := range map[string]*generator.Plan{
		"settings of others":  plan(statements, said),
		"another foreign key": plan([]string{statements[0], statements[1], strings.Replace(statements[2], "label text", "team_id int REFERENCES team, label text UNIQUE", 1)}, nil),
		"another order":       plan([]string{statements[2], statements[0], statements[1]}, nil),
	} {
		if digest(lines(t, p, "team")) != digest(lines(t, want, "team")) {
			t.Errorf("%s: the rows of team changed", name)
		}
		for c, member := range []string{"id", "team_id", "email", "quantity", "price", "total", "created_at"} {
			if member == "email" && name == "settings of others" {
				continue
			}
			if digest(column(lines(t, p, "member"), c)) != digest(column(lines(t, want, "member"), c)) {
				t.Errorf("%s: column %s of member changed", name, member)
			}
		}
	}
}
