package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// partial is a branch in the making.
type partial struct {
	columns   []domain.Domain
	relations []Relation
	judged    []Named
	weight    float64
	picks     []int // the alternatives taken, by number
}

// share is a branch with the same columns: who changes one clones them first.
func (p *partial) share() *partial {
	c := *p
	c.relations = slices.Clip(p.relations)
	c.judged = slices.Clip(p.judged)
	c.picks = slices.Clip(p.picks)
	return &c
}

// clone is a branch with columns of its own.
func (p *partial) clone() *partial {
	c := p.share()
	c.columns = slices.Clone(p.columns)
	return c
}

// restrict is the branch with a column cut; nil when nothing is left of it.
func (p *partial) restrict(column int, d domain.Domain) *partial {
	cut := domain.Intersect(p.columns[column], d)
	if d.Plain() && cut.Nulls == p.columns[column].Nulls && !cut.Contradictory() {
		return p.share()
	}
	c := p.clone()
	c.columns[column] = cut
	got := &c.columns[column]
	if got.Contradictory() {
		if got.Nulls == domain.NeverNull || d.Nulls == domain.NeverNull {
			return nil
		}
		if got.Nulls == domain.MayBeNull {
			got.Nulls = domain.AlwaysNull
		}
	}
	return c
}

// apply adds a goal to a branch and returns the branches that come of it.
func (s *solver) apply(p *partial, g *goal) []*partial {
	switch g.kind {
	case goalAll:
		branches := []*partial{p}
		for _, part := range byWidth(g.parts) {
			var next []*partial
			for _, b := range branches {
				next = append(next, s.apply(b, part)...)
			}
			branches = thin(next, s.limit)
		}
		return branches
	case goalAny:
		return s.applyAny(p, g)
	}
	return s.assume(p, g.atom)
}

// byWidth puts the parts that do not split a branch first.
func byWidth(parts []*goal) []*goal {
	out := slices.Clone(parts)
	slices.SortStableFunc(out, func(a, b *goal) int { return min(width(a), 99) - min(width(b), 99) })
	return out
}

// width estimates the number of branches that a goal makes.
func width(g *goal) int {
	n := 1
	switch g.kind {
	case goalAll:
		for _, p := range g.parts {
			n = min(n*width(p), 1000)
		}
	case goalAny:
		n = 0
		for _, p := range g.parts {
			n = min(n+width(p), 1000)
		}
	}
	return n
}

// mostAlternatives bounds how many alternatives of an OR are put together,
// which takes the square of their number.
const mostAlternatives = 2048

// The share of an alternative that only says that something is NULL, against
// one that says anything else.
const nullShare = 0.35

func (s *solver) applyAny(p *partial, g *goal) []*partial {
	for _, part := range g.parts {
		if s.implied(p, part) {
			return []*partial{p}
		}
	}
	var out []*partial
	for _, part := range g.parts {
		s.alternatives++
		share := 1.0
		if part.kind == goalAtom && isNullAtom(part.atom) {
			share = nullShare
		}
		got := s.apply(p, part)
		for _, b := range got {
			c := b.share()
			c.weight = b.weight * share / float64(len(got))
			c.picks = append(c.picks, s.alternatives)
			out = append(out, c)
		}
	}
	total := 0.0
	for _, b := range out {
		total += b.weight
	}
	for _, b := range out {
		b.weight *= p.weight / total
	}
	return thin(merge(thin(out, mostAlternatives)), s.limit)
}

// implied reports whether a branch meets a goal already.
func (s *solver) implied(p *partial, g *goal) bool {
	switch g.kind {
	case goalAll:
		return !slices.ContainsFunc(g.parts, func(x *goal) bool { return !s.implied(p, x) })
	case goalAny:
		return slices.ContainsFunc(g.parts, func(x *goal) bool { return s.implied(p, x) })
	}
	column, ok := s.onlyColumn(g.atom.expr)
	if !ok {
		return false
	}
	d := &p.columns[column]
	if isNullTest(g.atom) {
		if _, plain := s.plainColumn(g.atom.expr.Args[0]); !plain {
			return false
		}
		return isNullAtom(g.atom) && d.Nulls == domain.AlwaysNull || !isNullAtom(g.atom) && d.Nulls == domain.NeverNull
	}
	if d.Nulls == domain.AlwaysNull {
		return !g.atom.strict && s.strictIn(g.atom.expr)
	}
	if d.Nulls != domain.NeverNull && g.atom.strict || len(d.Set) == 0 || len(d.Set) > maxEnumerated {
		return false
	}
	passes, _ := s.filter(d.Set, column, g.atom)
	return len(passes) == len(d.Set)
}

// filter keeps the values of a column that an atom over it alone accepts; open
// says that it is not known of some.
func (s *solver) filter(set []value.Value, column int, a atom) (out []value.Value, open bool) {
	p := Bind(a.expr, s.Scope)
	row := make([]value.Value, len(s.Table.Columns))
	out = []value.Value{}
	for _, v := range set {
		row[column] = v
		t := p.Test(row)
		open = open || t == Unknown
		if a.negated {
			t = t.not()
		}
		if t == True || t == Null && !a.strict {
			out = append(out, v)
		}
	}
	return out, open
}

// thin keeps a spread of at most limit branches: first those that hold an
// alternative no other kept one holds, then evenly spaced ones. Fewer
// branches are fewer ways to meet the constraints, never wrong ones.
func thin(list []*partial, limit int) []*partial {
	if len(list) <= limit {
		return list
	}
	seen := map[int]bool{}
	kept := make([]bool, len(list))
	n := 0
	for i, p := range list {
		fresh := slices.ContainsFunc(p.picks, func(a int) bool { return !seen[a] })
		if fresh && n < limit {
			kept[i] = true
			n++
			for _, a := range p.picks {
				seen[a] = true
			}
		}
	}
	for i := 0; i < limit && n < limit; i++ {
		if at := i * len(list) / limit; !kept[at] {
			kept[at] = true
			n++
		}
	}
	out := make([]*partial, 0, n)
	for i, p := range list {
		if kept[i] {
			out = append(out, p)
		}
	}
	return out
}
