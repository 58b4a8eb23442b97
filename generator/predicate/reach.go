package predicate

import (
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// rounds of passing bounds along relations; more only sharpen what the rows'
// own bounds hold exactly.
const rounds = 3

// reach passes the bounds of columns along the relations that are solved for
// one of them: sums, differences and products of others that are not NULL.
func (s *solver) reach(p *partial) {
	for range rounds {
		for k := range p.relations {
			r := &p.relations[k]
			if r.Derived || len(r.Columns) < 2 {
				continue
			}
			s.pairUp(p, r)
			s.reachLength(p, r)
			s.reachSquares(p, r)
			for _, i := range r.Columns {
				for _, b := range s.isolate(r.Expr, s.Table.Columns[i].Name) {
					s.reachColumn(p, i, b)
				}
			}
		}
	}
}

// reachColumn cuts a column to what the other side can be.
func (s *solver) reachColumn(p *partial, i int, b isolated) {
	low, high, ok := s.extent(p, b.expr)
	if !ok {
		return
	}
	switch b.op {
	case "<", "<=":
		low = math.Inf(-1)
	case ">", ">=":
		high = math.Inf(1)
	case "=":
	default:
		return
	}
	before := p.columns[i]
	s.tighten(&p.columns[i], i, low, high)
	if p.columns[i].Contradictory() && before.Nulls != domain.NeverNull {
		// The relation may be met by a NULL instead.
		p.columns[i] = before
	}
}

// extent is between which floats an expression lies; false when that is not
// known, or when one of its columns may be NULL.
func (s *solver) extent(p *partial, e *schema.Expr) (low, high float64, ok bool) {
	if len(e.Columns()) == 0 {
		v, _, ok := s.constant(e)
		f := domain.Approximate(v)
		return f, f, ok && !math.IsNaN(f)
	}
	t := s.typeOf(e)
	if rank(t) == 0 && !isMoment(t) {
		return 0, 0, false
	}
	switch e.Kind {
	case schema.ExprColumn:
		i, ok := s.index[e.Name]
		if !ok || p.columns[i].Nulls != domain.NeverNull {
			return 0, 0, false
		}
		low, high = ends(p.columns[i])
		return low, high, true
	case schema.ExprCast:
		low, high, ok = s.extent(p, e.Args[0])
		from := s.typeOf(e.Args[0])
		switch {
		case short(t) == "date" && short(from) != "date":
			low -= float64(value.Day)
		case rank(t) > 0 && (rank(t) < rank(from) || len(e.Type.Mods) > 0):
			low, high = low-0.5, high+0.5
		}
		return low, high, ok && (rank(t) > 0) == (rank(from) > 0)
	case schema.ExprCall:
		if column, ok := s.measured(e); ok {
			return s.lengths(p, column)
		}
	case schema.ExprOp:
		if len(e.Args) == 2 {
			return s.extentOf(p, e, t)
		}
	}
	return 0, 0, false
}

func (s *solver) extentOf(p *partial, e *schema.Expr, t schema.Type) (low, high float64, ok bool) {
	al, ah, okA := s.extent(p, e.Args[0])
	bl, bh, okB := s.extent(p, e.Args[1])
	if !okA || !okB {
		return 0, 0, false
	}
	if isMoment(t) {
		if isInteger(s.typeOf(e.Args[1])) {
			bl, bh = bl*float64(value.Day), bh*float64(value.Day)
		}
		if short(s.typeOf(e.Args[1])) == "interval" {
			bl, bh = bl-math.Abs(bl)*0.07, bh+math.Abs(bh)*0.07
		}
	}
	switch e.Name {
	case "+":
		return al + bl, ah + bh, true
	case "-":
		return al - bh, ah - bl, rank(t) > 0 || isMoment(t) && !isMoment(s.typeOf(e.Args[1]))
	case "*":
		if al >= 0 && bl >= 0 {
			return al * bl, ah * bh, rank(t) > 0
		}
	case "/":
		if al >= 0 && bl > 0 && !isInteger(t) {
			return al / bh, ah / bl, rank(t) > 0
		}
	}
	return 0, 0, false
}

// maxPaired bounds the values of a column that are tried against those of
// another.
const maxPaired = 64

// pairUp keeps of a column with few values those for which the other column
// of a relation has one.
func (s *solver) pairUp(p *partial, r *Relation) {
	if len(r.Columns) != 2 || !s.certain(p, r.Columns) {
		return
	}
	for k, i := range r.Columns {
		set, ok := listed(p.columns[i])
		if !ok || len(set) == 0 || len(set) > maxPaired {
			continue
		}
		kept := s.paired(p, r, i, r.Columns[1-k], set)
		if len(kept) < len(set) {
			p.columns[i] = domain.Intersect(p.columns[i], domain.Domain{Set: kept})
		}
	}
}

func (s *solver) paired(p *partial, r *Relation, i, j int, set []value.Value) []value.Value {
	row := make([]value.Value, len(s.Table.Columns))
	others, finite := listed(p.columns[j])
	finite = finite && len(others) > 0 && len(others) <= maxPaired
	var solved []isolated
	if !finite {
		solved = s.isolate(r.Expr, s.Table.Columns[j].Name)
		if len(solved) != 1 || solved[0].op != "=" || solved[0].rough {
			return set
		}
	}
	m := domain.NewMatcher(p.columns[j])
	kept := []value.Value{}
	for _, v := range set {
		row[i] = v
		if finite {
			if s.pairs(r, row, j, others) {
				kept = append(kept, v)
			}
			continue
		}
		w, ok := Bind(solved[0].expr, s.Scope).Eval(row)
		d, landed := s.land(j, domain.Domain{Set: []value.Value{w}})
		if !ok || !landed || w.IsNull() || len(d.Set) == 1 && m.Allows(d.Set[0]) {
			kept = append(kept, v)
		}
	}
	return kept
}

// pairs reports whether any value of column j goes with the row.
func (s *solver) pairs(r *Relation, row []value.Value, j int, others []value.Value) bool {
	for _, w := range others {
		row[j] = w
		if r.program.Test(row) != False {
			return true
		}
	}
	return false
}
