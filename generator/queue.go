package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// Where no two rows of a table may overlap, or the few groups of which none may
// are crowded, its rows take the stretches of one line in turn, as those of a
// parent do in broods.

// queue lays out what excludes rows from each other and is not met. It reports
// that there is such a thing.
func (t *Table) queue() bool {
	for _, x := range t.exclusion {
		x.met = false
	}
	if t.brood != nil || t.queueless || t.circle != nil || len(t.judged) > 0 || len(t.settings.Fixtures) > 0 {
		return false
	}
	for _, x := range t.exclusion {
		if len(x.elements) == 1 || t.packed(x) {
			x.met = slices.ContainsFunc(x.elements, func(e element) bool { return e.operator == "&&" && t.lineUp(x, e) })
		}
	}
	return len(t.queues) > 0
}

// lineUp gives each row its stretch of the line on which an element's ranges
// lie; false where there is none, or too little room.
func (t *Table) lineUp(x *exclusion, e element) bool {
	low, high := t.endsOf(e)
	if low < 0 || !t.never(low) || !t.fillable(low) || high >= 0 && !t.fillable(high) {
		return false
	}
	for _, u := range t.queues {
		if s := u.members[0].stretch; u.members[0].pos == low && s.high == high {
			return true
		}
		if contains(u.columns(), low) || contains(u.columns(), high) {
			return false
		}
	}
	s := t.lineOf(e, low, high)
	if s == nil {
		return false
	}
	m := member{pos: low, stretch: s, space: t.unasked().spaces[low]}
	m.from, m.width = s.extent(t.Rows/sooner + 1)
	if m.width/max(t.Rows, 1) < 2*s.line.Need() {
		return false
	}
	t.queues = append(t.queues, &unit{unique: &unique{name: x.name, kind: x.kind, columns: x.inputs}, members: []member{m}, size: uint64(t.Rows), rows: uint64(t.Rows), queue: true})
	return true
}

// stand gives the row its place in the queue. The last one may stay for ever.
func (t *Table) stand(m *maker, u *unit, row uint64) bool {
	x := &u.members[0]
	s := x.stretch
	slot := x.width / int64(u.rows)
	from := x.from + int64(row%u.rows)*slot
	h := t.columns[x.pos].values.At(m.index, m.attempt)
	low, high, ok := s.line.Draw(h, from, from+slot-1, m.attempt)
	if !ok {
		return false
	}
	if s.line.Open() && row == u.rows-1 && m.attempt%2 == 0 {
		high = value.Value{}
	}
	s.put(m, x.pos, low, high)
	return true
}
