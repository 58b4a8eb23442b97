package generator

import (
	"context"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
)

// searchLimit is the number of rows that the plan searches at most, one by one:
// it keeps 4 bytes of each, and about 40 for each key while it searches.
const searchLimit = 1_000_000

// finder finds the rows of a table whose constraints tie rows to each other
// or need the judge: for each row the first attempt that satisfies them all.
type finder struct {
	ctx     context.Context
	t       *Table
	m       *maker
	judge   Judge
	scope   predicate.Scope
	seen    []map[digest]struct{} // by unique
	keys    []digest
	counted []bool
	cells   [][]value.Value
	found   origins
	tried   uint64
	last    uint64 // candidates tried when the last row was accepted
	blame   map[string]uint64
	judging bool
	hasty   bool // the judge can help where few candidates will do
	mender  mender
	among   []predicate.Named // constraints that read the table's own rows: see among.go
	// asked are the candidates that went to the judge, answered how many they
	// were when a row was accepted last.
	asked, answered uint64
	parts           []digest          // by sought part: see sought.go
	parted          []map[digest]bool // … of the rows accepted
	open            []string          // constraints that were not understood of some candidate
}

// budget is the number of candidates a search may try: many for each row of a
// small table, and no more for a large one than a plan has time for.
func budget(rows int64) uint64 { return min(200_000+60*uint64(rows), 2_000_000) }

// againLimit is the number of rows up to which a search that found too few is
// made once more with the judge.
const againLimit = 100_000

// find runs the search: first each row with a few attempts, then those left
// with many. Rows that find nothing are dropped, and the table is capped.
func (p *planner) find(t *Table) error {
	if p.lost(t) {
		return nil
	}
	rows := t.Rows
	t.chooseCore(p.children[t])
	f := p.newFinder(t)
	var err error
	if len(t.judged) > 0 || f.foreign() {
		err = f.judgeBlocks()
	} else {
		f.hasty = p.helps(t)
		if err = f.walk(); err == nil && int64(len(f.found.attempts)) < t.Rows && t.Rows <= againLimit {
			f, err = p.again(t, f)
		}
	}
	if err != nil {
		return fmt.Errorf("planning %s: %w", t.Name, err)
	}
	f.settle()
	p.lose(t, rows)
	if p.dry() {
		t.leave()
	}
	return nil
}

// opened leaves to the judge, where there is one, what was not understood of
// candidates.
func (f *finder) opened(p *planner) bool {
	if p.request.Judge == nil {
		return false
	}
	for _, name := range f.open {
		f.t.judgeToo(name)
	}
	return len(f.open) > 0
}

func appendName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// newFinder begins the search of a table.
func (p *planner) newFinder(t *Table) *finder {
	f := &finder{ctx: p.ctx, t: t, m: newMaker(t), judge: p.request.Judge, scope: p.scope(t), blame: map[string]uint64{}, judging: p.dry()}
	f.seen = make([]map[digest]struct{}, len(t.uniques))
	f.keys, f.counted = make([]digest, len(t.uniques)), make([]bool, len(t.uniques))
	for i, u := range t.uniques {
		if !u.met {
			f.seen[i] = map[digest]struct{}{}
		}
	}
	f.parts, f.parted = make([]digest, len(t.sought)), make([]map[digest]bool, len(t.sought))
	for i := range t.sought {
		f.parted[i] = map[digest]bool{}
	}
	t.forget()
	t.mode, t.lean, f.m.planning = search, false, true
	for _, c := range t.columns {
		c.mended = nil
	}
	if t.store != nil {
		t.store.forget()
	}
	f.among = p.ownReads(t)
	t.origins, t.ages.found = &f.found, nil
	return f
}

// walk searches without the judge, row by row.
func (f *finder) walk() error {
	rows, most := uint64(f.t.Rows), budget(f.t.Rows)
	f.m.core = true
	var left []uint64
	for i := range rows {
		if i%256 == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		if f.tried > most || f.stalled() || !f.attempts(i, 0, 64) {
			left = append(left, i)
		}
	}
	for from := uint32(64); len(left) > 0 && f.tried < most && !f.stalled(); from += 256 {
		var still []uint64
		for _, i := range left {
			if err := f.ctx.Err(); err != nil {
				return err
			}
			if f.tried > most || f.stalled() || !f.attempts(i, from, from+256) {
				still = append(still, i)
			}
		}
		left = still
	}
	return f.augment()
}

// stalled reports that so many candidates in a row have been rejected that
// more of them won't help: there are no free keys left, or none to be found.
func (f *finder) stalled() bool {
	if f.hasty && f.tried > 4000 && uint64(len(f.found.attempts))*50 < f.tried {
		return true
	}
	return f.tried-f.last > 60_000+8*uint64(len(f.found.attempts))
}

func (f *finder) attempts(index uint64, from, to uint32) bool {
	for a := from; a < to; a++ {
		f.tried++
		if f.candidate(index, a, int64(len(f.found.attempts))) && f.admit() {
			f.accept(index, a)
			return true
		}
	}
	return false
}

// candidate makes one candidate and holds it against its own checks.
func (f *finder) candidate(index uint64, attempt uint32, limit int64) bool {
	ok := f.m.try(index, attempt, limit)
	f.tried, f.m.dear = f.tried+dearly*f.m.dear, 0
	if !ok {
		f.blame[f.m.blamed]++
		return false
	}
	return f.checked()
}

// checked holds the row just made against its own checks. One that is not
// known is the judge's, once it is asked.
func (f *finder) checked() bool {
	switch f.m.check() {
	case predicate.False:
		f.blame[f.m.blamed]++
		return false
	case predicate.Unknown:
		if !f.judging {
			f.open = appendName(f.open, f.m.blamed)
			return false
		}
		f.t.judgeToo(f.m.blamed)
	}
	return true
}

// admit holds the candidate against the rows accepted so far.
func (f *finder) admit() bool {
	for i, u := range f.t.uniques {
		if u.met {
			continue
		}
		key, counted, known := f.m.uniqueKey(u)
		if !known {
			f.blame[u.name]++
			return false
		}
		f.counted[i] = counted
		if !counted {
			continue
		}
		f.keys[i] = digestOf(key)
		if _, taken := f.seen[i][f.keys[i]]; taken {
			f.blame[u.name]++
			return false
		}
	}
	return f.apart() && !f.repeats()
}

func (f *finder) accept(index uint64, attempt uint32) {
	for i, u := range f.t.uniques {
		if !u.met && f.counted[i] {
			f.seen[i][f.keys[i]] = struct{}{}
		}
	}
	for i, x := range f.t.exclusion {
		if f.cells[i] != nil {
			x.accept(f.t, f.cells[i])
		}
	}
	for i, d := range f.parts {
		f.parted[i][d] = true
	}
	at := len(f.found.attempts)
	if f.found.indexes == nil && uint64(at) != index {
		f.found.indexes = make([]uint32, at, at+1)
		for i := range f.found.indexes {
			f.found.indexes[i] = uint32(i)
		}
	}
	if f.found.indexes != nil {
		f.found.indexes = append(f.found.indexes, uint32(index))
	}
	f.found.attempts = append(f.found.attempts, attempt)
	f.mender.keep(f.m.row)
	f.last, f.answered = f.tried, f.asked
	if len(f.found.attempts) == sampleRows && !f.m.unsound {
		f.t.lean = true
	}
	f.m.accept()
	if f.t.store != nil {
		f.t.store.add(f.m)
	}
}

// apart holds the candidate against the exclusion constraints.
func (f *finder) apart() bool {
	f.cells = f.cells[:0]
	for _, x := range f.t.exclusion {
		cells, free, known := x.cells(f.m)
		switch {
		case !known:
			f.blame[x.name]++
			return false
		case free:
			f.cells = append(f.cells, nil)
		case x.conflicts(f.t, cells):
			f.blame[x.name]++
			return false
		default:
			f.cells = append(f.cells, cells)
		}
	}
	return true
}

// uniqueKey is the key of the row under a unique; counted is false for a row
// that its predicate or a NULL sets free.
func (m *maker) uniqueKey(u *unique) (key []byte, counted, known bool) {
	if u.where != nil {
		switch u.where.test(m) {
		case predicate.Unknown:
			return nil, false, false
		case predicate.True:
		default:
			return nil, false, true
		}
	}
	m.key = m.key[:0]
	for _, c := range u.columns {
		if m.row[c].IsNull() && u.distinctNulls {
			return nil, false, true
		}
		m.key = appendKey(m.key, m.row[c], m.t.columns[c])
	}
	for _, x := range u.exprs {
		v, ok := x.value(m)
		if !ok {
			return nil, false, false
		}
		if v.IsNull() && u.distinctNulls {
			return nil, false, true
		}
		m.key = appendKey(m.key, v, nil)
	}
	return m.key, true, true
}

// settle takes over what was found: the rows that found nothing are dropped.
func (f *finder) settle() {
	t := f.t
	n := int64(len(f.found.attempts))
	f.mender.settle(t)
	t.forget()
	if n == t.Rows {
		return
	}
	if slices.ContainsFunc(t.links, func(l *link) bool {
		return l.ahead && (l.listed(t) || n < 2 || f.found.indexes != nil && f.found.indexes[1] != 1)
	}) {
		n, f.found.attempts = 0, nil // the row is not there that the first refers to
	}
	worst := f.worst()
	if n == 0 {
		t.refuse(worst, fmt.Sprintf("none of %d candidate rows satisfied it", max(f.asked, f.tried)),
			"lower the number of rows, or give values for its columns in effigy.yaml, or rows: 0 for the table")
		return
	}
	t.cap(n, worst, fmt.Sprintf("no more rows were found among %d candidates", f.tried))
}

// worst is the constraint that rejected most candidates, the first by name
// among equals.
func (f *finder) worst() string {
	name, most := "", uint64(0)
	for n, count := range f.blame {
		if n != "" && (count > most || count == most && n < name) {
			name, most = n, count
		}
	}
	if name == "" {
		return "the constraints of " + f.t.Name.String()
	}
	return name
}
