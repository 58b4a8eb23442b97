package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// The places of the rows of one parent are 1, 2, 3 …: the items of a list, the
// tracks of an album. No constraint says so, so the places are laid out as if a
// key held the parent and the place, where nothing is lost by that.

// places are the names of columns that number the rows of a parent.
const places = "position sort_order order_index ordinal display_order ordering rank seq sequence sequence_no sequence_number line_number line_no item_no item_number step_number step_no track_number track_no chapter_number section_number sort"

// orderly drives the keys of a table beside one that numbers the rows of each
// row of the parent; false, with nothing changed, where rows or keys would be
// lost.
func (p *planner) orderly(t *Table) bool {
	c, l := t.placed()
	if c == nil {
		return false
	}
	was, keys := capped{t.Rows, t.CappedBy, t.CapReason}, t.uniques
	wish := &unique{name: c.name, kind: "places", columns: append(slices.Clone(l.cols), c.pos), inputs: append(slices.Clone(l.cols), c.pos), distinctNulls: true}
	back := func() bool {
		t.Rows, t.CappedBy, t.CapReason = was.rows, was.by, was.reason
		return false
	}
	kept := func() bool {
		counted := slices.ContainsFunc(t.units, func(u *unit) bool {
			return contains(u.columns(), c.pos) && u.members[len(u.members)-1].serial && (u.stair != nil || u.brood != nil)
		})
		return counted && wish.met && !t.open() && t.Rows == was.rows || back()
	}
	t.uniques = append(slices.Clone(keys), wish)
	defer func() { t.uniques = keys }()
	if p.driveAll(t); kept() {
		return true
	}
	if t.brood = nil; !p.rear(t) { // of another key, that of a junction, the units made no broods
		return back()
	}
	p.driveKeys(t)
	return kept()
}

// placed is a column of places and the foreign key that leads to whose they are,
// where no key tells either.
func (t *Table) placed() (*column, *link) {
	if len(t.settings.Fixtures) > 0 || t.circle != nil || t.Rows == 0 {
		return nil, nil
	}
	c := t.called(places, t.counts1)
	at := slices.IndexFunc(t.links, func(l *link) bool { return !l.self })
	if c == nil || at < 0 || t.inLink(c.pos) {
		return nil, nil
	}
	l := t.links[at]
	shaped := func(c int) bool { return t.columns[c].settings.shapes() || t.columns[c].settings.FanOut != "" }
	if !l.freely(t) || !t.mandatory([]*link{l}) || slices.ContainsFunc(l.cols, shaped) || t.key1(c.pos) ||
		slices.ContainsFunc(t.uniques, func(u *unique) bool { return contains(u.inputs, c.pos) || subset(u.columns, l.cols) }) {
		return nil, nil
	}
	return c, l
}

// counts1 reports a mandatory column of whole numbers from 1, or near it, that
// nothing else has a say in.
func (t *Table) counts1(c *column) bool {
	return c.codec.Kind() == value.Int && c.model.Sequence == nil && c.meaning == vocabulary.Position && !c.generated && !c.settings.shapes() && t.never(c.pos) && t.steady(c.pos) && !t.related(c.pos) && !t.judges(c.pos)
}

// addPlaces has other places of a row follow the one that is laid out.
func (t *Table) addPlaces() {
	c := t.called(places, func(c *column) bool { return t.inUnit(c.pos) && c.codec.Kind() == value.Int })
	if c == nil {
		return
	}
	for _, o := range t.columns {
		if o != c && o.codec.Kind() == value.Int && o.meaning == vocabulary.Position && slices.Contains(strings.Fields(places), lowerSnake(o.name)) && t.settable(o) {
			t.products = append(t.products, product{column: o.pos, inputs: []int{c.pos}, value: func(m *maker) (value.Value, bool) {
				return t.stored(o, m.row[c.pos])
			}})
		}
	}
}
