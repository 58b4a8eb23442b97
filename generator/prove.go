package generator

import "github.com/effigydb/effigy/generator/predicate"

// The number of rows that the plan makes and checks of a table whose rows are
// not searched: all of a smaller table. Of one that is met by construction a
// few tell as much as many, and those that measure it will do.
const (
	sampleRows = 2000
	directRows = sizedRows
)

// proves makes a sample of rows and holds them against every constraint; a
// check beyond the evaluator is added to what is judged.
func (t *Table) proves() bool {
	m := newMaker(t)
	n := min(t.Rows, sampleRows)
	if t.mode == direct {
		n = min(n, directRows)
	}
	seen := map[digest]*unique{}
	t.lean, t.sizes = false, sizes{}
	for i := range n {
		p := i
		if n < t.Rows {
			p = i * (t.Rows / n)
		}
		if !m.at(p) {
			return false
		}
		truth := m.check()
		if truth == predicate.Unknown {
			t.judgeToo(m.blamed)
		}
		if truth == predicate.Unknown || truth == predicate.False || !m.distinct(seen) {
			return false
		}
		if t.mode == direct {
			t.sizes.add(m)
		}
	}
	t.lean = n > 0 && !m.unsound
	return true
}

// distinct holds the row's keys against those seen so far. A unique that does
// not keep what its unit promised is left to the search.
func (m *maker) distinct(seen map[digest]*unique) bool {
	for i, u := range m.t.uniques {
		key, counted, known := m.uniqueKey(u)
		if !known {
			u.met = false
			return false
		}
		if !counted {
			continue
		}
		d := digestOf(append(key, byte(i), byte(i>>8)))
		if seen[d] != nil {
			u.met = false
			return false
		}
		seen[d] = u
	}
	return true
}

// judgeToo adds a check, by its constraint's name, to what the judge decides;
// false when it is there already.
func (t *Table) judgeToo(name string) bool {
	if t.vouched[name] {
		return false
	}
	t.vouch(name)
	for _, c := range t.model.Constraints {
		if c.Name == name && c.Expr != nil {
			t.judged = append(t.judged, predicate.Named{Constraint: name, Expr: c.Expr})
			return true
		}
	}
	t.judged = append(t.judged, predicate.Named{Constraint: name, Expr: always})
	return true
}

// vouch notes that the judge answers for a constraint: that the evaluator
// does not know its outcome is no objection.
func (t *Table) vouch(name string) {
	if t.vouched == nil {
		t.vouched = map[string]bool{}
	}
	t.vouched[name] = true
}
