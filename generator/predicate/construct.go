package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// construct says what an atom asks of a single column, as alternatives;
// false when it is not about one column, or in no form that can be inverted.
func (s *solver) construct(a atom) ([]effect, bool) {
	if _, ok := s.onlyColumn(a.expr); !ok {
		return nil, false
	}
	if a.expr.Kind != schema.ExprIsNull && newBinderFor(s, a.expr) {
		if out, ok := s.normalForm(a); ok {
			return out, true
		}
	}
	if out, ok := s.addressForm(a); ok {
		return out, true
	}
	switch a.expr.Kind { // by what stands on top
	case schema.ExprColumn, schema.ExprCast, schema.ExprField, schema.ExprSubscript:
		return s.invert(a.expr, domain.Domain{Set: []value.Value{value.Boolean(!a.negated)}})
	case schema.ExprOp:
		return s.constructOp(a)
	case schema.ExprIn:
		return s.constructIn(a)
	case schema.ExprAny:
		return s.constructAny(a)
	case schema.ExprCall:
		return s.constructCall(a)
	case schema.ExprIsNull:
		return s.constructNull(a)
	case schema.ExprOpaque:
		return s.constructOpaque(a)
	}
	return nil, false
}

// newBinderFor reports whether the evaluator understands an expression.
func newBinderFor(s *solver, e *schema.Expr) bool { return Bind(e, s.Scope).Understood() }

// constructOp handles comparisons with a constant, pattern matches, and the
// operators of arrays, ranges, JSON and networks.
func (s *solver) constructOp(a atom) ([]effect, bool) {
	e := a.expr
	if len(e.Args) != 2 {
		return nil, false
	}
	if comparisons[e.Name] != nil && !a.negated {
		if s.isNothing(e.Args[0]) || s.isNothing(e.Args[1]) {
			return s.nothing(a)
		}
		return s.constructComparison(e)
	}
	if pattern, ok := s.patternOf(e, a.negated); ok {
		return s.invertPattern(e.Args[0], pattern)
	}
	for _, form := range []func(*schema.Expr, bool) ([]effect, bool){
		s.constructArrayOp, s.constructRangeOp, s.constructJSONOp, s.constructNetOp, s.constructTreeOp,
	} {
		if out, ok := form(e, a.negated); ok {
			return out, true
		}
	}
	return nil, false
}

// isNothing reports whether an expression is NULL whatever the row.
func (s *solver) isNothing(e *schema.Expr) bool {
	if len(e.Columns()) > 0 || e.Opaque() {
		return false
	}
	if e.Kind == schema.ExprConst {
		return e.Null
	}
	v, ok := Bind(e, s.Scope).Eval(nil)
	return ok && v.IsNull()
}

// nothing is a comparison with NULL, which is never true and never false.
func (s *solver) nothing(a atom) ([]effect, bool) {
	i, ok := s.onlyColumn(a.expr)
	if a.strict {
		return []effect{}, ok
	}
	return []effect{{i, domain.Domain{}}}, ok
}

// constructComparison turns f(column) op constant into the values f may
// take, and those into the column's.
func (s *solver) constructComparison(e *schema.Expr) ([]effect, bool) {
	x, c, op := e.Args[0], e.Args[1], e.Name
	if len(x.Columns()) == 0 {
		x, c, op = c, x, mirrored[op]
	}
	if len(c.Columns()) > 0 || c.Opaque() || op == "" {
		return nil, false
	}
	v, t, ok := s.constantBeside(x, c)
	if !ok {
		return nil, false
	}
	if v.IsNull() {
		return nil, false
	}
	want, ok := s.wanted(op, v, t, moving(c))
	if !ok {
		return nil, false
	}
	return s.invertAs(x, t, want)
}

// constantBeside is the value of c in the type in which it is compared with
// x.
func (s *solver) constantBeside(x, c *schema.Expr) (value.Value, schema.Type, bool) {
	b := newBinder(s.Scope)
	bx, bc := b.bind(x), b.bind(c)
	if bx.literal != nil || bx.typ.Name.Name == "" && bc.literal != nil {
		return value.Value{}, schema.Type{}, false
	}
	_, bc, t, ok := b.pair(bx, bc)
	if !ok {
		return value.Value{}, t, false
	}
	v, known := bc.eval(nil)
	return v, t, known && !custom(bx.collation)
}

// moving reports whether an expression moves with the clock.
func moving(e *schema.Expr) bool {
	found := false
	e.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprNow
		return !found
	})
	return found
}

// wanted are the values v with v op constant. A lower bound that moves with
// the clock keeps a margin, so that rows pass for some time to come.
func (s *solver) wanted(op string, v value.Value, t schema.Type, moves bool) (domain.Domain, bool) {
	if moves && s.margin > 0 {
		switch op {
		case ">", ">=":
			v = s.later(v)
		case "<", "<=":
			v = s.earlier(v)
		}
	}
	switch op {
	case "=":
		return domain.Domain{Set: []value.Value{v}}, true
	case "<>":
		return domain.Domain{Not: []value.Value{v}}, true
	}
	i, _ := interval(op, v)
	b := newBinder(s.Scope)
	switch {
	case b.isEnum(t):
		return s.labelsIn(t, i), true
	case t.Dims == 0 && isText(t):
		s.textual = true
		return orderPattern(op, string(v.B))
	case !ordered(v) && short(t) != "uuid":
		return domain.Domain{}, false
	}
	return domain.Domain{Intervals: []domain.Interval{i}}, true
}

// later moves a lower bound that moves with the clock by the margin, or by a
// quarter of the time it lies back where that is less; in whole days for
// dates.
func (s *solver) later(v value.Value) value.Value {
	if v.Kind != value.Timestamp && v.Kind != value.Date || !finite(v) {
		return v
	}
	at := v
	if v.Kind == value.Date {
		at = midnight(v)
	}
	margin := s.margin
	if back := s.Now - at.I; back > 0 {
		margin = min(margin, back/4)
	}
	if v.Kind == value.Date {
		v.I += rounded(max((margin+value.Day-1)/value.Day, 1), s.days())
		return v
	}
	v.I += rounded(max(margin, 1), s.Now-s.Since)
	return v
}

// rounded is a margin less what has passed of the last whole one, and one more
// where that leaves little: the bound stays where it is for as long.
func rounded(margin, passed int64) int64 {
	left := margin - passed%margin
	if left < margin/30 {
		left += margin
	}
	return left
}

// days are those that have begun since the instant that bounds are told by.
func (s *solver) days() int64 {
	return floorDiv(s.Now, value.Day) - floorDiv(s.Since, value.Day)
}

// earlier moves an upper bound that moves with the clock back to where it was.
func (s *solver) earlier(v value.Value) value.Value {
	switch {
	case !finite(v):
	case v.Kind == value.Date:
		v.I -= s.days()
	case v.Kind == value.Timestamp:
		v.I -= s.Now - s.Since
	}
	return v
}

// ordered reports whether intervals of such values make sense.
func ordered(v value.Value) bool {
	switch v.Kind {
	case value.Int, value.Float, value.Decimal, value.Date, value.Time, value.Timestamp, value.Interval, value.Bool, value.Bytes:
		return true
	}
	return false
}

// constructIn turns IN over constants into a set.
func (s *solver) constructIn(a atom) ([]effect, bool) {
	negated := a.negated != a.expr.Negated
	b := newBinder(s.Scope)
	terms := b.all(a.expr.Args)
	if terms[0].literal != nil || custom(terms[0].collation) {
		return nil, false
	}
	t, ok := b.unified(terms)
	if !ok {
		return nil, false
	}
	set := []value.Value{}
	for _, x := range terms[1:] {
		v, known := x.eval(nil)
		if !known || !x.constant {
			return nil, false
		}
		switch {
		case !v.IsNull():
			set = append(set, v)
		case negated && a.strict:
			set = nil // x NOT IN (…, NULL) is never true
		}
	}
	want := domain.Domain{Set: set}
	if negated {
		want = domain.Domain{Not: set}
		if set == nil {
			want = domain.Domain{Set: []value.Value{}}
		}
	}
	return s.invertAs(a.expr.Args[0], t, want)
}

// labelsIn are an enum's labels in an interval.
func (s *solver) labelsIn(t schema.Type, i domain.Interval) domain.Domain {
	codec := newBinder(s.Scope).codec(t)
	out := domain.Domain{Set: []value.Value{}}
	if codec == nil {
		return out
	}
	for _, label := range codec.Labels() {
		v := value.String(label)
		if !i.Low.IsNull() {
			if c, _ := codec.Compare(v, i.Low); c < 0 || c == 0 && i.LowOpen {
				continue
			}
		}
		if !i.High.IsNull() {
			if c, _ := codec.Compare(v, i.High); c > 0 || c == 0 && i.HighOpen {
				continue
			}
		}
		out.Set = append(out.Set, v)
	}
	return out
}
