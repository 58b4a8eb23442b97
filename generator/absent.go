package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// What is told of something that happened to a row is there when it has: a
// cancellation_reason with cancelled_at, a refund_amount with refunded_at. Where
// no column has the moment, a label of the status tells.

// addAbsences adds the cells that have a value only with another.
func (t *Table) addAbsences() {
	for _, c := range t.columns {
		if c.required || !t.settable(c) || c.settings.NullFraction != nil {
			continue
		}
		stem := tellStem(c.name)
		if stem == "" {
			continue
		}
		if at := t.momentOf(c, stem); at != nil {
			t.addAbsence(c, []int{at.pos}, func(m *maker) (has, known bool) { return !m.row[at.pos].IsNull(), true })
		} else if s := t.statusOf(c, stem); s != nil {
			t.addAbsence(c, []int{s.pos}, func(m *maker) (has, known bool) {
				l := m.row[s.pos]
				return sameStem(string(l.B), stem), l.Kind == value.Text
			})
		}
	}
}

// addAbsence empties a cell where it should have no value, and fills one that
// is mostly empty where it should have one.
func (t *Table) addAbsence(c *column, inputs []int, tells func(m *maker) (has, known bool)) {
	t.products = append(t.products, product{column: c.pos, inputs: inputs, absent: true, value: func(m *maker) (value.Value, bool) {
		has, known := tells(m)
		switch {
		case !known:
			return value.Value{}, false
		case !has:
			return value.Value{}, true
		case !m.row[c.pos].IsNull() || !c.sparse:
			return value.Value{}, false
		}
		s := m.branch.stepOf(c.pos)
		if s == nil || s.space == nil {
			return value.Value{}, false
		}
		return s.space.Draw(draw.Next(c.values.At(m.index, m.attempt)), &m.arena), true
	}})
}

// tellings are the last words of names that tell of what happened.
var tellings = []string{"reason", "message", "code", "amount", "comment", "explanation"}

// tellStem is the stem of a name such as cancellation_reason, "" for others.
func tellStem(name string) string {
	words := strings.Split(lowerSnake(name), "_")
	n := len(words) - 1
	switch {
	case n == 0 && (words[0] == "response" || words[0] == "feedback"):
		return words[0]
	case n == 1 && slices.Contains(tellings, words[1]) && len(words[0]) >= 4:
		return words[0]
	}
	return ""
}

// momentOf is the column of the moment that a cell tells of.
func (t *Table) momentOf(c *column, stem string) *column {
	for _, o := range t.columns {
		words := strings.Split(lowerSnake(o.name), "_")
		if o == c || o.required || !clock(o.codec.Kind()) || len(words) != 2 || !slices.Contains([]string{"at", "on", "date"}, words[1]) {
			continue
		}
		if sameStem(words[0], stem) && (strings.HasSuffix(words[0], "ed") || vocabulary.Exceptional(o.name) || strings.HasSuffix(words[0], "t")) {
			return o
		}
	}
	return nil
}

// statusOf is the column with a label of the stem, for what is an exception.
func (t *Table) statusOf(c *column, stem string) *column {
	for _, o := range t.columns {
		if o == c || !t.status(o) || len(t.branches) == 0 {
			continue
		}
		for _, b := range t.branches {
			labels, ok := t.labelsIn(b, o)
			if ok && slices.ContainsFunc(labels, func(l string) bool { return sameStem(l, stem) && vocabulary.Rare(l) }) {
				return o
			}
		}
	}
	return nil
}

// sameStem reports two words of one stem, such as cancelled and cancellation:
// they begin with the same letters, but for few.
func sameStem(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if n >= 4 && (a == "feedback") != (b == "feedback") {
		return false
	}
	return n >= 4 && len(a)-n <= 5 && len(b)-n <= 6
}
