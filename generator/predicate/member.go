package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// memberMark begins the operator of a bound that is an array: the value is
// one of its elements.
const memberMark = '&'

// isolateMember solves column = ANY (array of the row).
func (s *solver) isolateMember(e *schema.Expr, column string) []isolated {
	if e.Kind != schema.ExprAny || e.All || e.Name != "=" || len(e.Args) != 2 {
		return nil
	}
	x, list := unwrap(e.Args[0]), e.Args[1]
	t := s.typeOf(list)
	if x.Kind != schema.ExprColumn || x.Name != column || t.Dims == 0 || mentions(list, column) > 0 || len(list.Columns()) == 0 {
		return nil
	}
	return []isolated{{string(memberMark), list, false}}
}

// among leaves those elements of an array that the step's domain has. An
// array without one leaves nothing, which NULL may still meet.
func (st *Step) among(d domain.Domain, list value.Value) domain.Domain {
	out := domain.Domain{Set: []value.Value{}}
	for _, v := range list.E {
		if v.IsNull() || v.Kind == value.Array {
			continue
		}
		for _, w := range st.pin(d, v).Set {
			if !slices.ContainsFunc(out.Set, func(o value.Value) bool { return domain.Equal(o, w) }) {
				out.Set = append(out.Set, w)
			}
		}
	}
	return domain.Intersect(d, out)
}
