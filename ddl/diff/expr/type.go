package expr

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/builtin"
)

// Type is a type by its internal name (int4; public.mood for a user's; int4[]
// for an array) and the modifier as written, such as "10,2".
type Type struct{ Name, Mod string }

// String prints name and modifier.
func (t Type) String() string {
	if t.Mod == "" {
		return t.Name
	}
	name, array := strings.CutSuffix(t.Name, "[]")
	name += "(" + t.Mod + ")"
	if array {
		name += "[]"
	}
	return name
}

// IsArray reports whether it is an array of another type.
func (t Type) IsArray() bool { return strings.HasSuffix(t.Name, "[]") }

// Elem is the type of an array's elements.
func (t Type) Elem() Type { return Type{strings.TrimSuffix(t.Name, "[]"), t.Mod} }

// Array is the array of the type.
func (t Type) Array() Type {
	if t.Name == "" || t.Name == "unknown" || t.IsArray() {
		return t
	}
	return Type{t.Name + "[]", t.Mod}
}

func (t Type) known() bool { return t.Name != "" && t.Name != "unknown" }

var (
	boolType    = Type{Name: "bool"}
	textType    = Type{Name: "text"}
	unknownType = Type{Name: "unknown"}
	int8Type    = Type{Name: "int8"}
	recordType  = Type{Name: "record"}
)

// base follows domains down to the type below.
func (a *Analyzer) base(t Type) Type {
	for range 32 {
		b, ok := a.env.Domain(t.Name)
		if !ok {
			break
		}
		t = b
	}
	return t
}

// category is pg_type.typcategory and typispreferred; 'X' for unknown.
func (a *Analyzer) category(t Type) (byte, bool) {
	t = a.base(t)
	switch {
	case t.Name == "unknown":
		return 'X', false
	case t.IsArray():
		return 'A', false
	}
	info, ok := a.env.TypeInfo(t.Name)
	if !ok {
		return 'U', false
	}
	return info.Category, info.Preferred
}

// Column is a column of a relation, a query or a function's result.
type Column struct {
	Name string
	Type Type
	// Real is the name that is printed, where it is another: the one that
	// the column has now.
	Real string
}

func (c Column) printed() string {
	if c.Real != "" {
		return c.Real
	}
	return c.Name
}

// Relation is a relation as far as names are resolved against it.
type Relation struct {
	Name    string // as printed, schema-qualified
	Columns []Column
	Type    string // of its rows
}

// Env is the catalog that names are resolved in. Path is the search path of
// the statement; an empty schema means a name without one.
type Env interface {
	Relation(path []string, schema, name string) *Relation
	// Type resolves the name of a type; false when it is not known, and then
	// the name is what it would be.
	Type(path []string, schema, name string) (string, bool)
	Functions(path []string, schema, name string) []builtin.Function
	Operators(path []string, schema, name string) []builtin.Operator
	Cast(from, to string) (builtin.Cast, bool)
	TypeInfo(name string) (builtin.Type, bool)
	Domain(name string) (Type, bool)
	// Fields are the columns of a composite type or of a relation's rows.
	Fields(name string) ([]Column, bool)
	// Range is the range or multirange type with this name.
	Range(name string) (builtin.Range, bool)
	// RangeOf is the range over a subtype.
	RangeOf(subtype string) (builtin.Range, bool)
	// Collation resolves a collation; one of pg_catalog stands alone.
	Collation(path []string, schema, name string) string
	// Object resolves the name in a regclass, regproc or regtype literal.
	Object(path []string, regtype, name string) string
}
