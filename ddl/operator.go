package ddl

import (
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// operator lowers every form the grammar makes an A_Expr of.
func (r *reader) operator(n *pg.Node, x *pg.A_Expr) *schema.Expr {
	name := symbol(x.Name)
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		return r.plainOperator(name, x)
	case pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
		return &schema.Expr{Kind: schema.ExprAny, Name: name, All: x.Kind == pg.A_Expr_Kind_AEXPR_OP_ALL, Args: r.exprs(x.Lexpr, x.Rexpr)}
	case pg.A_Expr_Kind_AEXPR_DISTINCT, pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return &schema.Expr{Kind: schema.ExprDistinct, Negated: x.Kind == pg.A_Expr_Kind_AEXPR_NOT_DISTINCT, Args: r.exprs(x.Lexpr, x.Rexpr)}
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		return &schema.Expr{Kind: schema.ExprNullIf, Args: r.exprs(x.Lexpr, x.Rexpr)}
	case pg.A_Expr_Kind_AEXPR_IN:
		args := append(r.exprs(x.Lexpr), r.exprs(x.Rexpr.GetList().GetItems()...)...)
		return &schema.Expr{Kind: schema.ExprIn, Negated: name == "<>", Args: args}
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE, pg.A_Expr_Kind_AEXPR_SIMILAR:
		// Postgres prints SIMILAR TO as ~ similar_to_escape(…), which is
		// what the grammar makes of it too.
		return &schema.Expr{Kind: schema.ExprOp, Name: name, Args: r.exprs(x.Lexpr, x.Rexpr)}
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return r.between(x)
	}
	return r.opaque(n)
}

// symbol is an operator without the schema OPERATOR(pg_catalog.=) names.
func symbol(name []*pg.Node) string {
	parts := words(name)
	if len(parts) == 2 && parts[0] != schema.Catalog {
		return strings.Join(parts, ".")
	}
	if len(parts) == 0 {
		return ""
	}
	return parts[len(parts)-1]
}

func (r *reader) plainOperator(name string, x *pg.A_Expr) *schema.Expr {
	if x.Lexpr != nil {
		return &schema.Expr{Kind: schema.ExprOp, Name: name, Args: r.exprs(x.Lexpr, x.Rexpr)}
	}
	arg := r.expr(x.Rexpr)
	if name == "-" && isNumber(arg) {
		if rest, ok := strings.CutPrefix(arg.Value, "-"); ok {
			arg.Value = rest
		} else {
			arg.Value = "-" + arg.Value
		}
		return arg
	}
	return &schema.Expr{Kind: schema.ExprOp, Name: name, Args: []*schema.Expr{arg}}
}

func isNumber(e *schema.Expr) bool {
	return e != nil && e.Kind == schema.ExprConst && !e.Null && (e.Type.Is("int4") || e.Type.Is("int8") || e.Type.Is("numeric")) && e.Value != ""
}

func (r *reader) between(x *pg.A_Expr) *schema.Expr {
	e := &schema.Expr{Kind: schema.ExprBetween, Args: append(r.exprs(x.Lexpr), r.exprs(x.Rexpr.GetList().GetItems()...)...)}
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		e.Negated = true
	case pg.A_Expr_Kind_AEXPR_BETWEEN_SYM:
		e.Name = "symmetric"
	case pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		e.Negated, e.Name = true, "symmetric"
	}
	return e
}

// call lowers a function call that is no aggregate or window.
func (r *reader) call(n *pg.Node, f *pg.FuncCall) *schema.Expr {
	if f.AggStar || f.AggDistinct || f.AggFilter != nil || f.Over != nil || f.FuncVariadic || len(f.AggOrder) > 0 {
		return r.opaque(n)
	}
	name := r.functionName(words(f.Funcname))
	if named(f.Args) {
		if e := r.interval(name, f.Args); e != nil {
			return e
		}
		return r.opaque(n)
	}
	if len(f.Args) == 0 && (name == "now" || name == "transaction_timestamp") {
		return &schema.Expr{Kind: schema.ExprNow, Name: "now"}
	}
	return &schema.Expr{Kind: schema.ExprCall, Name: name, Args: r.exprs(f.Args...)}
}

// units are the parameters of make_interval, and an interval of one each.
var units = map[string]string{
	"years": "1 year", "months": "1 month", "weeks": "7 days", "days": "1 day", "hours": "1 hour", "mins": "1 minute", "secs": "1 second",
}

// interval lowers make_interval(mins => n) to n times a minute; nil for any
// other call.
func (r *reader) interval(name string, args []*pg.Node) *schema.Expr {
	if name != "make_interval" {
		return nil
	}
	var sum *schema.Expr
	for _, a := range args {
		unit := units[a.GetNamedArgExpr().GetName()]
		if unit == "" {
			return nil
		}
		one := &schema.Expr{Kind: schema.ExprConst, Value: unit, Type: builtinType("interval")}
		term := &schema.Expr{Kind: schema.ExprOp, Name: "*", Args: []*schema.Expr{r.expr(a.GetNamedArgExpr().Arg), one}}
		if sum == nil {
			sum = term
		} else {
			sum = &schema.Expr{Kind: schema.ExprOp, Name: "+", Args: []*schema.Expr{sum, term}}
		}
	}
	return sum
}

func named(args []*pg.Node) bool {
	for _, a := range args {
		if a.GetNamedArgExpr() != nil {
			return true
		}
	}
	return false
}

// functionName is bare for a built-in function, qualified for one of the
// text, and as written otherwise.
func (r *reader) functionName(parts []string) string {
	n := dotted(parts)
	if n.Schema == schema.Catalog {
		return n.Name
	}
	if q, ok := r.cat.function(n); ok {
		return q.String()
	}
	if n.Schema == "" {
		return n.Name
	}
	return n.String()
}

// sqlValue lowers CURRENT_TIMESTAMP and its kin; the rest are calls.
func sqlValue(f *pg.SQLValueFunction) *schema.Expr {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimPrefix(f.Op.String(), "SVFOP_")), "_n")
	now := map[string]string{
		"current_timestamp": "now", "current_date": "date", "current_time": "timetz",
		"localtime": "time", "localtimestamp": "timestamp",
	}
	if kind := now[name]; kind != "" {
		return &schema.Expr{Kind: schema.ExprNow, Name: kind}
	}
	return &schema.Expr{Kind: schema.ExprCall, Name: name}
}

// indirection lowers (x).field and x[i], one step around another; slices and
// (x).* are opaque.
func (r *reader) indirection(n *pg.Node, x *pg.A_Indirection) *schema.Expr {
	e := r.expr(x.Arg)
	for _, step := range x.Indirection {
		i := step.GetAIndices()
		switch {
		case step.GetString_() != nil:
			e = &schema.Expr{Kind: schema.ExprField, Name: step.GetString_().Sval, Args: []*schema.Expr{e}}
		case i != nil && !i.IsSlice:
			e = &schema.Expr{Kind: schema.ExprSubscript, Args: []*schema.Expr{e, r.expr(i.Uidx)}}
		default:
			return r.opaque(n)
		}
	}
	return e
}
