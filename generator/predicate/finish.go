package predicate

import (
	"reflect"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
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
	s.close(p)
	if !s.settleNulls(p) {
		return Branch{}, false
	}
	b := Branch{Weight: p.weight, Columns: p.columns, Relations: p.relations, Judged: p.judged, solver: s, matchers: make([]matcher, len(p.columns))}
	for i, c := range s.Table.Columns {
		// What the type says by itself need not be repeated.
		natural := s.natural(c.Type)
		natural.Nulls = b.Columns[i].Nulls
		if reflect.DeepEqual(natural, b.Columns[i]) {
			b.Columns[i] = domain.Domain{Nulls: b.Columns[i].Nulls, Elem: natural.Elem, Fields: natural.Fields}
		}
	}
	return b, true
}

// settleNulls makes columns without values NULL where they may be, and
// reports false where one may not.
func (s *solver) settleNulls(p *partial) bool {
	for i := range p.columns {
		if s.Table.Columns[i].Generated != "" {
			continue
		}
		switch d := &p.columns[i]; {
		case d.Empty():
			return false
		case d.Nulls == domain.MayBeNull && d.Barren():
			d.Nulls = domain.AlwaysNull
		}
	}
	return true
}

// dropIdle drops relations that a NULL column meets for good.
func (s *solver) dropIdle(p *partial) {
	p.relations = slices.DeleteFunc(slices.Clone(p.relations), func(r Relation) bool {
		null := slices.ContainsFunc(r.Columns, func(i int) bool { return p.columns[i].Nulls == domain.AlwaysNull })
		return null && !r.Strict && s.strictIn(r.Expr)
	})
}
