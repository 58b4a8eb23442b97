package generator

import (
	"cmp"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
)

// fanOut is what the configuration says of the link's own columns, or of all
// of them where it shares each.
func (t *Table) fanOut(l *link) (fan string) {
	own := slices.ContainsFunc(l.cols, func(c int) bool { return !t.inOther(l, c) })
	for _, c := range l.cols {
		if !own || !t.inOther(l, c) {
			fan = cmp.Or(fan, t.columns[c].settings.FanOut)
		}
	}
	return fan
}

// fanShared gives what the configuration says of a column that every foreign
// key shares with another to those that hold it.
func (t *Table) fanShared() {
	for _, c := range t.columns {
		if c.settings.FanOut == "" || slices.ContainsFunc(t.links, func(l *link) bool { return l.fan != "" && contains(l.cols, c.pos) }) {
			continue
		}
		for _, l := range t.links {
			if contains(l.cols, c.pos) {
				l.fan = c.settings.FanOut
			}
		}
	}
}

// sharing draws among parent rows that agree with what the row has already, by
// the fan-out that the configuration wants.
func (m *maker) sharing(l *link, rows []uint32, h uint64, try int) uint64 {
	n := uint64(len(rows))
	switch l.fan {
	case "even":
		return (m.ordinal(l) + uint64(m.attempt) + uint64(try)) % n
	case "zipf":
		return l.zipf.At(h) % n
	}
	return draw.Below(h, n)
}

// ordinal numbers the rows whose other parents agree in what the link shares
// with them: where those are taken in turn, by the round and the place of the
// other parent among those that agree; else by the row.
func (m *maker) ordinal(l *link) uint64 {
	for _, o := range m.t.links[:l.number] {
		if o.fan != "even" || o.unit || m.chosen[o.number] < 0 {
			continue
		}
		refs := m.sharedKey(o, l)
		if len(refs) == 0 {
			continue
		}
		agree := m.rowsOf(o, refs, digestOf(m.key))
		place, _ := slices.BinarySearch(agree, uint32(m.chosen[o.number]))
		return m.index/uint64(o.parent.Rows)*uint64(len(agree)) + uint64(place)
	}
	return m.index
}
