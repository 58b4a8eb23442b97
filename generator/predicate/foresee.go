package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// foresee bounds a step by a relation of which other columns have no value
// yet: those are taken to be as favourable as their domains allow, so that
// they find room later. Parts of a sum leave each other their share.
func (st *Step) foresee(s *solver, r *Relation, placed map[int]bool) {
	e := r.Expr
	if r.Derived || e.Kind != schema.ExprOp || len(e.Args) != 2 || len(r.Columns) < 3 {
		return
	}
	for _, op := range sides(e.Name) {
		left, okL := s.favour(e.Args[0], op == ">=" || op == ">", placed)
		right, okR := s.favour(e.Args[1], op == "<=" || op == "<", placed)
		if !okL || !okR {
			continue
		}
		for _, b := range s.isolate(operation(op, left, right), s.Table.Columns[st.Column].Name) {
			if p := Bind(b.expr, s.Scope); p.Understood() && len(b.expr.Columns()) > 0 && b.op != "<>" {
				st.Bounds = append(st.Bounds, Bound{Constraint: r.Constraint, Op: b.op, Program: p})
			}
		}
	}
}

// sides are the inequalities that a comparison implies.
func sides(op string) []string {
	switch op {
	case "=":
		return []string{"<=", ">="}
	case "<", "<=", ">", ">=":
		return []string{op}
	}
	return nil
}

// favour puts the greatest or the least value of columns without one in their
// place; false where an expression is not known to rise or fall with them.
func (s *solver) favour(e *schema.Expr, greatest bool, placed map[int]bool) (*schema.Expr, bool) {
	open := false
	for _, c := range s.columnsOf(e) {
		open = open || !placed[c]
	}
	if !open {
		return e, true
	}
	switch e.Kind {
	case schema.ExprColumn:
		return s.extreme1(e, greatest)
	case schema.ExprCast:
		if rank(e.Type) == 0 || rank(s.typeOf(e.Args[0])) == 0 {
			return e, false
		}
		x, ok := s.favour(e.Args[0], greatest, placed)
		return &schema.Expr{Kind: schema.ExprCast, Type: e.Type, Args: []*schema.Expr{x}}, ok
	case schema.ExprOp:
		if len(e.Args) != 2 || rank(s.typeOf(e)) == 0 {
			return e, false
		}
		second := greatest
		switch e.Name {
		case "+":
		case "-":
			second = !greatest
		case "*":
			if !s.notNegative(e.Args[0]) || !s.notNegative(e.Args[1]) {
				return e, false
			}
		default:
			return e, false
		}
		x, okX := s.favour(e.Args[0], greatest, placed)
		y, okY := s.favour(e.Args[1], second, placed)
		return operation(e.Name, x, y), okX && okY
	}
	return e, false
}

// notNegative reports whether an expression is known to be at least zero.
func (s *solver) notNegative(e *schema.Expr) bool {
	low, _, ok := s.extent(s.bounds, e)
	return ok && low >= 0
}

// extreme1 is the greatest or least value of a column that is never NULL.
func (s *solver) extreme1(e *schema.Expr, greatest bool) (*schema.Expr, bool) {
	i, ok := s.index[e.Name]
	if !ok || s.bounds.columns[i].Nulls != domain.NeverNull {
		return e, false
	}
	d := s.bounds.columns[i]
	list := d.Intervals
	if d.Set != nil {
		list = domain.Union(daysOf(d.Set))
	}
	hull := domain.Hull(list)
	end := hull.Low
	if greatest {
		end = hull.High
	}
	t := s.typeOf(e)
	if end.IsNull() || rank(t) == 0 {
		return e, false
	}
	return s.literal(end, t), true
}

// literal is a value as an expression.
func (s *solver) literal(v value.Value, t schema.Type) *schema.Expr {
	codec := newBinder(s.Scope).codec(t)
	return &schema.Expr{Kind: schema.ExprConst, Type: t, Value: string(codec.AppendText(nil, v))}
}
