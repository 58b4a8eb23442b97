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
		return t.sample(directRows)
	}
	return t.sample(sampleRows)
}

// sample makes up to so many rows, spread over the table, in passes of some.
// The first pass does where no row took a second attempt or may come to where
// the evaluator knows nothing.
func (t *Table) sample(most int64) bool {
	s := sample{t: t, m: newMaker(t), seen: map[digest]*unique{}}
	n := min(t.Rows, most)
	passes := max(n/easyRows, 1)
	defer t.forget()
	t.lean, t.steep, t.sizes = false, false, sizes{}
	easy := !t.formula.Fallible() && t.brood == nil
	for pass := range passes {
		for i := pass; i < n; i += passes {
			if !s.proves(t.sampleRow(i, n)) {
				return false
			}
			easy = easy && s.m.attempt == 0
		}
		if easy {
			break
		}
	}
	t.lean = n > 0 && !s.m.unsound
	return true
}

// unpile leaves keys to the search, whose cells the row narrows one by one, where
// nearly all that they lay out breaks a rule between columns: the primary key
// where there is no other. It reports whether there are any.
func (t *Table) unpile() bool {
	steep := t.steep
	t.steep = false
	return steep && (t.unpileBut("primary key") || t.unpileBut(""))
}

// unpileBut leaves the keys of units to the search but for those of a kind, and
// others that read the same columns.
func (t *Table) unpileBut(kind string) (any bool) {
	for _, x := range t.units {
		if x.stable || x.unique.steep || x.unique.kind == kind || x.members[0].link != nil {
			continue
		}
		for _, u := range t.uniques {
			if u == x.unique || u.kind != kind && !disjoint(u.inputs, x.columns()) {
				u.steep, any = true, true
			}
		}
	}
	return any
}

// sample is what holds rows against each other.
type sample struct {
	t    *Table
	m    *maker
	seen map[digest]*unique
}

// hardAttempts is the number of attempts from which on a sampled row tells that
// another of the table may need more than there are. Where rows take a sixteenth
// of those with a probability, it is the sixteenth power of that with which one
// runs out.
const hardAttempts = maxAttempts / 16

// proves makes row p and holds it against every constraint and the rows before.
func (s *sample) proves(p int64) bool {
	if !s.m.at(p) || s.m.attempt > hardAttempts {
		s.t.steep = s.m.attempt > hardAttempts || s.t.mode == retry
		return false
	}
	truth := s.m.check()
	if truth == predicate.Unknown {
		s.t.judgeToo(s.m.blamed)
	}
	if truth == predicate.Unknown || truth == predicate.False || !s.m.distinct(s.seen) || !s.m.isolated() {
		return false
	}
	if s.t.sizes.rows < sizedRows {
		s.t.sizes.add(s.m)
	}
	return true
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
