package generator

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// isolated is a column and the SQL of what it has to be.
type isolated struct {
	column *column
	sql    string
	wraps  int // what had to be undone around the column
}

// isolate finds the column that one side of a comparison is made of, and takes
// what is around it to the other side.
func (g *ways) isolate(side, other *schema.Expr) (isolated, bool) {
	sql, ok := spell(other)
	if !ok || len(other.Columns()) == 0 {
		return isolated{}, false
	}
	x := isolated{sql: sql}
	for side != nil {
		if side.Kind == schema.ExprColumn {
			x.column = g.eligible(side.Name)
			return x, x.column != nil && !slices.Contains(other.Columns(), side.Name)
		}
		x.wraps++
		inner, sql := g.undo(side, x.sql)
		if inner == nil {
			return x, false
		}
		side, x.sql = inner, sql
	}
	return x, false
}

// undo takes the outermost operation of a side away: what is left, and what
// that has to be. An operation without an inverse is left out: the judge tells
// whether the result will do.
func (g *ways) undo(e *schema.Expr, sql string) (*schema.Expr, string) {
	switch e.Kind {
	case schema.ExprCast, schema.ExprCollate, schema.ExprCoalesce:
		return e.Args[0], sql
	case schema.ExprOp:
		return g.undoOperator(e, sql)
	case schema.ExprCall:
		at := slices.IndexFunc(e.Args, func(a *schema.Expr) bool { return a != nil && len(a.Columns()) > 0 })
		if at < 0 {
			return nil, ""
		}
		return e.Args[at], inverse(e, sql)
	}
	return nil, ""
}

// inverses are functions whose inverse is another one with the same further
// arguments.
var inverses = map[string]string{
	"reverse": "reverse", "encode": "decode", "decode": "encode", "string_to_array": "array_to_string", "array_to_string": "string_to_array",
	"exp": "ln", "ln": "exp", "sqrt": "power2", "text2ltree": "ltree2text", "ltree2text": "text2ltree",
}

// inverse is what the first argument of a call has to be.
func inverse(e *schema.Expr, sql string) string {
	name := inverses[e.Name]
	if name == "" {
		return sql
	}
	if name == "power2" {
		return "((" + sql + ") ^ 2)"
	}
	out := name + "(" + sql
	for _, a := range e.Args[1:] {
		more, ok := spell(a)
		if !ok {
			return sql
		}
		out += ", " + more
	}
	return out + ")"
}

// undoOperator takes an operator with one side of columns away.
func (g *ways) undoOperator(e *schema.Expr, sql string) (*schema.Expr, string) {
	if len(e.Args) == 1 {
		return e.Args[0], "(" + e.Name + " " + sql + ")"
	}
	back := map[string]string{"+": "-", "-": "+", "*": "/", "/": "*"}[e.Name]
	left, right := e.Args[0], e.Args[1]
	other, ok := spell(right)
	switch {
	case !ok:
		return nil, ""
	case e.Name == "->" || e.Name == "->>":
		if left.Kind != schema.ExprColumn {
			return nil, ""
		}
		own := schema.Quote(left.Name)
		if c := g.eligible(left.Name); c != nil && c.base.Name.Name == "hstore" {
			return left, "(" + own + " || hstore((" + other + ")::text, (" + sql + ")::text))"
		}
		return left, "(" + own + " || jsonb_build_object(" + other + ", " + sql + "))"
	case e.Name == "^" && len(right.Columns()) == 0:
		return left, "((" + sql + ") ^ (1.0 / " + other + "))"
	case back != "" && len(left.Columns()) > 0:
		return left, "((" + sql + ") " + back + " " + other + ")"
	case back != "" && (e.Name == "+" || e.Name == "*"):
		first, ok := spell(left)
		if !ok {
			return nil, ""
		}
		return right, "((" + sql + ") " + back + " " + first + ")"
	}
	return nil, ""
}
