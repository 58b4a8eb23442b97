package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// builtin is the type of pg_catalog of that internal name.
func builtin(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}

var (
	boolType     = builtin("bool")
	int4Type     = builtin("int4")
	numericType  = builtin("numeric")
	floatType    = builtin("float8")
	textType     = builtin("text")
	dateType     = builtin("date")
	timeType     = builtin("time")
	stampType    = builtin("timestamp")
	zonedType    = builtin("timestamptz")
	intervalType = builtin("interval")
	jsonbType    = builtin("jsonb")
)

// short is the internal name of a scalar type of pg_catalog, or of one that
// an extension makes (citext, hstore, ltree); "" for arrays and others.
func short(t schema.Type) string {
	switch {
	case t.Dims > 0:
		return ""
	case t.Name.Schema == schema.Catalog:
		return t.Name.Name
	}
	switch t.Name.Name {
	case "citext", "hstore", "ltree":
		return t.Name.Name
	}
	return ""
}

// extended holds for the types of extensions that are understood here.
func extended(t schema.Type) bool {
	switch short(t) {
	case "citext", "hstore", "ltree":
		return t.Name.Schema != schema.Catalog
	}
	return false
}

// rank orders the number types by how Postgres widens them; 0 for others.
func rank(t schema.Type) int {
	switch short(t) {
	case "int2":
		return 1
	case "int4":
		return 2
	case "int8":
		return 3
	case "numeric":
		return 4
	case "float4":
		return 5
	case "float8":
		return 6
	}
	return 0
}

func isInteger(t schema.Type) bool { return rank(t) >= 1 && rank(t) <= 3 }

func isFloat(t schema.Type) bool { return rank(t) >= 5 }

// isText holds for the string types that become text without a cast.
func isText(t schema.Type) bool {
	switch short(t) {
	case "text", "varchar", "bpchar", "name", "citext":
		return true
	}
	return false
}

// isMoment holds for dates and timestamps.
func isMoment(t schema.Type) bool {
	switch short(t) {
	case "date", "timestamp", "timestamptz":
		return true
	}
	return false
}

// same reports whether two types are the same but for modifiers.
func same(a, b schema.Type) bool {
	return a.Name == b.Name && (a.Dims > 0) == (b.Dims > 0)
}

// common is the type in which Postgres compares or computes with two others;
// false when that is not known.
func common(a, b schema.Type) (schema.Type, bool) {
	a.Mods, b.Mods = nil, nil
	switch ra, rb := rank(a), rank(b); {
	case same(a, b):
		return a, true
	case ra > 0 && rb > 0:
		return commonNumber(a, b, ra, rb), true
	case isText(a) && isText(b):
		return textType, true
	case isMoment(a) && isMoment(b):
		if short(a) == "timestamptz" || short(b) == "timestamptz" {
			return zonedType, true
		}
		return stampType, true
	case short(a) == "inet" && short(b) == "cidr" || short(a) == "cidr" && short(b) == "inet":
		return builtin("inet"), true
	case short(a) == "bit" && short(b) == "varbit" || short(a) == "varbit" && short(b) == "bit":
		return builtin("varbit"), true
	case a.Dims > 0 && b.Dims > 0 && isText(a.Elem()) && isText(b.Elem()):
		t := textType
		t.Dims = 1
		return t, true
	}
	return schema.Type{}, false
}

// commonNumber widens numbers; float4 with anything else is float8.
func commonNumber(a, b schema.Type, ra, rb int) schema.Type {
	switch {
	case ra >= 5 || rb >= 5:
		return floatType
	case ra > rb:
		return a
	}
	return b
}

// kindOf is how values of a number type are held.
func kindOf(t schema.Type) value.Kind {
	switch r := rank(t); {
	case r >= 5:
		return value.Float
	case r == 4:
		return value.Decimal
	case r > 0:
		return value.Int
	}
	return value.Null
}
