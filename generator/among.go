package generator

import (
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
)

// A CHECK may call a function that counts or compares the rows of its own
// table: no more than three open loans of a member. Such a row is judged among
// the rows accepted before it, one at a time.

// ownReads are the judged constraints whose functions read the table itself.
func (p *planner) ownReads(t *Table) []predicate.Named {
	if p.request.Judge == nil {
		return nil
	}
	var out []predicate.Named
	for _, j := range t.judged {
		if slices.Contains(p.readsOf(j), t) {
			out = append(out, j)
		}
	}
	return out
}

// alone takes away the rows of an earlier search.
func (f *finder) alone() error {
	if len(f.among) == 0 {
		return nil
	}
	if err := f.judge.Hold(f.ctx, f.t.Name, f.t.writtenNames(), nil, false); err != nil {
		return fmt.Errorf("judging rows among each other: %w", err)
	}
	return nil
}

// standsAmong asks whether a candidate passes with the rows accepted so far.
func (f *finder) standsAmong(c pending) (bool, error) {
	if len(f.among) == 0 {
		return true, nil
	}
	names, rows, err := f.complete([][]*string{c.cells})
	if err != nil {
		return false, err
	}
	for _, j := range f.among {
		ok, err := f.judge.Satisfy(f.ctx, f.t.Name, names, judgeable(j.Expr), rows)
		if err != nil {
			return false, err
		}
		if len(ok) == 0 || !ok[0] {
			f.blame[j.Constraint]++
			return false, nil
		}
	}
	return true, nil
}

// stay gives the judge an accepted row.
func (f *finder) stay(c pending) error {
	if len(f.among) == 0 {
		return nil
	}
	if err := f.judge.Hold(f.ctx, f.t.Name, f.t.writtenNames(), [][]*string{c.cells}, true); err != nil {
		return fmt.Errorf("judging rows among each other: %w", err)
	}
	return nil
}
