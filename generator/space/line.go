package space

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// Laid is a space of ranges that can be laid out one after another.
type Laid interface {
	Space
	// Line is where they lie; nil where they have no beginning or no end.
	Line() *Line
	// Between is the range from low to high, a NULL high for none.
	Between(low, high value.Value, a *value.Arena) value.Value
}

// Line draws the two ends of ranges, each in its stretch of one line, so that
// no two of them overlap.
type Line struct {
	lower, upper Ordered
	ranges       *ranges // whose widths are asked for; nil for none
	usual        int64   // numbers between the ends at the most, when there is room
	clock        bool    // its numbers are microseconds
	need         int64   // numbers that a range takes at the least
	open         bool    // the last may have no upper end
}

// NewLine is a line of ranges whose ends are drawn from two spaces of one kind;
// with open set, the last may have no upper end.
func NewLine(lower, upper Ordered, kind value.Kind, open bool) *Line {
	l := &Line{lower: lower, upper: upper, usual: usualWidth(kind), open: open}
	l.measure()
	return l
}

// FixedLine is a line of ranges of which the lower end is drawn and the upper
// one, so many numbers away at the most, is not.
func FixedLine(lower Ordered, kind value.Kind, reach int64) *Line {
	l := &Line{lower: lower, upper: lower, usual: usualWidth(kind)}
	l.measure()
	l.need = max(l.need, reach+1)
	return l
}

// Line is nil where no range of the space has both ends.
func (s *ranges) Line() *Line {
	if s.openLow || s.openHigh == domain.Yes {
		return nil
	}
	l := &Line{lower: s.lower, upper: s.upper, ranges: s, usual: s.usual,
		open: s.openHigh == domain.Either && s.min.IsNull() && s.max.IsNull()}
	l.measure()
	return l
}

// Between is the range from low to high, a NULL high for none.
func (s *ranges) Between(low, high value.Value, a *value.Arena) value.Value {
	return s.between(low, high, a)
}

// Lower is the space of the beginnings, in whose numbers a line is measured.
func (l *Line) Lower() Ordered { return l.lower }

// Open reports that the last range of a line may go on for ever.
func (l *Line) Open() bool { return l.open }

// Usual is how many numbers there are between the ends of a range at the most,
// where there is room.
func (l *Line) Usual() int64 { return l.usual }

// Need is how many numbers a range takes at the least, its ends among them.
func (l *Line) Need() int64 { return l.need }

// measure looks how long the shortest ranges are.
func (l *Line) measure() {
	l.need = 2
	for k := range uint64(4) {
		low := l.lower.Draw(draw.Mix(k), nil)
		next, _ := l.lower.Step(low, 1)
		l.clock = low.Kind == value.Timestamp && next.I == low.I+1
		from, _ := l.lower.Number(low, true)
		if least, ok := l.least(low); ok {
			to, _ := l.lower.Number(least, true)
			l.need = max(l.need, to-from+1)
		}
	}
}

// least is the least upper end for a lower one.
func (l *Line) least(low value.Value) (value.Value, bool) {
	if l.ranges != nil {
		if v, ok := l.ranges.reach(low, l.ranges.min, true); ok {
			return v, true
		}
	}
	return l.lower.Step(low, 1)
}

// Draw draws two ends from the numbers from … to. Each further attempt is
// content with a shorter range; ok is false where there is none.
func (l *Line) Draw(h uint64, from, to int64, attempt uint32) (low, high value.Value, ok bool) {
	last := to - l.need + 1
	if last < from {
		return low, high, false
	}
	at := l.round(from, last, draw.Below(h, uint64(last-from)+1))
	if low, ok = l.lower.DrawIn(h, at, at); !ok {
		if low, ok = l.lower.DrawIn(h, at, last); !ok {
			low, ok = l.lower.DrawIn(h, from, at)
		}
	}
	least, fits := l.least(low)
	if !ok || !fits {
		return low, high, false
	}
	at, _ = l.lower.Number(low, true)
	most, ok := l.most(low, least, to-at, attempt)
	if !ok {
		return low, high, false
	}
	high, ok = l.end(draw.Next(h), low, least, most)
	return low, high, ok
}

// end draws the upper end between two values.
func (l *Line) end(h uint64, low, least, most value.Value) (value.Value, bool) {
	at, _ := l.lower.Number(low, true)
	from, _ := l.lower.Number(least, true)
	to, _ := l.lower.Number(most, false)
	if to > from {
		x := l.round(from, to, draw.Below(h, uint64(to-from)+1))
		if v, ok := l.lower.Step(low, x-at); ok {
			if high, ok := l.upper.DrawBetween(h, v, v, nil); ok {
				return high, true
			}
		}
	}
	return l.upper.DrawBetween(h, least, most, nil)
}

// most is the greatest upper end for a lower one, room numbers away at the
// most: the usual length for an early attempt, if that does.
func (l *Line) most(low, least value.Value, room int64, attempt uint32) (value.Value, bool) {
	most, ok := l.lower.Step(low, min(room, max(l.usual>>min(attempt, 40), 1)))
	if ok && before(most, least) {
		most, ok = l.lower.Step(low, room)
	}
	if ok && l.ranges != nil {
		if v, bound := l.ranges.reach(low, l.ranges.max, false); bound && before(v, most) {
			most = v
		}
	}
	return most, ok && !before(most, least)
}

// round is the number x after from, up to to, at a full quarter of an hour,
// minute or second where it is a time and there is room.
func (l *Line) round(from, to int64, x uint64) int64 {
	at := from + int64(x)
	if !l.clock {
		return at
	}
	for _, grain := range []int64{15 * value.Minute, value.Minute, value.Second} {
		if (to-from)/grain >= 16 {
			at -= ((at % grain) + grain) % grain
			if at < from {
				at += grain
			}
			return at
		}
	}
	return at
}

func before(a, b value.Value) bool {
	c, ok := domain.Compare(a, b)
	return ok && c < 0
}
