package generator

import "slices"

// meet gives a table branches for what its children ask for, before all
// others: the first rows go through them. What is asked of all of its rows and
// can't be had of them is asked of a share.
func (p *planner) meet(t *Table) {
	list := p.demands[t.Name]
	whole := map[string]bool{}
	for _, d := range list {
		if _, tried := whole[d.whole]; d.whole != "" && !tried {
			whole[d.whole] = p.meetWhole(t, d.whole)
		}
	}
	var more []*branch
	for _, d := range list {
		if !whole[d.whole] {
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
		f, ok := b.formula.Narrowed(d.columns, d.domains, d.rules)
		if !ok {
			continue
		}
		f.Weight = max(b.formula.Weight, 1e-6) * d.weight
		x := newBranch(t, f)
		x.asked = true
		if p.fillSpaces(t, x) {
			out = append(out, x)
		}
	}
	return out
}

// meetWhole leaves a table only branches that meet one of the demands of a
// foreign key, unless its own keys would not have values for as many rows.
func (p *planner) meetWhole(t *Table, name string) bool {
	var out []*branch
	for _, d := range p.demands[t.Name] {
		if d.whole == name {
			out = append(out, p.narrow(t, d)...)
		}
	}
	if len(out) == 0 {
		return false
	}
	kept := t.branches
	t.branches = out
	for _, u := range t.uniques {
		if t.total(u) && t.capacity(u) < uint64(t.Rows) {
			t.branches = kept
			return false
		}
	}
	t.weigh()
	return true
}

// unasked is the first branch that is the table's own; any where children ask
// for all of its rows.
func (t *Table) unasked() *branch { return t.branches[t.firstOwn()] }

// firstOwn is the place of unasked: branches that children ask for come first.
func (t *Table) firstOwn() int {
	return max(slices.IndexFunc(t.branches, func(b *branch) bool { return !b.asked }), 0)
}
