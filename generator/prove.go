package generator

import "github.com/effigydb/effigy/generator/predicate"

// The number of rows that the plan makes and checks of a table whose rows are
// not searched: all of a smaller table. Of one that is met by construction a
// few tell as much as many, and some more of one whose rows all come at the
// first attempt.
const (
	sampleRows = 2000
	easyRows   = 250
	directRows = sizedRows
)

// proves makes a sample of rows and holds them against every constraint; a
// check beyond the evaluator is added to what is judged.
func (t *Table) proves() bool {
	if t.mode == direct {
		ok, _ := t.sample(directRows)
		return ok
	}
	ok, easy := t.sample(easyRows)
	if ok && !easy {
		ok, _ = t.sample(sampleRows)
	}
	return ok
}

// sample makes up to so many rows, spread over the table. It is easy when no
// row took a second attempt or may come to where the evaluator knows nothing.
func (t *Table) sample(most int64) (ok, easy bool) {
	m := newMaker(t)
	n := min(t.Rows, most)
	seen := make(map[digest]*unique, int(n)*len(t.uniques))
	t.lean, t.sizes, easy = false, sizes{}, !t.formula.Fallible()
	for i := range n {
		p := i
		if n < t.Rows {
			p = i * (t.Rows / n)
		}
		if !m.at(p) {
			return false, false
		}
		easy = easy && m.attempt == 0
		truth := m.check()
		if truth == predicate.Unknown {
			t.judgeToo(m.blamed)
		}
		if truth == predicate.Unknown || truth == predicate.False || !m.distinct(seen) {
			return false, false
		}
		t.sizes.add(m)
	}
	t.lean = n > 0 && !m.unsound
	return true, easy
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
	list := t.formula.Askable(name)
	if len(list) == 0 {
		list = []predicate.Named{{Constraint: name, Expr: always}}
	}
	t.judged = append(t.judged, list...)
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
