package generator

import (
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// What the configuration asks of a column counts as far as the constraints let
// it. Where they do not, the plan says so.

// The rows that are looked at for that, those that are too few to tell, and
// how far a share may be from what is asked.
const (
	lookedAt = 400
	tooFew   = 40
	tolerant = 0.12
)

// shortfalls tells where rows are not as the configuration asks, for people.
func (t *Table) shortfalls() (out []string) {
	if t.Rows == 0 || t.refusal != nil || t.fixed || len(t.settings.Columns) == 0 {
		return nil
	}
	for _, c := range t.columns {
		out = append(out, t.idleSettings(c)...)
	}
	if rows := t.lookAt(); len(rows) >= tooFew {
		for _, c := range t.columns {
			out = append(out, c.missed(rows)...)
		}
	}
	return out
}

// idleSettings are those of a column that a key leaves without effect.
func (t *Table) idleSettings(c *column) (out []string) {
	for _, u := range t.units {
		for _, x := range u.members {
			if x.link != nil && contains(x.link.cols, c.pos) && c.settings.FanOut != "" && u.brood == nil {
				out = append(out, fmt.Sprintf("fan_out of column %s has no effect: %s says which pairs there are", c.name, u.unique.name))
			}
			if x.pos == c.pos && x.space != nil && c.settings.Distribution != "" {
				out = append(out, fmt.Sprintf("distribution of column %s has no effect: %s makes its values distinct", c.name, u.unique.name))
			}
		}
	}
	return slices.Compact(out)
}

// lookAt makes some of the rows, spread over the table; none where one can't
// be made yet.
func (t *Table) lookAt() (rows [][]value.Value) {
	if !slices.ContainsFunc(t.columns, func(c *column) bool { return c.settings.NullFraction != nil || len(c.settings.Weights) > 0 }) {
		return nil
	}
	m, n := newMaker(t), min(t.Rows, lookedAt)
	for i := range n {
		if !m.at(i * (t.Rows / n)) {
			return nil
		}
		row := make([]value.Value, len(m.row))
		for k, v := range m.row {
			row[k] = copyOf(v)
		}
		rows = append(rows, row)
	}
	return rows
}

// missed tells how the rows differ from what is asked of a column.
func (c *column) missed(rows [][]value.Value) (out []string) {
	s, n := c.settings, float64(len(rows))
	null, count := 0.0, map[string]float64{}
	for _, row := range rows {
		if v := row[c.pos]; v.IsNull() {
			null++
		} else if len(s.Weights) > 0 {
			count[string(appendKey(nil, v, c))]++
		}
	}
	if f := s.NullFraction; f != nil && !c.generated && differs(null/n, *f) {
		out = append(out, fmt.Sprintf("column %s is NULL in about %.0f %% of the rows, not in %.0f %%: the constraints leave no other choice", c.name, 100*null/n, 100**f))
	}
	sum := 0.0
	for _, w := range s.Weights {
		sum += w
	}
	if n-null < tooFew || len(s.Weights) != len(s.Values) {
		return out
	}
	for i, text := range s.Values {
		v, err := c.codec.Parse(text, nil)
		if got := count[string(appendKey(nil, v, c))] / (n - null); err == nil && differs(got, s.Weights[i]/sum) {
			return append(out, fmt.Sprintf("value %d of column %s comes in about %.0f %% of the rows, not in %.0f %%: the constraints leave no other choice", i+1, c.name, 100*got, 100*s.Weights[i]/sum))
		}
	}
	return out
}

func differs(got, want float64) bool { return got-want > tolerant || want-got > tolerant }
