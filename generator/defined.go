package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// What operators, functions and casts need of their arguments, so as not to
// raise an error, in rules that can be solved: no divisor is 0, no root is of
// less, what is cast to a number is written as one.

// definite are such rules for the parts that an expression computes in any
// case. Rules that the evaluator does not know are left out: see computes.
func (p *planner) definite(t *Table, name string, e *schema.Expr) []predicate.Named {
	var out []predicate.Named
	scope := p.scope(t)
	d := &needs{planner: p, table: t, scope: scope}
	applied(e, d.visit)
	for _, r := range d.rules {
		if _, ok := spell(r); ok && len(r.Columns()) > 0 && predicate.Bind(r, scope).Understood() {
			out = append(out, stated(name, r))
		}
	}
	return out
}

// needs gathers the rules of an expression.
type needs struct {
	planner *planner
	table   *Table
	scope   predicate.Scope
	rules   []*schema.Expr
}

func (d *needs) add(rules ...*schema.Expr) { d.rules = append(d.rules, rules...) }

func (d *needs) visit(x *schema.Expr) {
	switch {
	case x.Kind == schema.ExprOp && len(x.Args) == 2 && (x.Name == "/" || x.Name == "%"):
		d.nonzero(x.Args[1])
	case x.Kind == schema.ExprOp && len(x.Args) == 1 && x.Name == "|/":
		d.atLeast(x.Args[0], "0")
	case x.Kind == schema.ExprCast && len(x.Args) == 1 && len(x.Args[0].Columns()) > 0:
		d.cast(x)
	case x.Kind == schema.ExprCall:
		d.call(x)
	}
}

// nonzero has one rule a factor: those on a column alone need no test.
func (d *needs) nonzero(x *schema.Expr) {
	if x.Kind == schema.ExprOp && x.Name == "*" {
		d.nonzero(x.Args[0])
		d.nonzero(x.Args[1])
		return
	}
	if x.Kind != schema.ExprNullIf {
		d.add(opExpr("<>", x, number("int4", 0)))
	}
}

func (d *needs) atLeast(x *schema.Expr, low string) {
	d.add(opExpr(">=", x, constant("int4", low)))
}
func (d *needs) atMost(x *schema.Expr, high string) {
	d.add(opExpr("<=", x, constant("int8", high)))
}

// limits are the least and the greatest arguments of functions, by place; ""
// for none. Days end at the 28th, which every month has, and characters before
// the codes that stand for none.
var limits = map[string][][2]string{
	"sqrt": {{"0", ""}}, "asin": {{"-1", "1"}}, "acos": {{"-1", "1"}}, "asind": {{"-1", "1"}}, "acosd": {{"-1", "1"}},
	"acosh": {{"1", ""}}, "exp": {{"-700", "700"}}, "factorial": {{"0", "200"}}, "chr": {{"1", "55295"}},
	"to_timestamp": {{"0", "253402300799"}},
	"make_date":    {{"1", "9999"}, {"1", "12"}, {"1", "28"}},
	"make_time":    {{"0", "23"}, {"0", "59"}, {"0", "59"}},
	"make_timestamp": {
		{"1", "9999"}, {"1", "12"}, {"1", "28"}, {"0", "23"}, {"0", "59"}, {"0", "59"},
	},
}

// written is how the texts are written that functions read, by what says so.
var written = map[string]string{
	"decode hex": `^([0-9a-f][0-9a-f])+$`, "decode base64": `^([A-Za-z0-9+/]{4})+$`,
}

func (d *needs) call(x *schema.Expr) {
	name := lastPart(x.Name)
	if bounds := limits[name]; len(bounds) == len(x.Args) {
		for i, b := range bounds {
			if b[0] != "" {
				d.atLeast(x.Args[i], b[0])
			}
			if b[1] != "" {
				d.atMost(x.Args[i], b[1])
			}
		}
	}
	switch {
	case len(x.Args) == 2 && (name == "mod" || name == "div"):
		d.nonzero(x.Args[1])
	case len(x.Args) == 1 && (name == "ln" || name == "log" || name == "log10"):
		d.add(opExpr(">", x.Args[0], number("int4", 0)))
	case len(x.Args) == 1 && name == "atanh":
		d.add(opExpr(">", x.Args[0], number("int4", -1)), opExpr("<", x.Args[0], number("int4", 1)))
	case len(x.Args) == 1 && (name == "jsonb_array_length" || name == "json_array_length"):
		d.add(opExpr("=", call(name[:len(name)-len("array_length")]+"typeof", x.Args[0]), word("array")))
	case len(x.Args) == 3 && (name == "substring" || name == "substr"):
		d.atLeast(x.Args[2], "0")
	case len(x.Args) >= 2 && builtRange[name]:
		d.add(opExpr("<=", x.Args[0], x.Args[1]))
	case name == "digest" && len(x.Args) == 2, name == "hmac" && len(x.Args) == 3:
		d.among(x.Args[len(x.Args)-1], []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512"})
	case len(x.Args) == 2 && x.Args[1].Kind == schema.ExprConst && written[name+" "+x.Args[1].Value] != "":
		d.add(opExpr("~", x.Args[0], word(written[name+" "+x.Args[1].Value])))
	}
}

var builtRange = map[string]bool{"int4range": true, "int8range": true, "numrange": true, "daterange": true, "tsrange": true, "tstzrange": true}

// cast has the rules of a cast: what is read is written so, and a number that
// becomes a smaller one is small enough.
func (d *needs) cast(x *schema.Expr) {
	from, arg := predicate.Bind(x.Args[0], d.scope).Type(), x.Args[0]
	to, _ := d.scope.Schema.Base(x.Type)
	low, high, whole := wholeLimits(to)
	switch {
	case from.Dims > 0 || to.Dims > 0 || characters(to):
	case from.Is("jsonb") && to.Is("bool"):
		d.add(opExpr("=", call("jsonb_typeof", arg), word("boolean")))
	case from.Is("jsonb") && (whole || to.Is("numeric") || to.Is("float8") || to.Is("float4")):
		d.add(opExpr("=", call("jsonb_typeof", arg), word("number")))
	case characters(from) && (to.Is("bit") || to.Is("varbit")):
		d.bits(arg)
	case characters(from) && to.Name.Name == "ltree":
		d.add(opExpr("~", arg, word(`^[a-z]{2,8}(\.[a-z]{2,8}){0,3}$`)))
	case characters(from) && d.scope.Schema.Enum(to.Name) != nil:
		d.among(arg, d.scope.Schema.Enum(to.Name).Labels)
	case characters(from) && least[to.Name.Name] == [2]string{}:
		d.add(&schema.Expr{Kind: schema.ExprOr, Args: []*schema.Expr{
			{Kind: schema.ExprIsNull, Args: []*schema.Expr{arg}}, {Kind: schema.ExprIsNull, Args: []*schema.Expr{x}, Negated: true},
		}})
	case characters(from):
		d.add(valued(x, to))
	case whole && d.table.magnitude(arg) > float64(high):
		d.add(opExpr("<=", arg, number("int8", high)), opExpr(">=", arg, number("int8", low)))
	}
}

// bits are digits of base 2, or of base 16 behind an x, as in ('x' || code).
func (d *needs) bits(arg *schema.Expr) {
	digits := "^[01]+$"
	if arg.Kind == schema.ExprOp && arg.Name == "||" && arg.Args[0].Kind == schema.ExprConst {
		if arg.Args[0].Value == "x" || arg.Args[0].Value == "X" {
			digits = "^[0-9a-f]+$"
		}
		arg = arg.Args[1]
	}
	d.add(opExpr("~", arg, word(digits)))
}

func (d *needs) among(arg *schema.Expr, texts []string) {
	in := &schema.Expr{Kind: schema.ExprIn, Args: []*schema.Expr{arg}}
	for _, text := range texts {
		in.Args = append(in.Args, word(text))
	}
	d.add(in)
}
