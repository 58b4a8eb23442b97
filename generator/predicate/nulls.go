package predicate

import "github.com/effigydb/effigy/schema"

// nullness asks that an expression is NULL, or that it is not.
func (s *solver) nullness(e *schema.Expr, null bool) *goal {
	switch e.Kind {
	case schema.ExprConst:
		return decided(e.Null == null)
	case schema.ExprNow, schema.ExprIsNull, schema.ExprIsBool, schema.ExprDistinct, schema.ExprArray:
		return decided(!null)
	case schema.ExprRow:
		return s.each(e.Args, null, true)
	case schema.ExprCoalesce:
		return s.each(e.Args, null, null)
	case schema.ExprGreatest, schema.ExprLeast:
		return s.each(e.Args, null, null)
	case schema.ExprNullIf:
		same := operation("=", e.Args[0], e.Args[1])
		if null {
			return anyOf(s.nullness(e.Args[0], true), s.push(same, false, true))
		}
		return allOf(s.nullness(e.Args[0], false), s.push(same, true, false))
	case schema.ExprCase:
		return s.cases(e, func(result *schema.Expr) *goal {
			if result == nil {
				return decided(null)
			}
			return s.nullness(result, null)
		})
	case schema.ExprCast, schema.ExprCollate, schema.ExprNot:
		if p, ok := s.pathOf(e.Args[0]); e.Kind == schema.ExprCast && !null && ok && p.text && !isText(e.Type) {
			break // what is there has to be read as that type
		}
		if e.Kind == schema.ExprCast && !null && s.readable(e) {
			break
		}
		return s.nullness(e.Args[0], null)
	case schema.ExprBetween, schema.ExprIn:
		if !null {
			return s.each(e.Args, false, true)
		}
	case schema.ExprColumn:
		return s.isNull(e, null)
	case schema.ExprOp, schema.ExprCall:
		if propagates(e) {
			return s.each(e.Args, null, !null)
		}
		if null && measures[e.Name] && len(e.Args) > 0 {
			return anyOf(s.isNull(e, true), s.nullness(e.Args[0], true))
		}
	}
	return s.isNull(e, null)
}

// measures are calls that are NULL for some arrays, and where there is none.
var measures = map[string]bool{"array_position": true, "array_length": true, "array_lower": true, "array_upper": true, "array_ndims": true}

// isNull asks it of the expression as a whole.
func (s *solver) isNull(e *schema.Expr, null bool) *goal {
	return leaf(&schema.Expr{Kind: schema.ExprIsNull, Args: []*schema.Expr{e}, Negated: !null}, false, true)
}

// each asks the same of all arguments, or of any.
func (s *solver) each(args []*schema.Expr, null, all bool) *goal {
	parts := make([]*goal, len(args))
	for i, a := range args {
		parts[i] = s.nullness(a, null)
	}
	if all {
		return allOf(parts...)
	}
	return anyOf(parts...)
}

// propagates reports whether a call or an operator is NULL exactly when one
// of its arguments is.
func propagates(e *schema.Expr) bool {
	if e.Kind == schema.ExprCall {
		switch e.Name {
		case "length", "char_length", "character_length", "octet_length", "lower", "upper", "btrim", "ltrim", "rtrim",
			"abs", "mod", "round", "ceil", "floor", "left", "right", "position", "strpos", "replace", "substr",
			"substring", "date_trunc", "extract", "date_part", "age", "md5", "cardinality", "isfinite":
			return true
		}
		return false
	}
	switch e.Name {
	case "+", "-", "*", "/", "%", "||", "=", "<>", "!=", "<", "<=", ">", ">=", "~", "~*", "!~", "!~*", "~~", "!~~", "~~*", "!~~*":
		return true
	}
	return false
}

// maxCombinations bounds the NULL patterns that one count is split into.
const maxCombinations = 40

// countGoal turns num_nonnulls(…) op n into NULL patterns; nil when the atom
// is no such count.
func (s *solver) countGoal(a atom) *goal {
	e := a.expr
	if e.Kind != schema.ExprOp || comparisons[e.Name] == nil || len(e.Args) != 2 || a.negated {
		return nil
	}
	call, op := e.Args[0], e.Name
	other := e.Args[1]
	if call.Kind != schema.ExprCall {
		call, other, op = e.Args[1], e.Args[0], mirrored[op]
	}
	if call.Kind != schema.ExprCall || call.Name != "num_nonnulls" && call.Name != "num_nulls" {
		return nil
	}
	v, ok := Bind(other, s.Scope).Eval(nil)
	if !ok || len(other.Columns()) > 0 || v.IsNull() {
		return nil
	}
	var out []*goal
	for n := range len(call.Args) + 1 {
		if !comparisons[op](compareInts(int64(n), v.I)) {
			continue
		}
		filled := n
		if call.Name == "num_nulls" {
			filled = len(call.Args) - n
		}
		out = append(out, s.patterns(call.Args, filled, maxCombinations-len(out))...)
	}
	return anyOf(out...)
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// patterns lists up to limit ways for exactly n of the arguments not to be
// NULL.
func (s *solver) patterns(args []*schema.Expr, n, limit int) []*goal {
	var out []*goal
	chosen := make([]bool, len(args))
	var walk func(at, left int)
	walk = func(at, left int) {
		if len(out) >= limit || left > len(args)-at {
			return
		}
		if at == len(args) {
			parts := make([]*goal, len(args))
			for i, a := range args {
				parts[i] = s.nullness(a, !chosen[i])
			}
			out = append(out, allOf(parts...))
			return
		}
		if left > 0 {
			chosen[at] = true
			walk(at+1, left-1)
			chosen[at] = false
		}
		walk(at+1, left)
	}
	walk(0, n)
	return out
}
