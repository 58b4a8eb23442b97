package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Steps orders the columns of the branch so that each relation bounds or
// tests a column by earlier ones. Columns in first come first, in that order
// (keys, foreign keys); the rest follows the relations. Generated columns
// are left out.
func (b *Branch) Steps(first []int) []Step {
	s := *b.solver
	s.bounds = &partial{columns: b.Columns}
	order := b.order(&s, first)
	placed := map[int]bool{}
	steps := make([]Step, 0, len(order))
	done := make([]bool, len(b.Relations))
	for _, c := range order {
		placed[c] = true
		step := newStep(b.solver, c, b.Columns[c], &b.matchers[c])
		for k := range b.Relations {
			r := &b.Relations[k]
			if done[k] || !slices.Contains(r.Columns, c) {
				continue
			}
			if !all(r.Columns, placed) {
				step.foresee(&s, r, placed)
				continue
			}
			done[k] = true
			if step.add(&s, r, k) {
				step.Met = append(step.Met, k)
			}
		}
		steps = append(steps, step)
	}
	return steps
}

func all(columns []int, placed map[int]bool) bool {
	for _, c := range columns {
		if !placed[c] {
			return false
		}
	}
	return true
}

// maxExcluded is the size of a set up to which a single excluded value is
// taken out of it.
const maxExcluded = 64

// add makes relation number k a bound of the step, a test, or both. It reports
// that the bound says all of it.
func (st *Step) add(s *solver, r *Relation, k int) bool {
	bounds := s.isolate(r.Expr, s.Table.Columns[st.Column].Name)
	tested := len(bounds) == 0 || r.Strict
	base, _ := s.Schema.Base(s.Table.Columns[st.Column].Type)
	for _, b := range bounds {
		p := Bind(b.expr, s.Scope)
		if !p.Understood() {
			tested = true
			continue
		}
		if b.op == "<>" && (st.Domain.Set == nil || len(st.Domain.Set) > maxExcluded) {
			// Hardly any value is hit by chance: drawing again is cheaper than
			// narrowing.
			tested = true
			continue
		}
		if b.op[0] == '<' || b.op[0] == '>' {
			tested = tested || !hasIntervals(base) && mirrored[b.op] != "" && len(b.op) < 3 && b.op != "<<" && b.op != ">>"
		}
		tested = tested || b.rough
		st.Bounds = append(st.Bounds, Bound{Constraint: r.Constraint, Op: b.op, Program: p})
	}
	if tested && !r.Derived {
		st.Tests = append(st.Tests, Test{Constraint: r.Constraint, Relation: k, Program: r.program, Strict: r.Strict})
	}
	return !tested
}

// hasIntervals holds for the types whose order a domain can hold.
func hasIntervals(t schema.Type) bool {
	switch short(t) {
	case "time", "timetz", "interval", "money", "bytea", "bool", "uuid":
		return true
	}
	return rank(t) > 0 || isMoment(t)
}

// boundable reports whether some column of the relation can be bounded by the
// others exactly.
func (b *Branch) boundable(r *Relation) bool {
	s := *b.solver
	s.bounds = &partial{columns: b.Columns}
	for _, c := range r.Columns {
		list := s.isolate(r.Expr, s.Table.Columns[c].Name)
		if len(list) > 0 && len(r.Columns) > 1 {
			return true
		}
	}
	return false
}

// order puts columns that others are bounded by before those: the lesser of
// an inequality first, the computed side of an equality last.
func (b *Branch) order(s *solver, first []int) []int {
	var out []int
	placed := map[int]bool{}
	place := func(c int) {
		if !placed[c] && c >= 0 && c < len(b.Columns) && s.Table.Columns[c].Generated == "" {
			placed[c] = true
			out = append(out, c)
		}
	}
	for _, c := range first {
		place(c)
	}
	before := b.precedence(s)
	for range b.Columns {
		next := -1
		for c := range b.Columns {
			if placed[c] || s.Table.Columns[c].Generated != "" {
				continue
			}
			if next < 0 {
				next = c // where the relations go round in a circle
			}
			if all(before[c], placed) {
				next = c
				break
			}
		}
		place(next)
	}
	return out
}

// precedence lists for each column those that should have their value before
// it.
func (b *Branch) precedence(s *solver) [][]int {
	before := make([][]int, len(b.Columns))
	for k := range b.Relations {
		r := &b.Relations[k]
		if r.Derived || len(r.Columns) < 2 {
			continue
		}
		target := b.target(s, r)
		if target < 0 {
			continue
		}
		for _, c := range r.Columns {
			if c != target && s.Table.Columns[c].Generated == "" {
				before[target] = append(before[target], c)
			}
		}
	}
	return before
}

// target is the column a relation is best solved for, -1 for none: one that
// stands alone on the greater side, else alone on a side, else any.
func (b *Branch) target(s *solver, r *Relation) int {
	e := r.Expr
	best, score := -1, 0
	for _, c := range r.Columns {
		list := s.isolate(e, s.Table.Columns[c].Name)
		if len(list) == 0 {
			continue
		}
		points := 1
		if !list[0].rough {
			points++
		}
		if op := list[0].op[0]; (op == affixMark || op == memberMark) && b.listed(s, list[0].expr) {
			points += 8 // the other one has few values to begin with
		}
		if op := list[0].op[0]; op == affixMark && b.formed(s, list[0].expr) && b.Columns[c].Set == nil && b.Columns[c].Patterns == nil {
			points += 8 // the other one has a form of its own, which this one has not
		}
		if op := list[0].op; (op == "@<" || op == "@>") && b.patterned(s, list[0].expr) && b.Columns[c].Set == nil {
			points += 8 // a part of a text with a form of its own
		}
		for side, a := range e.Args {
			if i, ok := s.onlyColumn(a); ok && i == c {
				points += 2
				if greater(e.Name, side) {
					points += 2
				}
				if _, plain := s.plainColumn(a); plain {
					points++
				}
			}
		}
		if points > score || points == score && c > best {
			best, score = c, points
		}
	}
	return best
}

// listed reports an expression of one column that has a list of values.
func (b *Branch) listed(s *solver, e *schema.Expr) bool {
	i, ok := s.onlyColumn(e)
	return ok && b.Columns[i].Set != nil
}

// formed reports an expression of one column whose texts are short ones of a
// form.
func (b *Branch) formed(s *solver, e *schema.Expr) bool {
	i, ok := s.plainColumn(unwrap(e))
	if !ok {
		return false
	}
	d := &b.Columns[i]
	return d.Len.Capped && d.Len.Max <= 64 && (d.Upper || d.Lower || d.Patterns != nil || d.Padded != nil)
}

// patterned reports an expression of one column whose texts have a form.
func (b *Branch) patterned(s *solver, e *schema.Expr) bool {
	i, ok := s.onlyColumn(e)
	return ok && b.Columns[i].Patterns != nil
}

// greater reports whether a side of a comparison is the greater one.
func greater(op string, side int) bool {
	switch op {
	case "<", "<=":
		return side == 1
	case ">", ">=":
		return side == 0
	}
	return false
}

// Admits reports whether the branch can still be met by a row in which only
// the columns listed in set have values: false is a proof.
func (b *Branch) Admits(row []value.Value, set []int) bool {
	for _, c := range set {
		if !b.matchers[c].of(&b.Columns[c]).Allows(row[c]) {
			return false
		}
	}
	for i := range b.Relations {
		r := &b.Relations[i]
		if slices.ContainsFunc(r.Columns, func(c int) bool { return !slices.Contains(set, c) }) {
			continue
		}
		if t := r.program.Test(row); t == False || t == Null && r.Strict {
			return false
		}
	}
	return true
}
