package generator

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// What an expression needs can't always be said in rules: a function of the
// schema may raise an error for reasons of its own. Where an expression is not
// sure to have a value, or to be NULL, for every row, that it has is a rule of
// the table: rows are held against it here where the expression is understood,
// and by the judge otherwise.

// computes is that rule; none where the expression is sure. The value has to
// be one of the type, where there is one.
func (p *planner) computes(t *Table, name string, e *schema.Expr, as schema.Type) []predicate.Named {
	if len(e.Columns()) == 0 || e.SQL == "" || p.sure(t, e) {
		return nil
	}
	program := predicate.Bind(e, p.scope(t))
	if v := valued(e, program.Type()); v != nil && program.Understood() {
		return []predicate.Named{{Constraint: name, Expr: v}}
	}
	rule := call(predicate.Computes, e)
	rule.SQL = askedAs(e, as)
	return []predicate.Named{{Constraint: name, Expr: rule}}
}

// asksForValue reports such a rule.
func asksForValue(j predicate.Named) bool { return strings.HasPrefix(j.Constraint, "values of ") }

// askedAs is the rule as the judge is asked it, of the expression as a column
// of the type would store it: there a text that is too long is an error, which
// a cast would cut.
func askedAs(e *schema.Expr, as schema.Type) string {
	x := "(" + e.SQL + "\n)"
	switch n, capped := lengthOf(as); {
	case as.Name.Name == "":
	case capped && characters(as):
		return "length(" + x + "::text) <= " + strconv.Itoa(n)
	default:
		x += "::" + as.String()
	}
	return "((" + x + ") IS NULL) IS NOT NULL"
}

// sure reports an expression that raises no error, whatever the row.
func (p *planner) sure(t *Table, e *schema.Expr) bool {
	s := &surety{table: t, scope: p.scope(t)}
	ok := true
	e.Walk(func(x *schema.Expr) bool {
		ok = ok && (len(x.Columns()) == 0 && !x.Opaque() || s.step(x))
		return ok && len(x.Columns()) > 0
	})
	return ok
}

type surety struct {
	table *Table
	scope predicate.Scope
}

func (s *surety) typeOf(e *schema.Expr) schema.Type { return predicate.Bind(e, s.scope).Type() }

// step looks at what one node does, not at its arguments.
func (s *surety) step(e *schema.Expr) bool {
	switch e.Kind {
	case schema.ExprOpaque:
		return false
	case schema.ExprOp:
		return s.operator(e)
	case schema.ExprCall:
		return s.call(e)
	case schema.ExprCast:
		return s.cast(e)
	}
	return true
}

// safe are operators without an error of their own.
var safe = map[string]bool{
	"=": true, "<>": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true, "->": true, "->>": true, "#>": true, "#>>": true,
	"@>": true, "<@": true, "&&": true, "?": true, "?|": true, "?&": true, "@@": true,
}

func (s *surety) operator(e *schema.Expr) bool {
	switch {
	case e.Name == "||":
		return !s.typeOf(e).Is("jsonb")
	case safe[e.Name]:
		return true
	case strings.Contains(e.Name, "~") && len(e.Args) == 2: // a pattern of the row may be none
		return len(e.Args[1].Columns()) == 0
	case e.Name == "+" || e.Name == "-" || e.Name == "*":
		return s.arithmetic(e)
	case e.Name == "/" && len(e.Args) == 2:
		return s.number(e) && nonzero(e.Args[1])
	}
	return false
}

// nonzero reports a constant divisor, or one that is NULL in the place of 0.
func nonzero(e *schema.Expr) bool {
	return e.Kind == schema.ExprNullIf && e.Args[1].Kind == schema.ExprConst || len(e.Columns()) == 0
}

// arithmetic is sure where the type holds what comes out, by the types of the
// columns, or where integers have rules of their own.
func (s *surety) arithmetic(e *schema.Expr) bool {
	if s.table.counts(e) {
		return true
	}
	_, high, whole := wholeLimits(s.typeOf(e))
	return s.number(e) && (!whole || s.table.magnitude(e) <= float64(high))
}

func (s *surety) number(e *schema.Expr) bool {
	t := s.typeOf(e)
	_, _, whole := wholeLimits(t)
	return whole || t.Is("numeric") || t.Is("float8") || t.Is("float4")
}

// total are functions that give a value, or NULL, for all arguments; of those
// marked false all but the first have to be constants.
var total = map[string]bool{
	"lower": true, "upper": true, "initcap": true, "length": true, "char_length": true, "character_length": true, "octet_length": true,
	"bit_length": true, "btrim": true, "ltrim": true, "rtrim": true, "md5": true, "sha224": true, "sha256": true, "sha384": true, "sha512": true,
	"replace": true, "translate": true, "reverse": true, "concat": true, "concat_ws": true, "left": true, "right": true, "strpos": true,
	"position": true, "ascii": true, "starts_with": true, "text": true, "unaccent": true, "similarity": true, "soundex": true, "hashtext": true,
	"split_part": false, "substr": false, "substring": false, "regexp_replace": false, "regexp_match": false, "encode": false,
	"to_tsvector": true, "setweight": false, "strip": true, "tsvector_concat": true, "array_to_tsvector": false, "jsonb_to_tsvector": false,
	"to_jsonb": true, "to_json": true, "to_char": false, "date_trunc": true, "extract": true, "date_part": true, "timezone": true, "age": true,
	"abs": true, "ceil": true, "ceiling": true, "floor": true, "round": false, "trunc": false, "sign": true, "num_nulls": true, "num_nonnulls": true,
	"array_to_string": true, "string_to_array": true, "cardinality": true, "array_length": false, "array_position": true, "array_upper": false,
	"array_lower": false, "array_append": true, "array_remove": true, "jsonb_typeof": true, "json_typeof": true, "jsonb_extract_path": true,
	"jsonb_extract_path_text": true, "json_extract_path": true, "json_extract_path_text": true, "jsonb_exists": true, "isempty": true,
	"lower_inc": true, "upper_inc": true, "lower_inf": true, "upper_inf": true, "point": true, "host": true, "family": true, "masklen": true,
	"network": true, "nlevel": true, "date": true, "digest": false, "hmac": false, "lpad": false, "rpad": false, "repeat": false,
	"uuid_extract_version": true, "uuid_extract_timestamp": true, "isfinite": true,
}

// textFirst are functions whose constant comes first.
var textFirst = map[string]bool{"date_trunc": true, "extract": true, "date_part": true, "timezone": true}

func (s *surety) call(e *schema.Expr) bool {
	name := lastPart(e.Name)
	open, known := total[name]
	if !known || s.own(e.Name) {
		return false
	}
	for i, a := range e.Args {
		constant := len(a.Columns()) == 0
		if (!open && i > 0 || textFirst[name] && i == 0 && len(e.Args) > 1) && !constant {
			return false
		}
	}
	return !(name == "substr" || name == "substring") || len(e.Args) < 3 || !strings.HasPrefix(e.Args[2].Value, "-")
}

// own reports a function that the schema defines.
func (s *surety) own(name string) bool {
	for _, f := range s.scope.Schema.Functions {
		if f.Name.String() == name || f.Name.Name == name {
			return true
		}
	}
	return false
}

// cast is sure to a text, and among types of one kind where the type holds
// what is cast.
func (s *surety) cast(e *schema.Expr) bool {
	from, to, arg := s.typeOf(e.Args[0]), e.Type, e.Args[0]
	if from.Name.Name == "" || from.Dims != to.Dims || s.scope.Schema.Domain(to.Name) != nil {
		return false
	}
	from.Dims, to.Dims = 0, 0
	switch _, high, whole := wholeLimits(to); {
	case characters(to), to.Is("name"), from.Name == to.Name && len(to.Mods) == 0:
		return true
	case characters(from):
		return false
	case whole:
		return from.Is("bool") || s.number(arg) && s.table.magnitude(arg) <= float64(high)
	case to.Is("numeric"):
		return s.number(arg) && (len(to.Mods) == 0 || s.table.magnitude(arg) <= sizeOf(to))
	case to.Is("float8"):
		return s.number(arg)
	case to.Is("date"), to.Is("time"), moment(to):
		return from.Is("date") || moment(from)
	}
	return from.Is("json") && to.Is("jsonb") || from.Is("jsonb") && to.Is("json") || from.Is("cidr") && to.Is("inet")
}

// lastPart is a function's name without its schema.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
