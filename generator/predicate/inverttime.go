package predicate

import (
	"math"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// partLimits are the values that fields of a date or time can have.
var partLimits = map[string][2]int64{
	"month": {1, 12}, "day": {1, 31}, "quarter": {1, 4}, "dow": {0, 6}, "isodow": {1, 7}, "doy": {1, 366},
	"hour": {0, 23}, "minute": {0, 59}, "week": {1, 53},
}

// invertExtract turns extract(field from x) into a rule on that field, or,
// for the year and the epoch, into intervals.
func invertExtract(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || !orderOnly(want) {
		return nil, false
	}
	unit, ok := literalText(e.Args[0])
	x := e.Args[1]
	t := s.typeOf(x)
	if !ok || !isMoment(t) && short(t) != "time" && short(t) != "interval" {
		return nil, false
	}
	unit = strings.ToLower(unit)
	if unit == "year" && short(t) == "interval" {
		return s.invertAgeYears(x, want)
	}
	if unit == "year" && isMoment(t) {
		return s.invertYear(x, want)
	}
	if short(t) == "interval" {
		return nil, false
	}
	if unit == "second" && short(t) == "time" {
		return s.invertSecond(x, want)
	}
	limits, ok := partLimits[unit]
	if !ok {
		return nil, false
	}
	m := domain.NewMatcher(want)
	if short(t) == "date" && (unit == "hour" || unit == "minute") {
		switch {
		case e.Name != "date_part":
			return nil, false // Postgres knows no such part of a date
		case m.Allows(value.Integer(0)):
			return s.invert(x, domain.Domain{Intervals: []domain.Interval{yearInterval(1, 9999)}})
		}
		return s.invert(x, domain.Domain{Set: []value.Value{}})
	}
	part := domain.Part{Field: unit, Low: limits[0], High: limits[1], Values: []int64{}}
	for n := limits[0]; n <= limits[1]; n++ {
		if m.Allows(value.Integer(n)) {
			part.Values = append(part.Values, n)
		}
	}
	if len(part.Values) == 0 {
		return s.invert(x, domain.Domain{Set: []value.Value{}})
	}
	d := domain.Domain{Parts: []domain.Part{part}}
	if isMoment(t) {
		// Infinite dates have no fields.
		d.Intervals = []domain.Interval{yearInterval(1, 9999)}
	}
	return s.invert(x, d)
}

// invertSecond lists the times of day whose second is one of a few whole ones:
// a time for each minute, and the end of the day.
func (s *solver) invertSecond(x *schema.Expr, want domain.Domain) ([]effect, bool) {
	set := []value.Value{}
	for _, i := range domain.MeetAll(want.Intervals, daysOf(want.Set)) {
		whole, ok := integerInterval(i, "int4")
		if !ok || whole.Low.I != whole.High.I || i.Low.IsNull() || i.High.IsNull() || value.DecimalCompare(asDecimal(i.Low), asDecimal(i.High)) != 0 {
			return nil, false
		}
		for at := whole.Low.I * value.Second; whole.Low.I >= 0 && whole.Low.I < 60 && at <= value.Day; at += value.Minute {
			set = append(set, value.Value{Kind: value.Time, I: at})
		}
	}
	if len(set) > 5*24*60 || len(want.Not) > 0 {
		return nil, false
	}
	return s.invert(x, domain.Domain{Set: set})
}

// invertZone looks through AT TIME ZONE 'UTC', which changes nothing where
// times are kept in UTC.
func invertZone(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || s.typeOf(e).Name.Name == "" {
		return nil, false
	}
	return s.invert(e.Args[1], want)
}

// yearInterval is the timestamps of the years from low to high.
func yearInterval(low, high int64) domain.Interval {
	at := func(year int64) value.Value {
		return value.Value{Kind: value.Timestamp, I: value.DayOf(int(year), 1, 1) * value.Day}
	}
	return domain.Interval{Low: at(low), High: at(high + 1), HighOpen: true}
}

func (s *solver) invertYear(x *schema.Expr, want domain.Domain) ([]effect, bool) {
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	for _, v := range want.Not {
		list = domain.MeetAll(list, domain.Complement([]domain.Interval{domain.Point(v)}))
	}
	out := []domain.Interval{}
	for _, i := range list {
		i, ok := integerInterval(i, "int4")
		if !ok {
			return nil, false
		}
		low, high := max(i.Low.I, 1), min(i.High.I, 9999)
		if i.High.I < 0 && i.High.I > -4712 { // 1 BC is year -1, and comes before 1
			low, high = max(i.Low.I, -4712)+1, i.High.I+1
		}
		if low <= high {
			out = append(out, yearInterval(low, high))
		}
	}
	return s.invert(x, domain.Domain{Intervals: out})
}

// invertShift inverts a moment plus or minus a constant interval or number of
// days. Months have no inverse that is exact, so the constraint is still
// tested on every row.
func (s *solver) invertShift(e, x, c *schema.Expr, swapped bool, want domain.Domain) ([]effect, bool) {
	t := s.typeOf(x)
	if !isMoment(t) || !orderOnly(want) || want.Not != nil || e.Name != "+" && (e.Name != "-" || swapped) {
		return nil, false
	}
	v, ct, ok := s.constant(c)
	if !ok {
		return nil, false
	}
	if e.Name == "-" {
		n, ok := negate(v)
		if !ok {
			return nil, false
		}
		v = n
	}
	back, ok := negate(v)
	if !ok || short(ct) != "interval" && !isInteger(ct) {
		return nil, false
	}
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	out := []domain.Interval{}
	for _, i := range list {
		var okL, okH bool
		i.Low, okL = shifted(i.Low, back, 1)
		i.High, okH = shifted(i.High, back, -1)
		if !okL || !okH || !sound(i) {
			return nil, false
		}
		out = append(out, i)
	}
	return s.invert(x, domain.Domain{Intervals: out})
}

// constant is the value and the type of a constant expression.
func (s *solver) constant(c *schema.Expr) (value.Value, schema.Type, bool) {
	t := newBinder(s.Scope).bind(c)
	v, ok := t.eval(nil)
	return v, t.typ, ok && !v.IsNull()
}

func negate(v value.Value) (value.Value, bool) {
	switch v.Kind {
	case value.Interval:
		return negateInterval(v)
	case value.Int:
		return value.Integer(-v.I), v.I != math.MinInt64
	}
	return v, false
}

// shifted moves the end of an interval. Where months are involved it gives
// way by three days, for the months' different lengths.
func shifted(end, by value.Value, inwards int64) (value.Value, bool) {
	if end.IsNull() || !finite(end) {
		return end, true
	}
	if by.Kind == value.Int {
		return addDays(end, by)
	}
	if end.Kind == value.Date {
		end = midnight(end)
	}
	end, ok := addInterval(end, by)
	if by.M != 0 {
		end.I += inwards * 3 * value.Day
	}
	return end, ok
}
