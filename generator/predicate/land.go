package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// land turns the values wanted of a column, in the type of a comparison, into
// values of the column's own type: bounds are rounded inwards, values that
// the type doesn't have are dropped.
func (s *solver) land(column int, want domain.Domain) (domain.Domain, bool) {
	return s.landIn(s.Table.Columns[column].Type, want)
}

func (s *solver) landIn(declared schema.Type, want domain.Domain) (domain.Domain, bool) {
	t, _ := s.Schema.Base(declared)
	convert := s.exact(t)
	if want.Set != nil {
		want.Set = mapValues(want.Set, convert)
	}
	if want.Not != nil {
		want.Not = mapValues(want.Not, convert)
	}
	if want.Intervals != nil {
		out := []domain.Interval{}
		for _, i := range want.Intervals {
			i, ok := inwards(i, t)
			if !ok {
				return want, false
			}
			if _, any := i.Meet(domain.Interval{}); any && sound(i) {
				out = append(out, i)
			}
		}
		want.Intervals = out
	}
	want = withoutEmpty(t, want)
	if short(t) == "bpchar" && len(want.Patterns) > 0 && want.Padded == nil {
		// A char(n) keeps no trailing blanks.
		want.Trimmed = true
	}
	return want, true
}

// withoutEmpty turns the exclusion of an empty text, array, bytea or range into
// a rule on lengths.
func withoutEmpty(t schema.Type, want domain.Domain) domain.Domain {
	var kept []value.Value
	for _, v := range want.Not {
		switch {
		case v.Kind == value.Range && emptyRange(v):
			want.Range = &domain.Range{NotEmpty: true}
		case v.Kind == value.Array && len(v.E) == 0, v.Kind == value.Bytes && len(v.B) == 0,
			v.Kind == value.Text && len(v.B) == 0 && isText(t):
			want.Len = want.Len.Meet(domain.AtLeast(1))
		default:
			kept = append(kept, v)
		}
	}
	want.Not = kept
	return want
}

// sound reports whether an interval is not the wrong way round.
func sound(i domain.Interval) bool {
	if i.Low.IsNull() || i.High.IsNull() {
		return true
	}
	c, ok := domain.Compare(i.Low, i.High)
	return !ok || c < 0 || c == 0 && !i.LowOpen && !i.HighOpen
}

func mapValues(list []value.Value, f func(value.Value) (value.Value, bool)) []value.Value {
	out := []value.Value{}
	for _, v := range list {
		if w, ok := f(v); ok && !slices.ContainsFunc(out, func(x value.Value) bool { return domain.Equal(x, w) }) {
			out = append(out, w)
		}
	}
	return out
}

// exact converts a value to a type, false where that would change it.
func (s *solver) exact(t schema.Type) func(value.Value) (value.Value, bool) {
	b := newBinder(s.Scope)
	return func(v value.Value) (value.Value, bool) {
		switch kindOf(t) {
		case value.Int:
			i := closedAt(domain.Point(asDecimal(v)), 0)
			n, ok := value.DecimalInt(i.Low)
			return value.Integer(n), ok && sound(i) && inRange(n, short(t))
		case value.Decimal:
			d := asDecimal(v)
			fitted, ok := fitNumeric(d, t)
			return fitted, ok && d.Kind == value.Decimal && value.DecimalCompare(d, fitted) == 0
		case value.Float:
			f := value.FloatOf(v)
			return value.Value{Kind: value.Float, F: f}, short(t) != "float4" || float64(float32(f)) == f
		}
		switch {
		case short(t) == "date" && v.Kind == value.Timestamp:
			return value.Value{Kind: value.Date, I: floorDiv(v.I, value.Day)}, finite(v) && v.I%value.Day == 0
		case isMoment(t) && short(t) != "date" && v.Kind == value.Date:
			return midnight(v), finite(v)
		case b.isEnum(t):
			return v, slices.Contains(s.Schema.Enum(t.Name).Labels, string(v.B))
		case isText(t):
			cut, ok := fitText(v, t, short(t) == "bpchar", false)
			return cut, ok && v.Kind == value.Text
		}
		return v, true
	}
}

// asDecimal is a number as a decimal; NULL for what has none.
func asDecimal(v value.Value) value.Value {
	switch v.Kind {
	case value.Int:
		return value.Number(v.I, 0)
	case value.Float:
		if d, ok := floatToDecimal(v.F, false); ok {
			return d
		}
		return value.Value{}
	}
	return v
}
