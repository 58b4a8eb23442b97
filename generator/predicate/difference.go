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
		gap := s.gap(x, y)
		switch e.Name {
		case "<":
			out = append(out, difference{x.column, y.column, y.high - x.low - gap})
		case "<=":
			out = append(out, difference{x.column, y.column, y.high - x.low})
		case ">":
			out = append(out, difference{y.column, x.column, x.high - y.low - gap})
		case ">=":
			out = append(out, difference{y.column, x.column, x.high - y.low})
		case "<>":
			out = append(out, difference{x.column, y.column, math.Inf(1)})
		case "=":
			out = append(out, difference{x.column, y.column, y.high - x.low}, difference{y.column, x.column, x.high - y.low})
		}
	}
	return out
}

// gap is the least distance between two different values of both sides, 0
// where there is none or it is not known.
func (s *solver) gap(x, y stretch) float64 {
	if x.low != x.high || y.low != y.high {
		return 0
	}
	a, b := s.grain(x.column), s.grain(y.column)
	if a == 0 || b == 0 || math.Mod(x.low-y.low, min(a, b)) != 0 {
		return 0
	}
	return min(a, b)
}

// grain is the distance between neighbouring values of a column.
func (s *solver) grain(column int) float64 {
	if column < 0 {
		return math.MaxInt32
	}
	base, _ := s.Schema.Base(s.Table.Columns[column].Type)
	switch {
	case isInteger(base):
		return 1
	case short(base) == "date":
		return float64(value.Day)
	case isMoment(base):
		return 1
	case short(base) == "numeric" && len(base.Mods) > 0 && base.Mod(1, 0) >= 0 && base.Mod(1, 0) <= 9:
		return 1 / math.Pow10(base.Mod(1, 0))
	}
	return 0
}

// denied looks for columns that must differ by another number than the one
// they are bound to differ by.
func (s *solver) denied(p *partial, m *matrix, used []int) bool {
	place := map[int]int{-1: 0}
	for k, i := range used {
		place[i] = k + 1
	}
	for i := range p.relations {
		e := p.relations[i].Expr
		if e.Kind != schema.ExprOp || e.Name != "<>" || len(e.Args) != 2 {
			continue
		}
		x, y, ok := s.sides(e)
		a, okA := place[x.column]
		b, okB := place[y.column]
		if !ok || !okA || !okB || x.low != x.high || y.low != y.high {
			continue
		}
		if k := y.low - x.low; m.least[a][b] <= k && m.least[b][a] <= -k && s.certain(p, p.relations[i].Columns) {
			return true
		}
	}
	return false
}

func (s *solver) certain(p *partial, columns []int) bool {
	for _, c := range columns {
		if p.columns[c].Nulls != domain.NeverNull {
			return false
		}
	}
	return true
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
