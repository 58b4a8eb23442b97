package ddl

import (
	"fmt"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// root lowers a whole expression and keeps its source text.
func (r *reader) root(n *pg.Node, sql string) *schema.Expr {
	if n == nil {
		return nil
	}
	e := r.expr(n)
	if sql == "" {
		sql = deparse(n)
	}
	e.SQL = sql
	return e
}

// deparse prints an expression, for a place that has no span in the text.
func deparse(n *pg.Node) (sql string) {
	defer func() {
		if recover() != nil {
			sql = ""
		}
	}()
	target := &pg.Node{Node: &pg.Node_ResTarget{ResTarget: &pg.ResTarget{Val: n}}}
	sel := &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: &pg.SelectStmt{TargetList: []*pg.Node{target}}}}
	text, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: sel}}})
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(text, "SELECT ")
}

// expr lowers a parse tree to the model's expression; what the model has no
// word for is opaque.
func (r *reader) expr(n *pg.Node) *schema.Expr {
	switch {
	case n == nil || n.Node == nil:
		return nil
	case n.GetColumnRef() != nil:
		return r.columnRef(n.GetColumnRef())
	case n.GetAConst() != nil:
		return constant(n.GetAConst())
	case n.GetTypeCast() != nil:
		return r.cast(n.GetTypeCast())
	case n.GetAExpr() != nil:
		return r.operator(n, n.GetAExpr())
	case n.GetBoolExpr() != nil:
		return r.boolean(n.GetBoolExpr())
	case n.GetFuncCall() != nil:
		return r.call(n, n.GetFuncCall())
	case n.GetNullTest() != nil:
		t := n.GetNullTest()
		return &schema.Expr{Kind: schema.ExprIsNull, Args: r.exprs(t.Arg), Negated: t.Nulltesttype == pg.NullTestType_IS_NOT_NULL}
	case n.GetBooleanTest() != nil:
		return r.booleanTest(n.GetBooleanTest())
	case n.GetCaseExpr() != nil:
		return r.caseExpr(n.GetCaseExpr())
	case n.GetCollateClause() != nil:
		c := n.GetCollateClause()
		return &schema.Expr{Kind: schema.ExprCollate, Name: dotted(words(c.Collname)).String(), Args: r.exprs(c.Arg)}
	case n.GetSqlvalueFunction() != nil:
		return sqlValue(n.GetSqlvalueFunction())
	case n.GetAIndirection() != nil:
		return r.indirection(n, n.GetAIndirection())
	}
	return r.variadic(n)
}

// variadic lowers the nodes that are a word and a list.
func (r *reader) variadic(n *pg.Node) *schema.Expr {
	switch {
	case n.GetCoalesceExpr() != nil:
		return &schema.Expr{Kind: schema.ExprCoalesce, Args: r.exprs(n.GetCoalesceExpr().Args...)}
	case n.GetMinMaxExpr() != nil:
		kind := schema.ExprGreatest
		if n.GetMinMaxExpr().Op == pg.MinMaxOp_IS_LEAST {
			kind = schema.ExprLeast
		}
		return &schema.Expr{Kind: kind, Args: r.exprs(n.GetMinMaxExpr().Args...)}
	case n.GetAArrayExpr() != nil:
		return &schema.Expr{Kind: schema.ExprArray, Args: r.exprs(n.GetAArrayExpr().Elements...)}
	case n.GetRowExpr() != nil:
		return &schema.Expr{Kind: schema.ExprRow, Args: r.exprs(n.GetRowExpr().Args...)}
	}
	return r.opaque(n)
}

func (r *reader) exprs(nodes ...*pg.Node) []*schema.Expr {
	out := make([]*schema.Expr, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, r.expr(n))
	}
	return out
}

// opaque keeps the text and the columns found inside.
func (r *reader) opaque(n *pg.Node) *schema.Expr {
	e := &schema.Expr{Kind: schema.ExprOpaque, SQL: deparse(n)}
	seen := map[string]bool{}
	visit(n, func(x *pg.Node) {
		c := x.GetColumnRef()
		if c == nil {
			return
		}
		if col := r.columnRef(c); col.Kind != schema.ExprColumn || !seen[col.Name] {
			seen[col.Name] = true
			e.Args = append(e.Args, col)
		}
	})
	return e
}

func (r *reader) columnRef(c *pg.ColumnRef) *schema.Expr {
	parts := words(c.Fields)
	if len(parts) == 0 {
		return &schema.Expr{Kind: schema.ExprOpaque}
	}
	name := parts[len(parts)-1]
	if r.domain && len(parts) == 1 && name == "value" {
		return &schema.Expr{Kind: schema.ExprValue}
	}
	return &schema.Expr{Kind: schema.ExprColumn, Name: name}
}

func constant(c *pg.A_Const) *schema.Expr {
	e := &schema.Expr{Kind: schema.ExprConst, Null: c.Isnull}
	switch {
	case c.GetIval() != nil:
		e.Value, e.Type = fmt.Sprint(c.GetIval().Ival), builtinType("int4")
	case c.GetFval() != nil:
		e.Value, e.Type = c.GetFval().Fval, numberType(c.GetFval().Fval)
	case c.GetBoolval() != nil:
		e.Value, e.Type = fmt.Sprint(c.GetBoolval().Boolval), builtinType("bool")
	case c.GetSval() != nil:
		e.Value = c.GetSval().Sval
	case c.GetBsval() != nil:
		e.Value, e.Type = bits(c.GetBsval().Bsval), builtinType("bit")
	}
	return e
}

// bits turns the lexer's b101 or x1f into the bits themselves.
func bits(s string) string {
	if rest, ok := strings.CutPrefix(s, "b"); ok {
		return rest
	}
	var b strings.Builder
	for _, c := range strings.ToLower(strings.TrimPrefix(s, "x")) {
		if at := strings.IndexRune("0123456789abcdef", c); at >= 0 {
			fmt.Fprintf(&b, "%04b", at)
		}
	}
	return b.String()
}

// numberType is int8 for whole numbers in its reach, numeric otherwise.
func numberType(text string) schema.Type {
	var n int64
	if _, err := fmt.Sscanf(text, "%d", &n); err == nil && fmt.Sprint(n) == text {
		return builtinType("int8")
	}
	return builtinType("numeric")
}

func builtinType(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}

// cast keeps a cast as a cast, but for a string or NULL literal: there the
// type is the literal's own.
func (r *reader) cast(c *pg.TypeCast) *schema.Expr {
	t := r.typeRef(c.TypeName)
	arg := r.expr(c.Arg)
	if arg != nil && arg.Kind == schema.ExprConst && arg.Type.Name.Name == "" {
		arg.Type = t
		return arg
	}
	return &schema.Expr{Kind: schema.ExprCast, Type: t, Args: []*schema.Expr{arg}}
}

func (r *reader) boolean(b *pg.BoolExpr) *schema.Expr {
	kind := schema.ExprAnd
	switch b.Boolop {
	case pg.BoolExprType_NOT_EXPR:
		return &schema.Expr{Kind: schema.ExprNot, Args: r.exprs(b.Args...)}
	case pg.BoolExprType_OR_EXPR:
		kind = schema.ExprOr
	}
	e := &schema.Expr{Kind: kind}
	for _, a := range r.exprs(b.Args...) {
		if a != nil && a.Kind == kind {
			e.Args = append(e.Args, a.Args...)
		} else {
			e.Args = append(e.Args, a)
		}
	}
	return e
}

func (r *reader) booleanTest(t *pg.BooleanTest) *schema.Expr {
	word := strings.TrimPrefix(t.Booltesttype.String(), "IS_")
	rest, negated := strings.CutPrefix(word, "NOT_")
	return &schema.Expr{Kind: schema.ExprIsBool, Name: strings.ToLower(rest), Negated: negated, Args: r.exprs(t.Arg)}
}

func (r *reader) caseExpr(c *pg.CaseExpr) *schema.Expr {
	e := &schema.Expr{Kind: schema.ExprCase, Args: r.exprs(c.Arg)}
	for _, a := range c.Args {
		w := a.GetCaseWhen()
		e.Args = append(e.Args, r.expr(w.GetExpr()), r.expr(w.GetResult()))
	}
	e.Args = append(e.Args, r.expr(c.Defresult))
	return e
}
