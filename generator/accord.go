package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// Two foreign keys of a row may lead to the same row: the invoice of a visit is
// for the patient of the visit, and the room of a reservation is one of its
// hotel. No constraint says so, and a person expects it. It gives way to every
// constraint, and to what the configuration says of either.

// accord is how the parent of a foreign key agrees with that of an earlier one.
type accord struct {
	first *link
	way   *link // up: of first's parent to that of the link; else of the link's parent to first's
	up    bool
	over  *link // of first's parent to the one that the link's parent refers to by way as well; nil for none
	owned bool  // see owned: where the first one's row has none, the link is left open
}

// scopes are what the rows of most tables are in: two parents of a row are of
// one, where both say of which.
var scopes = strings.Fields("tenant_id org_id organization_id organisation_id workspace_id company_id account_id school_id clinic_id shop_id store_id")

// maxBeside is the number of rows of a parent up to which those that agree
// with another foreign key are listed.
const maxBeside = 100_000

// accords lists how the links of a table may agree, whatever their order is:
// those that a link follows from, else those that its parent refers to as well.
func (t *Table) accords(l *link) (all []accord) {
	if all = t.sources(l); len(all) > 0 || !t.agreeable(l) {
		return all
	}
	for _, o := range t.links {
		if way := t.owned(l, o); way != nil {
			all = append(all, accord{first: o, way: way, owned: true})
		}
		if o == l || !t.agreeable(o) {
			continue
		}
		for _, way := range l.parent.links {
			if way.joins(l, o) {
				if ways := t.sources(o); len(ways) > 0 && ways[0].first != l || o.unit && t.sameRole(o, l, way) {
					all = append(all, accord{first: o, way: way})
				}
				break
			}
		}
	}
	if len(all) == 0 {
		return t.within(l)
	}
	return all
}

// owned is the way from a link's parent to that of a link which shares columns
// with others: the address of an order is one of the customer's, whose key has
// the tenant as well.
func (t *Table) owned(l, o *link) *link {
	if o == l || t.agreeable(o) || !o.outward(t) {
		return nil
	}
	for _, way := range l.parent.links {
		if way.joins(l, o) && t.sameRole(o, l, way) {
			return way
		}
	}
	return nil
}

// at is the column that repeats a column of the parent.
func (l *link) at(ref int) int { return l.cols[slices.Index(l.refs, ref)] }

// within lists the links before one whose parents are in the same kind of scope
// as the link's.
func (t *Table) within(l *link) (all []accord) {
	for _, o := range t.links[:slices.Index(t.links, l)] {
		if !t.agreeable(o) || o.parent == l.parent {
			continue
		}
		for _, way := range l.parent.links {
			for _, over := range o.parent.links {
				if way.joins(l, over) && len(over.cols) == 1 && l.parent.columns[way.cols[0]].name == o.parent.columns[over.cols[0]].name &&
					slices.Contains(scopes, lowerSnake(o.parent.columns[over.cols[0]].name)) {
					all = append(all, accord{first: o, way: way, over: over})
				}
			}
		}
	}
	return all
}

// sources lists the links that a link follows from, the first before others. One
// that a key lays out follows from none.
func (t *Table) sources(l *link) (all []accord) {
	if l.unit || !t.agreeable(l) {
		return nil
	}
	for _, o := range t.links {
		if o == l || !t.agreeable(o) {
			continue
		}
		for _, way := range o.parent.links {
			if way.joins(o, l) && t.sameRole(l, o, way) {
				all = append(all, accord{first: o, way: way, up: true})
				break
			}
		}
	}
	return all
}

// sameRole reports that a link and one of another's parent lead to the same row
// by their names, or for want of another role.
func (t *Table) sameRole(l, o, way *link) bool {
	return t.alike(l, o, way) || !t.several(l) && !o.parent.several(way)
}

// several reports a parent that the table refers to in more than one role, such
// as where a trip begins and where it ends: names tell those apart.
func (t *Table) several(l *link) bool {
	return slices.ContainsFunc(t.links, func(o *link) bool { return o != l && o.parent == l.parent })
}

// alike reports links of one name in two tables.
func (t *Table) alike(l, o, way *link) bool {
	return t.columns[l.at(way.refs[0])].name == o.parent.columns[way.cols[0]].name
}

// joins reports a foreign key of the parent of one link to that of another, by
// the same key or a part of it.
func (l *link) joins(from, to *link) bool {
	return l.parent == to.parent && from.parent != to.parent && len(l.refs) == 1 && contains(to.refs, l.refs[0]) && !l.period && !l.leaf
}

// agreeable reports a foreign key of one column of its own, to a table outside
// of the table's cycle, of which the configuration says nothing.
func (t *Table) agreeable(l *link) bool {
	if len(l.cols) != 1 || !l.outward(t) {
		return false
	}
	c := t.columns[l.cols[0]]
	return l.fan == "" && l.weights == nil && !c.settings.shapes() && !slices.ContainsFunc(t.links, func(o *link) bool {
		return o != l && contains(o.cols, l.cols[0])
	})
}

// outward reports a plain foreign key to a table outside of the table's cycle.
func (l *link) outward(t *Table) bool {
	return l.parent != nil && !l.self && !l.leaf && !l.period && !l.computed && !l.late && l.parent.component != t.component
}

// harmonize puts a link behind those that its parent follows from.
func (t *Table) harmonize() {
	var order []*link
	seen := map[*link]bool{}
	var visit func(l *link)
	visit = func(l *link) {
		if seen[l] {
			return
		}
		seen[l] = true
		if all := t.accords(l); len(all) > 0 {
			visit(all[0].first)
		}
		order = append(order, l)
	}
	for _, l := range t.links {
		visit(l)
	}
	t.links = order
}

// agree notes how the parents of links follow from those of links before.
func (t *Table) agree() {
	for _, l := range t.links {
		l.accords = nil
		if l.unit || l.cover || l.back || l.untied || !l.alone || !l.usable() {
			continue
		}
		for _, a := range t.accords(l) {
			if (a.first.unit || a.first.number < l.number) && a.first.usable() && !a.first.parent.fixed && !l.parent.fixed && (a.up || l.parent.Rows <= maxBeside) {
				l.accords = append(l.accords, a)
				if p := a.first.parent; a.up && !slices.Contains(p.followed, a.way) {
					p.followed = append(p.followed, a.way)
				}
			}
		}
	}
}

// pickAccord picks the parent that agrees with the row's other ones; false where
// there is none that fits.
func (m *maker) pickAccord(l *link, h uint64) bool {
	if m.attempt%randomly == randomly-1 || len(l.turns) > 0 {
		return false
	}
	for i := range l.accords {
		a := &l.accords[i]
		at := m.chosen[a.first.number]
		if at < 0 {
			continue
		}
		if a.up {
			if row, ok := m.passedOn(l, a, at); ok && !m.tooYoung(l, row) && m.taker(l)(row) {
				return true
			}
		} else if m.pickBeside(l, a, h) {
			return true
		}
	}
	return false
}

// passedOn is the row that row at of the first link's parent refers to.
func (m *maker) passedOn(l *link, a *accord, at int64) (row int64, ok bool) {
	t := a.first.parent
	if s := t.store; s.has(at) {
		if i := slices.Index(s.links, a.way); i >= 0 {
			return s.parent(at, i)
		}
	}
	kept := a.way.leads.at(t, at)
	if kept != nil {
		if n := kept.Load(); n != 0 {
			return n - leadsTo, n >= leadsTo
		}
	}
	if row, ok = m.traced(l, a, at); kept != nil {
		kept.Store(packLead(row, ok))
	}
	return row, ok
}

// leadsTo is what a kept row begins at: 0 is not known, 1 none.
const leadsTo = 2

func packLead(row int64, ok bool) int64 {
	if !ok {
		return leadsTo - 1
	}
	return row + leadsTo
}

// noteLeads keeps the rows that row p, which the maker has just made, refers to,
// where others follow from it.
func (m *maker) noteLeads(p int64) {
	for _, way := range m.t.followed {
		row := m.chosen[way.number]
		if row < 0 && !m.row[way.cols[0]].IsNull() {
			continue
		}
		if kept := way.leads.at(m.t, p); kept != nil {
			kept.Store(packLead(row, row >= 0))
		}
	}
}

// traced makes the row to find which one it refers to.
func (m *maker) traced(l *link, a *accord, at int64) (row int64, ok bool) {
	p, ok := m.led(a, at, a.way.cols)
	if !ok {
		return 0, false
	}
	if row = p.chosen[a.way.number]; row >= 0 || p.row[a.way.cols[0]].IsNull() {
		return row, row >= 0
	}
	v := p.row[a.way.cols[0]]
	if o := m.toward(l).rank; o != nil && o.integer && l.parent.origins == nil && v.Kind == value.Int {
		return o.numbered(v.I, l.parent.Rows)
	}
	if l.parent.Rows > maxBeside {
		return 0, false
	}
	rows := m.withKey(l, l.refs, v)
	if len(rows) == 0 {
		return 0, false
	}
	return int64(rows[0]), true
}

// led is a maker of the first link's parent with columns of its row at; false
// where that can't be told yet.
func (m *maker) led(a *accord, at int64, cols []int) (p *maker, ok bool) {
	p = m.parent(a.first)
	return p, (!p.t.ahead || p.t.planned) && p.only(at, cols)
}

// withKey lists the rows of a link's parent with a value in a column.
func (m *maker) withKey(l *link, cols []int, v value.Value) []uint32 {
	c := l.parent.columns[cols[0]]
	m.key = appendKey(m.key[:0], adapt(v, c.codec.Kind()), c)
	return m.rowsOf(l, cols, digestOf(m.key))
}

// nobody reports that the row of another foreign key has none that this one could
// refer to: a customer without an address.
func (m *maker) nobody(l *link) bool {
	for i := range l.accords {
		if a := &l.accords[i]; a.owned && m.chosen[a.first.number] >= 0 {
			rows, known := m.beside(l, a)
			return known && len(rows) == 0
		}
	}
	return false
}

// beside lists the rows of a link's parent that agree with the row of the first
// link's parent; known is false where nothing is asked of them.
func (m *maker) beside(l *link, a *accord) (rows []uint32, known bool) {
	v := value.Value{}
	if a.over == nil {
		v = m.row[a.first.at(a.way.refs[0])]
	} else if p, ok := m.led(a, m.chosen[a.first.number], a.over.cols); ok {
		v = p.row[a.over.cols[0]]
	}
	if v.IsNull() {
		return nil, false
	}
	return m.withKey(l, a.way.cols, v), true
}

// pickBeside picks among the rows of a link's parent that agree with the row of
// the first link's parent.
func (m *maker) pickBeside(l *link, a *accord, h uint64) bool {
	rows, _ := m.beside(l, a)
	take := m.taker(l)
	for range min(randomly, len(rows)) {
		if p := int64(rows[draw.Below(h, uint64(len(rows)))]); !m.tooYoung(l, p) && take(p) {
			return true
		}
		h = draw.Next(h)
	}
	return false
}
