package predicate

import (
	"math"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// measured is the text column whose length an expression is.
func (s *solver) measured(e *schema.Expr) (column string, ok bool) {
	if e.Kind != schema.ExprCall || len(e.Args) != 1 || e.Name != "length" && e.Name != "char_length" && e.Name != "character_length" {
		return "", false
	}
	x := unwrap(e.Args[0])
	i, ok := s.plainColumn(x)
	if !ok {
		return "", false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	return x.Name, isText(base) && short(base) != "bpchar" && base.Dims == 0
}

// peelLength bounds the length of a text column: the operator is that of the
// comparison behind a mark.
func (s *solver) peelLength(left *schema.Expr, op string, right *schema.Expr, column string) []isolated {
	if name, ok := s.measured(left); !ok || name != column || op == "<>" || rank(s.typeOf(right)) == 0 {
		return nil
	}
	return []isolated{{string(lengthMark) + op, right, true}}
}

// lengthMark begins the operator of a bound on a length.
const lengthMark = '#'

// span is the lengths that compare with a number as op asks.
func span(op string, n float64) domain.Span {
	low, high := 0.0, math.Inf(1)
	switch op {
	case "=":
		low, high = math.Ceil(n), math.Floor(n)
	case "<":
		high = math.Ceil(n) - 1
	case "<=":
		high = math.Floor(n)
	case ">":
		low = math.Floor(n) + 1
	case ">=":
		low = math.Ceil(n)
	}
	out := domain.Span{Min: int(min(max(low, 0), 1<<30))}
	if high < 1<<30 {
		out.Max, out.Capped = int(max(high, -1)), true
	}
	return out
}

// ofLength cuts a domain to the lengths that a bound leaves.
func ofLength(d domain.Domain, op string, v value.Value) domain.Domain {
	x := span(op[1:], domain.Approximate(v))
	if x.Capped && x.Max < x.Min {
		return domain.Domain{Nulls: d.Nulls, Set: []value.Value{}}
	}
	return domain.Intersect(d, domain.Domain{Len: x})
}

// lengths are the least and the greatest length of a text column that is not
// NULL.
func (s *solver) lengths(p *partial, column string) (low, high float64, ok bool) {
	i, known := s.index[column]
	if !known || p.columns[i].Nulls != domain.NeverNull {
		return 0, 0, false
	}
	d := &p.columns[i]
	if len(d.Set) == 0 {
		low, high = float64(d.Len.Min), math.Inf(1)
		if d.Len.Capped {
			high = float64(d.Len.Max)
		}
		return low, high, d.Set == nil
	}
	low, high = math.Inf(1), 0
	for _, v := range d.Set {
		n := float64(utf8.RuneCount(v.B))
		low, high = min(low, n), max(high, n)
	}
	return low, high, true
}

// reachLength passes the lengths of texts along a relation: from a text to
// one that it repeats in another case, and from a number or another length to
// the one that is compared with it.
func (s *solver) reachLength(p *partial, r *Relation) {
	e := r.Expr
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || mirrored[e.Name] == "" {
		return
	}
	for side, x := range e.Args {
		if e.Name == "=" {
			s.repeatLength(p, e.Args[1-side], x)
			s.partLength(p, e.Args[1-side], unwrap(x))
		}
		column, ok := s.measured(x)
		if !ok {
			continue
		}
		low, high, ok := s.extent(p, e.Args[1-side])
		op := e.Name
		if side == 1 {
			op = mirrored[op]
		}
		if !ok {
			continue
		}
		least, most := span(op, low), span(op, high)
		s.cutLength(p, s.index[column], domain.Span{Min: least.Min, Max: most.Max, Capped: most.Capped})
	}
}

// partLength gives the column of a text that is the start or the end of another
// the length of that.
func (s *solver) partLength(p *partial, part, cut *schema.Expr) {
	if cut.Kind != schema.ExprCall || cut.Name != "left" && cut.Name != "right" {
		return
	}
	n, fixed := s.count1(cut, 1)
	i, okA := s.plainColumn(unwrap(part))
	j, okB := s.plainColumn(unwrap(cut.Args[0]))
	if !fixed || n < 0 || n > 1<<20 || !okA || !okB || !s.certain(p, []int{i, j}) || !isText(s.typeOf(part)) {
		return
	}
	x := domain.Span{Max: int(n), Capped: true}
	if low, _, ok := s.lengths(p, s.Table.Columns[j].Name); ok && short(s.typeOf(part)) != "bpchar" {
		x.Min = int(min(low, float64(n)))
	}
	s.cutLength(p, i, x)
}

// repeatLength gives the column of a text the length of a form of it, and what
// the form has to look like.
func (s *solver) repeatLength(p *partial, whole, part *schema.Expr) {
	part, way := aslong(part)
	i, okA := s.plainColumn(unwrap(whole))
	j, okB := s.plainColumn(part)
	if !okA || !okB || i == j || p.columns[i].Nulls != domain.NeverNull || !isText(s.typeOf(part)) {
		return
	}
	s.repeatPatterns(p, i, j, way)
	low, high, ok := s.lengths(p, s.Table.Columns[i].Name)
	if !ok {
		return
	}
	x := domain.Span{Min: int(low)}
	if !math.IsInf(high, 0) {
		x.Max, x.Capped = int(high), true
	}
	s.cutLength(p, j, x)
	if o := p.columns[i].Octets; o.Capped {
		s.cutLength(p, j, domain.Span{Max: o.Max, Capped: true})
	}
}

func (s *solver) cutLength(p *partial, i int, x domain.Span) {
	if x.Capped && x.Max < x.Min {
		return
	}
	before := p.columns[i]
	p.columns[i] = domain.Intersect(before, domain.Domain{Len: x})
	if p.columns[i].Contradictory() {
		p.columns[i] = before
	}
}
