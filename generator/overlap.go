package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// An EXCLUDE constraint, or a key WITHOUT OVERLAPS, that compares the key of a
// parent with = and a range with && asks nothing of rows of different parents.
// The rows of one parent take the stretches of a line in turn, each its own.

// stretch is how a member of a brood's unit fills a range: one column, or the
// two of its ends.
type stretch struct {
	line *space.Line
	laid space.Laid // of one column
	high int        // the column of the upper end, -1 for one column
	// ahead are ranges of time that lie partly in the future: what is booked
	ahead bool
}

// apart has the rows of a brood take turns on the line of a range that the
// constraint compares.
func (b *brood) apart(t *Table, x *exclusion) bool {
	var same []int
	for _, e := range x.elements {
		if e.operator == "=" && e.column >= 0 {
			same = append(same, e.column)
		}
	}
	return b.first.tells(same) && slices.ContainsFunc(x.elements, func(e element) bool {
		return e.operator == "&&" && b.stretches(t, x, e)
	})
}

// stretches lays the range of an element out, if it has not been already.
func (b *brood) stretches(t *Table, x *exclusion, e element) bool {
	low, high := t.endsOf(e)
	if low < 0 {
		return false
	}
	if slices.ContainsFunc(b.units, func(u *unit) bool {
		s := u.members[0].stretch
		return s != nil && u.members[0].pos == low && s.high == high
	}) {
		return true
	}
	if !b.takes(t, low) || high >= 0 && !b.takesEnd(t, high) {
		return false
	}
	s := t.lineOf(e, low, high)
	if s == nil {
		return false
	}
	u := b.unit(t, &unique{name: x.name, kind: x.kind, columns: x.inputs}, member{pos: low, stretch: s, space: t.unasked().spaces[low]})
	u.stable = high < 0 && !t.related(low) && t.same(low) && !t.judges(low)
	b.units = append(b.units, u)
	return true
}

// endsOf are the columns of an element's range: the range or its lower end, and
// its upper end, -1 where that is the same column or computed from it. The first
// is -1 where the range is beyond that.
func (t *Table) endsOf(e element) (low, high int) {
	if e.span == nil {
		return e.column, -1
	}
	low, high = t.plainColumn(e.span.from), t.plainColumn(e.span.to)
	own := func(name string) bool { return low >= 0 && t.columns[low].name == name }
	switch names := e.span.to.Columns(); {
	case low >= 0 && high < 0 && len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return !own(n) }):
		return low, -1
	case low < 0 || high < 0 || low == high:
		return -1, -1
	}
	return low, high
}

// lineOf is the line of the ranges of one column or two; nil where they have
// none.
func (t *Table) lineOf(e element, low, high int) *stretch {
	spaces := t.unasked().spaces
	if e.span != nil && high < 0 {
		return t.fixedLine(e, low)
	}
	if high < 0 {
		laid, ok := spaces[low].(space.Laid)
		if !ok || laid.Line() == nil {
			return nil
		}
		return &stretch{line: laid.Line(), laid: laid, high: -1}
	}
	from, ok1 := spaces[low].(space.Ordered)
	to, ok2 := spaces[high].(space.Ordered)
	kind := t.columns[low].codec.Kind()
	if !ok1 || !ok2 || kind != t.columns[high].codec.Kind() {
		return nil
	}
	return &stretch{line: space.NewLine(from, to, kind, !t.never(high)), high: high, ahead: t.columns[low].meaning == vocabulary.Planned}
}

// fixedLine is the line of ranges whose upper end is computed from the lower one.
func (t *Table) fixedLine(e element, low int) *stretch {
	from, ok := t.unasked().spaces[low].(space.Ordered)
	if !ok {
		return nil
	}
	row := make([]value.Value, len(t.columns))
	most := int64(0)
	for k := range uint64(16) {
		row[low] = from.Draw(draw.Mix(k), nil)
		v, ok := e.span.value(row)
		if !ok || v.Kind != value.Range || len(v.E) != 2 || v.N&(value.RangeEmpty|value.RangeUpperInfinite) != 0 {
			return nil
		}
		a, _ := from.Number(v.E[0], true)
		z, _ := from.Number(v.E[1], true)
		most = max(most, z-a)
	}
	return &stretch{line: space.FixedLine(from, t.columns[low].codec.Kind(), most+most/8+1), high: -1, ahead: t.columns[low].meaning == vocabulary.Planned}
}

// extent is where the line begins and how long it is: as long as the usual
// values reach, and longer where so many rows of each parent ask for it.
func (s *stretch) extent(rows int64) (from, width int64) {
	lower := s.line.Lower()
	w := drawn(lower)
	first, last := lower.Limits(lower.Bounds())
	if s.ahead {
		w.to += (w.to - w.from) / 3
	}
	width = max(w.width(), roomy*sooner*max(roomy, s.line.Need())*rows)
	if width > last-w.from {
		width = min(width, max(window{first, last}.width(), 0))
	}
	return max(first, min(w.from, last-width)), width
}

// stretch gives the row its place on the line of its parent's. The last one
// may be there for ever.
func (b *brood) stretch(m *maker, u *unit, p *berth) bool {
	x := &u.members[0]
	s := x.stretch
	from, width := b.since(m, x, p.size)
	slot := width / int64(p.size)
	from += int64(p.ordinal) * slot
	h := m.t.columns[x.pos].values.At(m.index, m.attempt)
	low, high, ok := s.line.Draw(h, from, from+slot-1, m.attempt)
	if !ok {
		return false
	}
	if s.line.Open() && p.ordinal == p.size-1 && h%4 == 1 {
		high = value.Value{}
	}
	s.put(m, x.pos, low, high)
	return true
}

// put writes the cells of a range.
func (s *stretch) put(m *maker, pos int, low, high value.Value) {
	switch {
	case s.laid != nil:
		m.put(pos, s.laid.Between(low, high, &m.arena))
	case s.high >= 0:
		m.put(pos, low)
		m.put(s.high, high)
	default:
		m.put(pos, low)
	}
}

// since is where the line of the row's parent begins and how long it is: not
// before the parent was there, and beyond its usual end where its rows need
// that. All rows of the parent have to agree in it, whatever the attempt.
func (b *brood) since(m *maker, x *member, rows uint64) (from, width int64) {
	line := x.stretch.line
	if !b.first.parent.aged {
		return x.from, x.width
	}
	first, last := line.Lower().Bounds()
	born := m.elder(b.first).age(m.chosen[b.first.number])
	if !clock(born.Kind) || !clock(first.Kind) {
		return x.from, x.width
	}
	d := dated{kind: first.Kind, now: m.t.now}
	at := d.nearest(&born, true)
	end, _ := line.Lower().Number(last, false)
	width = max(x.width-(at-x.from), min(x.width/sooner, 2*int64(rows)*line.Usual()), 2*int64(rows)*line.Need())
	if at <= x.from || at > end-width {
		return x.from, x.width
	}
	return at, width
}

// sooner is the part of a line that rows of a parent born late have at least.
const sooner = 8
