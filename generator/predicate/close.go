package predicate

import (
	"fmt"
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// difference says that column a minus column b is at most limit, in units or
// microseconds. A column of -1 is the constant 0.
type difference struct {
	a, b  int
	limit float64
}

// close follows the orders and differences between columns to their end:
// what they leave of each column, and which further orders they imply. So a
// row can be made column by column without running into a dead end.
func (s *solver) close(p *partial) {
	s.bounds = p
	s.reach(p)
	edges := s.differences(p)
	if len(edges) == 0 {
		return
	}
	used := s.nodes(p, edges)
	m := newMatrix(p, used, edges)
	if !m.run() {
		s.dropNulls(p, used, edges)
		used = s.nodes(p, edges)
		m = newMatrix(p, used, edges)
		if !m.run() {
			p.columns[used[0]].Set, p.columns[used[0]].Nulls = []value.Value{}, domain.NeverNull
			return
		}
	}
	if s.denied(p, m, used) {
		p.columns[used[0]].Set, p.columns[used[0]].Nulls = []value.Value{}, domain.NeverNull
		return
	}
	for k, i := range used {
		s.tighten(&p.columns[i], i, -m.least[0][k+1], m.least[k+1][0])
	}
	s.derive(p, m, used)
}

// nodes are the columns that differences speak of, unless they are NULL.
func (s *solver) nodes(p *partial, edges []difference) []int {
	var out []int
	for i := range p.columns {
		if p.columns[i].Nulls == domain.AlwaysNull {
			continue
		}
		for _, e := range edges {
			if e.a == i || e.b == i {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// dropNulls makes those columns NULL that contradict the columns which may
// not be.
func (s *solver) dropNulls(p *partial, used []int, edges []difference) {
	var kept []int
	for _, i := range used {
		if p.columns[i].Nulls == domain.NeverNull {
			kept = append(kept, i)
		}
	}
	for _, i := range used {
		if p.columns[i].Nulls != domain.MayBeNull {
			continue
		}
		if newMatrix(p, append(kept[:len(kept):len(kept)], i), edges).run() {
			kept = append(kept, i)
			continue
		}
		p.columns[i].Nulls = domain.AlwaysNull
	}
}

// matrix holds the least known limits of all differences; row and column 0
// are the constant 0 (Floyd, Warshall).
type matrix struct {
	least [][]float64
	given [][]float64 // before run
	far   [][]bool    // the path leads over another column
}

func newMatrix(p *partial, used []int, edges []difference) *matrix {
	n := len(used) + 1
	m := &matrix{}
	place := map[int]int{-1: 0}
	for k, i := range used {
		place[i] = k + 1
	}
	for i := range n {
		m.least = append(m.least, make([]float64, n))
		m.far = append(m.far, make([]bool, n))
		for j := range n {
			if i != j {
				m.least[i][j] = math.Inf(1)
			}
		}
	}
	for _, e := range edges {
		a, okA := place[e.a]
		b, okB := place[e.b]
		if okA && okB {
			m.least[a][b] = min(m.least[a][b], e.limit)
		}
	}
	for k, i := range used {
		low, high := ends(p.columns[i])
		m.least[k+1][0] = min(m.least[k+1][0], high)
		m.least[0][k+1] = min(m.least[0][k+1], -low)
	}
	return m
}

// ends are the least and the greatest value of a domain, as floats.
func ends(d domain.Domain) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if d.Set != nil {
		low, high = high, low
		for _, v := range d.Set {
			f := domain.Approximate(v)
			low, high = min(low, f), max(high, f)
		}
		return low, high
	}
	hull := domain.Hull(d.Intervals)
	if !hull.Low.IsNull() {
		low = domain.Approximate(hull.Low)
	}
	if !hull.High.IsNull() {
		high = domain.Approximate(hull.High)
	}
	return low, high
}

// run closes the matrix and reports false on a contradiction.
func (m *matrix) run() bool {
	n := len(m.least)
	for _, row := range m.least {
		m.given = append(m.given, slices.Clone(row))
	}
	for k := range n {
		for i := range n {
			for j := range n {
				through := m.least[i][k] + m.least[k][j]
				if through < m.least[i][j] {
					m.least[i][j] = through
					m.far[i][j] = k != 0
				}
			}
		}
	}
	for i := range n {
		if m.least[i][i] < -1e-6*max(1, math.Abs(m.least[i][i])) {
			return false
		}
	}
	return true
}

// tighten cuts a column to what its differences leave, outwards by what
// floats may be wrong by.
func (s *solver) tighten(d *domain.Domain, column int, low, high float64) {
	base, _ := s.Schema.Base(s.Table.Columns[column].Type)
	i := domain.Interval{}
	if !math.IsInf(low, 0) && !math.IsNaN(low) {
		i.Low = approximately(base, low, -1)
	}
	if !math.IsInf(high, 0) && !math.IsNaN(high) {
		i.High = approximately(base, high, 1)
	}
	i, ok := inwards(i, base)
	if !ok || i.Low.IsNull() && i.High.IsNull() {
		return
	}
	*d = domain.Intersect(*d, domain.Domain{Intervals: []domain.Interval{i}})
}

// approximately is a value of a type near a float, on the given side of it.
func approximately(t schema.Type, f float64, side float64) value.Value {
	f += side * math.Abs(f) * 1e-12
	switch {
	case isMoment(t) || short(t) == "time":
		kind := value.Timestamp
		if short(t) == "time" {
			kind = value.Time
		}
		if math.Abs(f) > maxMoment/2 {
			return value.Value{}
		}
		f = math.Floor(f)
		if side > 0 {
			f++
		}
		return value.Value{Kind: kind, I: int64(f)}
	case rank(t) > 0:
		return value.Value{Kind: value.Float, F: f + side*1e-9}
	}
	return value.Value{}
}

// maxDerived bounds the implied relations of a branch.
const maxDerived = 60

// derive adds the orders that follow from others over a third column and are
// narrower than what the columns' own bounds say.
func (s *solver) derive(p *partial, m *matrix, used []int) {
	n := 0
	for a, i := range used {
		for b, j := range used {
			limit := m.least[a+1][b+1]
			if i == j || !m.far[a+1][b+1] || math.IsInf(limit, 0) || n >= maxDerived {
				continue
			}
			if limit >= m.least[a+1][0]+m.least[0][b+1]-1e-9 || limit >= m.given[a+1][b+1]-1e-9 {
				continue
			}
			if e := s.difference(i, j, limit); e != nil {
				p.relations = append(p.relations, Relation{Expr: e, Columns: []int{i, j}, Derived: true, program: Bind(e, s.Scope)})
				n++
			}
		}
	}
}

// difference is column i <= column j + limit as an expression.
func (s *solver) difference(i, j int, limit float64) *schema.Expr {
	base, _ := s.Schema.Base(s.Table.Columns[j].Type)
	sum := &schema.Expr{Kind: schema.ExprColumn, Name: s.Table.Columns[j].Name}
	switch {
	case limit == 0:
	case isMoment(base):
		us := math.Ceil(limit + math.Abs(limit)*1e-12)
		if math.Abs(us) > 1e17 {
			return nil
		}
		by := &schema.Expr{Kind: schema.ExprConst, Type: intervalType, Value: fmt.Sprintf("%d microseconds", int64(us))}
		sum = operation("+", sum, by)
	case rank(base) > 0:
		text := fmt.Sprintf("%.9f", limit+1e-9+math.Abs(limit)*1e-12)
		sum = operation("+", s.exactly(sum), &schema.Expr{Kind: schema.ExprConst, Type: numericType, Value: text})
	default:
		return nil
	}
	return operation("<=", &schema.Expr{Kind: schema.ExprColumn, Name: s.Table.Columns[i].Name}, sum)
}
