package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// checkTables reports the first table whose settings contradict themselves,
// and reads the rows of CSV files.
func (c *Config) checkTables() error {
	for _, name := range slices.Sorted(maps.Keys(c.Tables)) {
		t := c.Tables[name]
		if through := c.ratios(name); through != nil {
			return c.fault(": its ratio is per "+strings.Join(through, ", whose ratio is per ")+": such a circle gives no number of rows", "give one of them rows", "tables", name)
		}
		if err := t.Fixtures.read(c.Path); err != nil {
			return c.fault(": "+plainRead(err), "the name of a CSV file is relative to that of the settings; rows may also stand here: fixtures: [{id: 1, name: basic}]", "tables", name, "fixtures")
		}
		c.Tables[name] = t
		if key, text, hint := t.fault(); text != "" {
			return c.fault(": "+text, hint, "tables", name, key)
		}
		for _, column := range slices.Sorted(maps.Keys(t.Columns)) {
			if key, text, hint := t.Columns[column].fault(); text != "" {
				return c.fault(": "+text, hint, "tables", name, "columns", column, key)
			}
		}
	}
	return nil
}

// ratios lists the tables that the ratio of a table leads to where they end
// with the table itself, nil where they do not.
func (c *Config) ratios(name string) []string {
	bare := func(s string) string { return strings.TrimPrefix(s, "public.") }
	tables := map[string]Table{}
	for n, t := range c.Tables {
		tables[bare(n)] = t
	}
	var through []string
	for at := bare(name); tables[at].Ratio > 0 && len(through) <= len(tables); {
		through = append(through, tables[at].Per)
		if at = bare(tables[at].Per); at == bare(name) {
			return through
		}
	}
	return nil
}

// maxRatio bounds a ratio, so that the rows of a table stay a whole number.
const maxRatio = 1e9

// fault says what is wrong with what is said of a table and at which key, or
// "".
func (t Table) fault() (key, text, hint string) {
	switch {
	case t.Rows != nil && *t.Rows < 0:
		return "rows", "a number of rows is not negative", "rows: 0 leaves the table empty"
	case t.Rows != nil && t.Ratio != 0:
		return "ratio", "rows and ratio exclude each other", "keep one of the two"
	case t.Ratio != 0 && t.Per == "":
		return "ratio", "ratio and per go together: ratio is the rows for each row of the table per", "add the table: per: public.customers"
	case t.Ratio == 0 && t.Per != "":
		return "per", "ratio and per go together: ratio is the rows for each row of the table per", "add the number of rows for each: ratio: 3"
	case t.Ratio != 0 && !(t.Ratio > 0 && t.Ratio <= maxRatio):
		return "ratio", "it is no number of rows for each row", "it is above 0, such as ratio: 3 or ratio: 0.5"
	case t.Fixtures.empty():
		return "fixtures", "there are no rows", "rows: 0 leaves the table empty"
	case len(t.Fixtures.Rows) > 0 && (t.Rows != nil || t.Ratio > 0):
		return "fixtures", "they are all rows of the table: rows and ratio have no meaning there", "leave rows and ratio out"
	}
	return "", "", ""
}

// fault says what is wrong with what is said of a column and at which key, or
// "".
func (c Column) fault() (key, text, hint string) {
	if sources := c.sources(); len(sources) > 1 {
		return sources[1], strings.Join(sources, " and ") + " exclude each other", "keep the one that says where the values come from"
	}
	if c.Values != nil && len(c.Values) == 0 {
		return "values", "there is no value to draw from", ""
	}
	if slices.Contains(c.Values, nil) {
		return "values", "null is no value", "nulls is the fraction of NULLs, such as nulls: 0.3"
	}
	if text, hint := c.weightFault(); text != "" {
		return "weights", text, hint
	}
	if c.Nulls != nil && !(*c.Nulls >= 0 && *c.Nulls <= 1) {
		if n := *c.Nulls; n > 1 && n <= 100 {
			hint = fmt.Sprintf("%v %% of the rows is nulls: %v", n, n/100)
		}
		return "nulls", fmt.Sprintf("it is a fraction from 0 to 1, not %v", *c.Nulls), hint
	}
	if c.Nulls != nil && c.Expression != "" {
		return "nulls", "it has no meaning beside an expression, which gives NULL itself", "leave nulls out, or write the expression as CASE WHEN … THEN … END"
	}
	if c.Distribution != "" && (len(c.Weights) > 0 || c.Constant != nil || c.Expression != "") {
		return "distribution", "it has no meaning beside weights, a constant or an expression", "leave one of the two out"
	}
	if text, hint := oneOf("it", c.Distribution, Distributions); text != "" {
		return "distribution", text, hint
	}
	text, hint = oneOf("it", c.FanOut, FanOuts)
	return "fan_out", text, hint
}

// sources lists the keys that each say where the values come from.
func (c Column) sources() []string {
	var list []string
	for _, s := range []struct {
		name string
		set  bool
	}{
		{"values", len(c.Values) > 0}, {"constant", c.Constant != nil}, {"expression", c.Expression != ""},
		{"pattern", c.Pattern != ""}, {"function", c.Function != ""},
	} {
		if s.set {
			list = append(list, s.name)
		}
	}
	return list
}

func (c Column) weightFault() (text, hint string) {
	if len(c.Weights) == 0 {
		return "", ""
	}
	if len(c.Values) == 0 {
		return "they say how often each of values is drawn, and there are no values", ""
	}
	if len(c.Weights) != len(c.Values) {
		return fmt.Sprintf("%s for %s: one for each", counted(len(c.Weights), "weight"), counted(len(c.Values), "value")),
			"such as weights: [" + strings.TrimSuffix(strings.Repeat("1, ", len(c.Values)), ", ") + "], of any sum"
	}
	sum := 0.0
	for _, w := range c.Weights {
		if !(w >= 0) {
			return "a weight is not negative", "0 is of a value that is never drawn"
		}
		sum += w
	}
	if !(sum > 0) || sum > 1e300 {
		return "the weights add up to nothing", "one of them is above 0"
	}
	return "", ""
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// oneOf says that a word is none of those known, or "".
func oneOf(key, word string, known []string) (text, hint string) {
	if word == "" || slices.Contains(known, word) {
		return "", ""
	}
	if near := Nearest(word, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Sprintf("%s is one of %s, not %q", key, strings.Join(known, ", "), word), hint
}

// plainRead is the error of a file that could not be read in plain words.
func plainRead(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		var at *fs.PathError
		if errors.As(err, &at) {
			return "there is no file " + at.Path
		}
	}
	return err.Error()
}
