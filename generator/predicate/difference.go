package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// stretch is a column plus something between low and high; a column of -1 is
// a constant.
type stretch struct {
	column    int
	low, high float64
}

// differences reads the relations that compare a column with another one, or
// the difference of two with a constant. What is read is never narrower than
// the relation.
func (s *solver) differences(p *partial) []difference {
	var out []difference
	for i := range p.relations {
		e := p.relations[i].Expr
		if e.Kind != schema.ExprOp || len(e.Args) != 2 || p.relations[i].Derived {
			continue
		}
		x, y, ok := s.sides(e)
		if !ok || x.column < 0 && y.column < 0 {
			continue
		}
		switch e.Name {
		case "<", "<=":
			out = append(out, difference{x.column, y.column, y.high - x.low})
		case ">", ">=":
			out = append(out, difference{y.column, x.column, x.high - y.low})
		case "=":
			out = append(out, difference{x.column, y.column, y.high - x.low}, difference{y.column, x.column, x.high - y.low})
		}
	}
	return out
}

// sides reads both sides of a comparison; a difference of two columns is
// split between them.
func (s *solver) sides(e *schema.Expr) (x, y stretch, ok bool) {
	if x, ok = s.stretch(e.Args[0]); ok {
		y, ok = s.stretch(e.Args[1])
		return x, y, ok
	}
	left, c, flip := e.Args[0], e.Args[1], false
	if len(left.Columns()) < len(c.Columns()) {
		left, c, flip = c, left, true
	}
	k, okC := s.stretch(c)
	if !okC || k.column >= 0 {
		return x, y, false
	}
	var minuend, subtrahend *schema.Expr
	switch {
	case left.Kind == schema.ExprOp && left.Name == "-" && len(left.Args) == 2:
		minuend, subtrahend = left.Args[0], left.Args[1]
		if isMoment(s.typeOf(minuend)) && rank(s.typeOf(c)) > 0 {
			// Dates differ by whole days.
			k.low, k.high = k.low*float64(value.Day), k.high*float64(value.Day)
		}
	case left.Kind == schema.ExprCall && left.Name == "age" && len(left.Args) == 2:
		minuend, subtrahend = left.Args[0], left.Args[1]
		k.low, k.high = k.low*0.96-4*float64(value.Day), k.high*1.06+4*float64(value.Day)
	default:
		return x, y, false
	}
	x, okX := s.stretch(minuend)
	y, okY := s.stretch(subtrahend)
	y.low, y.high = y.low+k.low, y.high+k.high
	if flip {
		x, y = y, x
	}
	return x, y, okX && okY
}

// stretch reads a column with a constant added, casts looked through.
func (s *solver) stretch(e *schema.Expr) (stretch, bool) {
	if len(e.Columns()) == 0 {
		v, _, ok := s.constant(e)
		f := domain.Approximate(v)
		return stretch{-1, f, f}, ok && !math.IsNaN(f)
	}
	t := s.typeOf(e)
	if rank(t) == 0 && !isMoment(t) && short(t) != "time" {
		return stretch{}, false
	}
	switch e.Kind {
	case schema.ExprColumn:
		i, ok := s.index[e.Name]
		return stretch{column: i}, ok
	case schema.ExprCast:
		x, ok := s.stretch(e.Args[0])
		from := s.typeOf(e.Args[0])
		switch {
		case short(t) == "date" && short(from) != "date":
			x.low -= float64(value.Day)
		case rank(t) > 0 && rank(t) < rank(from):
			x.low, x.high = x.low-0.5, x.high+0.5
		}
		return x, ok && (rank(t) > 0) == (rank(from) > 0)
	case schema.ExprOp:
		return s.stretchSum(e)
	}
	return stretch{}, false
}

func (s *solver) stretchSum(e *schema.Expr) (stretch, bool) {
	if len(e.Args) != 2 || e.Name != "+" && e.Name != "-" {
		return stretch{}, false
	}
	x, okX := s.stretch(e.Args[0])
	y, okY := s.stretch(e.Args[1])
	if !okX || !okY || x.column >= 0 && y.column >= 0 || x.column < 0 && e.Name == "-" {
		return stretch{}, false
	}
	days := func(t schema.Type, z stretch) stretch {
		if isInteger(t) && isMoment(s.typeOf(e)) {
			z.low, z.high = z.low*float64(value.Day), z.high*float64(value.Day)
		}
		return z
	}
	x, y = days(s.typeOf(e.Args[0]), x), days(s.typeOf(e.Args[1]), y)
	if short(s.typeOf(e.Args[1])) == "interval" {
		// Months have 28 to 31 days.
		y.low, y.high = y.low-math.Abs(y.low)*0.07, y.high+math.Abs(y.high)*0.07
	}
	if x.column < 0 {
		x, y = y, x
	}
	if e.Name == "-" {
		return stretch{x.column, x.low - y.high, x.high - y.low}, true
	}
	return stretch{x.column, x.low + y.low, x.high + y.high}, true
}

// aboveZero reports whether all values of a domain are positive numbers.
func aboveZero(d domain.Domain) bool {
	if len(d.Intervals) == 0 {
		return false
	}
	low := d.Intervals[0].Low
	c, ok := domain.Compare(low, value.Number(0, 0))
	return ok && !low.IsNull() && (c > 0 || c == 0 && d.Intervals[0].LowOpen)
}
