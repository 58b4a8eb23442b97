package generator

import (
	"slices"
)

// blockRows is the number of candidates that go to the judge at once.
const blockRows = 512

// pending is a candidate that waits for the judge.
type pending struct {
	index   uint64
	attempt uint32
	limit   int64
	cells   []*string
	mended  bool // see mend.go
}

// judgeBlocks searches with the judge: blocks of candidates that pass
// everything known here are judged together and accepted in order.
func (f *finder) judgeBlocks() error {
	if f.judge == nil {
		return errNoJudge
	}
	f.judging = true
	if err := f.alone(); err != nil {
		return err
	}
	queue := make([]work, 0, f.t.Rows)
	for i := range uint64(f.t.Rows) {
		queue = append(queue, work{index: i})
	}
	most := budget(f.t.Rows)
	for len(queue) > 0 && f.tried < most && !f.stalled() && !f.hopeless() {
		if f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		n := min(len(queue), blockRows)
		head := queue[:n]
		if err := f.prepare(); err != nil {
			return err
		}
		block, err := f.mend(f.block(head, each(head)))
		if err != nil {
			return err
		}
		f.asked += uint64(len(block))
		ok, err := f.verdicts(block)
		if err != nil {
			return err
		}
		left, err := f.take(head, block, ok)
		if err != nil {
			return err
		}
		// what is left goes behind the rows that have not been tried yet
		queue = append(queue[n:], left...)
	}
	f.arrange()
	return nil
}

// hopeless reports that the judge has refused so many candidates in a row that
// the rate of those that it accepts is surely below what a search can use: none
// of n means fewer than 3 in n, at 95 % (the rule of three).
func (f *finder) hopeless() bool {
	return f.asked-f.answered > 8_000+8*uint64(len(f.found.attempts))
}

// work is a row that has no accepted attempt yet.
type work struct {
	index uint64
	next  uint32
}

// each is how many candidates of a row go to the judge at once: few at first,
// and more of those that have failed often.
func each(head []work) int {
	tried := uint32(0)
	for _, w := range head {
		tried = max(tried, w.next)
	}
	return max(1, min(blockRows/len(head), 4+4*int(tried)))
}

// block makes the next candidates of each row, several for each when few rows
// are left.
func (f *finder) block(rows []work, each int) []pending {
	var out []pending
	limit := int64(len(f.found.attempts))
	for r := range rows {
		for made, tried := 0, 0; made < each && tried < 64*each; tried++ {
			a := rows[r].next
			rows[r].next++
			f.tried++
			mended := f.mender.wants(a)
			if mended && !f.m.try(rows[r].index, a, limit) || !mended && !f.candidate(rows[r].index, a, limit) {
				continue
			}
			made++
			out = append(out, pending{index: rows[r].index, attempt: a, limit: limit, cells: f.m.texts(), mended: mended})
		}
	}
	return out
}

// take accepts the judged candidates that fit with the rows before them, and
// returns the rows that need another attempt.
func (f *finder) take(rows []work, block []pending, ok []bool) ([]work, error) {
	accepted := map[uint64]bool{}
	keys, err := f.foreignKeys(block)
	if err != nil {
		return nil, err
	}
	for i, c := range block {
		f.mender.count(c, ok[i])
		if !ok[i] || accepted[c.index] || !f.m.try(c.index, c.attempt, c.limit) || !f.lay(c) {
			continue
		}
		stands, err := f.standsAmong(c)
		if err != nil {
			return nil, err
		}
		f.m.outside = keys.of(i)
		if stands && f.admit() {
			if err := f.stay(c); err != nil {
				return nil, err
			}
			f.accept(c.index, c.attempt)
			f.found.limits = append(f.found.limits, uint32(c.limit))
			accepted[c.index] = true
		}
		f.m.outside = nil
	}
	return slices.DeleteFunc(slices.Clone(rows), func(w work) bool { return accepted[w.index] }), nil
}

// arrange drops the limits where nothing refers to rows of the same table.
func (f *finder) arrange() {
	for _, l := range f.t.links {
		if l.self {
			return
		}
	}
	f.found.limits = nil
}
