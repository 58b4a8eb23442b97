package predicate

import (
	"fmt"
	"math"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// isolated is a relation solved for one column: column op expression over the
// others.
type isolated struct {
	op   string
	expr *schema.Expr
	// rough bounds are near enough to draw from, but the relation has to be
	// tested.
	rough bool
}

// isolate solves a comparison for a column that stands in it once; nil when
// that can't be done.
func (s *solver) isolate(e *schema.Expr, column string) []isolated {
	for _, form := range []func(*schema.Expr, string) []isolated{s.isolatePattern, s.isolateAffix, s.isolateMember} {
		if out := form(e, column); out != nil {
			return out
		}
	}
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || mirrored[e.Name] == "" || mentions(e, column) != 1 {
		return nil
	}
	left, right, op := e.Args[0], e.Args[1], e.Name
	if mentions(left, column) == 0 {
		left, right, op = right, left, mirrored[op]
	}
	return s.peel(left, op, s.typed(right, left), column, false)
}

// typed gives a literal without a type that of the side it is compared with,
// which it has to keep where it is moved.
func (s *solver) typed(e, beside *schema.Expr) *schema.Expr {
	t := s.typeOf(beside)
	if e.Kind != schema.ExprConst || e.Type.Name.Name != "" || e.Null || t.Name.Name == "" {
		return e
	}
	c := *e
	c.Type = newBinder(s.Scope).comparable(t)
	return &c
}

// mentions counts the references to a column.
func mentions(e *schema.Expr, column string) int {
	n := 0
	e.Walk(func(x *schema.Expr) bool {
		if x.Kind == schema.ExprColumn && x.Name == column {
			n++
		}
		return true
	})
	return n
}

// peel moves everything around the column to the other side.
func (s *solver) peel(left *schema.Expr, op string, right *schema.Expr, column string, rough bool) []isolated {
	switch left.Kind {
	case schema.ExprColumn:
		return []isolated{{op, right, rough}}
	case schema.ExprCollate:
		return s.peel(left.Args[0], op, right, column, rough)
	case schema.ExprCast:
		return s.peelCast(left, op, right, column, rough)
	case schema.ExprField, schema.ExprSubscript:
		return s.peelField(left, op, right, column)
	case schema.ExprCall:
		if out := s.peelEpoch(left, op, right, column); out != nil {
			return out
		}
		if out := s.peelLength(left, op, right, column); out != nil && !rough {
			return out
		}
		if op == "=" && len(left.Args) == 1 && isText(s.typeOf(left)) {
			switch left.Name { // a text that has the form may have been it before
			case "lower", "upper", "btrim", "ltrim", "rtrim":
				return s.peel(left.Args[0], op, right, column, true)
			}
		}
		return s.peelAge(left, op, right, column)
	case schema.ExprOp:
		if len(left.Args) == 2 {
			return s.peelOp(left, op, right, column, rough)
		}
		if left.Name == "-" && rank(s.typeOf(left)) > 0 {
			return s.peel(left.Args[0], mirrored[op], operation("-", right), column, rough)
		}
	}
	return nil
}

func (s *solver) peelOp(left *schema.Expr, op string, right *schema.Expr, column string, rough bool) []isolated {
	x, y := left.Args[0], left.Args[1]
	first := mentions(x, column) > 0
	rough = rough || s.monthly(x) || s.monthly(y)
	switch left.Name {
	case "+":
		if !first {
			x, y = y, x
		}
		if rank(s.typeOf(left)) > 0 {
			right, y = s.exactly(right), s.exactly(y)
		}
		return s.peel(x, op, operation("-", right, y), column, rough)
	case "-":
		if rank(s.typeOf(left)) > 0 && rank(s.typeOf(x)) > 0 {
			if first {
				return s.peel(x, op, operation("+", s.exactly(right), s.exactly(y)), column, rough)
			}
			return s.peel(y, mirrored[op], operation("-", s.exactly(x), s.exactly(right)), column, rough)
		}
		right = s.inDays(right)
		if first {
			return s.peel(x, op, operation("+", y, right), column, rough)
		}
		return s.peel(y, mirrored[op], operation("-", x, right), column, rough)
	case "*":
		if !first {
			x, y = y, x
		}
		if rank(s.typeOf(left)) == 0 || op == "=" || op == "<>" || !s.positive(y) {
			return nil
		}
		return s.peel(x, op, operation("/", s.exactly(right), s.exactly(y)), column, true)
	case "/":
		if rank(s.typeOf(left)) == 4 && op == "=" && !first {
			return s.peel(y, op, operation("/", s.exactly(x), s.exactly(right)), column, true)
		}
		if !first || rank(s.typeOf(left)) == 0 || op == "<>" || op == "=" && rank(s.typeOf(left)) != 4 || op != "=" && !s.positive(y) {
			return nil
		}
		return s.peel(x, op, operation("*", s.exactly(right), s.exactly(y)), column, true)
	}
	return nil
}

// monthly reports whether an expression is an interval that may have months,
// by which moments can't be moved there and back.
func (s *solver) monthly(e *schema.Expr) bool {
	if short(s.typeOf(e)) != "interval" {
		return false
	}
	v, _, ok := s.constant(e)
	return !ok || len(e.Columns()) > 0 || v.M != 0
}

// inDays spells a constant interval that a difference of moments is compared
// with: such a difference has no months, and a month counts 30 days.
func (s *solver) inDays(e *schema.Expr) *schema.Expr {
	if len(e.Columns()) > 0 || short(s.typeOf(e)) != "interval" {
		return e
	}
	v, _, ok := s.constant(e)
	if !ok || v.M == 0 || endless(v) {
		return e
	}
	text := fmt.Sprintf("%d days %d microseconds", int64(v.M)*30+int64(v.N), v.I)
	return &schema.Expr{Kind: schema.ExprConst, Type: intervalType, Value: text}
}

// exactly keeps integers from overflowing and from being divided as such.
func (s *solver) exactly(e *schema.Expr) *schema.Expr {
	if !isInteger(s.typeOf(e)) {
		return e
	}
	return &schema.Expr{Kind: schema.ExprCast, Type: numericType, Args: []*schema.Expr{e}}
}

// positive reports whether an expression is a number above zero, or a column
// whose values are known to be, so that a bound can be divided by it.
func (s *solver) positive(e *schema.Expr) bool {
	if len(e.Columns()) == 0 {
		v, _, ok := s.constant(e)
		v = asDecimal(v)
		return ok && v.Kind == value.Decimal && !special(v) && value.DecimalSign(v) > 0
	}
	for e.Kind == schema.ExprCast {
		e = e.Args[0]
	}
	i, ok := s.plainColumn(e)
	return ok && s.bounds != nil && aboveZero(s.bounds.columns[i])
}

// peelCast looks through casts that widen, and through those that cut a
// timestamp to its day.
func (s *solver) peelCast(left *schema.Expr, op string, right *schema.Expr, column string, rough bool) []isolated {
	x := left.Args[0]
	to, _ := s.Schema.Base(left.Type)
	from := s.typeOf(x)
	switch {
	case rank(from) > 0 && rank(to) > 0:
		narrow := rank(to) < rank(from) || len(to.Mods) > 0
		return s.peel(x, op, right, column, rough || narrow)
	case isText(from) && isText(to) && len(to.Mods) == 0, short(from) == "cidr" && short(to) == "inet":
		return s.peel(x, op, right, column, rough)
	case isMoment(from) && isMoment(to) && (short(to) != "date" || short(from) == "date"):
		return s.peel(x, op, right, column, rough)
	case isMoment(from) && short(to) == "date" && short(s.typeOf(right)) == "date":
		next := operation("+", right, whole("1"))
		switch op {
		case "=":
			return append(s.peel(x, ">=", right, column, rough), s.peel(x, "<", next, column, rough)...)
		case "<=":
			return s.peel(x, "<", next, column, rough)
		case ">":
			return s.peel(x, ">=", next, column, rough)
		case "<", ">=":
			return s.peel(x, op, right, column, rough)
		}
	}
	return nil
}

// peelAge bounds the arguments of age(later, earlier), roughly.
func (s *solver) peelAge(left *schema.Expr, op string, right *schema.Expr, column string) []isolated {
	if left.Name != "age" || len(left.Args) != 2 || op == "<>" {
		return nil
	}
	x, y := left.Args[0], left.Args[1]
	if mentions(x, column) > 0 {
		return s.peel(x, op, operation("+", y, right), column, true)
	}
	return s.peel(y, mirrored[op], operation("-", x, right), column, true)
}

// isolatePattern solves a match with a pattern that other columns make up.
func (s *solver) isolatePattern(e *schema.Expr, column string) []isolated {
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || patternOps[e.Name] == "" {
		return nil
	}
	x := unwrap(e.Args[0])
	if x.Kind != schema.ExprColumn || x.Name != column || mentions(e.Args[1], column) > 0 || len(e.Args[1].Columns()) == 0 ||
		!isText(s.typeOf(x)) || short(s.typeOf(x)) == "bpchar" {
		return nil
	}
	return []isolated{{e.Name, e.Args[1], false}}
}

// peelEpoch turns extract(epoch from y - x) op n, where n is constant, into a
// bound on the difference.
func (s *solver) peelEpoch(left *schema.Expr, op string, right *schema.Expr, column string) []isolated {
	if left.Name != "extract" && left.Name != "date_part" || len(left.Args) != 2 || len(right.Columns()) > 0 {
		return nil
	}
	unit, ok := literalText(left.Args[0])
	v, _, known := s.constant(right)
	seconds := domain.Approximate(v)
	if !ok || !known || strings.ToLower(unit) != "epoch" || short(s.typeOf(left.Args[1])) != "interval" || math.Abs(seconds) > 1e10 {
		return nil
	}
	span := &schema.Expr{Kind: schema.ExprConst, Type: intervalType, Value: fmt.Sprintf("%d microseconds", int64(seconds*1e6))}
	return s.peel(left.Args[1], op, span, column, true)
}
