package generator

import (
	"maps"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// again searches once more with the judge, where there is one, when a search
// without it has found too few rows.
func (p *planner) again(t *Table, f *finder) (*finder, error) {
	if f.foreign() || f.opened(p) {
		// keys or constraints that are understood, but not their values
		f = p.newFinder(t)
		return f, f.judgeBlocks()
	}
	if !p.helps(t) {
		return f, nil
	}
	undo := t.waive(f.blame)
	g := p.newFinder(t)
	if len(t.judged) > 0 {
		if err := g.judgeBlocks(); err != nil || 2*int64(len(g.found.attempts)) > t.Rows {
			return g, err
		}
	}
	undo()
	h := p.newFinder(t)
	if err := h.walk(); err != nil || len(h.found.attempts) >= len(g.found.attempts) {
		return h, err
	}
	t.waive(f.blame)
	g = p.newFinder(t)
	return g, g.judgeBlocks()
}

// helps reports that the judge could compute columns that checks of the table
// give a value.
func (p *planner) helps(t *Table) bool {
	return p.request.Judge != nil && slices.ContainsFunc(t.model.Constraints, t.givesWay)
}

// givesWay reports a check, understood here, that gives a column its value.
func (t *Table) givesWay(c *schema.Constraint) bool {
	if c.Kind != schema.Check || c.Expr == nil || t.vouched[c.Name] {
		return false
	}
	g := &ways{table: t}
	g.gather(c.Expr, false)
	return len(g.found) > 0
}

// waive leaves the blamed checks that give a column its value to the judge, and
// takes the tests of theirs out of the steps of rows. It returns what undoes
// that.
func (t *Table) waive(blame map[string]uint64) (undo func()) {
	judged, vouched := t.judged, maps.Clone(t.vouched)
	steps, met := make([][]step, len(t.branches)), make([]bool, len(t.uniques))
	for i, u := range t.uniques {
		met[i] = u.met
	}
	waived := map[string]bool{}
	t.judged = slices.Clone(t.judged)
	for _, c := range t.model.Constraints {
		if blame[c.Name] > 0 && t.givesWay(c) {
			waived[c.Name] = t.judgeToo(c.Name)
		}
	}
	for i, b := range t.branches {
		steps[i], b.steps = b.steps, slices.Clone(b.steps)
		for k := range b.steps {
			b.steps[k].Tests = slices.DeleteFunc(slices.Clone(b.steps[k].Tests), func(x predicate.Test) bool { return waived[x.Constraint] })
		}
	}
	t.trust()
	return func() {
		t.judged, t.vouched = judged, vouched
		for i, b := range t.branches {
			b.steps = steps[i]
		}
		t.trust()
		for i, u := range t.uniques {
			u.met = met[i]
		}
	}
}
