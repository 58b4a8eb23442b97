package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Program is an expression bound to a scope, ready to be evaluated on rows.
// It may be used by several goroutines.
type Program struct {
	term  term
	whole bool
}

// eval computes a term on a row; false when the value is not known.
type eval func(row []value.Value) (value.Value, bool)

// term is a bound expression.
type term struct {
	typ  schema.Type // the stored type: domains are resolved
	eval eval
	// literal is set for a constant whose type is not said ('x', NULL): it
	// takes the type of its surroundings.
	literal *schema.Expr
	// constant terms do not depend on the row.
	constant bool
	// collation is the COLLATE that was asked for, "" for none.
	collation string
}

// Bind resolves names, types and functions. It never fails: what it does not
// understand evaluates to Unknown.
func Bind(e *schema.Expr, s Scope) *Program {
	b := newBinder(s)
	t := b.bind(e)
	if t.literal != nil {
		t = b.as(t, textType)
	}
	return &Program{term: t, whole: !b.unknown}
}

// Eval computes the expression on a row; false when it is not known.
func (p *Program) Eval(row []value.Value) (value.Value, bool) { return p.term.eval(row) }

// Test evaluates a boolean expression.
func (p *Program) Test(row []value.Value) Truth { return truth(p.term.eval(row)) }

// Type is the type of the expression; zero when not known.
func (p *Program) Type() schema.Type { return p.term.typ }

// Understood reports whether no part of the expression is beyond the
// evaluator; single rows may still be Unknown.
func (p *Program) Understood() bool { return p.whole }

func truth(v value.Value, known bool) Truth {
	switch {
	case !known:
		return Unknown
	case v.IsNull():
		return Null
	case v.Kind == value.Bool && v.I != 0:
		return True
	case v.Kind == value.Bool:
		return False
	}
	return Unknown
}

// value is the boolean for a truth; Unknown is not known.
func (t Truth) value() (value.Value, bool) {
	switch t {
	case True:
		return value.Boolean(true), true
	case False:
		return value.Boolean(false), true
	}
	return value.Value{}, t == Null
}

// not is SQL's NOT.
func (t Truth) not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return t
}
