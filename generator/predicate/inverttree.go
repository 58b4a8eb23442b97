package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/schema"
)

// constructTreeOp knows ltree's containment in a constant path.
func (s *solver) constructTreeOp(e *schema.Expr, negated bool) ([]effect, bool) {
	if negated || e.Name != "<@" || short(s.typeOf(e.Args[0])) != "ltree" {
		return nil, false
	}
	c := e.Args[1]
	if c.Kind != schema.ExprConst || c.Null || c.Value == "" {
		return nil, false
	}
	return s.invert(e.Args[0], matching(`^%s(\.|$)`, quote(c.Value)))
}

// invertLevels counts the labels of an ltree.
func invertLevels(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if short(s.typeOf(e.Args[0])) != "ltree" {
		return nil, false
	}
	list, not, ok := spans(want)
	if !ok || len(not) > 0 {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		low, high := max(span.Min, 1), max(span.Min, 1)+4
		if span.Capped {
			high = min(span.Max, 60)
		}
		if high < low {
			continue
		}
		got, ok := s.invert(e.Args[0], matching(`^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+){%d,%d}$`, low-1, high-1))
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, true
}
