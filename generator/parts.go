package generator

import (
	"strconv"

	"github.com/effigydb/effigy/schema"
)

// The parts that rules and cells which follow from others are put together of.

func columnExpr(c *column) *schema.Expr { return &schema.Expr{Kind: schema.ExprColumn, Name: c.name} }

func opExpr(op string, a, b *schema.Expr) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprOp, Name: op, Args: []*schema.Expr{a, b}}
}

func call(name string, args ...*schema.Expr) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprCall, Name: name, Args: args}
}

func constant(typ, text string) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprConst, Type: catalogType(typ), Value: text}
}

func number(typ string, n int64) *schema.Expr { return constant(typ, strconv.FormatInt(n, 10)) }

func numeric(text string) *schema.Expr { return constant("numeric", text) }

func word(text string) *schema.Expr { return constant("text", text) }

func orZero(e *schema.Expr) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprCoalesce, Args: []*schema.Expr{e, numeric("0")}}
}

// plus adds columns to a sum, those that are NULL as nothing; the sum may be nil
// to begin with.
func plus(sum *schema.Expr, columns ...*column) *schema.Expr {
	for _, c := range columns {
		if x := orZero(columnExpr(c)); sum == nil {
			sum = x
		} else {
			sum = opExpr("+", sum, x)
		}
	}
	return sum
}

// oneOf is a column that has one of some values, given as texts.
func oneOf(c *column, values []string) *schema.Expr {
	in := &schema.Expr{Kind: schema.ExprIn, Args: []*schema.Expr{columnExpr(c)}}
	var texts []string
	for _, v := range values {
		x := constantOf(c.model.Type, v)
		in.Args, texts = append(in.Args, x), append(texts, x.SQL)
	}
	in.SQL = schema.Quote(c.name) + " IN (" + list(texts) + ")"
	return in
}

func catalogType(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}
