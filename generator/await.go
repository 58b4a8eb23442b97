package generator

import "slices"

// serverHint is what to do where only a server can decide.
const serverHint = "run it with a server: effigy starts a local one where Postgres is installed; generate takes what one has judged: effigy plan --out FILE, then generate --plan FILE"

// dry reports a plan that only announces what a judge would have to decide.
func (p *planner) dry() bool { return p.request.Dry && p.request.Judge == nil }

// await notes that a constraint, or what the configuration asks of a column,
// is left to a judge that a dry plan does not have.
func (t *Table) await(name string) {
	if t.awaiting == nil {
		t.awaiting = map[string]bool{}
	}
	t.awaiting[name] = true
}

// leave puts off everything that only a judge can decide: rows are planned as
// if it accepted them all.
func (t *Table) leave() {
	for _, j := range append(t.judged, t.postponed...) {
		t.await(j.Constraint)
	}
	t.judged, t.postponed = nil, nil
	for _, u := range t.uniques {
		if !u.met && t.unknown(u.exprs, u.where) {
			t.await(u.name)
			u.met = true
		}
	}
	t.exclusion = slices.DeleteFunc(t.exclusion, func(x *exclusion) bool {
		var exprs []*expression
		for _, e := range x.elements {
			if e.span == nil {
				exprs = append(exprs, e.expr)
			}
		}
		if !t.unknown(exprs, x.where) {
			return false
		}
		t.await(x.name)
		return true
	})
}

// unknown reports an expression beyond the evaluator.
func (t *Table) unknown(exprs []*expression, where *expression) bool {
	for _, x := range append(slices.Clone(exprs), where) {
		if x != nil && !x.understood() {
			return true
		}
	}
	return false
}
