package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// invert turns the values an expression may take into those of the one column
// below it: alternatives, each as narrow as asked for or narrower. False when
// the expression can't be inverted.
func (s *solver) invert(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	switch e.Kind {
	case schema.ExprColumn:
		i, ok := s.index[e.Name]
		if !ok {
			return nil, false
		}
		d, ok := s.land(i, want)
		return []effect{{i, d}}, ok
	case schema.ExprCollate:
		return s.invert(e.Args[0], want)
	case schema.ExprCast:
		return s.invertCast(e.Args[0], e.Type, want)
	case schema.ExprOp:
		return s.invertOp(e, want)
	case schema.ExprCall:
		return s.invertCall(e, want)
	case schema.ExprSubscript:
		return s.invertSubscript(e, want)
	case schema.ExprField:
		return s.invertField(e, want)
	}
	return nil, false
}

// invertAs inverts an expression that is compared as another type.
func (s *solver) invertAs(e *schema.Expr, t schema.Type, want domain.Domain) ([]effect, bool) {
	t.Mods = nil
	return s.invertCast(e, t, want)
}

// invertCast looks through a cast.
func (s *solver) invertCast(x *schema.Expr, to schema.Type, want domain.Domain) ([]effect, bool) {
	to, _ = s.Schema.Base(to)
	from := s.typeOf(x)
	switch {
	case from.Name.Name == "":
		return s.invertJSONCast(x, to, want)
	case same(from, to) && len(to.Mods) == 0:
		return s.invert(x, want)
	case isText(from) && isText(to):
		if len(to.Mods) > 0 && !fitsInto(from, to) {
			return nil, false
		}
		return s.invert(x, want)
	case rank(from) > 0 && rank(to) > 0:
		return s.invertNumberCast(x, from, to, want)
	case isText(from):
		return s.invertJSONCast(x, to, want)
	case isText(to) && spelled(from) && len(to.Mods) == 0:
		want.Set, want.Not = s.canonical(from, want.Set), s.canonical(from, want.Not)
		return s.invert(x, want)
	case isMoment(from) && isMoment(to):
		return s.invertMomentCast(x, from, to, want)
	}
	switch short(from) + " " + short(to) {
	case "money numeric", "numeric money", "cidr inet", "json jsonb", "bit varbit", "int4 oid", "int8 oid":
		return s.invert(x, want)
	}
	if from.Dims > 0 && to.Dims > 0 && isText(from.Elem()) && isText(to.Elem()) {
		return s.invert(x, want)
	}
	return nil, false
}

// spelled holds for types whose values are the texts that a cast to text gives.
func spelled(t schema.Type) bool {
	switch short(t) {
	case "uuid", "macaddr", "macaddr8", "bit", "varbit":
		return true
	}
	return false
}

// canonical are those of the texts that a value of the type is cast to.
func (s *solver) canonical(t schema.Type, texts []value.Value) []value.Value {
	if texts == nil {
		return nil
	}
	out := []value.Value{}
	c, err := value.CodecFor(s.Schema, t, nil)
	for _, v := range texts {
		if w, bad := c.Parse(string(v.B), nil); err == nil && bad == nil && string(w.B) == string(v.B) {
			out = append(out, v)
		}
	}
	return out
}

// fitsInto reports whether every text of one type is short enough for the
// other.
func fitsInto(from, to schema.Type) bool {
	n := from.Mod(0, -1)
	return n >= 0 && n <= to.Mod(0, -1)
}

// invertNumberCast looks through a cast between numbers: widening changes
// nothing, narrowing rounds.
func (s *solver) invertNumberCast(x *schema.Expr, from, to schema.Type, want domain.Domain) ([]effect, bool) {
	switch {
	case isFloat(from) && !isFloat(to), isFloat(to) && !isFloat(from) && want.Intervals == nil:
		return nil, false
	case isInteger(to) && rank(from) == 4:
		return s.invertRounded(x, want, 0)
	case rank(to) == 4 && len(to.Mods) > 0 && rank(from) == 4:
		return s.invertRounded(x, want, to.Mod(1, 0))
	case isInteger(to) && isInteger(from) && rank(to) < rank(from):
		return s.invert(x, domain.Intersect(want, s.natural(to))) // beyond it the cast fails
	}
	return s.invert(x, want)
}

// invertRounded inverts a rounding to scale digits: values less than half a
// unit from the wanted ones.
func (s *solver) invertRounded(x *schema.Expr, want domain.Domain, scale int) ([]effect, bool) {
	if scale < 0 || want.Not != nil || want.Congruences != nil {
		return nil, false
	}
	list := want.Intervals
	for _, v := range want.Set {
		list = append(list, domain.Point(v))
	}
	half := value.Number(5, scale+1)
	out := []domain.Interval{}
	for _, i := range list {
		i = closedAt(i, scale)
		if !i.Low.IsNull() {
			i.Low, i.LowOpen = value.DecimalSubtract(i.Low, half), true
		}
		if !i.High.IsNull() {
			i.High, i.HighOpen = value.DecimalAdd(i.High, half), true
		}
		out = append(out, i)
	}
	return s.invert(x, domain.Domain{Intervals: out})
}

// invertMomentCast looks through a cast between dates and timestamps.
func (s *solver) invertMomentCast(x *schema.Expr, from, to schema.Type, want domain.Domain) ([]effect, bool) {
	if short(to) != "date" || short(from) == "date" {
		return s.invert(x, want)
	}
	if want.Parts != nil || want.Congruences != nil {
		return nil, false
	}
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	for _, v := range want.Not {
		list = domain.MeetAll(list, domain.Complement([]domain.Interval{domain.Point(v)}))
	}
	out := []domain.Interval{}
	for _, i := range list {
		if !i.Low.IsNull() {
			if i.LowOpen {
				i.Low.I++
			}
			i.Low, i.LowOpen = midnight(i.Low), false
		}
		if !i.High.IsNull() {
			if !i.HighOpen {
				i.High.I++
			}
			i.High, i.HighOpen = midnight(i.High), true
		}
		out = append(out, i)
	}
	return s.invert(x, domain.Domain{Intervals: out})
}

func daysOf(set []value.Value) []domain.Interval {
	if set == nil {
		return nil
	}
	out := []domain.Interval{}
	for _, v := range set {
		out = append(out, domain.Point(v))
	}
	return out
}

// invertField restricts a field of a composite.
func (s *solver) invertField(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, ok := s.plainColumn(e.Args[0])
	if !ok {
		return nil, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	c := s.Schema.Composite(base.Name)
	if c == nil || base.Dims > 0 {
		return nil, false
	}
	for _, f := range c.Fields {
		if f.Name == e.Name {
			d, ok := s.landIn(f.Type, want)
			if d.Nulls == domain.MayBeNull {
				d.Nulls = domain.NeverNull
			}
			return []effect{{i, domain.Domain{Fields: []domain.Field{{Name: f.Name, Domain: d}}}}}, ok
		}
	}
	return nil, false
}

// invertSubscript restricts a coordinate of a point.
func (s *solver) invertSubscript(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, ok := s.plainColumn(e.Args[0])
	if !ok {
		return nil, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	at := e.Args[1]
	if base.Is("jsonb") {
		return s.invertJSON(e, want)
	}
	if n, ok := s.count1(e, 1); ok && base.Dims > 0 && n >= 1 && n <= 100 {
		// All elements are as the one that is asked for.
		d, ok := s.landIn(base.Elem(), want)
		d.Nulls = domain.NeverNull
		return []effect{{i, domain.Domain{Elem: &d, Len: domain.AtLeast(int(n))}}}, ok
	}
	if !base.Is("point") || at.Kind != schema.ExprConst || at.Value != "0" && at.Value != "1" {
		return nil, false
	}
	d, ok := s.landIn(floatType, want)
	return []effect{{i, domain.Domain{Fields: []domain.Field{{Name: at.Value, Domain: d}}}}}, ok
}
