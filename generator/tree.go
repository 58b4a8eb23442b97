package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// A row of a tree refers only to rows before it, so that its parent is never
// the row itself. A CHECK that says so, as (parent_id <> id) does, is met by
// that order: it asks for no attempts, and leaves the key to depend on the row
// alone.

// elder reports a foreign key of the table to itself whose row above is older:
// one that is drawn among the rows before. What a rule or a key tells may be a
// list as long as the table, and a row does not ask all before it for its age.
func (t *Table) elder(l *link) bool {
	if !l.self || !l.usable() || l.unit || l.late || l.computed || l.period || l.cover || len(l.own) > 0 || len(l.turns) > 0 || t.fixtures != nil || len(t.settings.Fixtures) > 0 {
		return false
	}
	for _, b := range t.branches {
		if b.told[l] != nil {
			return false
		}
	}
	return true
}

// elders reports that rows ask the row above for its age.
func (t *Table) elders() bool {
	return slices.ContainsFunc(t.seniors, func(l *link) bool { return l.self })
}

// climb leaves out the relations that the order of the rows meets.
func (t *Table) climb() {
	for _, l := range t.links {
		if !l.single() || !t.fromTree(l, l.cols[0]) {
			continue
		}
		for _, b := range t.branches {
			if b.formula.Columns[l.cols[0]].Nulls == domain.NeverNull {
				// the root is its own parent, or refers to the row after it
				l.ahead = t.never(l.cols[0]) && t.key1(l.refs[0]) && slices.ContainsFunc(b.formula.Relations, func(r predicate.Relation) bool { return parts(&r, l.cols[0], l.refs[0]) })
				if !l.ahead {
					continue
				}
			}
			b.formula.Relations = slices.DeleteFunc(b.formula.Relations, func(r predicate.Relation) bool {
				return parts(&r, l.cols[0], l.refs[0])
			})
		}
	}
}

// next makes the first row refer to the second, whose key its rank gives; where
// each row refers to the one before, it closes the ring with the last.
func (m *maker) next(l *link) bool {
	r := m.toward(l)
	if r.rank == nil || m.earlier() > 0 || m.t.Rows < 2 {
		return false
	}
	at := uint64(1)
	if l.listed(m.t) {
		at = uint64(m.t.Rows) - 1
	}
	m.put(l.cols[0], adapt(r.rank.ranked(at, &m.arena), l.kinds[0]))
	return m.fits(l)
}

// single reports a foreign key of one column to the table itself whose row is
// picked while the row is made.
func (l *link) single() bool {
	return l.self && len(l.cols) == 1 && !l.computed && !l.late && len(l.own) == 0
}

// fromTree reports that nothing but the foreign key gives its column values.
func (t *Table) fromTree(l *link, c int) bool {
	return !t.shares(l, c) && !t.inUnit(c) && t.fixtures == nil && len(t.settings.Fixtures) == 0
}

// parts reports that a relation says no more than that two columns differ, and
// joins that they are equal.
func parts(r *predicate.Relation, a, b int) bool { return compares(r, "<>", a, b) }

func joins(r *predicate.Relation, a, b int) bool { return compares(r, "=", a, b) }

func compares(r *predicate.Relation, op string, a, b int) bool {
	e := r.Expr
	return e.Kind == schema.ExprOp && e.Name == op && len(e.Args) == 2 &&
		e.Args[0].Kind == schema.ExprColumn && e.Args[1].Kind == schema.ExprColumn &&
		len(r.Columns) == 2 && slices.Contains(r.Columns, a) && slices.Contains(r.Columns, b)
}
