package generator

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// soft is an order that a person expects of two columns of a row though no
// constraint asks for it: created before updated before deleted. It gives way
// to every constraint.
type soft struct {
	column int
	after  bool  // the step's column comes after column
	beside bool  // … or about when it is, before or after
	usual  lapse // and usually so long after it, or before
	until  bool  // no later than column, where that leaves anything
	upper  bool  // of a range its end, not its start
	near   int64 // and not further than this from it, after the first attempt; 0 for any distance
	tight  bool  // … from the first attempt on
}

// scatter is how the moments of a column are spread over what others leave.
type scatter uint8

const (
	shaped scatter = iota // as its space has it
	level
	soon  // most near the start: more is to come after a row began
	early // … and much more, as in a tree
	ahead // a third in the future
)

// tense is what the name of a column says of its moments by themselves.
type tense struct {
	spread scatter
	first  int64 // the usual stretch in microseconds
	last   int64
	grain  int64 // … in which there is one of its usual values
}

// soften ties the moments of a row to each other, by what their names mean.
func (t *Table) soften(b *branch) {
	b.arrange(t)
	for i := range b.steps {
		s := &b.steps[i]
		c := t.columns[s.Column]
		if k := c.codec.Kind(); s.ordered != nil && (k == value.Int || k == value.Decimal) {
			t.crowd(b, i)
			s.tense = tense{first: math.MinInt64, last: math.MaxInt64}
		}
		s.late = stretches(c) && len(t.seniors) > 0 && !c.shaped()
		if s.ordered == nil || !clock(c.codec.Kind()) && c.codec.Kind() != value.Time || c.birth() {
			continue
		}
		t.crowd(b, i)
		if len(t.seniors) > 0 && clock(c.codec.Kind()) {
			s.soft = append(s.soft, soft{column: began, after: true})
			if t.outlived() && (contains(t.births, c.pos) || len(t.births) == 0 && c.past()) {
				s.soft = append(s.soft, soft{column: ended, until: true})
			}
		}
		for j := range i {
			if o := t.columns[b.steps[j].Column]; sameClock(o, c) {
				s.soft = append(s.soft, bonds(o, c)...)
			}
		}
		if r := t.slot(b, i); r != nil {
			s.soft = append(s.soft, booked(r, c)...)
		}
		t.prefer(s, c)
		s.tense = t.tenseOf(c)
		s.limit(c)
	}
}

// bonds is the order that the names put a column in with one that has its
// value already; none where they say nothing.
func bonds(o, c *column) []soft {
	if o.meaning == vocabulary.Planned && c.meaning == vocabulary.Planned {
		return []soft{{column: o.pos, beside: true, usual: lapse{0, 2 * value.Hour}}}
	}
	if usual, ok := precedes(o, c); ok {
		return []soft{{column: o.pos, after: true, usual: usual}}
	}
	if usual, ok := precedes(c, o); ok {
		return []soft{{column: o.pos, usual: usual}}
	}
	return nil
}

// prefer leaves the end of what has a start the usual distance from that alone,
// and what somebody shaped no usual distance at all.
func (t *Table) prefer(s *step, c *column) {
	started := slices.ContainsFunc(s.soft, func(x soft) bool {
		return x.column >= 0 && (t.columns[x.column].meaning == vocabulary.Planned || t.columns[x.column].meaning == vocabulary.Started)
	})
	for i := range s.soft {
		x := &s.soft[i]
		if c.shaped() || c.meaning == vocabulary.Ended && started && x.column >= 0 && !t.columns[x.column].opens() {
			x.usual = lapse{}
		}
	}
}

// opens reports a column that tells when something with an end of its own
// starts.
func (c *column) opens() bool {
	return c.meaning == vocabulary.Planned || c.meaning == vocabulary.Started
}

// tenseOf is the tense of a column that nobody shaped.
func (t *Table) tenseOf(c *column) tense {
	x := tense{shaped, math.MinInt64, math.MaxInt64, value.Second - 1}
	switch {
	case c.shaped():
	case c.codec.Kind() == value.Time:
		x.spread, x.grain = level, 5*value.Minute-1
	case c.meaning == vocabulary.Planned:
		x.spread, x.last, x.grain = ahead, t.now+120*value.Day, 15*value.Minute-1
	case c.meaning == vocabulary.Future:
		x.spread, x.first, x.last = level, t.now, t.now+60*value.Day
	case contains(t.births, c.pos) && t.elders():
		x.spread, x.last = early, t.now
	case contains(t.births, c.pos) && len(t.seniors) > 0:
		x.spread, x.last = soon, t.now
	case c.past():
		x.spread, x.last = level, t.now
	case c.meaning == vocabulary.Ended && c.timed() && t.runs():
		x.spread, x.last = level, t.now
	case c.meaning == vocabulary.Due || c.meaning == vocabulary.Expiry || c.meaning == vocabulary.Ended:
		x.spread = level
	}
	return x
}

// limit keeps what has happened to its usual time, where a rule lets it have
// happened long before: who joined after he was born.
func (s *step) limit(c *column) {
	if !c.past() || c.shaped() || len(s.Bounds) == 0 {
		return
	}
	if s.tense.first = drawn(s.ordered).from; c.codec.Kind() == value.Date {
		s.tense.first *= value.Day
	}
}

// runs reports a table of what has started, such as jobs: it ends soon after.
func (t *Table) runs() bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool { return c.meaning == vocabulary.Started && c.timed() })
}

// arrange moves the steps of moments that read no other column to the front,
// in the order in which others are drawn after them: what somebody shaped or
// tells a status, what is planned, then what happened, first to last.
func (b *branch) arrange(t *Table) {
	turn := func(s *step) int {
		c := t.columns[s.Column]
		switch {
		case (t.status(c) || stretches(c)) && len(s.Bounds)+len(s.Tests) == 0:
			return 0
		case len(s.Bounds)+len(s.Tests) > 0 || !clock(c.codec.Kind()) || s.ordered == nil:
			return math.MaxInt
		case c.shaped() && (c.happened() || c.meaning == vocabulary.Planned):
			return 0
		case c.meaning == vocabulary.Planned:
			return 1
		case c.happened():
			return 1 + int(c.meaning)
		}
		return math.MaxInt
	}
	slices.SortStableFunc(b.steps, func(x, y step) int { return cmp.Compare(turn(&x), turn(&y)) })
}

// sameClock reports that cells of the two columns can be compared as they are
// or as days and moments. Times of the day are compared with each other; those of
// a hotel say when one may come and has to be gone.
func sameClock(a, b *column) bool {
	if a.codec.Kind() == value.Time {
		return b.codec.Kind() == value.Time && !strings.HasPrefix(a.name, "check") && !strings.HasPrefix(b.name, "check")
	}
	return clock(a.codec.Kind()) && clock(b.codec.Kind())
}

func clock(k value.Kind) bool { return k == value.Date || k == value.Timestamp }
