package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// boolean makes a term of a test.
func boolean(f func(row []value.Value) Truth, inputs ...term) term {
	t := term{typ: boolType, eval: func(row []value.Value) (value.Value, bool) { return f(row).value() }}
	return settle(t, inputs...)
}

// connective is AND and OR: one side that decides is enough, even where one
// that is not understood is unknown. Sides are taken in order, as Postgres
// does: one that is understood and unknown before is an error.
func (b *binder) connective(e *schema.Expr) term {
	decides := False
	if e.Kind == schema.ExprOr {
		decides = True
	}
	args, whole := make([]term, len(e.Args)), make([]bool, len(e.Args))
	for i, a := range e.Args {
		before := b.unknown
		b.unknown = false
		args[i] = b.as(b.bind(a), boolType)
		whole[i] = !b.unknown
		b.unknown = b.unknown || before
	}
	return boolean(func(row []value.Value) Truth {
		result := decides.not()
		for i, a := range args {
			switch t := truth(a.eval(row)); {
			case t == decides, t == Unknown && whole[i]:
				return t
			case t == Unknown, t == Null && result != Unknown:
				result = t
			}
		}
		return result
	}, args...)
}

func (b *binder) negation(e *schema.Expr) term {
	arg := b.as(b.bind(e.Args[0]), boolType)
	return boolean(func(row []value.Value) Truth { return truth(arg.eval(row)).not() }, arg)
}

// isNull is IS NULL. A row value is NULL when all its fields are, which is
// not what is asked here of a composite column.
func (b *binder) isNull(e *schema.Expr) term {
	arg := b.bind(e.Args[0])
	if arg.literal != nil {
		arg = b.as(arg, textType)
	}
	return boolean(func(row []value.Value) Truth {
		v, ok := arg.eval(row)
		if !ok || v.Kind == value.Row {
			return Unknown
		}
		return of(v.IsNull() != e.Negated)
	}, arg)
}

func of(b bool) Truth {
	if b {
		return True
	}
	return False
}

// isBool is IS TRUE, IS FALSE and IS UNKNOWN.
func (b *binder) isBool(e *schema.Expr) term {
	arg := b.as(b.bind(e.Args[0]), boolType)
	want, ok := map[string]Truth{"true": True, "false": False, "unknown": Null}[e.Name]
	if !ok {
		return b.beyond()
	}
	return boolean(func(row []value.Value) Truth {
		t := truth(arg.eval(row))
		if t == Unknown {
			return Unknown
		}
		return of((t == want) != e.Negated)
	}, arg)
}

// unified gives all terms one type: that of a CASE, a COALESCE, an ARRAY. The
// first known type wins, numbers widen (select_common_type).
func (b *binder) unified(terms []term) (schema.Type, bool) {
	var t schema.Type
	for _, x := range terms {
		if x.literal != nil {
			continue
		}
		if t.Name.Name == "" {
			t = x.typ
			continue
		}
		c, ok := common(t, x.typ)
		if !ok {
			return t, false
		}
		t = c
	}
	if t.Name.Name == "" {
		t = textType
	}
	for i := range terms {
		if terms[i].literal != nil || !same(terms[i].typ, t) {
			terms[i] = b.as(terms[i], t)
		}
	}
	return t, true
}

func (b *binder) all(exprs []*schema.Expr) []term {
	out := make([]term, len(exprs))
	for i, e := range exprs {
		out[i] = b.bind(e)
	}
	return out
}

func (b *binder) coalesce(e *schema.Expr) term {
	args := b.all(e.Args)
	t, ok := b.unified(args)
	if !ok {
		return b.beyond()
	}
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		for _, a := range args {
			if v, ok := a.eval(row); !ok || !v.IsNull() {
				return v, ok
			}
		}
		return value.Value{}, true
	}}, args...)
}

func (b *binder) nullIf(e *schema.Expr) term {
	first := b.bind(e.Args[0])
	if first.literal != nil {
		first = b.as(first, textType)
	}
	equal := b.compare("=", first, b.bind(e.Args[1]))
	return settle(term{typ: first.typ, eval: func(row []value.Value) (value.Value, bool) {
		switch truth(equal.eval(row)) {
		case True:
			return value.Value{}, true
		case Unknown:
			return value.Value{}, false
		}
		return first.eval(row)
	}}, first, equal)
}

// extreme is GREATEST and LEAST, which skip NULLs.
func (b *binder) extreme(e *schema.Expr) term {
	args := b.all(e.Args)
	t, ok := b.unified(args)
	if !ok {
		return b.beyond()
	}
	order := b.order(t, "")
	sign := 1
	if e.Kind == schema.ExprLeast {
		sign = -1
	}
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		var best value.Value
		for _, a := range args {
			v, ok := a.eval(row)
			if !ok {
				return v, false
			}
			if v.IsNull() {
				continue
			}
			if best.IsNull() {
				best = v
				continue
			}
			c, ok := order(v, best)
			if !ok {
				return v, false
			}
			if c*sign > 0 {
				best = v
			}
		}
		return best, true
	}}, args...)
}

// choice is CASE, with a subject or searched.
func (b *binder) choice(e *schema.Expr) term {
	conditions, results, ok := b.cases(e)
	if !ok {
		return b.beyond()
	}
	t, ok := b.unified(results)
	if !ok {
		return b.beyond()
	}
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		for i, c := range conditions {
			switch truth(c.eval(row)) {
			case True:
				return results[i].eval(row)
			case Unknown:
				return value.Value{}, false
			}
		}
		return results[len(results)-1].eval(row)
	}}, append(conditions, results...)...)
}

// cases binds the conditions of a CASE and its results, the ELSE last.
func (b *binder) cases(e *schema.Expr) (conditions, results []term, ok bool) {
	if len(e.Args) < 2 || len(e.Args)%2 != 0 {
		return nil, nil, false
	}
	for i := 1; i+1 < len(e.Args); i += 2 {
		when := b.bind(e.Args[i])
		if e.Args[0] != nil {
			when = b.compare("=", b.bind(e.Args[0]), when)
		}
		conditions = append(conditions, b.as(when, boolType))
		results = append(results, b.bind(e.Args[i+1]))
	}
	last := e.Args[len(e.Args)-1]
	if last == nil {
		last = &schema.Expr{Kind: schema.ExprConst, Null: true}
	}
	return conditions, append(results, b.bind(last)), true
}
