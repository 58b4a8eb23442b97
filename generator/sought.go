package generator

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// A child may have a key of a part of what it refers to: an order has the key
// (region, number), an invoice refers to it and has a key of the number alone.
// Orders may share a number, but the invoices would run out of them. So the
// part is kept apart as a key is, as far as that goes.

const (
	soughtRows  = 20_000 // of a table up to which they are searched for that
	soughtTries = 96     // attempts of a row after which it may repeat a part
)

// seek notes the parts of its parents' keys that a table needs apart.
func (p *planner) seek(t *Table) {
	for _, l := range t.links {
		if l.parent == nil || l.self || l.period || l.refs == nil {
			continue
		}
		for _, u := range t.uniques {
			if u.where == nil && len(u.inputs) > 0 && subset(u.inputs, l.cols) && !l.tells(u.columns) {
				l.parent.seekPart(p.sought(t, l, u))
			}
		}
		for _, x := range t.exclusion {
			if x.equates() && subset(x.inputs, l.cols) && !l.tells(x.inputs) {
				l.parent.seekPart(p.sought(t, l, &unique{columns: x.inputs}))
			}
		}
	}
}

// sought is a child's key as one of the parent's columns.
func (p *planner) sought(t *Table, l *link, u *unique) *unique {
	out := &unique{kind: "sought", distinctNulls: true}
	names := map[string]string{}
	for i, c := range l.cols {
		names[t.columns[c].name] = l.parent.columns[l.refs[i]].name
		if contains(u.columns, c) {
			out.columns = appendNew(out.columns, l.refs[i])
		}
	}
	slices.Sort(out.columns)
	out.inputs = slices.Clone(out.columns)
	for _, x := range u.exprs {
		e := l.parent.bind(renamed(x.expr, names), p.scope(l.parent))
		out.exprs, out.inputs = append(out.exprs, e), appendNew(out.inputs, e.columns...)
	}
	return out
}

// renamed is an expression over columns of other names.
func renamed(e *schema.Expr, names map[string]string) *schema.Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Args, out.SQL = make([]*schema.Expr, len(e.Args)), ""
	if e.Kind == schema.ExprColumn {
		out.Name = names[e.Name]
	}
	for i, a := range e.Args {
		out.Args[i] = renamed(a, names)
	}
	return &out
}

// seekPart adds a part that is sought, once.
func (t *Table) seekPart(u *unique) {
	for _, c := range u.inputs {
		if t.inLink(c) || t.columns[c].generated {
			return
		}
	}
	if !slices.ContainsFunc(t.sought, func(o *unique) bool {
		return len(o.exprs)+len(u.exprs) == 0 && slices.Equal(o.columns, u.columns)
	}) {
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
