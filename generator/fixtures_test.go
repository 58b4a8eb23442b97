package generator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// TestFixtureFits holds literal cells against the length and the precision of
// the column's type: want is the row's cell, or "" where it is refused.
func TestFixtureFits(t *testing.T) {
	for _, c := range []struct{ typ, text, want string }{
		{"varchar(3)", "toolong", ""},
		{"varchar(3)", "äöü", "äöü"},
		{"varchar(3)", "abc  ", "abc"},
		{"char(2)", "abc", ""},
		{"numeric(4,2)", "123.4", ""},
		{"numeric(4,2)", "99.995", ""},
		{"numeric(4,2)", "1.235", "1.24"},
		{"numeric(4,2)", "-99.99", "-99.99"},
		{"numeric(4,2)", "100", ""},
		{"numeric(2,4)", "0.00985", "0.0099"},
		{"numeric(2,4)", "0.01", ""},
		{"numeric(3)", "2.5", "3"},
		{"numeric(4,-2)", "1250", "1300"},
		{"bit(3)", "10", ""},
		{"bit(3)", "101", "101"},
		{"bit", "10", ""},
		{"varbit(3)", "1010", ""},
		{"varbit", "1010", "1010"},
		{"varchar(3)[]", "{ab,long}", ""},
		{"numeric(4,2)[]", "{1.235,NULL}", "{1.24,NULL}"},
		{"short", "abcd", ""},
	} {
		t.Run(c.typ+" "+c.text, func(t *testing.T) {
			s, err := ddl.Parse("CREATE DOMAIN short AS varchar(3); CREATE TABLE t (c " + c.typ + ");")
			if err != nil {
				t.Fatal(err)
			}
			p, err := generator.New(context.Background(), generator.Request{
				Schema: s.Schema, Rows: 1, Seed: "test", Now: instant, BuildTime: instant,
				Tables: map[schema.Name]generator.Settings{public("t"): {Fixtures: []map[string]*string{{"c": &c.text}}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" {
				if len(p.Refused) != 1 || !strings.Contains(p.Refused[0].Constraint, "c") || !strings.Contains(p.Refused[0].Reason, "fixture 1 does not fit the type") {
					t.Errorf("refused: %+v", p.Refused)
				}
				return
			}
			if got := lines(t, p, "t"); len(got) != 1 || got[0] != c.want {
				t.Errorf("got %q, %+v", got, p.Refused)
			}
		})
	}
}

// TestSettingFits: settings that the type of the column cannot hold are refused
// by the name of the type.
func TestSettingFits(t *testing.T) {
	long := "toolong"
	for typ, set := range map[string]generator.ColumnSettings{
		"numeric(4,2)": {Max: "1000"},
		"numeric(5,2)": {Values: []string{"1", "1234.5"}},
		"varchar(3)":   {Constant: &long},
	} {
		s, err := ddl.Parse("CREATE TABLE t (c " + typ + " NOT NULL);")
		if err != nil {
			t.Fatal(err)
		}
		p, err := generator.New(context.Background(), generator.Request{
			Schema: s.Schema, Rows: 3, Seed: "test", Now: instant, BuildTime: instant,
			Tables: map[schema.Name]generator.Settings{public("t"): {Columns: map[string]generator.ColumnSettings{"c": set}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Refused) != 1 || !strings.HasSuffix(p.Refused[0].Reason, "does not fit the type "+typ) {
			t.Errorf("%s: %+v", typ, p.Refused)
		}
	}
}
