package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/xrash/smetrics"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// Misread is a setting of a column that means nothing for the column's type or
// its foreign keys, whatever the constraints say.
type Misread struct {
	Column  string
	Key     string // the setting, as the settings file has it; "" for a fixture
	Fixture int    // the number of the fixture from 1 on, else 0
	Text    string // what is wrong, with the text of the setting
	Hint    string // what may have been meant, or ""
}

// Misreading is the first setting of a table, in the order of its columns, that
// can't be read; nil where all can.
func Misreading(s *schema.Schema, t *schema.Table, x Settings) *Misread {
	for _, c := range t.Columns {
		set, said := x.Columns[c.Name]
		base, _ := s.Base(c.Type)
		codec, err := value.CodecFor(s, c.Type, nil)
		if err != nil {
			continue // what is not known is left to the server
		}
		r := reading{schema: s, table: t, column: c, base: base, codec: codec}
		m := &Misread{Column: c.Name}
		if said {
			m.Key, m.Text, m.Hint = r.settings(set)
		}
		for i, row := range x.Fixtures {
			if cell := row[c.Name]; m.Text == "" && cell != nil {
				m.Key, m.Fixture = "", i+1
				m.Text, m.Hint = r.read("", *cell, true)
			}
		}
		if m.Text != "" {
			return m
		}
	}
	return nil
}

// reading holds what settings of a column are read against.
type reading struct {
	schema *schema.Schema
	table  *schema.Table
	column *schema.Column
	base   schema.Type
	codec  *value.Codec
}

// settings says which of the settings of a column is wrong and how, or "".
func (r *reading) settings(set ColumnSettings) (key, text, hint string) {
	if set.Pattern != "" {
		if _, err := language.Compile([]language.Pattern{{Text: set.Pattern}}, language.Options{}); err != nil {
			return "pattern", strings.TrimPrefix(err.Error(), "pattern "), "a pattern has classes, groups, alternatives and repetition, but no look-around and no back reference"
		}
	}
	if set.Function != "" {
		if err := vocabulary.CheckFunction(set.Function); err != nil {
			return "function", err.Error(), "its functions are listed at https://pkg.go.dev/github.com/brianvoe/gofakeit/v7"
		}
	}
	if key, text, hint = r.texts(set); text != "" {
		return key, text, hint
	}
	if r.crossed(set) {
		return "min", fmt.Sprintf("%q is above max, which is %q", set.Min, set.Max), "exchange the two: min is the least value, max the greatest"
	}
	return r.meaning(set)
}

// texts reads the values that the settings hold. A bound of texts may be
// longer than they are.
func (r *reading) texts(set ColumnSettings) (key, text, hint string) {
	for i, v := range set.Values {
		if text, hint = r.read(fmt.Sprintf("value %d: ", i+1), v, true); text != "" {
			return "values", text, hint
		}
	}
	if set.Constant != nil {
		if text, hint = r.read("", *set.Constant, true); text != "" {
			return "constant", text, hint
		}
	}
	for _, bound := range [][2]string{{"min", set.Min}, {"max", set.Max}} {
		if bound[1] != "" {
			if text, hint = r.read("", bound[1], false); text != "" {
				return bound[0], text, hint
			}
		}
	}
	return "", "", ""
}

// read says what is wrong with a text as a value of the column, or "".
func (r *reading) read(where, text string, own bool) (fault, hint string) {
	v, err := r.codec.Parse(text, nil)
	if err != nil {
		return fmt.Sprintf("%s%s is no value of the type %s%s", where, strconv.Quote(text), typed(r.column.Type), r.choices()), r.near(text)
	}
	if _, fits := predicate.Stored(r.schema, v, r.base); !fits && (own || v.Kind != value.Text) {
		return fmt.Sprintf("%s%s does not fit the type %s", where, strconv.Quote(text), typed(r.base)), "the type says how long a value is, or how large"
	}
	return "", ""
}

// maxLabels is how many labels of a type a message lists.
const maxLabels = 20

// choices lists the values of a type that has few.
func (r *reading) choices() string {
	labels := r.labels()
	switch {
	case len(labels) == 0:
		return ""
	case len(labels) > maxLabels:
		return fmt.Sprintf(", which has the labels %s and %d more", list(labels[:maxLabels]), len(labels)-maxLabels)
	}
	return ", which has " + list(labels)
}

func (r *reading) labels() []string {
	if r.codec.Kind() == value.Bool {
		return []string{"true", "false"}
	}
	return r.codec.Labels()
}

// forms are how values of a kind are written.
var forms = map[value.Kind]string{
	value.Int: "a whole number, such as 42", value.Decimal: "a number, such as 12.50", value.Float: "a number, such as 0.5",
	value.Bool: "true or false", value.Date: "a day, such as 2026-01-31", value.Timestamp: "a moment, such as 2026-01-31 12:00:00",
	value.Time: "a time of day, such as 09:30", value.Interval: "a length of time, such as 2 days",
}

// near is the label that a mistyped one most likely means, else how a value of
// the type is written.
func (r *reading) near(text string) string {
	best, least := "", max(len(text)/3+1, 3)
	for _, l := range r.labels() {
		if d := smetrics.WagnerFischer(strings.ToLower(text), strings.ToLower(l), 1, 1, 1); d < least && d < len(l) {
			best, least = l, d
		}
	}
	if best == "" {
		return forms[r.codec.Kind()]
	}
	return "did you mean " + best + "?"
}

// crossed reports a least value that is above the greatest.
func (r *reading) crossed(set ColumnSettings) bool {
	if set.Min == "" || set.Max == "" || r.codec.Kind() == value.Text {
		return false
	}
	low, err := r.codec.Parse(set.Min, nil)
	high, fault := r.codec.Parse(set.Max, nil)
	if err != nil || fault != nil {
		return false
	}
	order, known := domain.Compare(low, high)
	return known && order > 0
}

// meaning says what the settings ask for that the column's type or its foreign
// keys give no meaning, or "".
func (r *reading) meaning(set ColumnSettings) (key, text, hint string) {
	if !r.spreads(set) {
		return "distribution", fmt.Sprintf("a %s distribution is of numbers and times, and the type is %s", set.Distribution, typed(r.column.Type)),
			"uniform and zipf go with any type, and with values every distribution does"
	}
	i := slices.IndexFunc(r.table.Constraints, func(k *schema.Constraint) bool {
		return k.Kind == schema.ForeignKey && slices.Contains(k.Columns, r.column.Name) && r.schema.Table(k.RefTable) != nil
	})
	if i < 0 {
		return "", "", ""
	}
	parent := r.table.Constraints[i].RefTable.String()
	switch {
	case set.Distribution != "":
		return "distribution", "it has no meaning where the column repeats keys of " + parent, "fan_out says how the rows there are shared"
	case set.Function != "":
		return "function", "it has no meaning where the column repeats keys of " + parent, "values, pattern, min and max choose among the keys"
	}
	return "", "", ""
}

// spreads reports that the values of a column go from a least to a greatest
// one, where the settings want a distribution that has a middle or falls.
func (r *reading) spreads(set ColumnSettings) bool {
	switch set.Distribution {
	case "", "uniform", "zipf":
		return true
	}
	k := r.codec.Kind()
	return len(set.Values) > 0 || k == value.Int || k == value.Decimal || k == value.Float || clock(k) || k == value.Time || k == value.Interval
}
