package predicate

import (
	"math"

	"github.com/effigydb/effigy/schema"
)

// reachSquares cuts the columns of x * x + y * y <= 100 to what a sum of squares
// leaves of each; beyond it the product may not even be a number of its type.
func (s *solver) reachSquares(p *partial, r *Relation) {
	e := r.Expr
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || !s.certain(p, r.Columns) {
		return
	}
	sum, most := e.Args[0], e.Args[1]
	switch e.Name {
	case "<", "<=", "=":
	case ">", ">=":
		sum, most = most, sum
	default:
		return
	}
	columns, ok := s.squares(sum)
	_, high, known := s.extent(p, most)
	if !ok || !known || math.IsInf(high, 0) || high < 0 {
		return
	}
	for _, c := range columns {
		root := math.Sqrt(high)
		s.tighten(&p.columns[c], c, -root, root)
	}
}

// squares are the columns whose squares an expression adds up, false for any
// other.
func (s *solver) squares(e *schema.Expr) ([]int, bool) {
	e = unwrap(e)
	if len(e.Args) != 2 {
		return nil, false
	}
	switch {
	case e.Kind == schema.ExprOp && e.Name == "+":
		x, okX := s.squares(e.Args[0])
		y, okY := s.squares(e.Args[1])
		return append(x, y...), okX && okY
	case e.Kind == schema.ExprOp && e.Name == "*":
		i, okI := s.plainColumn(unwrap(e.Args[0]))
		j, okJ := s.plainColumn(unwrap(e.Args[1]))
		return []int{i}, okI && okJ && i == j
	case e.Kind == schema.ExprOp && e.Name == "^", e.Kind == schema.ExprCall && (e.Name == "power" || e.Name == "pow"):
		i, ok := s.plainColumn(unwrap(e.Args[0]))
		n, two := s.count1(e, 1)
		return []int{i}, ok && two && n == 2
	}
	return nil, false
}
