package generator

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// A length beside a start and an end is the time between the two: the nights
// of a stay, the minutes of a call. What still goes on has none.

// spans are the names of lengths by the time that they count in.
var spans = []struct {
	names string
	unit  int64 // microseconds
	most  int64 // in that unit: more is not what the name tells of
}{
	{"nights number_of_nights", value.Day, 400},
	{"days duration_days number_of_days total_days", value.Day, 2000},
	{"duration_minutes minutes duration_min duration_mins length_minutes", value.Minute, 1 << 40},
	{"duration_seconds seconds duration_secs duration_s duration_sec", value.Second, 1 << 40},
	{"duration_ms elapsed_ms duration_millis", value.Second / 1000, 1 << 50},
	{"hours hours_worked duration_hours total_hours worked_hours", value.Hour, 10_000},
}

// addSpans adds the length of the table's stretch of time.
func (t *Table) addSpans() {
	from, to := t.term()
	if from == nil {
		return
	}
	for _, x := range spans {
		c := t.called(x.names, isNumber)
		if !t.settable(c) || c.codec.Kind() == value.Float {
			continue
		}
		t.products = append(t.products, product{column: c.pos, inputs: []int{from.pos, to.pos}, absent: !c.required, value: func(m *maker) (value.Value, bool) {
			a, b := m.row[from.pos], m.row[to.pos]
			if a.IsNull() || b.IsNull() {
				return value.Value{}, !c.required && b.IsNull() && to.past()
			}
			return t.length(c, instant(b)-instant(a), x.unit, x.most, from.codec.Kind() == value.Date && x.names[0] == 'd')
		}})
	}
}

// length is a time in a unit, as a column holds it. Days of a leave count the
// first and the last.
func (t *Table) length(c *column, time, unit, most int64, both bool) (value.Value, bool) {
	if both {
		time += unit
	}
	if time < 0 || time/unit > most {
		return value.Value{}, false
	}
	if c.codec.Kind() == value.Int {
		return t.stored(c, value.Integer(time/unit))
	}
	scale := min(max(c.base.Mod(1, 0), 0), 6)
	n := float64(time) / float64(unit) * math.Pow10(scale)
	return t.stored(c, value.Number(int64(math.Round(n)), scale))
}

// term are the columns of the start and the end of what the table is about.
func (t *Table) term() (from, to *column) {
	for _, b := range t.columns {
		if b.meaning != vocabulary.Ended && b.meaning != vocabulary.Finished {
			continue
		}
		for _, a := range t.columns {
			if (a.meaning == vocabulary.Planned || a.meaning == vocabulary.Started) && a.codec.Kind() == b.codec.Kind() && !(to != nil && to.meaning == vocabulary.Ended) {
				from, to = a, b
				break
			}
		}
	}
	return from, to
}
