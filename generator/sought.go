package generator

import "slices"

// A child may have a key of a part of what it refers to: an order has the key
// (region, number), an invoice refers to it and has a key of the number alone.
// Orders may share a number, but the invoices would run out of them. So the
// part is kept apart as a key is, as far as that goes.

const (
	soughtRows  = 20_000 // of a table up to which they are searched for that
	soughtTries = 48     // attempts of a row after which it may repeat a part
)

// seek notes the parts of its parents' keys that a table needs apart.
func (t *Table) seek() {
	for _, l := range t.links {
		if l.parent == nil || l.self || l.period || l.refs == nil {
			continue
		}
		for _, u := range t.uniques {
			if u.where == nil && len(u.exprs) == 0 {
				l.parent.sought1(l, u.columns)
			}
		}
		for _, x := range t.exclusion {
			if x.equates() {
				l.parent.sought1(l, x.inputs)
			}
		}
	}
}

// sought1 notes columns of a child's key that a link holds, unless they are
// apart anyhow.
func (t *Table) sought1(l *link, cols []int) {
	if len(cols) == 0 || !subset(cols, l.cols) || l.tells(cols) {
		return
	}
	u := &unique{kind: "sought", distinctNulls: true}
	for i, c := range l.cols {
		if contains(cols, c) {
			u.columns = appendNew(u.columns, l.refs[i])
		}
	}
	slices.Sort(u.columns)
	u.inputs = u.columns
	for _, c := range u.columns {
		if t.inLink(c) || t.columns[c].generated {
			return
		}
		u.name += " " + t.columns[c].name
	}
	if !slices.ContainsFunc(t.sought, func(o *unique) bool { return slices.Equal(o.columns, u.columns) }) {
		t.sought = append(t.sought, u)
	}
}

// driveSought makes units for sought parts that have enough values.
func (p *planner) driveSought(t *Table) {
	for _, u := range t.sought {
		u.met = true
		if t.capacity(u) < uint64(t.Rows) || t.implied(u) {
			continue
		}
		p.driveUnique(t, u)
		u.met = t.implied(u)
	}
}

// repeats tells whether the candidate repeats a sought part that it may not.
func (f *finder) repeats() bool {
	if f.parts == nil {
		return false
	}
	for i, u := range f.t.sought {
		f.parts[i] = digest{}
		if u.met || f.m.attempt >= soughtTries {
			continue
		}
		key, counted, known := f.m.uniqueKey(u)
		if !known || !counted {
			continue
		}
		f.parts[i] = digestOf(key)
		if f.parted[i][f.parts[i]] {
			return true
		}
	}
	return false
}
