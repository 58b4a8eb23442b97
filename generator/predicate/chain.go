package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/schema"
)

// link is what a relation says of one column: it is at least, or at most, an
// expression over others.
type link struct {
	relation int
	expr     *schema.Expr
	straight bool // what the matrix of differences knows
}

// chain adds the orders that follow over a column in the middle where one side
// is no mere difference: salary <= most and most <= 2 * least.
func (s *solver) chain(p *partial) {
	n := 0
	for i := range p.columns {
		if p.columns[i].Nulls != domain.NeverNull || s.Table.Columns[i].Generated != "" {
			continue
		}
		above, below := s.chained(p, i)
		for _, low := range above {
			for _, high := range below {
				if low.relation == high.relation || low.straight && high.straight || n >= maxDerived {
					continue
				}
				if s.imply(p, operation("<=", low.expr, high.expr)) {
					n++
				}
			}
		}
	}
}

// chained lists what bounds a column from below and from above.
func (s *solver) chained(p *partial, column int) (low, high []link) {
	for k := range p.relations {
		r := &p.relations[k]
		if r.Derived || len(r.Columns) < 2 || !slices.Contains(r.Columns, column) {
			continue
		}
		for _, b := range s.isolate(r.Expr, s.Table.Columns[column].Name) {
			t := s.typeOf(b.expr)
			if rank(t) == 0 && !isMoment(t) {
				continue
			}
			_, straight := s.stretch(b.expr)
			switch x := (link{k, b.expr, straight}); b.op {
			case "<", "<=":
				high = append(high, x)
			case ">", ">=":
				low = append(low, x)
			}
		}
	}
	return low, high
}

// imply adds a relation that follows from others.
func (s *solver) imply(p *partial, e *schema.Expr) bool {
	columns := s.columnsOf(e)
	program := Bind(e, s.Scope)
	if len(columns) < 2 || !program.Understood() {
		return false
	}
	p.relations = append(p.relations, Relation{Expr: e, Columns: columns, Derived: true, program: program})
	return true
}
