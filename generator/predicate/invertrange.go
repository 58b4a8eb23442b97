package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// rangeColumn is the range column an expression is.
func (s *solver) rangeColumn(e *schema.Expr) (int, schema.Type, bool) {
	i, ok := s.plainColumn(e)
	if !ok {
		return 0, schema.Type{}, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	return i, base, newBinder(s.Scope).isRange(base)
}

// invertBound restricts lower(range) or upper(range). A bound that is
// compared is one that is there.
func (s *solver) invertBound(x *schema.Expr, want domain.Domain, low bool) ([]effect, bool) {
	i, t, ok := s.rangeColumn(x)
	if !ok {
		return nil, false
	}
	codec := newBinder(s.Scope).codec(t)
	if codec == nil || codec.Elem() == nil {
		return nil, false
	}
	d, ok := s.landIn(codec.Elem().Type, want)
	if !ok {
		return nil, false
	}
	r := &domain.Range{Upper: &d, UpperInf: domain.No, NotEmpty: true}
	if low {
		r = &domain.Range{Lower: &d, LowerInf: domain.No, NotEmpty: true}
	}
	return []effect{{i, domain.Domain{Range: r}}}, true
}

// invertWidth restricts upper(x) - lower(x).
func (s *solver) invertWidth(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	u, l := e.Args[0], e.Args[1]
	if u.Kind != schema.ExprCall || l.Kind != schema.ExprCall || u.Name != "upper" || l.Name != "lower" ||
		len(u.Args) != 1 || len(l.Args) != 1 {
		return nil, false
	}
	i, _, ok := s.rangeColumn(u.Args[0])
	j, _, okJ := s.rangeColumn(l.Args[0])
	if !ok || !okJ || i != j || !orderOnly(want) || want.Not != nil {
		return nil, false
	}
	list := domain.MeetAll(want.Intervals, daysOf(want.Set))
	if len(list) != 1 {
		return nil, false
	}
	w := list[0]
	return []effect{{i, domain.Domain{Range: &domain.Range{
		NotEmpty: true, LowerInf: domain.No, UpperInf: domain.No,
		MinWidth: w.Low, MinWidthOpen: w.LowOpen, MaxWidth: w.High, MaxWidthOpen: w.HighOpen,
	}}}}, true
}

// constructRangeOp handles containment in a constant range or multirange,
// containment of a constant element, emptiness and lower(x) < upper(x).
func (s *solver) constructRangeOp(e *schema.Expr, negated bool) ([]effect, bool) {
	x, c, op := e.Args[0], e.Args[1], e.Name
	if len(x.Columns()) == 0 {
		x, c = c, x
		op = map[string]string{"@>": "<@", "<@": "@>"}[op]
	}
	i, ok := s.plainColumn(x)
	if !ok || negated || len(c.Columns()) > 0 {
		return nil, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	codec := newBinder(s.Scope).codec(base)
	if codec == nil || codec.Elem() == nil || base.Dims > 0 {
		return nil, false
	}
	b := newBinder(s.Scope)
	switch op {
	case "<@":
		v, ok := s.constantAs(c, base)
		if v, ok = oneRange(v, ok); !ok {
			return nil, false
		}
		if !b.isRange(base) {
			// One range of a multirange is enough, and stays within.
			return []effect{{i, domain.Domain{Len: domain.Between(0, 1), Range: &domain.Range{Within: []value.Value{v}}}}}, true
		}
		return []effect{{i, domain.Domain{Range: &domain.Range{Within: []value.Value{v}}}}}, true
	case "@>":
		if t := b.bind(c); !b.isRange(base) || t.literal != nil || same(t.typ, base) {
			return nil, false
		}
		v, ok := s.constantAs(c, codec.Elem().Type)
		return []effect{{i, domain.Domain{Range: &domain.Range{NotEmpty: true, Includes: []value.Value{v}}}}}, ok
	}
	return nil, false
}

// oneRange is a range, or the first of a multirange: a multirange within that
// is within the whole.
func oneRange(v value.Value, ok bool) (value.Value, bool) {
	if v.Kind == value.Array && len(v.E) > 0 {
		v = v.E[0]
	}
	return v, ok && v.Kind == value.Range
}

// boundOrder reads lower(x) < upper(x) of one range as a rule on its width.
func (s *solver) boundOrder(e *schema.Expr) ([]effect, bool) {
	x, y, op := e.Args[0], e.Args[1], e.Name
	if x.Kind != schema.ExprCall || y.Kind != schema.ExprCall || len(x.Args) != 1 || len(y.Args) != 1 {
		return nil, false
	}
	if x.Name == "upper" {
		x, y, op = y, x, mirrored[op]
	}
	i, t, ok := s.rangeColumn(x.Args[0])
	j, _, okJ := s.rangeColumn(y.Args[0])
	if !ok || !okJ || i != j || x.Name != "lower" || y.Name != "upper" || op != "<" && op != "<=" && op != "<>" {
		return nil, false
	}
	r := &domain.Range{NotEmpty: true, LowerInf: domain.No, UpperInf: domain.No}
	codec := newBinder(s.Scope).codec(t)
	if op != "<=" && codec != nil && codec.Elem() != nil {
		r.MinWidthOpen = true
		switch elem := codec.Elem().Type; {
		case rank(elem) == 4:
			r.MinWidth = value.Number(0, 0)
		case isMoment(elem) && short(elem) != "date":
			r.MinWidth = value.IntervalOf(0, 0, 0)
		default:
			r.MinWidth = value.Integer(0)
		}
	}
	return []effect{{i, domain.Domain{Range: r}}}, true
}

// constructCall handles predicates that are calls.
func (s *solver) constructCall(a atom) ([]effect, bool) {
	e := a.expr
	if len(e.Args) == 0 {
		return nil, false
	}
	switch lastPart(e.Name) {
	case "starts_with":
		text, ok := "", false
		if len(e.Args) == 2 {
			text, ok = literalText(e.Args[1])
		}
		if !ok {
			return nil, false
		}
		return s.invert(e.Args[0], liking(likeQuote(text)+"%", a.negated))
	case "isempty", "lower_inf", "upper_inf", "lower_inc", "upper_inc":
		return s.constructFlag(lastPart(e.Name), e.Args[0], !a.negated)
	case "isfinite":
		if a.negated {
			return nil, false
		}
		return s.invert(e.Args[0], domain.Domain{Intervals: []domain.Interval{yearInterval(1, 9999)}})
	case "jsonb_exists", "exist":
		if len(e.Args) == 2 {
			return s.constructJSONOp(operation("?", e.Args...), a.negated)
		}
	}
	return nil, false
}

func (s *solver) constructFlag(name string, x *schema.Expr, yes bool) ([]effect, bool) {
	i, _, ok := s.rangeColumn(x)
	if !ok {
		return nil, false
	}
	choice := domain.No
	if yes {
		choice = domain.Yes
	}
	r := &domain.Range{}
	switch name {
	case "isempty":
		r.Empty, r.NotEmpty = yes, !yes
	case "lower_inf":
		r.LowerInf, r.NotEmpty = choice, yes
	case "upper_inf":
		r.UpperInf, r.NotEmpty = choice, yes
	case "lower_inc":
		r.LowerInc, r.NotEmpty = choice, yes
	case "upper_inc":
		r.UpperInc, r.NotEmpty = choice, yes
	}
	if yes && (name == "lower_inc") {
		r.LowerInf = domain.No
	}
	if yes && (name == "upper_inc") {
		r.UpperInf = domain.No
	}
	return []effect{{i, domain.Domain{Range: r}}}, true
}
