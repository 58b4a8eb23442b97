package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTableFaults(t *testing.T) {
	for _, c := range []struct{ name, text, problem, hint string }{
		{"two sources", "{constant: a, pattern: b}", "pattern: constant and pattern exclude each other", "keep the one that says where the values come from"},
		{"null", "{values: [a, ~]}", "values: null is no value", "nulls is the fraction of NULLs, such as nulls: 0.3"},
		{"nothing to draw from", "{values: []}", "values: there is no value to draw from", "such as values: [open, paid]"},
		{"weights", "{values: [a, b], weights: [1]}", "weights: 1 weight for 2 values: one for each", "such as weights: [1, 1], of any sum"},
		{"weights alone", "{weights: [1]}", "weights: they say how often each of values is drawn, and there are no values", "such as weights: [3, 1] beside values: [open, paid], or of a boolean values: [false, true]"},
		{"negative weight", "{values: [a, b], weights: [1, -1]}", "weights: a weight is not negative", "0 is of a value that is never drawn"},
		{"no weight", "{values: [a], weights: [0]}", "weights: the weights add up to nothing", "one of them is above 0"},
		{"nulls", "{nulls: 30}", "nulls: it is a fraction from 0 to 1, not 30", "30 % of the rows is nulls: 0.3"},
		{"nulls of an expression", "{expression: a, nulls: 0.5}", "nulls: it has no meaning beside an expression, which gives NULL itself", "leave nulls out, or write the expression as CASE WHEN … THEN … END"},
		{"distribution", "{distribution: lognorml}", `distribution: it is one of uniform, zipf, normal, lognormal, exponential, not "lognorml"`, "did you mean lognormal?"},
		{"distribution of one", "{constant: a, distribution: zipf}", "distribution: it has no meaning beside weights, a constant or an expression", "leave one of the two out"},
		{"fan_out", "{fan_out: evn}", `fan_out: it is one of even, uniform, zipf, not "evn"`, "did you mean even?"},
		{"another fan_out", "{fan_out: linear}", `fan_out: it is one of even, uniform, zipf, not "linear"`, "such as fan_out: even"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fault := read(t, "tables: {public.a: {columns: {c: "+c.text+"}}}")
			if fault.Text != "tables.public.a.columns.c."+c.problem || fault.hint != c.hint || fault.Path != Name+":1" {
				t.Errorf("got %v, %s", fault, fault.hint)
			}
		})
	}
	for text, want := range map[string]string{
		"{rows: -1}":                     "rows: a number of rows is not negative",
		"{ratio: 3}":                     "ratio: ratio and per go together: ratio is the rows for each row of the table per",
		"{per: b}":                       "per: ratio and per go together: ratio is the rows for each row of the table per",
		"{rows: 3, ratio: 3, per: b}":    "ratio: rows and ratio exclude each other",
		"{ratio: .nan, per: b}":          "ratio: it is no number of rows for each row",
		"{ratio: -1, per: b}":            "ratio: it is no number of rows for each row",
		"{ratio: 1e300, per: b}":         "ratio: it is no number of rows for each row",
		"{rows: 3, fixtures: [{a: 1}]}":  "fixtures: they are all rows of the table: rows and ratio have no meaning there",
		"{fixtures: []}":                 "fixtures: there are no rows",
		"{fixtures: nowhere.csv}":        "fixtures: there is no file nowhere.csv",
		"{fixtures: {a: 1}}":             "fixtures: expected a list of rows or the name of a CSV file",
		"{columns: {c: {constant: {}}}}": "columns.c.constant: expected a single value",
	} {
		if fault := read(t, "tables: {public.a: "+text+"}"); fault.Text != "tables.public.a."+want || fault.hint == "" {
			t.Errorf("%s: got %q, want %q, and a hint (%q)", text, fault.Text, want, fault.hint)
		}
	}
}

func read(t *testing.T, text string) *Error {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(Name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Read(Name)
	var fault *Error
	if !errors.As(err, &fault) {
		t.Fatalf("%s: got %v, want a fault", text, err)
	}
	return fault
}

// TestSchemaURL: no message repeats a URL, which may hold a password.
func TestSchemaURL(t *testing.T) {
	if fault := read(t, "schema: postgres://u:secret@h/d"); fault.Text != "schema: a URL is not a schema" {
		t.Errorf("got %v", fault)
	}
}

// TestSchemaPath: a revision is no path.
func TestSchemaPath(t *testing.T) {
	for schema, want := range map[string]string{"": "", "/a.sql": "/a.sql", "db/a.sql": "/r/db/a.sql", "git:HEAD:a.sql": "git:HEAD:a.sql"} {
		c := Config{Path: "/r/effigy.yaml", Schema: schema}
		if got := c.SchemaPath(); got != want {
			t.Errorf("%s: got %s, want %s", schema, got, want)
		}
	}
}

// TestTexts holds that values keep the form in which they are written.
func TestTexts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, Name)
	for name, text := range map[string]string{
		path: "tables:\n  a:\n    columns:\n      c: {values: [007, 1.50, yes, 'a, b', 2024-01-01], min: 0x1F, constant: ~}\n" +
			"    fixtures: [{id: 010, note: ~, on: true}]\n  b: {fixtures: rows.csv}\n",
		filepath.Join(dir, "rows.csv"): "id,note\r\n1,\"a, \"\"b\"\"\nc\"\r\n2,\r\n3,\"\"\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	text := func(s Text) *Text { return &s }
	column := c.Tables["a"].Columns["c"]
	if d := cmp.Diff([]*Text{text("007"), text("1.50"), text("yes"), text("a, b"), text("2024-01-01")}, column.Values); d != "" {
		t.Error(d)
	}
	if column.Min != "0x1F" || column.Constant != nil {
		t.Errorf("min %s, constant %v", column.Min, column.Constant)
	}
	if d := cmp.Diff([]map[string]*Text{{"id": text("010"), "note": nil, "on": text("true")}}, c.Tables["a"].Fixtures.Rows); d != "" {
		t.Error(d)
	}
	want := []map[string]*Text{
		{"id": text("1"), "note": text("a, \"b\"\nc")}, {"id": text("2"), "note": nil}, {"id": text("3"), "note": text("")},
	}
	if d := cmp.Diff(want, c.Tables["b"].Fixtures.Rows); d != "" {
		t.Error(d)
	}
}

func TestParseCSV(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\n1\n":       "line 2 has 1 cells, the first line 2",
		"a,b\n1,\"x\n":   "line 2: a quote that is not closed",
		"a,b\n\"1\"x,2":  "line 2: text behind a closing quote",
		"a,,b\n1,2,3\n":  "the first line names the columns, and one is empty",
		"a\n1\n\n\"\"\n": "",
	} {
		rows, err := parseCSV(text)
		if got := message(err); got != want {
			t.Errorf("%q: %s, want %s (%d rows)", text, got, want, len(rows))
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
