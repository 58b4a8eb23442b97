package predicate

import "slices"

// Heads reports that a column can have its value before the columns that
// relations tie it to, those in first aside: each relation then bounds another
// one, which is drawn from what it leaves.
func (b *Branch) Heads(column int, first []int) bool {
	s := *b.solver
	s.bounds = &partial{columns: b.Columns}
	for k := range b.Relations {
		r := &b.Relations[k]
		if !r.Derived && len(r.Columns) > 1 && slices.Contains(r.Columns, column) && !b.follows(&s, r, column, first) {
			return false
		}
	}
	return true
}

// follows reports that a relation can be solved for another column than the
// given one.
func (b *Branch) follows(s *solver, r *Relation, column int, first []int) bool {
	for _, c := range r.Columns {
		if c == column || slices.Contains(first, c) || s.Table.Columns[c].Generated != "" {
			continue
		}
		list := s.isolate(r.Expr, s.Table.Columns[c].Name)
		if len(list) == 0 {
			continue
		}
		if op := list[0].op; op == "=" || op[0] == '<' || op[0] == '>' || c == b.target(s, r) {
			return true
		}
	}
	return false
}
