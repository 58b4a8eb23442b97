package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// What lies ahead is not over: an appointment of next week is booked, and neither
// done nor missed. Its status says so, and what would have happened has not.

// addUpcoming has a status follow from the start of what is planned.
func (t *Table) addUpcoming() {
	at := slices.IndexFunc(t.columns, func(c *column) bool {
		return c.meaning == vocabulary.Planned && clock(c.codec.Kind()) && !c.shaped()
	})
	is := slices.IndexFunc(t.columns, func(c *column) bool { return t.status(c) && t.settable(c) })
	if at < 0 || is < 0 {
		return
	}
	start, status := t.columns[at], t.columns[is]
	was := t.upcomingLabels(status)
	t.products = append(t.products, product{column: status.pos, inputs: []int{start.pos}, value: func(m *maker) (value.Value, bool) {
		if label := was[m.branch.at]; label != "" && m.comes(start) && vocabulary.Over(string(m.row[status.pos].B)) {
			return value.String(label), true
		}
		return value.Value{}, false
	}})
	for _, c := range t.columns {
		if c.happened() && c.meaning >= vocabulary.Started && c.meaning < vocabulary.Updated && !c.required && t.settable(c) {
			t.products = append(t.products, product{column: c.pos, inputs: []int{start.pos}, value: func(m *maker) (value.Value, bool) {
				return value.Value{}, m.comes(start)
			}})
		}
	}
}

// comes reports a moment of the row that is yet to come.
func (m *maker) comes(c *column) bool {
	v := m.row[c.pos]
	now := m.t.now
	if v.Kind == value.Date {
		now /= value.Day
	}
	return !v.IsNull() && v.I > now
}

// upcomingLabels is the label of what lies ahead by branch, "" for none.
func (t *Table) upcomingLabels(status *column) []string {
	out := make([]string, len(t.branches))
	for i, b := range t.branches {
		labels, ok := t.labelsIn(b, status)
		if !ok {
			labels = t.book.Words(vocabulary.Status)
		}
		for _, test := range []func(string) bool{vocabulary.Upcoming, vocabulary.Initial} {
			if at := slices.IndexFunc(labels, test); at >= 0 && out[i] == "" {
				out[i] = labels[at]
			}
		}
	}
	return out
}
