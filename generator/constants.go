package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// constant is the domain of a generated column that has one value in all
// rows: made from no other column, it tells what a row refers to.
func (t *Table) constant(c int) (domain.Domain, bool) {
	e := t.columns[c].model.Expression
	if !t.columns[c].generated || e == nil || e.Opaque() || len(e.Columns()) > 0 {
		return domain.Domain{}, false
	}
	for _, g := range t.formula.Generated {
		if g.Column != c {
			continue
		}
		v, ok := g.Program.Eval(make([]value.Value, len(t.columns)))
		if !ok || v.IsNull() {
			return domain.Domain{}, false
		}
		return domain.Domain{Nulls: domain.NeverNull, Set: []value.Value{copyOf(v)}}, true
	}
	return domain.Domain{}, false
}

// telling are those of a key's columns that can tell rows apart: not the ones
// that have a single value, NULL aside.
func (t *Table) telling(cols []int) []int {
	var out []int
	for _, c := range cols {
		if t.inLink(c) || slices.ContainsFunc(t.branches, func(b *branch) bool { return len(b.formula.Columns[c].Set) != 1 }) {
			out = append(out, c)
		}
	}
	return out
}

// foretold reports a link whose generated columns have one value in all rows.
func (t *Table) foretold(l *link) bool {
	return !slices.ContainsFunc(l.cols, func(c int) bool {
		_, ok := t.constant(c)
		return t.columns[c].generated && !ok
	})
}
