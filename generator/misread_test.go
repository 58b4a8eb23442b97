package generator_test

import (
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
)

// TestMisreading: a setting that the column's type or foreign key gives no
// meaning is told with its text and what there is instead.
func TestMisreading(t *testing.T) {
	s, err := ddl.Parse(`CREATE TYPE state AS ENUM ('new', 'paid', 'gone'); CREATE TABLE p (id integer PRIMARY KEY);
		CREATE TABLE t (id integer PRIMARY KEY, s state, b boolean, x text, n numeric(5,2), d date, p_id integer REFERENCES p);`)
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		column     string
		set        generator.ColumnSettings
		want, hint string
	}{
		{"id", generator.ColumnSettings{Constant: text("twelve")}, `constant "twelve" is no value of the type int4`, "a whole number, such as 42"},
		{"s", generator.ColumnSettings{Values: []string{"new", "piad"}}, `values value 2: "piad" is no value of the type public.state, which has new, paid, gone`, "did you mean paid?"},
		{"b", generator.ColumnSettings{Constant: text("maybe")}, `constant "maybe" is no value of the type bool, which has true, false`, "true or false"},
		{"n", generator.ColumnSettings{Max: "100000"}, `max "100000" does not fit the type numeric(5,2)`, "the type says how long a value is, or how large"},
		{"n", generator.ColumnSettings{Min: "10", Max: "5"}, `min "10" is above max, which is "5"`, "exchange the two: min is the least value, max the greatest"},
		{"d", generator.ColumnSettings{Min: "2026-13-01"}, `min "2026-13-01" is no value of the type date`, "a day, such as 2026-01-31"},
		{"x", generator.ColumnSettings{Distribution: "normal"}, "distribution a normal distribution is of numbers and times, and the type is text", "uniform and zipf go with any type, and with values every distribution does"},
		{"x", generator.ColumnSettings{Function: "compny"}, `function gofakeit has no function "compny": did you mean "company"?`, "its functions are listed at https://pkg.go.dev/github.com/brianvoe/gofakeit/v7"},
		{"x", generator.ColumnSettings{Pattern: "(a"}, "pattern at byte 2: unmatched (", "a pattern has classes, groups, alternatives and repetition, but no look-around and no back reference"},
		{"p_id", generator.ColumnSettings{Distribution: "zipf"}, "distribution it has no meaning where the column repeats keys of public.p", "fan_out says how the rows there are shared"},
		{"p_id", generator.ColumnSettings{Function: "company"}, "function it has no meaning where the column repeats keys of public.p", "values, pattern, min and max choose among the keys"},
		{"x", generator.ColumnSettings{Min: "a", Max: "m", Pattern: "[a-m]+"}, "", ""},
	} {
		m := generator.Misreading(s.Schema, s.Schema.Table(public("t")), generator.Settings{Columns: map[string]generator.ColumnSettings{c.column: c.set}})
		if m == nil {
			m = &generator.Misread{}
		}
		if got := strings.TrimSpace(m.Key + " " + m.Text); got != c.want || m.Hint != c.hint {
			t.Errorf("%s: %q, %q", c.column, got, m.Hint)
		}
	}
	m := generator.Misreading(s.Schema, s.Schema.Table(public("t")), generator.Settings{Fixtures: []map[string]*string{{"s": text("new")}, {"s": text("gnoe"), "id": nil}}})
	if m == nil || m.Column != "s" || m.Fixture != 2 || m.Text != `"gnoe" is no value of the type public.state, which has new, paid, gone` {
		t.Errorf("fixtures: %+v", m)
	}
}
