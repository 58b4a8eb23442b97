package generator

import "slices"

// untie decides keys and foreign keys of a component for the row counts as
// they stand, and the order in which its tables are solved. It leaves open the
// foreign keys of a cycle whose parents' keys are not yet settled when the
// rows of the child are.
func (p *planner) untie(members []*Table) []*Table {
	for _, t := range members {
		t.circle = nil
	}
	for round := 0; ; round++ {
		for _, t := range members {
			t.ahead = false
			if t.refusal == nil {
				p.shape(t)
			}
		}
		order, open, shut := inTurn(members)
		if round == 0 && (len(open)+len(shut) > 0 || slices.ContainsFunc(members, (*Table).rootless)) && p.circles(members) {
			continue
		}
		for _, x := range shut {
			x.table.refuse(x.link.name, "it is part of a cycle of tables whose keys depend on each other", cycleHint)
		}
		if len(open) == 0 {
			return order
		}
		for _, l := range open {
			l.untied = true
		}
	}
}

// hanging is a foreign key of a table that waits for keys that wait for it.
type hanging struct {
	table *Table
	link  *link
}

// inTurn orders the members of a component: parents first, but for those
// whose keys are known before their rows. It lists the links that have to be
// left open for that, and those that can't be.
func inTurn(members []*Table) (order []*Table, open []*link, shut []hanging) {
	settled := map[*Table]bool{}
	for len(order) < len(members) {
		t := next(members, settled)
		for _, l := range t.links {
			switch {
			case t.hangs(l, settled) && t.nullable(l):
				open = append(open, l)
			case t.hangs(l, settled):
				shut = append(shut, hanging{t, l})
			case l.inside(t) && !settled[l.parent]:
				l.parent.advance(settled)
			}
		}
		settled[t] = true
		order = append(order, t)
	}
	return order, open, shut
}

// next is the first table that waits for none, or whose waiting links can be
// left open, or the first of all.
func next(members []*Table, settled map[*Table]bool) *Table {
	best, least := -1, 0
	for i, t := range members {
		if settled[t] {
			continue
		}
		cost := 0
		for _, l := range t.links {
			if t.hangs(l, settled) {
				cost = max(cost, 1)
				if !t.nullable(l) {
					cost = 2
				}
			}
		}
		if best < 0 || cost < least {
			best, least = i, cost
		}
	}
	return members[best]
}

// inside reports a link to another table of the same cycle that has rows.
func (l *link) inside(of *Table) bool {
	return l.usable() && !l.self && l.parent.component == of.component
}

// hangs reports a link whose parent's keys are not known.
func (t *Table) hangs(l *link, settled map[*Table]bool) bool {
	return l.inside(t) && !settled[l.parent] && !l.parent.sure(l.refs, settled, 0)
}

// sure reports that a stable unit, all the way up through the foreign keys
// that it repeats, gives the columns without making the row.
func (t *Table) sure(cols []int, settled map[*Table]bool, depth int) bool {
	u := t.keyUnit(cols)
	if u == nil || depth > 16 || len(t.settings.Fixtures) > 0 {
		return false
	}
	for _, x := range u.members {
		if x.link != nil && x.link.inside(t) && !settled[x.link.parent] && !x.link.parent.sure(x.link.refs, settled, depth+1) {
			return false
		}
	}
	return true
}

// advance notes that keys of the table are repeated before its rows stand,
// and those that they are made of with them.
func (t *Table) advance(settled map[*Table]bool) {
	if t.ahead {
		return
	}
	t.ahead = true
	for _, u := range t.units {
		for _, x := range u.members {
			if x.link != nil && x.link.inside(t) && !settled[x.link.parent] {
				x.link.parent.advance(settled)
			}
		}
	}
}
