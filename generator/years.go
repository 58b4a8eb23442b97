package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// years are those of a key: no numbers of rows, but this one and those before
// it, the latest first; then those to come, where the rules leave no others.
type years struct {
	this   int64
	back   uint64 // how many there are, this one included
	beyond uint64
}

func (y years) Name() string     { return "this year, the one before, …" }
func (y years) Capacity() uint64 { return y.back + y.beyond }

func (y years) Unrank(rank uint64, _ *value.Arena) value.Value {
	if rank < y.back {
		return value.Integer(y.this - int64(rank))
	}
	return value.Integer(y.this + 1 + int64(rank-y.back))
}

func (y years) Draw(h uint64, a *value.Arena) value.Value {
	return y.Unrank(draw.Below(h, y.Capacity()), a)
}

var _ space.Space = years{}

// yearsOf are the years that a column of a key can have.
func (t *Table) yearsOf(c *column) (years, bool) {
	_, high, ok := integerLimits(c)
	if !ok || c.pooled || c.meaning != vocabulary.Year || c.codec.Kind() != value.Int {
		return years{}, false
	}
	for _, this := range t.latest(c) {
		back := t.stretch(c, serial{start: this, step: -1, n: uint64(this)})
		if back > 0 {
			beyond := t.stretch(c, serial{start: this + 1, step: 1, n: uint64(min(high-this, mostYears))})
			return years{this: this, back: back, beyond: beyond}, true
		}
	}
	return years{}, false
}

// latest is where the years of a column may begin: with this one, else with
// the last or the first that a rule leaves.
func (t *Table) latest(c *column) []int64 {
	now, _, _ := value.DateOf(t.now / value.Day)
	out := []int64{int64(now)}
	for _, b := range t.branches {
		for _, i := range b.formula.Columns[c.pos].Intervals {
			for _, v := range []value.Value{i.High, i.Low} {
				if v.Kind == value.Int && v.I > 1 && v.I < mostYears {
					out = append(out, v.I, v.I-1, v.I+1)
				}
			}
		}
	}
	return out
}

// mostYears is how far years go on from this one.
const mostYears = 5000

// drift is the number of years of which one is the latest of a group's.
func (y years) drift() uint64 { return min(4, y.back) }

// dating reports a part of a date: rows differ in it together with others.
func dating(m vocabulary.Meaning) bool {
	return m == vocabulary.Year || m == vocabulary.Day || m == vocabulary.Weekday || ofYear[m] > 0
}

// ofYear is how many parts of a year there are.
var ofYear = map[vocabulary.Meaning]uint64{vocabulary.Month: 12, vocabulary.Quarter: 4, vocabulary.Week: 52}

// confineYears leaves the years of a key that has other members no more of
// them than it needs, and some to choose from; months, quarters and weeks
// beside years are no more than a year has.
func (t *Table) confineYears(u *unit) {
	at := slices.IndexFunc(u.members, func(x member) bool {
		_, ok := t.yearsOf(t.columns[max(x.pos, 0)])
		return ok && x.link == nil
	})
	if at < 0 {
		return
	}
	others := uint64(1)
	for i := range u.members {
		x := &u.members[i]
		if i == at {
			continue
		}
		if n := ofYear[t.columns[max(x.pos, 0)].meaning]; n > 0 && x.link == nil {
			if s := (serial{start: 1, step: 1, n: n}); t.columns[x.pos].codec.Kind() == value.Int && t.stretch(t.columns[x.pos], s) == s.n {
				x.space, x.size = s, s.n
			}
		}
		others = multiply(others, x.size)
	}
	x := &u.members[at]
	y, _ := t.yearsOf(t.columns[x.pos])
	x.space, x.size = y, min(y.Capacity(), max(8, 2*(uint64(t.Requested)/max(others, 1)+1)))
}
