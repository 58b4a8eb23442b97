package catalog

import (
	"testing"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

func TestLanguageTag(t *testing.T) {
	for in, want := range map[string]string{
		"de_DE":                                "de-DE",
		"@colCaseFirst=lower;colNumeric=yes":   "und-u-kf-lower-kn",
		"sv@collation=phonebook":               "sv-u-co-phonebk",
		"en@colStrength=primary;colNumeric=no": "en-u-kn-false-ks-level1",
	} {
		if got := languageTag(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestNamesKeepTheirPlace: a name means what it meant at its statement.
func TestNamesKeepTheirPlace(t *testing.T) {
	c := Read(statement.Split(`CREATE TABLE a (i int); ALTER TABLE a RENAME TO b; CREATE TABLE a (j int);`))
	first, then := c.Find(nil, "public", "a", 1), c.Find(nil, "public", "a", 3)
	if first == nil || first.Name.Name != "b" {
		t.Errorf("first a is %v", first)
	}
	if then == nil || then.Columns[0].Name.Name != "j" {
		t.Errorf("second a is %v", then)
	}
}

// TestWaiting: a statement may stand before its object.
func TestWaiting(t *testing.T) {
	c := Read(statement.Split(`COMMENT ON TABLE t IS 'x'; CREATE INDEX ON t (i); CREATE TABLE t (i int); ALTER TABLE nothing ADD x int;`))
	r := c.Relations[schema.Name{Schema: "public", Name: "t"}]
	if r == nil || r.Comment != "x" || len(c.IndexesOf(r)) != 1 {
		t.Errorf("got %+v", r)
	}
	if len(c.Opaque) != 1 || c.Opaque[0].Line != 1 {
		t.Errorf("opaque: %+v", c.Opaque)
	}
}

func TestParseName(t *testing.T) {
	for in, want := range map[string]schema.Name{
		`a`: {Name: "a"}, `a.b`: {Schema: "a", Name: "b"}, `A."B.c"`: {Schema: "a", Name: "B.c"}, `"a""b"`: {Name: `a"b`},
	} {
		if got := ParseName(in); got != want {
			t.Errorf("%s: got %+v", in, got)
		}
	}
}

func TestDisplayType(t *testing.T) {
	for in, want := range map[expr.Type]string{
		{Name: "int4"}:                  "integer",
		{Name: "varchar[]", Mod: "5"}:   "character varying(5)[]",
		{Name: "timestamptz", Mod: "3"}: "timestamp(3) with time zone",
		{Name: "public.mood"}:           "public.mood",
	} {
		if got := DisplayType(in); got != want {
			t.Errorf("%v: got %s, want %s", in, got, want)
		}
	}
}
