package predicate

import "github.com/effigydb/effigy/schema"

// goal is what a constraint asks for, in negation normal form: all of its
// parts, any of them, or one atom.
type goal struct {
	kind  goalKind
	parts []*goal
	atom  atom
}

type goalKind uint8

const (
	goalAtom goalKind = iota
	goalAll
	goalAny
)

// atom is a boolean expression without AND, OR and NOT that must be true when
// strict, and must not be false otherwise: a CHECK passes on NULL.
type atom struct {
	expr    *schema.Expr
	negated bool
	strict  bool
}

func allOf(parts ...*goal) *goal { return &goal{kind: goalAll, parts: parts} }

func anyOf(parts ...*goal) *goal { return &goal{kind: goalAny, parts: parts} }

// holds is the goal that is always met, fails the one that never is.
func holdsAlways() *goal { return allOf() }

func fails() *goal { return anyOf() }

func decided(b bool) *goal {
	if b {
		return holdsAlways()
	}
	return fails()
}

// push drives a negation and the way of truth down to the atoms. That NULL
// passes can be driven down too: an AND is not false when none of its parts
// is, an OR when one is not.
func (s *solver) push(e *schema.Expr, negated, strict bool) *goal {
	if e == nil {
		return leaf(e, negated, strict)
	}
	switch e.Kind {
	case schema.ExprAnd, schema.ExprOr:
		parts := make([]*goal, len(e.Args))
		for i, a := range e.Args {
			parts[i] = s.push(a, negated, strict)
		}
		if (e.Kind == schema.ExprAnd) != negated {
			return allOf(parts...)
		}
		return anyOf(parts...)
	case schema.ExprNot:
		return s.push(e.Args[0], !negated, strict)
	case schema.ExprIsNull:
		return s.nullness(e.Args[0], e.Negated == negated)
	case schema.ExprIsBool:
		return s.pushIsBool(e, e.Negated != negated)
	case schema.ExprBetween:
		return s.push(Between(e), negated, strict)
	case schema.ExprCase:
		return s.pushCase(e, negated, strict)
	case schema.ExprCoalesce:
		return s.pushCoalesce(e.Args, negated, strict)
	case schema.ExprDistinct:
		return s.pushDistinct(e, e.Negated != negated)
	case schema.ExprConst:
		return pushConst(e, negated, strict)
	case schema.ExprCast:
		if e.Type.Is("bool") && s.isBoolean(e.Args[0]) {
			return s.push(e.Args[0], negated, strict)
		}
	case schema.ExprIn:
		return s.pushIn(e, negated, strict)
	case schema.ExprAny:
		return s.pushAny(e, negated, strict)
	case schema.ExprOp:
		return s.pushOp(e, negated, strict)
	}
	return leaf(e, negated, strict)
}

func leaf(e *schema.Expr, negated, strict bool) *goal {
	return &goal{atom: atom{expr: e, negated: negated, strict: strict}}
}

func pushConst(e *schema.Expr, negated, strict bool) *goal {
	switch {
	case e.Null:
		return decided(!strict)
	case e.Value == "true" || e.Value == "t":
		return decided(!negated)
	case e.Value == "false" || e.Value == "f":
		return decided(negated)
	}
	return leaf(e, negated, strict)
}

// pushIsBool turns IS TRUE and its kin into ways of truth.
func (s *solver) pushIsBool(e *schema.Expr, negated bool) *goal {
	arg := e.Args[0]
	switch e.Name {
	case "true":
		if negated {
			return s.push(arg, true, false)
		}
		return s.push(arg, false, true)
	case "false":
		if negated {
			return s.push(arg, false, false)
		}
		return s.push(arg, true, true)
	}
	if negated {
		return anyOf(s.push(arg, false, true), s.push(arg, true, true))
	}
	return s.nullness(arg, true)
}

// pushDistinct is IS [NOT] DISTINCT FROM; negated means that the sides must
// not differ.
func (s *solver) pushDistinct(e *schema.Expr, negated bool) *goal {
	x, y := e.Args[0], e.Args[1]
	if negated {
		return anyOf(
			allOf(s.nullness(x, true), s.nullness(y, true)),
			s.push(operation("=", x, y), false, true))
	}
	return anyOf(
		s.push(operation("<>", x, y), false, true),
		allOf(s.nullness(x, true), s.nullness(y, false)),
		allOf(s.nullness(x, false), s.nullness(y, true)))
}

// inverse is the comparison that is true where another is false.
var inverse = map[string]string{
	"=": "<>", "<>": "=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
	"~": "!~", "!~": "~", "~*": "!~*", "!~*": "~*", "~~": "!~~", "!~~": "~~", "~~*": "!~~*", "!~~*": "~~*",
}

// mirrored is the comparison with its sides exchanged.
var mirrored = map[string]string{
	"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
	"<<": ">>", ">>": "<<", "<<=": ">>=", ">>=": "<<=",
}

// pushOp negates comparisons and pattern matches in their operator, expands
// conditionals among their arguments, and equalities between truths.
func (s *solver) pushOp(e *schema.Expr, negated, strict bool) *goal {
	if len(e.Args) != 2 {
		return leaf(e, negated, strict)
	}
	if spelled := spellRows(e); spelled != nil {
		return s.push(spelled, negated, strict)
	}
	op := e.Name
	if op == "!=" {
		op = "<>"
	}
	if negated && inverse[op] != "" {
		op, negated = inverse[op], false
	}
	if op != e.Name {
		e = operation(op, e.Args...)
	}
	if comparisons[op] != nil && s.isBoolean(e.Args[0]) && s.isBoolean(e.Args[1]) && (op == "=" || op == "<>") {
		return s.pushEquivalence(e.Args[0], e.Args[1], op == "<>", strict)
	}
	if g := s.lift(e, negated, strict); g != nil {
		return g
	}
	return leaf(e, negated, strict)
}

// pushEquivalence is (A) = (B) over truths: both hold or neither does.
func (s *solver) pushEquivalence(a, b *schema.Expr, differ, strict bool) *goal {
	return anyOf(
		allOf(s.push(a, false, strict), s.push(b, differ, strict)),
		allOf(s.push(a, true, strict), s.push(b, !differ, strict)))
}

// isBoolean reports whether an expression is a truth.
func (s *solver) isBoolean(e *schema.Expr) bool {
	if e == nil {
		return false
	}
	switch e.Kind {
	case schema.ExprAnd, schema.ExprOr, schema.ExprNot, schema.ExprIsNull, schema.ExprIsBool,
		schema.ExprBetween, schema.ExprIn, schema.ExprDistinct, schema.ExprAny:
		return true
	case schema.ExprConst:
		return e.Type.Is("bool")
	}
	return s.typeOf(e).Is("bool")
}

func (s *solver) typeOf(e *schema.Expr) schema.Type { return newBinder(s.Scope).bind(e).typ }
