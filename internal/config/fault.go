package config

import (
	"fmt"
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
			return &Error{Path: c.Path, Text: "tables." + name + ": its ratio is per " + strings.Join(through, ", whose ratio is per ") + ": such a circle gives no number of rows", hint: "give one of them rows"}
		}
		where := "tables." + name
		if err := t.Fixtures.read(c.Path); err != nil {
			return &Error{Path: c.Path, Text: fmt.Sprintf("%s: fixtures: %v", where, err)}
		}
		c.Tables[name] = t
		if text := t.fault(); text != "" {
			return &Error{Path: c.Path, Text: where + ": " + text}
		}
		for _, column := range slices.Sorted(maps.Keys(t.Columns)) {
			if text, hint := t.Columns[column].fault(); text != "" {
				return &Error{Path: c.Path, Text: where + ".columns." + column + ": " + text, hint: hint}
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

// fault says what is wrong with what is said of a table, or "".
func (t Table) fault() string {
	switch {
	case t.Rows != nil && *t.Rows < 0:
		return "a number of rows is not negative"
	case t.Rows != nil && t.Ratio > 0:
		return "rows and ratio exclude each other"
	case t.Ratio < 0 || t.Ratio > 0 && t.Per == "" || t.Ratio == 0 && t.Per != "":
		return "ratio and per go together: ratio is the rows for each row of the table per"
	case t.Ratio != 0 && !(t.Ratio <= maxRatio):
		return "ratio is no number of rows for each row"
	case t.Fixtures.empty():
		return "fixtures has no rows: rows: 0 leaves the table empty"
	case len(t.Fixtures.Rows) > 0 && (t.Rows != nil || t.Ratio > 0):
		return "fixtures are all rows of the table: rows and ratio have no meaning there"
	}
	return ""
}

// fault says what is wrong with what is said of a column, or "".
func (c Column) fault() (text, hint string) {
	if sources := c.sources(); len(sources) > 1 {
		return strings.Join(sources, " and ") + " exclude each other", ""
	}
	if c.Values != nil && len(c.Values) == 0 {
		return "values has no value to draw from", ""
	}
	if slices.Contains(c.Values, nil) {
		return "null is no value: nulls is the fraction of NULLs", ""
	}
	if text := c.weightFault(); text != "" {
		return text, ""
	}
	if c.Nulls != nil && !(*c.Nulls >= 0 && *c.Nulls <= 1) {
		hint := ""
		if n := *c.Nulls; n > 1 && n <= 100 {
			hint = fmt.Sprintf("%v %% of the rows is %v", n, n/100)
		}
		return fmt.Sprintf("nulls is a fraction from 0 to 1, not %v", *c.Nulls), hint
	}
	if c.Nulls != nil && c.Expression != "" {
		return "nulls has no meaning beside an expression, which gives NULL itself", ""
	}
	if c.Distribution != "" && (len(c.Weights) > 0 || c.Constant != nil || c.Expression != "") {
		return "distribution has no meaning beside weights, a constant or an expression", ""
	}
	if text, hint := oneOf("distribution", c.Distribution, Distributions); text != "" {
		return text, hint
	}
	return oneOf("fan_out", c.FanOut, FanOuts)
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

func (c Column) weightFault() string {
	if len(c.Weights) == 0 {
		return ""
	}
	if len(c.Values) == 0 {
		return "weights say how often each of values is drawn, and there are no values"
	}
	if len(c.Weights) != len(c.Values) {
		return fmt.Sprintf("%s for %s: one for each", counted(len(c.Weights), "weight"), counted(len(c.Values), "value"))
	}
	sum := 0.0
	for _, w := range c.Weights {
		if !(w >= 0) {
			return "a weight is not negative"
		}
		sum += w
	}
	if !(sum > 0) || sum > 1e300 {
		return "the weights add up to nothing"
	}
	return ""
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
	return fmt.Sprintf("%s is %s, not %q", key, strings.Join(known, ", "), word), hint
}
