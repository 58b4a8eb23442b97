package generator

import (
	"math"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// A closure table holds the paths of a tree: from each row to itself, to the one
// above it, and on to its root. Where the names say that a key of two rows of a
// tree is that, the pairs are laid out as such paths, and a depth is their length.

// closure is the layout of the paths of a tree.
type closure struct {
	up    *link    // of the tree to itself
	above *link    // to the end of the path that is nearer to the root
	below *link    // … and to the other
	ends  []uint32 // by row of the tree: paths up to and with those that start there
	from  uint64   // length of the shortest: 0, or 1 where a rule bars the row itself
}

// maxClosure bounds the rows of a tree whose paths are counted.
const maxClosure = 200_000

// closes makes a unit of the paths of a tree, nil where a key is none or there
// are fewer than rows.
func (t *Table) closes(u *unique, free []int, groups []*link) *unit {
	if len(groups) != 2 || len(free) > 0 || !t.covers(u, free, groups) || !t.mandatory(groups) {
		return nil
	}
	c := t.closureOf(groups[0], groups[1])
	if c == nil || !c.count(t) || uint64(c.ends[len(c.ends)-1]) < uint64(t.Rows) {
		return nil
	}
	x := &unit{unique: u, rows: uint64(t.Requested), size: uint64(c.ends[len(c.ends)-1]), closure: c}
	for _, l := range groups {
		l.unit = true
		x.members = append(x.members, member{pos: -1, link: l, size: uint64(l.parent.Rows)})
	}
	x.perm = draw.NewPermutation(x.size, draw.Cell(t.key, "key", u.name))
	return x
}

// closureOf is the closure that two foreign keys are of by their names.
func (t *Table) closureOf(a, b *link) *closure {
	tree := a.parent
	if tree != b.parent || tree == t || tree.component == t.component || len(a.cols) != 1 || len(b.cols) != 1 || !slices.Equal(a.refs, b.refs) || tree.fixed || tree.Rows > maxClosure || a.weights != nil || b.weights != nil {
		return nil
	}
	at := slices.IndexFunc(tree.links, func(l *link) bool {
		return l.self && len(l.cols) == 1 && slices.Equal(l.refs, a.refs) && l.usable() && !l.computed && !l.late
	})
	if at < 0 {
		return nil
	}
	if t.isAbove(b) {
		a, b = b, a
	}
	if !t.isAbove(a) || !t.isBelow(b) || t.pathLength() == nil && !strings.Contains(t.linkName(a), "ancestor") {
		return nil
	}
	c := &closure{up: tree.links[at], above: a, below: b}
	barred := 0
	for _, x := range t.branches {
		for _, r := range x.formula.Relations {
			switch p, q := a.cols[0], b.cols[0]; {
			case compares(&r, "<>", p, q):
				barred++
			case !joins(&r, p, q) && (contains(r.Columns, p) || contains(r.Columns, q)):
				return nil
			}
		}
	}
	if barred == len(t.branches) {
		c.from = 1
	}
	return c
}

func (t *Table) linkName(l *link) string { return lowerSnake(t.columns[l.cols[0]].name) }

func (t *Table) isAbove(l *link) bool {
	n := t.linkName(l)
	return strings.Contains(n, "ancestor") || strings.HasPrefix(n, "parent")
}

func (t *Table) isBelow(l *link) bool {
	n := t.linkName(l)
	return strings.Contains(n, "descendant") || strings.Contains(n, "descendent") || strings.HasPrefix(n, "child")
}

// pathLength is the column of the lengths of paths, nil for none.
func (t *Table) pathLength() *column {
	return t.called("depth path_length length distance hops level lvl generations steps", func(c *column) bool { return c.codec.Kind() == value.Int })
}

// count counts the paths; false where the tree is not told by its rows in order.
func (c *closure) count(t *Table) bool {
	tree := c.above.parent
	m, depth := newMaker(tree), make([]uint32, tree.Rows)
	c.ends = make([]uint32, tree.Rows)
	total := uint64(0)
	for p := range tree.Rows {
		if !m.only(p, c.up.cols) {
			return false
		}
		if at := m.chosen[c.up.number]; at > p || at < 0 && !m.row[c.up.cols[0]].IsNull() {
			return false
		} else if at >= 0 && at < p {
			depth[p] = depth[at] + 1
		}
		if total += uint64(depth[p]) + 1 - c.from; total > math.MaxUint32 {
			return false
		}
		c.ends[p] = uint32(total)
	}
	return tree.Rows > 0
}

// set refers to the ends of the path of a rank.
func (c *closure) set(m *maker, rank uint64) bool {
	at, _ := slices.BinarySearch(c.ends, uint32(rank)+1)
	if at == len(c.ends) {
		return false
	}
	steps := rank + c.from
	if at > 0 {
		steps -= uint64(c.ends[at-1])
	}
	m.steps = int64(steps)
	top, p := int64(at), m.parent(c.above)
	for range steps {
		if !p.only(top, c.up.cols) || p.chosen[c.up.number] < 0 {
			return false
		}
		top = p.chosen[c.up.number]
	}
	return m.refer(c.above, top) && m.refer(c.below, int64(at))
}

// addPathLengths has the length of a path follow from it.
func (t *Table) addPathLengths() {
	at := slices.IndexFunc(t.units, func(u *unit) bool { return u.closure != nil })
	c := t.pathLength()
	if at < 0 || !t.settable(c) {
		return
	}
	t.products = append(t.products, product{column: c.pos, inputs: t.units[at].columns(), value: func(m *maker) (value.Value, bool) {
		return t.stored(c, value.Integer(m.steps))
	}})
}
