package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// invertOp inverts arithmetic with a constant, and the operators that look
// into JSON.
func (s *solver) invertOp(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) == 1 {
		if e.Name == "-" && rank(s.typeOf(e)) > 0 && orderOnly(want) {
			return s.invertAs(e.Args[0], s.typeOf(e), mapIntervals(want, negateNumber, true))
		}
		return nil, false
	}
	x, c := e.Args[0], e.Args[1]
	switch e.Name {
	case "->", "->>", "#>", "#>>":
		return s.invertJSON(e, want)
	case ">>":
		if out, ok := s.invertNibble(e, want); ok {
			return out, true
		}
	case "-":
		if out, ok := s.invertWidth(e, want); ok {
			return out, true
		}
		if isMoment(s.typeOf(x)) && isMoment(s.typeOf(c)) {
			return s.invertDifference(x, c, want)
		}
	}
	swapped := len(x.Columns()) == 0
	if swapped {
		x, c = c, x
	}
	if len(c.Columns()) > 0 {
		return nil, false
	}
	if t := s.typeOf(e); rank(t) > 0 {
		return s.invertArithmetic(e.Name, x, c, t, swapped, want)
	}
	return s.invertShift(e, x, c, swapped, want)
}

// invertArithmetic inverts x + c, x - c, c - x, x * c, x / c and x % c on
// numbers of type t.
func (s *solver) invertArithmetic(op string, x, c *schema.Expr, t schema.Type, swapped bool, want domain.Domain) ([]effect, bool) {
	k, ok := s.constantAs(c, t)
	if !ok || isFloat(t) && op == "%" || !orderOnly(want) {
		return nil, false
	}
	if isInteger(t) {
		// A result out of range is an error, not a value.
		limits, _ := integerInterval(domain.Interval{}, short(t))
		want.Intervals = domain.MeetAll(want.Intervals, []domain.Interval{limits})
	}
	k = asDecimal(k)
	if k.IsNull() || special(k) {
		return nil, false
	}
	switch {
	case op == "+":
		return s.invertAs(x, t, mapIntervals(want, func(v value.Value) (value.Value, bool) { return value.DecimalSubtract(v, k), true }, false))
	case op == "-" && !swapped:
		return s.invertAs(x, t, mapIntervals(want, func(v value.Value) (value.Value, bool) { return value.DecimalAdd(v, k), true }, false))
	case op == "-":
		return s.invertAs(x, t, mapIntervals(want, func(v value.Value) (value.Value, bool) { return value.DecimalSubtract(k, v), true }, true))
	case op == "*" && value.DecimalSign(k) != 0:
		return s.invertProduct(x, t, k, want)
	case op == "/" && !swapped && !isInteger(t) && value.DecimalSign(k) != 0 && want.Set == nil && want.Not == nil:
		return s.invertAs(x, t, mapIntervals(want, func(v value.Value) (value.Value, bool) { return value.DecimalMultiply(v, k), true }, value.DecimalSign(k) < 0))
	case op == "/" && !swapped && isInteger(t):
		n, ok := value.DecimalInt(k)
		if !ok {
			return nil, false
		}
		return s.invertQuotient(x, t, n, want)
	case op == "%" && !swapped:
		m, ok := value.DecimalInt(k)
		return s.invertModulo(x, t, m, want, ok)
	case op == "^" && !swapped:
		return s.invertPower(x, t, k, want)
	}
	return nil, false
}

// invertProduct divides; a quotient that had to be rounded moves its bound by
// less than the last of 20 digits, always inwards.
func (s *solver) invertProduct(x *schema.Expr, t schema.Type, k value.Value, want domain.Domain) ([]effect, bool) {
	divide := func(v value.Value) (value.Value, bool) {
		q, ok := value.DecimalDivide(v, k, 20)
		return q, ok && value.DecimalCompare(value.DecimalMultiply(q, k), v) == 0
	}
	out := domain.Domain{Set: want.Set, Not: want.Not}
	if want.Set != nil {
		out.Set = mapValues(decimals1(want.Set), divide)
	}
	if want.Not != nil {
		out.Not = mapValues(decimals1(want.Not), divide)
	}
	negative := value.DecimalSign(k) < 0
	tiny := value.Number(1, 18)
	for _, i := range want.Intervals {
		j := i
		if negative {
			j = domain.Interval{Low: i.High, LowOpen: i.HighOpen, High: i.Low, HighOpen: i.LowOpen}
		}
		if !j.Low.IsNull() {
			low := asDecimal(j.Low)
			q, exact := divide(low)
			if j.Low = q; !exact {
				q, _ = value.DecimalDivide(low, k, 18)
				j.Low = value.DecimalAdd(q, tiny)
			}
		}
		if !j.High.IsNull() {
			high := asDecimal(j.High)
			q, exact := divide(high)
			if j.High = q; !exact {
				q, _ = value.DecimalDivide(high, k, 18)
				j.High = value.DecimalSubtract(q, tiny)
			}
		}
		out.Intervals = append(out.Intervals, j)
	}
	if want.Intervals != nil && out.Intervals == nil {
		out.Intervals = []domain.Interval{}
	}
	if negative {
		reverseIntervals(out.Intervals)
	}
	return s.invertAs(x, t, out)
}

// orderOnly reports whether a domain says nothing but which values of an
// order are wanted.
func orderOnly(d domain.Domain) bool {
	return d.Congruences == nil && d.Parts == nil && d.Patterns == nil && d.Padded == nil && d.Len.Free() && d.Octets.Free() &&
		d.NotLen == nil && !d.Lower && !d.Upper && !d.Trimmed
}

func decimals1(list []value.Value) []value.Value {
	out := make([]value.Value, len(list))
	for i, v := range list {
		out[i] = asDecimal(v)
	}
	return out
}

func reverseIntervals(list []domain.Interval) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}

func negateNumber(v value.Value) (value.Value, bool) { return value.DecimalNegate(v), true }

// mapIntervals moves every value and bound by f, which works on decimals; a
// falling f exchanges the ends.
func mapIntervals(want domain.Domain, f func(value.Value) (value.Value, bool), falls bool) domain.Domain {
	out := domain.Domain{Nulls: want.Nulls}
	if want.Set != nil {
		out.Set = mapValues(decimals1(want.Set), f)
	}
	if want.Not != nil {
		out.Not = mapValues(decimals1(want.Not), f)
	}
	if want.Intervals == nil {
		return out
	}
	out.Intervals = []domain.Interval{}
	for _, i := range want.Intervals {
		if !i.Low.IsNull() {
			i.Low, _ = f(asDecimal(i.Low))
		}
		if !i.High.IsNull() {
			i.High, _ = f(asDecimal(i.High))
		}
		if falls {
			i.Low, i.High, i.LowOpen, i.HighOpen = i.High, i.Low, i.HighOpen, i.LowOpen
		}
		out.Intervals = append(out.Intervals, i)
	}
	if falls {
		reverseIntervals(out.Intervals)
	}
	return out
}

// constantAs is the value of a constant expression in a type.
func (s *solver) constantAs(c *schema.Expr, t schema.Type) (value.Value, bool) {
	b := newBinder(s.Scope)
	v, ok := b.as(b.bind(c), t).eval(nil)
	return v, ok && !v.IsNull()
}

// maxResidues bounds the remainders that are listed.
const maxResidues = 64

// invertModulo turns remainders into congruences. Postgres' % has the sign of
// its left side, so that a positive remainder needs a positive number.
func (s *solver) invertModulo(x *schema.Expr, t schema.Type, m int64, want domain.Domain, ok bool) ([]effect, bool) {
	for x.Kind == schema.ExprCast && short(t) == "numeric" && len(x.Type.Mods) == 0 && isInteger(s.typeOf(x.Args[0])) {
		x = x.Args[0]
		t = s.typeOf(x)
	}
	if !ok || m == 0 || m == math.MinInt64 || !isInteger(s.typeOf(x)) {
		return nil, false
	}
	if m < 0 {
		m = -m
	}
	if want.Set == nil && len(want.Not) == 1 {
		return s.notResidue(x, t, m, want.Not[0])
	}
	var out []effect
	for _, r := range residues(want, m) {
		d := domain.Domain{Congruences: []domain.Congruence{{Modulus: m, Remainder: ((r % m) + m) % m}}}
		switch {
		case r > 0:
			d.Intervals = []domain.Interval{domain.Above(value.Integer(0))}
		case r < 0:
			d.Intervals = []domain.Interval{domain.Below(value.Integer(0))}
		}
		got, ok := s.invertAs(x, t, d)
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, len(out) > 0 || want.Set != nil
}

// residues are the wanted remainders, those that are not negative first.
func residues(want domain.Domain, m int64) []int64 {
	var out []int64
	add := func(r int64) {
		v := value.Integer(r)
		if r > -m && r < m && len(out) < maxResidues && domain.NewMatcher(want).Allows(v) {
			out = append(out, r)
		}
	}
	if want.Set != nil {
		for _, v := range want.Set {
			if n, ok := value.DecimalInt(asDecimal(v)); ok {
				add(n)
			}
		}
		return out
	}
	for r := int64(0); r < m && r < maxResidues; r++ {
		add(r)
	}
	return out
}

func (s *solver) notResidue(x *schema.Expr, t schema.Type, m int64, v value.Value) ([]effect, bool) {
	r, ok := value.DecimalInt(asDecimal(v))
	if !ok || r <= -m || r >= m {
		return nil, false
	}
	d := domain.Domain{Congruences: []domain.Congruence{{Modulus: m, Remainder: ((r % m) + m) % m, Negated: true}}}
	if r == 0 {
		return s.invertAs(x, t, d)
	}
	// On the other side of zero no number has the remainder.
	other := domain.Domain{Intervals: []domain.Interval{domain.UpTo(value.Integer(0))}}
	d.Intervals = []domain.Interval{domain.From(value.Integer(0))}
	if r < 0 {
		d.Intervals, other.Intervals = other.Intervals, d.Intervals
	}
	near, okN := s.invertAs(x, t, d)
	far, okF := s.invertAs(x, t, other)
	return append(near, far...), okN && okF
}
