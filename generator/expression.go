package generator

import (
	"errors"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// errNoJudge says that a table can't be planned without a server.
var errNoJudge = errors.New("needs a server to judge candidate rows")

// expression is a bound expression with the columns it reads.
type expression struct {
	program *predicate.Program
	expr    *schema.Expr
	sql     string
	columns []int
	lost    bool // some row's value is not known, though the expression is
}

func (t *Table) bind(e *schema.Expr, s predicate.Scope) *expression {
	if e == nil {
		return nil
	}
	x := &expression{program: predicate.Bind(e, s), expr: e, sql: e.SQL}
	if x.sql == "" {
		x.sql, _ = spell(e)
	}
	for _, n := range e.Columns() {
		if p := t.position(n); p >= 0 {
			x.columns = append(x.columns, p)
		} else {
			x.columns = append(x.columns, t.all()...)
		}
	}
	x.lost = slices.ContainsFunc(x.columns, func(c int) bool {
		g := t.computed(c, s)
		return g != nil && !g.understood()
	})
	return x
}

func (t *Table) all() []int {
	out := make([]int, len(t.columns))
	for i := range out {
		out[i] = i
	}
	return out
}

// understood reports whether rows can be evaluated without the judge.
func (x *expression) understood() bool {
	return x.program.Understood() && !x.lost
}

// value is the expression on the row; what the judge computed for the row
// comes first.
func (x *expression) value(m *maker) (value.Value, bool) {
	if s, ok := m.outside[x]; ok {
		if s == nil {
			return value.Value{}, true
		}
		return value.String(*s), true
	}
	v, ok := x.program.Eval(m.row)
	ok = ok && !x.dark(m)
	x.lost = x.lost || !ok && m.planning
	return v, ok
}

// dark reports that the row lacks a generated column that the expression
// reads: the evaluator could not compute it.
func (x *expression) dark(m *maker) bool {
	return slices.ContainsFunc(x.columns, func(c int) bool { return m.lost[c] })
}

// test is the expression as a predicate on the row.
func (x *expression) test(m *maker) predicate.Truth {
	if s, ok := m.outside[x]; ok {
		switch {
		case s == nil:
			return predicate.Null
		case *s == "t" || *s == "true":
			return predicate.True
		}
		return predicate.False
	}
	got := x.program.Test(m.row)
	if x.dark(m) {
		got = predicate.Unknown
	}
	x.lost = x.lost || got == predicate.Unknown && m.planning
	return got
}
