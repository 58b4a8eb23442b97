package schema

import (
	"strconv"
	"strings"
)

// Catalog is the schema of Postgres' own types and functions.
const Catalog = "pg_catalog"

// Type is a reference to a type, with the modifiers and array bounds of the
// place that uses it.
type Type struct {
	// Name is resolved: built-in types are in pg_catalog under their internal
	// names (int4, varchar, bpchar, timestamptz, float8, bool …), never under
	// an alias; user types are in the schema that holds them; a type of an
	// extension is in the schema the extension was created in. A name that
	// nothing in the text defines has an empty Schema.
	Name Name
	// Mods are the modifiers as written: varchar(20) has ["20"],
	// numeric(10,2) has ["10","2"], geometry(Point,4326) has
	// ["Point","4326"]; interval day to second(3) has ["day to second","3"].
	Mods []string
	// Dims is the number of declared array dimensions; 0 for a scalar.
	// Postgres treats int[] and int[][] alike.
	Dims int
}

// IsArray reports whether the reference is to an array of the named type.
func (t Type) IsArray() bool { return t.Dims > 0 }

// Elem is the element type of an array: the same reference without bounds.
func (t Type) Elem() Type {
	t.Dims = 0
	return t
}

// Is reports whether t is the scalar built-in type of that internal name.
func (t Type) Is(internal string) bool {
	return t.Dims == 0 && t.Name.Schema == Catalog && t.Name.Name == internal
}

// Mod is modifier i as a number, or missing where it is absent or no number.
func (t Type) Mod(i, missing int) int {
	if i >= len(t.Mods) {
		return missing
	}
	n, err := strconv.Atoi(t.Mods[i])
	if err != nil {
		return missing
	}
	return n
}

// String prints the type as SQL that Postgres reads back as the same type.
func (t Type) String() string {
	var b strings.Builder
	switch {
	case t.Name.Schema == Catalog && t.Name.Name == "char":
		b.WriteString(`pg_catalog."char"`)
	case t.Name.Schema == Catalog && t.Name.Name == "interval" && len(t.Mods) > 0:
		b.WriteString("interval " + t.Mods[0])
		if len(t.Mods) > 1 {
			b.WriteString("(" + t.Mods[1] + ")")
		}
	default:
		b.WriteString(t.Name.String())
		if len(t.Mods) > 0 {
			b.WriteString("(" + strings.Join(t.Mods, ",") + ")")
		}
	}
	for range t.Dims {
		b.WriteString("[]")
	}
	return b.String()
}

// Enum is an enumerated type; the order of Labels is their sort order.
type Enum struct {
	Name   Name
	Labels []string
	Line   int
}

// Domain is a constrained type over another one, which may be a domain too.
type Domain struct {
	Name      Name
	Base      Type
	NotNull   bool
	Default   *Expr
	Collation Name
	// Checks are of kind Check; their expressions use VALUE (ExprValue).
	Checks []*Constraint
	Line   int
}

// Composite is a row type made by CREATE TYPE … AS (…).
type Composite struct {
	Name   Name
	Fields []*Column
	Line   int
}

// Range is a range type made by CREATE TYPE … AS RANGE.
type Range struct {
	Name       Name
	Subtype    Type
	Multirange Name
	Line       int
}

// BaseType is a type with input and output functions of its own, or a shell
// type: something only a superuser can create.
type BaseType struct {
	Name Name
	Line int
}

// Extension is a CREATE EXTENSION of the text.
type Extension struct {
	Name    string
	Schema  string // "" when the text does not say
	Version string
	Line    int
}
