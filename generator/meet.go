package generator

import "slices"

// meet gives a table branches for what its children ask for, before all
// others: the first rows go through them.
func (p *planner) meet(t *Table) {
	list := p.demands[t.Name]
	for i, d := range list {
		if d.whole != "" && !slices.ContainsFunc(list[:i], func(o demand) bool { return o.whole == d.whole }) {
			p.meetWhole(t, d.whole)
		}
	}
	var more []*branch
	for _, d := range list {
		if d.whole == "" {
			more = append(more, p.narrow(t, d)...)
		}
	}
	if len(more) == 0 {
		return
	}
	t.branches = append(more, t.branches...)
	t.weigh()
}

// narrow are the table's branches cut to a demand.
func (p *planner) narrow(t *Table, d demand) []*branch {
	var out []*branch
	for _, b := range t.branches {
		f, ok := b.formula.Narrowed(d.columns, d.domains)
		if !ok {
			continue
		}
		f.Weight = max(b.formula.Weight, 1e-6) * d.weight
		x := newBranch(t, f)
		if p.fillSpaces(t, x) {
			out = append(out, x)
		}
	}
	return out
}

// meetWhole leaves a table only branches that meet one of the demands of a
// foreign key, unless its own keys would not have values for as many rows.
func (p *planner) meetWhole(t *Table, name string) {
	var out []*branch
	for _, d := range p.demands[t.Name] {
		if d.whole == name {
			out = append(out, p.narrow(t, d)...)
		}
	}
	if len(out) == 0 {
		return
	}
	kept := t.branches
	t.branches = out
	for _, u := range t.uniques {
		if t.total(u) && t.capacity(u) < uint64(t.Rows) {
			t.branches = kept
			break
		}
	}
	t.weigh()
}
