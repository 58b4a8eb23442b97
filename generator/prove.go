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
	defer t.forget()
	t.lean, t.sizes, easy = false, sizes{}, !t.formula.Fallible()
	for i := range n {
		if !m.at(t.sampleRow(i, n)) {
			return false, false
		}
		easy = easy && m.attempt == 0
		truth := m.check()
		if truth == predicate.Unknown {
			t.judgeToo(m.blamed)
		}
		if truth == predicate.Unknown || truth == predicate.False || !m.distinct(seen) || !m.isolated() {
			return false, false
		}
		t.sizes.add(m)
	}
	t.lean = n > 0 && !m.unsound
	return true, easy
}

// sampleRow is the row with which number i of a sample of n is made. Rows of a
// brood have to be seen beside each other.
func (t *Table) sampleRow(i, n int64) int64 {
	if n >= t.Rows {
		return i
	}
	if t.brood != nil {
		return i/beside*beside*(t.Rows/n) + i%beside
	}
	return i * (t.Rows / n)
}

// beside is how many rows of a sample follow each other where that matters.
const beside = 5

// isolated holds the row against the exclusion constraints and the rows before.
func (m *maker) isolated() bool {
	for _, x := range m.t.exclusion {
		cells, free, known := x.cells(m)
		if !known || !free && x.conflicts(m.t, cells) {
			return false
		}
		if !free {
			x.accept(m.t, cells)
		}
	}
	return true
}

// forget lets go of the rows that exclusion constraints were held against.
func (t *Table) forget() {
	for _, x := range t.exclusion {
		x.rows = nil
	}
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
