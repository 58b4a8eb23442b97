package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// function is one signature of a built-in function that gives NULL for a
// NULL argument.
type function struct {
	takes []string // internal names of the argument types
	gives string
	apply func(args []value.Value) (value.Value, bool)
}

// functions by name; the first of equally good signatures wins.
var functions = map[string][]function{}

func define(name, gives string, apply func(a []value.Value) (value.Value, bool), takes ...string) {
	functions[name] = append(functions[name], function{takes: takes, gives: gives, apply: apply})
}

// call resolves a function call.
func (b *binder) call(e *schema.Expr) term {
	args := b.all(e.Args)
	return b.apply(e.Name, args...)
}

// apply calls a function by name.
func (b *binder) apply(name string, args ...term) term {
	if name == "date_part" && len(args) == 2 && short(args[1].typ) == "date" {
		args = []term{args[0], b.cast(args[1], stampType)} // a date has a time for it, unlike for extract
	}
	if alias := aliases[name]; alias != "" {
		name = alias
	}
	if t, ok := b.polymorphic(name, args); ok {
		return t
	}
	best, cost := -1, 1<<30
	for i, f := range functions[name] {
		if c, ok := b.cost(f, args); ok && c < cost {
			best, cost = i, c
		}
	}
	if best < 0 {
		return b.beyond()
	}
	f := functions[name][best]
	for i := range args {
		if args[i].collation != "" && custom(args[i].collation) {
			return b.beyond()
		}
		if f.takes[i] != "any" {
			args[i] = b.as(args[i], builtin(f.takes[i]))
		}
	}
	return b.lift(builtin(f.gives), f.apply, args...)
}

var aliases = map[string]string{
	"char_length": "length", "character_length": "length", "ceiling": "ceil", "pow": "power",
	"date_part": "extract", "position": "strpos", "pg_catalog.position": "strpos",
	"array_upper": "array_length",
}

// cost says how far the arguments are from a signature; false when they do
// not fit.
func (b *binder) cost(f function, args []term) (int, bool) {
	if len(args) != len(f.takes) {
		return 0, false
	}
	sum := 0
	for i, a := range args {
		if a.literal != nil || f.takes[i] == "any" {
			continue
		}
		c, ok := distance(a.typ, f.takes[i])
		if !ok {
			return 0, false
		}
		sum += c
	}
	return sum, true
}

// distance of a silent conversion: exact types first, then float8, which
// Postgres prefers among numbers, then the others.
func distance(from schema.Type, to string) (int, bool) {
	name := short(from)
	if name == to {
		return 0, true
	}
	rf, rt := rank(from), rank(builtin(to))
	switch {
	case rf > 0 && rt > rf && (rt >= 4 || rt <= 3):
		return map[int]int{2: 3, 3: 4, 4: 8, 5: 9, 6: 6}[rt], true
	case to == "text" && isText(from):
		return 2, true
	case to == "timestamp" && name == "date":
		return 3, true
	case to == "timestamptz" && (name == "date" || name == "timestamp"):
		return 4, true
	case to == "interval" && name == "time":
		return 3, true
	case to == "inet" && name == "cidr":
		return 1, true
	}
	return 0, false
}

// polymorphic resolves the functions whose result or arguments depend on the
// types they get, and those that do not give NULL for NULL.
func (b *binder) polymorphic(name string, args []term) (term, bool) {
	if lastPart(name) == "nlevel" && len(args) == 1 && short(args[0].typ) == "ltree" {
		return b.lift(int4Type, func(a []value.Value) (value.Value, bool) {
			return number(len(strings.FieldsFunc(string(a[0].B), func(r rune) bool { return r == '.' })))
		}, args[0]), true
	}
	switch name {
	case "num_nonnulls", "num_nulls":
		return b.countNulls(args, name == "num_nulls"), true
	case "concat":
		return b.concat(args), true
	case "concat_ws":
		return b.beyond(), true
	case "jsonb_typeof", "json_typeof", "jsonb_array_length", "json_array_length",
		"jsonb_extract_path", "jsonb_extract_path_text", "json_extract_path", "json_extract_path_text",
		"jsonb_exists", "jsonb_exists_any", "jsonb_exists_all":
		return b.jsonCall(name, args), true
	case "lower", "upper", "isempty", "lower_inc", "upper_inc", "lower_inf", "upper_inf":
		if len(args) == 1 && args[0].literal == nil && b.isRange(args[0].typ) {
			return b.rangeCall(name, args[0]), true
		}
		if len(args) == 1 && name == "isempty" && args[0].literal == nil && b.isMultirange(args[0].typ) {
			return b.lift(boolType, func(a []value.Value) (value.Value, bool) { return value.Boolean(len(a[0].E) == 0), true }, args[0]), true
		}
	case "timezone":
		return b.timezone(args), true
	case "array_length", "cardinality", "array_position", "array_ndims", "array_remove", "array_lower", "unnest":
		return b.arrayCall(name, args), true
	case "age":
		if len(args) == 1 && args[0].literal == nil && isMoment(args[0].typ) {
			today := b.instant(&schema.Expr{Kind: schema.ExprNow, Name: "date"})
			return b.apply("age", today, args[0]), true
		}
	case "string_to_array":
		return b.splitArray(args), true
	case "int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange":
		return b.makeRange(name, args), true
	case "extract", "date_trunc":
		return b.fieldCall(name, args), true
	case "textcat":
		if len(args) == 2 {
			return b.concatenate(args[0], args[1]), true
		}
	}
	return term{}, false
}

// countNulls is num_nulls and num_nonnulls.
func (b *binder) countNulls(args []term, nulls bool) term {
	for i := range args {
		if args[i].literal != nil {
			args[i] = b.as(args[i], textType)
		}
	}
	return settle(term{typ: int4Type, eval: func(row []value.Value) (value.Value, bool) {
		n := int64(0)
		for _, a := range args {
			v, ok := a.eval(row)
			if !ok {
				return v, false
			}
			if v.IsNull() == nulls {
				n++
			}
		}
		return value.Integer(n), true
	}}, args...)
}
