package generator

import "slices"

// A search that takes the first candidate that will do for each row can run
// out of keys although there are enough: the row that could have had another
// one has taken the only one of the next. So in small tables a row that finds
// nothing takes the place of one that it meets, and that row looks for another.
// Where a table has one such key that is a walk along augmenting paths of the
// matching of rows and keys; the row that has had to move least often moves.

const (
	augmentRows   = 1000   // of a table up to which rows move
	augmentTries  = 20_000 // candidates that are tried for that
	augmentEach   = 200    // … and more for each row
	augmentChoice = 48     // candidates of a row of which the best is taken
)

// seat is an accepted row with its keys by unique, nil for one that the search
// need not keep apart or for which the row does not count.
type seat struct {
	index   uint64
	attempt uint32
	keys    []*digest
}

// seating is a table whose rows may move.
type seating struct {
	f     *finder
	seats []seat
	taken []map[digest]int // seats by unique and key
	moves []int            // by index
	next  []uint32         // attempt of each index
}

// augment finds rows for those indexes that have found none.
func (f *finder) augment() error {
	t := f.t
	short := t.Rows - int64(len(f.found.attempts))
	if short == 0 || t.Rows > augmentRows || f.hasty || len(t.exclusion) > 0 || slices.ContainsFunc(t.links, func(l *link) bool { return l.self }) ||
		!slices.ContainsFunc(t.uniques, (*unique).open) {
		return nil
	}
	s := &seating{f: f, moves: make([]int, t.Rows), next: make([]uint32, t.Rows), taken: make([]map[digest]int, len(t.uniques))}
	for i := range s.taken {
		s.taken[i] = map[digest]int{}
	}
	queue := s.seat()
	most := f.tried + augmentTries + augmentEach*uint64(t.Rows)
	for n := 0; len(queue) > 0 && f.tried < most; n++ {
		if n%64 == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		index := queue[0]
		queue = queue[1:]
		if gone, ok := s.place(index); !ok {
			queue = append(queue, index)
		} else if gone != index {
			queue = append(queue, gone)
		}
	}
	if int64(len(s.seats)) > t.Rows-short {
		s.settle()
	}
	return nil
}

// seat takes over what the search has found, and lists the indexes without.
func (s *seating) seat() (without []uint64) {
	found := make([]bool, s.f.t.Rows)
	for p := range s.f.found.attempts {
		index, attempt, limit := s.f.t.origin(int64(p))
		s.f.m.try(index, attempt, limit)
		found[index] = true
		if keys, ok := s.keys(); ok {
			s.take(len(s.seats), seat{index, attempt, keys})
		}
	}
	for i, has := range found {
		if !has {
			without = append(without, uint64(i))
		}
	}
	return without
}

// keys are those of the row just made.
func (s *seating) keys() ([]*digest, bool) {
	keys := make([]*digest, len(s.taken))
	for i, u := range s.f.t.uniques {
		if u.met {
			continue
		}
		key, counted, known := s.f.m.uniqueKey(u)
		if !known {
			return nil, false
		}
		if counted {
			d := digestOf(key)
			keys[i] = &d
		}
	}
	return keys, true
}

// take gives a row a seat, a new one at the end.
func (s *seating) take(at int, row seat) {
	if at == len(s.seats) {
		s.seats = append(s.seats, row)
	} else {
		for i, d := range s.seats[at].keys {
			if d != nil {
				delete(s.taken[i], *d)
			}
		}
		s.seats[at] = row
	}
	for i, d := range row.keys {
		if d != nil {
			s.taken[i][*d] = at
		}
	}
}

// place finds a seat for an index: a free one, or that of the row which has
// moved least, whose index it returns.
func (s *seating) place(index uint64) (gone uint64, ok bool) {
	best, from := seat{}, -1
	for range augmentChoice {
		a := s.next[index]
		s.next[index]++
		s.f.tried++
		if !s.f.candidate(index, a, int64(len(s.seats))) {
			continue
		}
		keys, known := s.keys()
		if !known {
			continue
		}
		at, alone := s.meets(keys)
		if at < 0 {
			s.take(len(s.seats), seat{index, a, keys})
			return index, true
		}
		if alone && (from < 0 || s.moves[s.seats[at].index] < s.moves[s.seats[from].index]) {
			best, from = seat{index, a, keys}, at
		}
	}
	if from < 0 {
		return 0, false
	}
	gone = s.seats[from].index
	s.moves[gone]++
	s.take(from, best)
	return gone, true
}

// meets is a seat whose row shares a key, -1 for none; alone tells that it is
// the only one.
func (s *seating) meets(keys []*digest) (at int, alone bool) {
	at, alone = -1, true
	for i, d := range keys {
		if d == nil {
			continue
		}
		if o, taken := s.taken[i][*d]; taken {
			alone = alone && (at < 0 || at == o)
			at = o
		}
	}
	return at, alone
}

// settle makes the seats the rows that the search found.
func (s *seating) settle() {
	f := s.f
	slices.SortFunc(s.seats, func(a, b seat) int { return int(a.index) - int(b.index) })
	f.found = origins{}
	for _, x := range s.seats {
		f.found.indexes = append(f.found.indexes, uint32(x.index))
		f.found.attempts = append(f.found.attempts, x.attempt)
	}
	f.t.ages.found = nil
	if f.t.store == nil {
		return
	}
	f.t.store.forget()
	for p := range f.found.attempts {
		f.m.try(f.t.origin(int64(p)))
		f.m.accept()
		f.t.store.add(f.m)
	}
}
