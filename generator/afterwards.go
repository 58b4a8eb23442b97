package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
)

// A foreign key of a cycle that the plan left open, because its parents' keys
// were not known yet, is met when a row is written: by then all tables are
// planned. Nothing may depend on the columns but the rules of the row itself,
// which are held once more; where they refuse, the columns stay NULL.

// afterwards is such a foreign key.
type afterwards struct {
	link   *link
	free   []int // columns of the table that it fills
	closed []int // places in the link of columns that have their value
}

// addAfterwards lists the open foreign keys that can be met when rows are
// written.
func (t *Table) addAfterwards(children []*link) {
	t.afterwards = nil
	for _, l := range t.links {
		if !l.untied || t.fixed || l.self || l.leaf || l.period || l.computed || l.refs == nil || l.parent.fixed || l.parent.refusal != nil || l.parent.Rows == 0 {
			continue
		}
		a := &afterwards{link: l}
		for i, c := range l.cols {
			if t.idle(l, c) {
				a.free = append(a.free, c)
			} else {
				a.closed = append(a.closed, i)
			}
		}
		if len(a.free) > 0 && (!l.full || len(a.closed) == 0) && t.unread(a, children) {
			t.afterwards = append(t.afterwards, a)
		}
	}
}

// idle reports a column of an open foreign key that is NULL in every row: no
// other key fills it but one that the same parent row meets.
func (t *Table) idle(l *link, c int) bool {
	if t.never(c) || t.columns[c].settings.asks() || t.inUnit(c) {
		return false
	}
	for _, o := range t.links {
		if o != l && contains(o.cols, c) && !l.covers(o) {
			return false
		}
	}
	return !slices.ContainsFunc(t.afterwards, func(a *afterwards) bool { return contains(a.free, c) })
}

// covers reports that a parent row that meets the link meets the other one.
func (l *link) covers(o *link) bool {
	if o.parent != l.parent || o.leaf || o.period {
		return false
	}
	for i, c := range o.cols {
		at := slices.Index(l.cols, c)
		if at < 0 || l.refs[at] != o.refs[i] {
			return false
		}
	}
	return true
}

// unread reports that no other row depends on the columns that are filled:
// no key but one that different parents tell apart, no child, no judge.
func (t *Table) unread(a *afterwards, children []*link) bool {
	for _, c := range a.free {
		if t.judges(c) || slices.ContainsFunc(children, func(l *link) bool { return contains(l.refs, c) }) ||
			slices.ContainsFunc(t.exclusion, func(x *exclusion) bool { return contains(x.inputs, c) }) {
			return false
		}
		for _, o := range t.columns {
			if e := o.settings.Expression; e != nil && slices.Contains(e.Columns(), t.columns[c].name) {
				return false
			}
		}
		for _, u := range t.uniques {
			if contains(u.inputs, c) && !t.apart(a, u) {
				return false
			}
		}
	}
	return true
}

// apart reports that rows that differ in the columns that are there choose
// among different parent rows, whose keys differ in those that are filled.
func (t *Table) apart(a *afterwards, u *unique) bool {
	var closed []int
	for _, i := range a.closed {
		closed = append(closed, a.link.cols[i])
	}
	own := slices.ContainsFunc(t.uniques, func(o *unique) bool { return o.where == nil && len(o.exprs) == 0 && subset(o.columns, closed) })
	return own && u.where == nil && len(u.exprs) == 0 && a.link.tells(u.columns)
}

// finish meets the open foreign keys of a row that is ready otherwise.
func (m *maker) finish() {
	for _, a := range m.t.afterwards {
		l := a.link
		if m.t.columns[a.free[0]].null(m.index, m.attempt) || m.mustLeave(l) || m.blocked(a) {
			continue
		}
		m.answer(a, draw.Next(l.key.At(m.index, m.attempt)))
	}
}

// blocked reports that a column which had to have its value has none.
func (m *maker) blocked(a *afterwards) bool {
	return slices.ContainsFunc(a.closed, func(i int) bool { return m.row[a.link.cols[i]].IsNull() })
}

// answer tries parent rows until the row's rules take one.
func (m *maker) answer(a *afterwards, h uint64) {
	l := a.link
	list, rows := []uint32(nil), l.parent.Rows
	if len(a.closed) > 0 {
		list = m.partners(a)
		rows = int64(len(list))
	}
	for range tries {
		if rows == 0 {
			break
		}
		p := l.choose(h, m.index, rows)
		if list != nil {
			p = int64(list[draw.Below(h, uint64(rows))])
		}
		if m.refer(l, p) && m.branch.formula.Admits(m.row, m.set) && m.compute() && m.holds() {
			return
		}
		h = draw.Next(h)
	}
	for _, c := range a.free {
		m.null(c)
	}
	m.chosen[l.number] = -1
	m.compute()
}

// partners are the parent rows that agree with the columns that are there.
func (m *maker) partners(a *afterwards) []uint32 {
	refs := make([]int, len(a.closed))
	m.key = m.key[:0]
	for k, i := range a.closed {
		refs[k] = a.link.refs[i]
		c := a.link.parent.columns[refs[k]]
		m.key = appendKey(m.key, adapt(m.row[a.link.cols[i]], c.codec.Kind()), c)
	}
	return a.link.index.rows(a.link, refs, digestOf(m.key))
}

// holds reports that the finished row satisfies every check that is known
// here; the judge's do not read what was filled last.
func (m *maker) holds() bool {
	if t, _ := m.t.formula.CheckTested(m.row, m.t.vouched); t != predicate.True {
		return false
	}
	t, _ := m.t.formula.CheckConstructed(m.row, m.t.vouched)
	return t == predicate.True
}

// finishes reports that the column is filled when a row is written.
func (t *Table) finishes(l *link, c int) bool {
	return slices.ContainsFunc(t.afterwards, func(a *afterwards) bool { return a.link == l && contains(a.free, c) })
}
