package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// invertDifference inverts x - c and c - x between moments, of which one is
// constant: an interval, or days between dates.
func (s *solver) invertDifference(x, y *schema.Expr, want domain.Domain) ([]effect, bool) {
	if !orderOnly(want) || want.Not != nil {
		return nil, false
	}
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	if len(x.Columns()) == 0 {
		return s.invertSince(y, x, list)
	}
	return s.invertUntil(x, y, list)
}

// invertSince is c - x within a list: x lies the span before c.
func (s *solver) invertSince(x, c *schema.Expr, list []domain.Interval) ([]effect, bool) {
	at, _, ok := s.constant(c)
	if !ok || len(c.Columns()) > 0 {
		return nil, false
	}
	out := []domain.Interval{}
	for k := len(list) - 1; k >= 0; k-- {
		i := list[k]
		low, okL := s.offset(at, i.High, true, 1)
		high, okH := s.offset(at, i.Low, true, -1)
		if !okL || !okH {
			return nil, false
		}
		if moving(c) && !low.IsNull() {
			low = s.later(low)
		}
		j := domain.Interval{Low: low, LowOpen: i.HighOpen, High: high, HighOpen: i.LowOpen}
		if !sound(j) {
			return nil, false
		}
		out = append(out, j)
	}
	return s.invertAs(x, momentOf(at), domain.Domain{Intervals: out})
}

// invertUntil is x - c within a list: x lies the span after c.
func (s *solver) invertUntil(x, c *schema.Expr, list []domain.Interval) ([]effect, bool) {
	at, _, ok := s.constant(c)
	if !ok || len(c.Columns()) > 0 {
		return nil, false
	}
	out := []domain.Interval{}
	for _, i := range list {
		low, okL := s.offset(at, i.Low, false, 1)
		high, okH := s.offset(at, i.High, false, -1)
		if !okL || !okH {
			return nil, false
		}
		if moving(c) && !low.IsNull() {
			low = s.later(low)
		}
		j := domain.Interval{Low: low, LowOpen: i.LowOpen, High: high, HighOpen: i.HighOpen}
		if !sound(j) {
			return nil, false
		}
		out = append(out, j)
	}
	return s.invertAs(x, momentOf(at), domain.Domain{Intervals: out})
}

func momentOf(v value.Value) schema.Type {
	if v.Kind == value.Date {
		return stampType
	}
	return zonedType
}

// offset moves a moment by an interval or days, back or forth; where months
// are involved it gives way inwards by three days.
func (s *solver) offset(at, by value.Value, back bool, inwards int64) (value.Value, bool) {
	if by.IsNull() {
		return value.Value{}, true
	}
	if rankless := by.Kind != value.Interval; rankless {
		n, ok := value.DecimalInt(asDecimal(by))
		if !ok {
			return by, false
		}
		by = value.IntervalOf(0, int32(n), 0)
	}
	if back {
		n, ok := negateInterval(by)
		if !ok {
			return by, false
		}
		by = n
	}
	if at.Kind == value.Date {
		at = midnight(at)
	}
	return shifted(at, by, inwards)
}

// invertAge inverts age(c, x), age(x, c) and age(x), where c is constant. It
// is near enough to draw from; the constraint is tested all the same where
// months are involved, which offset leaves room for.
func invertAge(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if !orderOnly(want) || want.Not != nil {
		return nil, false
	}
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	for _, i := range list {
		if !monthly(i.Low) || !monthly(i.High) {
			return nil, false
		}
	}
	switch {
	case len(e.Args) == 1:
		return s.invertSince(e.Args[0], &schema.Expr{Kind: schema.ExprNow, Name: "date"}, list)
	case len(e.Args) != 2:
		return nil, false
	case len(e.Args[0].Columns()) == 0:
		return s.invertSince(e.Args[1], e.Args[0], list)
	}
	return s.invertUntil(e.Args[0], e.Args[1], list)
}

// monthly reports whether an interval is made of months and less than one
// month's days: age() counts so, and intervals compare as if a month had 30
// days, so that 365 days are not a year there.
func monthly(v value.Value) bool {
	return v.IsNull() || v.Kind == value.Interval && v.N > -28 && v.N < 28 && !endless(v)
}

// invertAgeYears inverts extract(year from age(…)): n years are at least n
// and less than n + 1.
func (s *solver) invertAgeYears(x *schema.Expr, want domain.Domain) ([]effect, bool) {
	if x.Kind != schema.ExprCall || x.Name != "age" || want.Not != nil {
		return nil, false
	}
	out := domain.Domain{Intervals: []domain.Interval{}}
	for _, i := range domain.MeetAll(want.Intervals, daysOf(want.Set)) {
		i, ok := integerInterval(i, "int4")
		if !ok {
			return nil, false
		}
		j := domain.Interval{}
		if i.Low.I > 0 {
			j.Low = value.IntervalOf(int32(i.Low.I*12), 0, 0)
		}
		if i.High.I < 10_000 {
			j.High, j.HighOpen = value.IntervalOf(int32((i.High.I+1)*12), 0, 0), true
		}
		out.Intervals = append(out.Intervals, j)
	}
	return s.invertCall(x, out)
}

// invertTruncation turns bounds on date_trunc(unit, x) into bounds on x.
func invertTruncation(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || !orderOnly(want) || want.Not != nil {
		return nil, false
	}
	unit, ok := literalText(e.Args[0])
	if !ok {
		return nil, false
	}
	unit = strings.ToLower(unit)
	out := []domain.Interval{}
	for _, i := range domain.MeetAll(want.Intervals, daysOf(want.Set)) {
		low, high, ok := truncationEnds(unit, i)
		if !ok {
			return nil, false
		}
		out = append(out, domain.Interval{Low: low, High: high, HighOpen: true})
	}
	return s.invertAs(e.Args[1], s.typeOf(e), domain.Domain{Intervals: out})
}

// truncationEnds is the stretch whose truncation lies in an interval.
func truncationEnds(unit string, i domain.Interval) (low, high value.Value, ok bool) {
	if low = i.Low; !low.IsNull() {
		floor, ok := truncateMoment(unit, low)
		if !ok {
			return low, high, false
		}
		if floor.I != low.I || i.LowOpen {
			if floor, ok = nextUnit(unit, floor); !ok {
				return low, high, false
			}
		}
		low = floor
	}
	if high = i.High; !high.IsNull() {
		floor, ok := truncateMoment(unit, high)
		if !ok {
			return low, high, false
		}
		if floor.I != high.I || !i.HighOpen {
			if floor, ok = nextUnit(unit, floor); !ok {
				return low, high, false
			}
		}
		high = floor
	}
	return low, high, true
}

// nextUnit is the start of the unit after the one that starts at v.
func nextUnit(unit string, v value.Value) (value.Value, bool) {
	if u := units[unit]; u > 0 {
		v.I += u
		return v, true
	}
	months := map[string]int32{"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}[unit]
	if unit == "week" {
		return addInterval(v, value.IntervalOf(0, 7, 0))
	}
	if months == 0 {
		return v, false
	}
	return addInterval(v, value.IntervalOf(months, 0, 0))
}
