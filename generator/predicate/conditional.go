package predicate

import "github.com/effigydb/effigy/schema"

// pushCase splits a boolean CASE into its cases: the conditions before are
// not true, the one of the case is.
func (s *solver) pushCase(e *schema.Expr, negated, strict bool) *goal {
	return s.cases(e, func(result *schema.Expr) *goal {
		if result == nil {
			return decided(!strict)
		}
		return s.push(result, negated, strict)
	})
}

// cases is an OR over the cases of a CASE, each with what is asked of its
// result; the result of a missing ELSE is nil.
func (s *solver) cases(e *schema.Expr, ask func(result *schema.Expr) *goal) *goal {
	var out, before []*goal
	for i := 1; i+1 < len(e.Args); i += 2 {
		condition := e.Args[i]
		if e.Args[0] != nil {
			condition = operation("=", e.Args[0], condition)
		}
		out = append(out, allOf(append(before[:len(before):len(before)],
			s.push(condition, false, true), ask(e.Args[i+1]))...))
		before = append(before, s.push(condition, true, false))
	}
	last := e.Args[len(e.Args)-1]
	return anyOf(append(out, allOf(append(before, ask(last))...))...)
}

// pushCoalesce is a boolean COALESCE: the first argument decides, or is NULL
// and the rest does.
func (s *solver) pushCoalesce(args []*schema.Expr, negated, strict bool) *goal {
	if len(args) == 0 {
		return decided(!strict)
	}
	if len(args) == 1 {
		return s.push(args[0], negated, strict)
	}
	return anyOf(
		s.push(args[0], negated, true),
		allOf(s.nullness(args[0], true), s.pushCoalesce(args[1:], negated, strict)))
}

// conditional reports whether an argument hides a choice that lift expands.
func (s *solver) conditional(e *schema.Expr) bool {
	_, ok := s.choiceIn(e)
	return ok
}

// choiceIn finds the first choice below an expression, through operators,
// casts and calls that give NULL for NULL.
func (s *solver) choiceIn(e *schema.Expr) (*schema.Expr, bool) {
	if e == nil {
		return nil, false
	}
	switch e.Kind {
	case schema.ExprCoalesce, schema.ExprCase, schema.ExprNullIf:
		return e, true
	case schema.ExprGreatest, schema.ExprLeast:
		return e, true
	case schema.ExprCast:
		if rank(e.Type) > 0 && e.Args[0].Kind != schema.ExprColumn && s.isBoolean(e.Args[0]) {
			return e, true
		}
	case schema.ExprOp, schema.ExprCall:
	default:
		return nil, false
	}
	for _, a := range e.Args {
		if c, ok := s.choiceIn(a); ok {
			return c, true
		}
	}
	return nil, false
}

// lift takes the first choice out of an atom's arguments; nil when there is
// none.
func (s *solver) lift(e *schema.Expr, negated, strict bool) *goal {
	if s.lifted++; s.lifted > maxLifts {
		return nil
	}
	var choice *schema.Expr
	for _, a := range e.Args {
		if c, ok := s.choiceIn(a); ok {
			choice = c
			break
		}
	}
	if choice == nil {
		return nil
	}
	with := func(x *schema.Expr) *goal {
		if x == nil {
			return decided(!strict)
		}
		return s.push(replace(e, choice, x), negated, strict)
	}
	switch choice.Kind {
	case schema.ExprCase:
		return s.cases(choice, with)
	case schema.ExprCoalesce:
		return s.liftCoalesce(choice.Args, with)
	case schema.ExprNullIf:
		same := operation("=", choice.Args[0], choice.Args[1])
		return anyOf(
			allOf(s.push(same, true, false), with(choice.Args[0])),
			allOf(s.push(same, false, true), decided(!strict)))
	case schema.ExprCast:
		return anyOf(
			allOf(s.push(choice.Args[0], false, true), with(whole("1"))),
			allOf(s.push(choice.Args[0], true, true), with(whole("0"))))
	}
	return s.liftExtreme(e, choice, strict, with)
}

// maxLifts bounds how many choices are taken out of one table's constraints.
const maxLifts = 400

func whole(text string) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprConst, Value: text, Type: int4Type}
}

// replace copies e with one node exchanged.
func replace(e, old, with *schema.Expr) *schema.Expr {
	if e == old {
		return with
	}
	if e == nil || len(e.Args) == 0 {
		return e
	}
	c := *e
	c.Args = make([]*schema.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = replace(a, old, with)
	}
	return &c
}

// liftCoalesce asks of the first argument that is not NULL.
func (s *solver) liftCoalesce(args []*schema.Expr, ask func(*schema.Expr) *goal) *goal {
	if len(args) == 1 {
		return ask(args[0])
	}
	return anyOf(
		allOf(s.nullness(args[0], false), ask(args[0])),
		allOf(s.nullness(args[0], true), s.liftCoalesce(args[1:], ask)))
}

// liftExtreme compares every argument of GREATEST or LEAST where the
// comparison asks it of all (GREATEST <= x), and one of them otherwise. NULLs
// among the arguments are skipped.
func (s *solver) liftExtreme(e, choice *schema.Expr, strict bool, ask func(*schema.Expr) *goal) *goal {
	bound := e.Name
	if e.Args[1] == choice {
		bound = mirrored[bound]
	}
	if e.Args[0] != choice && e.Args[1] != choice || bound == "" {
		return s.eachFirst(choice, strict, ask)
	}
	greatest := choice.Kind == schema.ExprGreatest
	below := bound == "<" || bound == "<="
	above := bound == ">" || bound == ">="
	switch {
	case greatest && below || !greatest && above:
		parts := make([]*goal, 0, len(choice.Args)+1)
		for _, a := range choice.Args {
			if strict {
				parts = append(parts, anyOf(s.nullness(a, true), ask(a)))
				continue
			}
			parts = append(parts, ask(a))
		}
		if strict {
			parts = append(parts, s.someNotNull(choice.Args))
		}
		return allOf(parts...)
	case above || below:
		parts := make([]*goal, 0, len(choice.Args))
		for _, a := range choice.Args {
			parts = append(parts, allOf(s.nullness(a, false), ask(a)))
		}
		return anyOf(append(parts, s.allNull(choice, strict))...)
	}
	return s.eachFirst(choice, strict, ask)
}

// allNull is a choice among NULLs only, which gives NULL.
func (s *solver) allNull(choice *schema.Expr, strict bool) *goal {
	if strict {
		return fails()
	}
	return s.each(choice.Args, true, true)
}

func (s *solver) someNotNull(args []*schema.Expr) *goal {
	parts := make([]*goal, len(args))
	for i, a := range args {
		parts[i] = s.nullness(a, false)
	}
	return anyOf(parts...)
}

// eachFirst lets each argument be the extreme one: the others do not go
// beyond it.
func (s *solver) eachFirst(choice *schema.Expr, strict bool, ask func(*schema.Expr) *goal) *goal {
	op := "<="
	if choice.Kind == schema.ExprLeast {
		op = ">="
	}
	out := []*goal{s.allNull(choice, strict)}
	for i, a := range choice.Args {
		parts := []*goal{s.nullness(a, false)}
		for j, o := range choice.Args {
			if j != i {
				parts = append(parts, s.push(operation(op, o, a), false, false))
			}
		}
		out = append(out, allOf(append(parts, ask(a))...))
	}
	return anyOf(out...)
}
