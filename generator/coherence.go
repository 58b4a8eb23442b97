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
	near   int64 // and not further than this from it, after the first attempt; 0 for any distance
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
		t.prefer(s, c)
		s.tense = t.tenseOf(c)
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
	case c.meaning == vocabulary.Due || c.meaning == vocabulary.Expiry || c.meaning == vocabulary.Ended:
		x.spread = level
	}
	return x
}

// arrange moves the steps of moments that read no other column to the front,
// in the order in which others are drawn after them: what somebody shaped or
// tells a status, what is planned, then what happened, first to last.
func (b *branch) arrange(t *Table) {
	turn := func(s *step) int {
		c := t.columns[s.Column]
		switch {
		case t.status(c) && len(s.Bounds)+len(s.Tests) == 0:
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

// Columns that stand for what the parents of a row say.
const (
	began = -1 // when the last of them came to be
	ended = -2 // when the first of them came to an end
)

// moment is the cell of a column of the row, or the time at which the last of
// the row's senior parents came to be.
func (m *maker) moment(c int) *value.Value {
	if c >= 0 {
		return &m.row[c]
	}
	if c == ended {
		m.ended = m.mortality()
		return &m.ended
	}
	if !m.aged {
		m.aged, m.began = true, m.seniority()
	}
	return &m.began
}

// seniority is the time at which the last of the row's senior parents came to
// be.
func (m *maker) seniority() value.Value {
	var last value.Value
	for _, l := range m.t.seniors {
		if m.chosen[l.number] >= 0 {
			last = later(last, m.elder(l).age(m.chosen[l.number]))
		}
	}
	return last
}

// birth is the moment from which on the row is there for others: the last of
// those that say so.
func (m *maker) birth() value.Value {
	var last value.Value
	for _, c := range m.t.births {
		if v := m.row[c]; clock(v.Kind) {
			last = later(last, v)
		}
	}
	return last
}

// begin finds the columns that say since when a row is there: when it was
// created, else when it was asked for, else when it started.
func (t *Table) begin() {
	for _, m := range []vocabulary.Meaning{vocabulary.Created, vocabulary.Asked, vocabulary.Started} {
		for _, c := range t.columns {
			if c.meaning == m && clock(c.codec.Kind()) {
				t.births = append(t.births, c.pos)
			}
		}
		if len(t.births) > 0 {
			return
		}
	}
}

// finish finds the columns that say when a row came to an end.
func (t *Table) finish() {
	for _, c := range t.columns {
		if c.meaning == vocabulary.Deleted && clock(c.codec.Kind()) && !c.required && !c.generated {
			t.deaths = append(t.deaths, c.pos)
		}
	}
}

// mortal reports a senior whose rows may have come to an end.
func (l *link) mortal() bool { return !l.self && len(l.parent.deaths) > 0 }

// outlived reports that rows of the table have such seniors.
func (t *Table) outlived() bool { return slices.ContainsFunc(t.seniors, (*link).mortal) }

// mortality is the time at which the first of the row's parents came to an end;
// NULL while all last.
func (m *maker) mortality() value.Value {
	var first value.Value
	for _, l := range m.t.seniors {
		if at := m.chosen[l.number]; at >= 0 && l.mortal() {
			first = earlier(first, m.elder(l).gone(at))
		}
	}
	return first
}

// death is the moment at which the row came to an end, NULL for one that lasts.
func (m *maker) death() value.Value {
	var first value.Value
	for _, c := range m.t.deaths {
		first = earlier(first, m.row[c])
	}
	return first
}

func earlier(a, b value.Value) value.Value {
	if !clock(b.Kind) || !a.IsNull() && instant(a) <= instant(b) {
		return a
	}
	return b
}

func later(a, b value.Value) value.Value {
	if a.IsNull() || !b.IsNull() && instant(b) > instant(a) {
		return b
	}
	return a
}

func instant(v value.Value) int64 {
	if v.Kind == value.Date {
		return v.I * value.Day
	}
	return v.I
}

// chooseSeniors finds the parents whose rows must not be younger than those of
// the table: those that have moments, outside a cycle, and in a tree the row
// above.
func (t *Table) chooseSeniors() {
	t.seniors = nil
	if !t.aging() {
		return
	}
	for _, l := range t.links {
		outside := l.usable() && !l.self && l.parent.component != t.component && l.parent.aging()
		if outside || t.elder(l) {
			t.seniors = append(t.seniors, l)
			l.parent.aged = true
		}
	}
}

// aging reports whether the table has a column that tells a time of its rows.
func (t *Table) aging() bool {
	for _, c := range t.columns {
		if !c.generated && clock(c.codec.Kind()) && !c.birth() {
			return true
		}
	}
	return false
}
