package generator

import "github.com/effigydb/effigy/generator/predicate"

// Most relations between columns are met as the cells are drawn: the later one
// from what the earlier leaves. Where that is all there is to a check, the
// first attempt of a row need not be held against it once the sample has shown
// it to be so.

// trust notes the checks that the first attempt of a row meets by the way its
// cells are drawn.
func (t *Table) trust() {
	t.trusted = map[string]bool{}
	if t.straight() {
		doubted := map[string]bool{}
		for _, b := range t.branches {
			met := t.metIn(b)
			for i := range b.formula.Relations {
				r := &b.formula.Relations[i]
				t.trusted[r.Constraint] = true
				if !r.Derived && !met[i] {
					doubted[r.Constraint] = true
				}
			}
			for _, j := range b.formula.Judged {
				doubted[j.Constraint] = true
			}
		}
		for name := range doubted {
			delete(t.trusted, name)
		}
	}
	t.formula.Trust(t.trusted)
}

// straight reports that no cell is written once the steps are done.
func (t *Table) straight() bool {
	for _, l := range t.links {
		if l.late || l.computed {
			return false
		}
	}
	for _, c := range t.columns {
		if c.settings.Expression != nil {
			return false
		}
	}
	return t.fixtures == nil && !t.formula.Fallible() && len(t.products)+len(t.polymorphs)+len(t.judged)+len(t.postponed)+len(t.outside)+len(t.afterwards) == 0
}

// metIn are the relations of a branch that a step's window says in full, or
// that a step tests.
func (t *Table) metIn(b *branch) map[int]bool {
	met := map[int]bool{}
	for i := range b.steps {
		s := &b.steps[i]
		for _, x := range s.Tests {
			met[x.Relation] = true
		}
		if !s.numbers || s.crowded || t.inUnit(s.Column) || t.inLink(s.Column) {
			continue
		}
		for _, r := range s.Met {
			met[r] = true
		}
	}
	return met
}

// check holds the finished row against every constraint of the table; those
// that are constructed or trusted are left out once the sample has shown them
// to be.
func (m *maker) check() predicate.Truth {
	f := m.t.formula
	sure := m.attempt == 0 && !m.unsure && !m.cut
	if sure && m.t.lean {
		return m.told(f.CheckOpen(m.row, m.t.vouched))
	}
	t, name := f.CheckTested(m.row, m.t.vouched)
	if t == predicate.False && sure && m.t.trusted[name] {
		m.unsound = true
	}
	if t != predicate.False && (!m.t.lean || m.cut) {
		if more, by := f.CheckConstructed(m.row, m.t.vouched); more != predicate.True {
			t, name, m.unsound = more, by, m.unsound || !m.cut
		}
	}
	return m.told(t, name)
}

// told notes which constraint decided.
func (m *maker) told(t predicate.Truth, name string) predicate.Truth {
	if t != predicate.True {
		m.blamed = name
	}
	return t
}
