package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// tries bounds the parents that one row tries for one foreign key.
const tries = 48

// pickParent draws parent rows until one fits the branch.
func (m *maker) pickParent(l *link, free, closed []int) bool {
	h := l.key.At(m.index, m.attempt)
	if len(closed) > 0 {
		return m.matchParent(l, free, closed, h)
	}
	if v, ok := m.toldKey(l); ok {
		return m.referTo(l, v)
	}
	if m.pickKin(l, h) || m.pickAccord(l, h) {
		return true
	}
	if len(l.turns) > 0 {
		if found, turn := m.inTurn(l); turn {
			return found
		}
	}
	rows := m.parentRows(l)
	fitting := m.fitting(l)
	if fitting != nil {
		if l.self {
			earlier, _ := slices.BinarySearch(fitting, uint32(rows))
			fitting = fitting[:earlier]
		}
		rows = int64(len(fitting))
	}
	if l.wanted != nil && fitting == nil {
		return m.wanted(l, h) || m.own(l)
	}
	take := m.taker(l)
	if fitting == nil && m.last(l, take) {
		return true
	}
	for i := range tries {
		if p := m.drawn(l, h, m.turn(l, i), rows, fitting); p >= 0 && !(i < slotTries && m.tooYoung(l, p)) && take(p) {
			return true
		}
		if rows == 0 {
			break
		}
		h = draw.Next(h)
	}
	return l.self && m.own(l)
}

// taker refers to a row of the parent where the branch takes its key, and else
// leaves the row as it was.
func (m *maker) taker(l *link) func(p int64) bool {
	held := len(m.set)
	return func(p int64) bool {
		if m.refer(l, p) && m.fits(l) {
			return true
		}
		m.undo(held)
		return false
	}
}

// turn is whose turn it is among parents that are taken in turn.
func (m *maker) turn(l *link, try int) uint64 {
	if l.cover {
		return m.index
	}
	return m.index + uint64(m.attempt) + uint64(try)
}

// fitting lists the parent rows that the branch leaves, nil for all of them.
func (m *maker) fitting(l *link) []uint32 {
	if l.weights != nil || l.leaf {
		return l.index.fitting(l, m.branch)
	}
	for _, c := range l.cols {
		if m.branch.held[c] && !m.branch.formula.Columns[c].Plain() {
			return l.index.fitting(l, m.branch)
		}
	}
	return nil
}

// drawn is the parent row that a hash draws, of a list where there is one; -1
// for none, or one that is not there yet.
func (m *maker) drawn(l *link, h, index uint64, rows int64, list []uint32) int64 {
	if rows == 0 {
		return -1
	}
	if l.weights != nil && list != nil {
		if at, ok := l.index.weighted(m.branch, h); ok && at < len(list) {
			return int64(list[at])
		} else if ok {
			return -1
		}
	}
	if list == nil {
		return l.choose(h, index, rows)
	}
	return int64(list[l.choose(h, index, rows)])
}

// parentRows is the number of parent rows to choose from: a row refers only
// to rows of its own table that come before it, so that trees have a root.
func (m *maker) parentRows(l *link) int64 {
	if l.self {
		return m.earlier()
	}
	return l.parent.Rows
}

// fits holds the cells of the link against the branch.
func (m *maker) fits(l *link) bool {
	for _, c := range l.cols {
		if m.branch.held[c] {
			return m.branch.formula.Admits(m.row, m.set)
		}
	}
	return true
}

// refer writes the key of a parent row; false when part of the key is NULL.
func (m *maker) refer(l *link, parentRow int64) bool {
	if l.parent.Rows == 0 {
		return false
	}
	if m.quote(l, parentRow) {
		m.chosen[l.number] = parentRow
		return true
	}
	p := m.parent(l)
	if p.t.fixed && !p.literal(parentRow) || !p.t.fixed && !p.keysBy(m.toward(l).unit, parentRow, l.refs) {
		return false
	}
	for i, c := range l.cols {
		v := p.row[l.refs[i]]
		if v.IsNull() {
			return false
		}
		if v = adapt(v, l.kinds[i]); !l.holds(i, v) {
			return false
		}
		if l.period && i == len(l.cols)-1 {
			v = m.inside(v, l.key.At(m.index, m.attempt))
		}
		m.put(c, m.keep(v))
	}
	m.chosen[l.number] = parentRow
	return true
}

// quote writes the key of a parent row that its rank gives or that the parent
// keeps; false where the row has to be made, or has a NULL in its key.
func (m *maker) quote(l *link, parentRow int64) bool {
	if o := m.toward(l).rank; o != nil {
		v := adapt(o.ranked(l.parent.candidate(parentRow), &m.arena), l.kinds[0])
		if !l.holds(0, v) {
			return false
		}
		m.put(l.cols[0], v)
		return true
	}
	s := m.kept(l, parentRow)
	if s == nil {
		return false
	}
	for i, c := range l.cols {
		v := s.cell(parentRow, l.refs[i])
		if v == nil || v.IsNull() {
			return false
		}
		x := adapt(*v, l.kinds[i])
		if !l.holds(i, x) {
			return false
		}
		m.put(c, x)
	}
	return true
}

// keep copies a value out of a parent's arena.
func (m *maker) keep(v value.Value) value.Value {
	if len(v.B) > 0 {
		b := m.arena.Bytes(len(v.B))
		copy(b, v.B)
		v.B = b
	}
	if len(v.E) > 0 {
		e := m.arena.Values(len(v.E))
		for i, x := range v.E {
			e[i] = m.keep(x)
		}
		v.E = e
	}
	return v
}

// reach is how a maker comes by the keys of a foreign key's parent.
type reach struct {
	known bool
	unit  *unit // what fills the key, nil where nothing does
	rank  *op   // a key that the row's rank gives; nil for another
	maker *maker
}

// toward is the reach of a link, without the maker where none was needed yet.
func (m *maker) toward(l *link) *reach {
	r := &m.reach[l.number]
	if r.known {
		return r
	}
	r.known, r.unit = true, l.parent.keyUnit(l.refs)
	if u := r.unit; u != nil && len(l.refs) == 1 && u.lone() && !l.parent.fixed && !l.period {
		o := rankOp(l.parent, u)
		r.rank = &o
	}
	return r
}

func (m *maker) parent(l *link) *maker {
	r := m.toward(l)
	if r.maker == nil {
		r.maker = m.relative(l.parent)
	}
	return r.maker
}

// matchParent picks among the parent rows that agree with the columns that
// have values already.
func (m *maker) matchParent(l *link, free, closed []int, h uint64) bool {
	if len(free) == 0 {
		if row, ok := m.passed(l); ok {
			m.chosen[l.number] = row
			return true
		}
		if row, ok, known := m.counted(l); known {
			m.chosen[l.number] = row
			return ok
		}
	}
	refs := m.refs[:0]
	m.key = m.key[:0]
	for i, at := range closed {
		refs = append(refs, l.refs[at])
		pc := l.parent.columns[refs[i]]
		m.key = appendKey(m.key, adapt(m.row[l.cols[at]], pc.codec.Kind()), pc)
	}
	if l.self {
		return m.matchSelf(l, closed, h)
	}
	m.refs = refs
	rows := m.rowsOf(l, refs, digestOf(m.key))
	if len(rows) == 0 {
		return false
	}
	if len(free) == 0 {
		m.chosen[l.number] = int64(rows[0])
		return true
	}
	return m.oneOf(l, rows, h, m.taker(l))
}

// oneOf draws among rows of the parent until one is taken, each of a short list
// once.
func (m *maker) oneOf(l *link, rows []uint32, h uint64, take func(p int64) bool) bool {
	n, drawn := uint64(len(rows)), uint64(0)
	for i := range tries {
		if n == 0 || n <= 64 && drawn == 1<<n-1 {
			return false
		}
		at := m.sharing(l, rows, h, i)
		if (n > 64 || drawn>>at&1 == 0) && take(int64(rows[at])) {
			return true
		}
		drawn |= 1 << (at & 63)
		h = draw.Next(h)
	}
	return false
}
