package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

// The depth of a row of a tree is one more than that of the row above it.

// maxDescent bounds the rows above one that its depth is counted by.
const maxDescent = 64

// addDescent adds the depth of the rows of a tree.
func (t *Table) addDescent() {
	up := slices.IndexFunc(t.links, func(l *link) bool { return l.self && len(l.cols) == 1 && !l.computed && !l.late && !l.period })
	c := t.called("depth level tree_level tree_depth nesting_level generation", func(c *column) bool { return c.codec.Kind() == value.Int })
	if up < 0 || !t.settable(c) {
		return
	}
	l, root := t.links[up], int64(0)
	if strings.Contains(c.name, "level") {
		root = 1
	}
	for _, b := range t.branches {
		if x := b.matcher(c.pos); x != nil && !x.Allows(value.Integer(root)) {
			root = 1 - root
			break
		}
	}
	t.products = append(t.products, product{column: c.pos, inputs: l.cols, absent: true, value: func(m *maker) (value.Value, bool) {
		if m.planning || m.t.ahead {
			return value.Value{}, false
		}
		n, ok := m.rowsAbove(l)
		if !ok {
			return value.Value{}, false
		}
		return t.stored(c, value.Integer(root+n))
	}})
}

// rowsAbove is the number of rows above the maker's in a tree.
func (m *maker) rowsAbove(l *link) (n int64, ok bool) {
	at := m.chosen[l.number]
	if at < 0 {
		return 0, m.row[l.cols[0]].IsNull()
	}
	p := m.parent(l)
	for n = 1; n < maxDescent; n++ {
		if !p.only(at, l.cols) {
			return 0, false
		}
		next := p.chosen[l.number]
		if next < 0 || next == at {
			return n, next == at || p.row[l.cols[0]].IsNull()
		}
		at = next
	}
	return 0, false
}
