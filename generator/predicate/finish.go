package predicate

import (
	"reflect"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// finish turns a branch in the making into one of the formula: relations are
// closed, what they leave of each column is noted, and the branch is dropped
// when that is nothing.
func (s *solver) finish(p *partial) (Branch, bool) {
	p = p.clone()
	if !s.settleNulls(p) {
		return Branch{}, false
	}
	s.dropIdle(p)
	if !s.unopposed(p) {
		return Branch{}, false
	}
	s.equate(p)
	s.close(p)
	s.chain(p)
	if !s.settleNulls(p) {
		return Branch{}, false
	}
	b := Branch{Weight: p.weight, Columns: p.columns, Relations: p.relations, Judged: p.judged, solver: s, matchers: make([]matcher, len(p.columns))}
	for i, c := range s.Table.Columns {
		// What the type says by itself need not be repeated.
		natural := s.natural(c.Type)
		unlimited(&b.Columns[i], natural)
		natural.Nulls = b.Columns[i].Nulls
		if domain.Same(&natural, &b.Columns[i]) {
			b.Columns[i] = domain.Domain{Nulls: b.Columns[i].Nulls, Elem: natural.Elem, Fields: natural.Fields}
		}
	}
	return b, true
}

// unlimited leaves the ends of intervals open that are the type's own limits:
// nobody asked for values as great as those.
func unlimited(d *domain.Domain, natural domain.Domain) {
	if len(natural.Intervals) != 1 || len(d.Intervals) == 0 || reflect.DeepEqual(d.Intervals, natural.Intervals) {
		return
	}
	limits := natural.Intervals[0]
	d.Intervals = slices.Clone(d.Intervals)
	first, last := &d.Intervals[0], &d.Intervals[len(d.Intervals)-1]
	if c, ok := domain.Compare(first.Low, limits.Low); ok && c == 0 && !first.High.IsNull() {
		first.Low = value.Value{}
	}
	if c, ok := domain.Compare(last.High, limits.High); ok && c == 0 && !last.Low.IsNull() {
		last.High = value.Value{}
	}
}

// settleNulls makes columns without values NULL where they may be, and
// reports false where one may not.
func (s *solver) settleNulls(p *partial) bool {
	for i := range p.columns {
		if s.Table.Columns[i].Generated != "" {
			continue
		}
		switch d := &p.columns[i]; {
		case d.Empty(), d.Nulls == domain.NeverNull && (exhausted(*d) || s.unpadded(i, *d)):
			return false
		case d.Nulls == domain.MayBeNull && (d.Barren() || exhausted(*d) || s.unpadded(i, *d)):
			d.Nulls = domain.AlwaysNull
		}
	}
	return true
}

// unpadded reports whether no blank-padded text of a char(n) matches.
func (s *solver) unpadded(column int, d domain.Domain) bool {
	base, _ := s.Schema.Base(s.Table.Columns[column].Type)
	if len(d.Padded) == 0 || short(base) != "bpchar" {
		return false
	}
	n := base.Mod(0, 1)
	l, err := language.Compile(d.Padded, language.Options{MinLen: n, MaxLen: n, Want: 1})
	return err == nil && l.Count() == 0 && l.Complete()
}

// exhausted tries every value of a domain that has few, and reports whether
// none is left.
func exhausted(d domain.Domain) bool {
	if d.Congruences == nil && d.Parts == nil && d.Not == nil {
		return false
	}
	list, ok := listed(d)
	if !ok {
		return false
	}
	d.Nulls = domain.MayBeNull
	m := domain.NewMatcher(d)
	return !slices.ContainsFunc(list, m.Allows)
}

// unopposed looks for relations that deny each other. A column of theirs is
// NULL then, where one may be.
func (s *solver) unopposed(p *partial) bool {
	for i := range p.relations {
		a := &p.relations[i]
		for k := range i {
			b := &p.relations[k]
			if !opposed(a.Expr, b.Expr) {
				continue
			}
			at := slices.IndexFunc(a.Columns, func(c int) bool { return p.columns[c].Nulls != domain.NeverNull })
			if at < 0 {
				return false
			}
			p.columns[a.Columns[at]].Nulls = domain.AlwaysNull
		}
	}
	return true
}

// opposed reports whether one comparison is true where the other is false.
func opposed(a, b *schema.Expr) bool {
	if a.Kind != schema.ExprOp || b.Kind != schema.ExprOp || inverse[a.Name] != b.Name || len(a.Args) != 2 || len(b.Args) != 2 {
		return false
	}
	return reflect.DeepEqual(a.Args, b.Args)
}

// equate gives columns that are equal the same domain.
func (s *solver) equate(p *partial) {
	for range rounds {
		for k := range p.relations {
			e := p.relations[k].Expr
			if e.Kind != schema.ExprOp || e.Name != "=" || len(e.Args) != 2 {
				continue
			}
			i, okI := s.plainColumn(unwrap(e.Args[0]))
			j, okJ := s.plainColumn(unwrap(e.Args[1]))
			if okI && okJ && i != j && s.alike(i, j) {
				equateColumns(&p.columns[i], &p.columns[j])
			}
		}
	}
}

// alike reports whether the domains of two columns speak of the same values.
func (s *solver) alike(i, j int) bool {
	a, _ := s.Schema.Base(s.Table.Columns[i].Type)
	b, _ := s.Schema.Base(s.Table.Columns[j].Type)
	switch {
	case isInteger(a) && isInteger(b):
		return true
	case isText(a) && isText(b):
		return short(a) != "bpchar" && short(b) != "bpchar" && short(a) != "citext" && short(b) != "citext"
	}
	return same(a, b)
}

func equateColumns(a, b *domain.Domain) {
	x, y := *a, *b
	x.Nulls, y.Nulls = domain.MayBeNull, domain.MayBeNull
	d := domain.Intersect(x, y)
	if d.Contradictory() || exhausted(d) {
		switch {
		case a.Nulls == domain.MayBeNull:
			a.Nulls = domain.AlwaysNull
			return
		case b.Nulls == domain.MayBeNull:
			b.Nulls = domain.AlwaysNull
			return
		case a.Nulls == domain.AlwaysNull || b.Nulls == domain.AlwaysNull:
			return
		}
	}
	d.Nulls = a.Nulls
	nulls := b.Nulls
	*a = d
	*b = d
	b.Nulls = nulls
}

// dropIdle drops relations that a NULL column meets for good.
func (s *solver) dropIdle(p *partial) {
	p.relations = slices.DeleteFunc(slices.Clone(p.relations), func(r Relation) bool {
		null := slices.ContainsFunc(r.Columns, func(i int) bool { return p.columns[i].Nulls == domain.AlwaysNull })
		return null && !r.Strict && s.strictIn(r.Expr)
	})
}
