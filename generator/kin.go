package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
)

// A function that the judge answers for may compare what two foreign keys of a
// row refer to: the person and the organisation of a duty, where the person
// has to be of that organisation. Such pairs are rare among all, so the second
// key is looked for among the relatives of the first one's parent: the row
// that it refers to, the rows that refer to it, or those that refer to the
// same row as it does.

// kin is how a parent of one foreign key is related to that of another.
type kin struct {
	first *link // has its parent already
	from  []int // columns of the first one's parent, with the same values as
	to    []int // … these of the parent that is looked for
}

// randomly is how many attempts there are to each that picks no relative.
const randomly = 4

// relate finds the foreign keys that judged constraints compare through
// functions that read tables, and how their parents are related.
func (p *planner) relate(t *Table) {
	for _, l := range t.links {
		l.kin = nil
	}
	for _, j := range t.judged {
		if len(p.readsOf(j)) == 0 {
			continue
		}
		read := t.positions(j.Expr.Columns())
		for _, l := range t.links {
			for _, o := range t.links {
				if l.relatable(read) && !l.unit && o.relatable(read) && (o.unit || o.number < l.number) && disjoint(l.cols, o.cols) {
					l.kin = append(l.kin, kinds(o, l)...)
				}
			}
		}
	}
}

func (l *link) relatable(read []int) bool {
	return l.usable() && !l.self && !l.late && !l.period && !l.leaf && !disjoint(l.cols, read)
}

func disjoint(a, b []int) bool {
	return !slices.ContainsFunc(a, func(c int) bool { return contains(b, c) })
}

// kinds lists how the parents of two foreign keys are related, the nearest
// first.
func kinds(first, second *link) []kin {
	var up, down, beside []kin
	for _, a := range first.parent.links {
		if a.parent == second.parent && slices.Equal(a.refs, second.refs) {
			up = append(up, kin{first, a.cols, second.refs})
		}
		for _, b := range second.parent.links {
			if a.usable() && a.parent == b.parent && slices.Equal(a.refs, b.refs) {
				beside = append(beside, kin{first, a.cols, b.cols})
			}
		}
	}
	for _, b := range second.parent.links {
		if b.parent == first.parent && slices.Equal(b.refs, first.refs) {
			down = append(down, kin{first, first.refs, b.cols})
		}
	}
	return append(append(up, down...), beside...)
}

// pickKin picks a relative of a parent that the row has already; false where
// there is none that fits.
func (m *maker) pickKin(l *link, h uint64) bool {
	if len(l.kin) == 0 || m.attempt%randomly == randomly-1 {
		return false
	}
	k := l.kin[int(m.attempt-m.attempt/randomly)%len(l.kin)]
	at := m.chosen[k.first.number]
	if at < 0 {
		return false
	}
	p := m.parent(k.first)
	if !p.keys(at, k.from) {
		return false
	}
	m.key = m.key[:0]
	for i, c := range k.from {
		pc := l.parent.columns[k.to[i]]
		if p.row[c].IsNull() {
			return false
		}
		m.key = appendKey(m.key, adapt(p.row[c], pc.codec.Kind()), pc)
	}
	rows := m.rowsOf(l, k.to, digestOf(m.key))
	held := len(m.set)
	for range min(tries, 2*len(rows)) {
		if m.refer(l, int64(rows[draw.Below(h, uint64(len(rows)))])) && m.fits(l) {
			return true
		}
		m.undo(held)
		h = draw.Next(h)
	}
	return false
}
