package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// What scan looks at: so many numbers from the least on, so many of each
// count of digits; a share above fair is left to drawing.
const (
	scanned = 20_000
	sampled = 40
	fair    = 0.2
)

// scan looks for whole numbers that satisfy an atom of a kind that can't be
// inverted (digits of the number, single bits), where few do. The atom is
// tested on every row all the same.
func (s *solver) scan(p *partial, column int, a atom) *partial {
	base, _ := s.Schema.Base(s.Table.Columns[column].Type)
	if !isInteger(base) || !Bind(a.expr, s.Scope).Understood() {
		return p
	}
	list := s.stretches(p.columns[column], column, base, a)
	if len(list) == 0 {
		return p
	}
	if c := p.restrict(column, domain.Domain{Intervals: list}); c != nil && !c.columns[column].Contradictory() {
		return c
	}
	return p
}

// stretches are intervals of numbers of which all that were looked at pass;
// none when most numbers pass anyway.
func (s *solver) stretches(d domain.Domain, column int, t schema.Type, a atom) []domain.Interval {
	test := s.tester(column, a)
	hull := domain.Hull(d.Intervals)
	limits, _ := integerInterval(hull, short(t))
	low, high := limits.Low.I, limits.High.I
	if common := s.share(test, max(low, 0), min(high, 1_000_000)); common > fair {
		return nil
	}
	var out []domain.Interval
	for n := int64(10); n > 0 && n <= 1_000_000_000_000_000_000; n *= 10 {
		from, to := max(n/10, low), min(n-1, high)
		if n == 10 {
			from = max(0, low)
		}
		if from <= to && s.share(test, from, to) == 1 {
			out = append(out, domain.Interval{Low: value.Integer(from), High: value.Integer(to)})
		}
	}
	passes := func(n int64) bool { return n >= low && n <= high && test(n) }
	if len(out) == 0 {
		out = single(passes, max(low, 0), 1, out)
	}
	for i := range out {
		out[i] = grown(passes, out[i])
	}
	if few(out) {
		out = single(passes, -1, -1, out)
	}
	return domain.Union(out)
}

// scarce is the number of values from 0 on below which negative ones are
// looked for too.
const scarce = 64

func few(list []domain.Interval) bool {
	n := uint64(0)
	for _, i := range list {
		n += uint64(i.High.I-i.Low.I) + 1
	}
	return n < scarce
}

// single adds the numbers that pass, so many from start on.
func single(passes func(int64) bool, start, step int64, out []domain.Interval) []domain.Interval {
	for k := range int64(scanned) {
		n, last := start+step*k, len(out)-1
		switch {
		case !passes(n):
		case k > 0 && last >= 0 && step > 0 && out[last].High.I == n-1:
			out[last].High.I = n
		case k > 0 && last >= 0 && step < 0 && out[last].Low.I == n+1:
			out[last].Low.I = n
		default:
			out = append(out, domain.Point(value.Integer(n)))
		}
	}
	return out
}

// grown is an interval with what passes next to its ends.
func grown(passes func(int64) bool, i domain.Interval) domain.Interval {
	for k := 0; k < scanned && i.Low.I != 0 && passes(i.Low.I-1); k++ {
		i.Low.I--
	}
	for k := 0; k < scanned && i.High.I < math.MaxInt64 && passes(i.High.I+1); k++ {
		i.High.I++
	}
	return i
}

// tester evaluates the atom on a number.
func (s *solver) tester(column int, a atom) func(int64) bool {
	program := Bind(a.expr, s.Scope)
	row := make([]value.Value, len(s.Table.Columns))
	return func(n int64) bool {
		row[column] = value.Integer(n)
		t := program.Test(row)
		if a.negated {
			t = t.not()
		}
		return t == True
	}
}

// share is how many of a sample of numbers between two ends pass, the ends
// among them.
func (s *solver) share(test func(int64) bool, low, high int64) float64 {
	if low > high {
		return 0
	}
	passed := 0
	for k := range uint64(sampled) {
		n := draw.Between(draw.Mix(k), low, high)
		switch k {
		case 0:
			n = low
		case 1:
			n = high
		}
		if test(n) {
			passed++
		}
	}
	return float64(passed) / sampled
}
