// Package builtin holds what Postgres and its contrib extensions bring along:
// types, casts, operators, functions, operator classes and system relations,
// as printed from the catalogs of a fresh PostgreSQL 18 (see generate.sh).
//
// It is data with look-ups, read once; nothing in it changes after that.
package builtin

import (
	_ "embed"
	"strings"
	"sync"
)

// Type is a type as pg_type has it. Names are internal (int4, not integer);
// those outside pg_catalog are schema-qualified; an array is its element's
// name and "[]".
type Type struct {
	Name       string
	Kind       byte // pg_type.typtype
	Category   byte
	Preferred  bool
	Collatable bool
	Storage    byte // pg_type.typstorage
}

// Range is a range type with its subtype and multirange.
type Range struct{ Name, Subtype, Multirange string }

// Cast is a cast as pg_cast has it.
type Cast struct {
	From, To string
	Context  byte // i, a or e
	Method   byte // f, i or b
}

// Operator is an operator; Left is "-" for a prefix operator.
type Operator struct{ Name, Schema, Left, Right, Result string }

// Function is a routine of any kind.
type Function struct {
	Name     string
	Schema   string // "" in pg_catalog
	Kind     byte   // f, a, w, p
	Set      bool
	Variadic bool
	Defaults int
	Result   string
	Args     []string
	Names    []string // of the parameters, as far as known
	Out      []Column // columns of a row result, where declared
}

// Opclass is an operator class.
type Opclass struct {
	Method, Name, Schema, Type string
	Default                    bool
}

// Column is a column of a relation or of a function's result.
type Column struct{ Name, Type string }

// Catalog is a set of those.
type Catalog struct {
	Types     map[string]Type
	Ranges    []Range
	Casts     map[[2]string]Cast
	Operators map[string][]Operator
	Functions map[string][]Function
	Opclasses []Opclass
	Relations map[string][]Column // by name, information_schema qualified
}

//go:embed builtin.txt
var coreText string

//go:embed extensions.txt
var extensionText string

// Core returns the catalog of pg_catalog and information_schema. It is shared:
// callers only read it.
var Core = sync.OnceValue(func() *Catalog { return read(coreText, "") })

// Extension returns what a contrib extension installs into a schema, nil for
// one that is not known.
func Extension(name, schema string) *Catalog {
	text := "\n" + extensionText
	start := strings.Index(text, "\nE\t"+name+"\n")
	if start < 0 {
		return nil
	}
	text = text[start+len("\nE\t")+len(name)+1:]
	if end := strings.Index(text, "\nE\t"); end >= 0 {
		text = text[:end+1]
	}
	return read(text, schema)
}

func read(text, schema string) *Catalog {
	c := &Catalog{
		Types: map[string]Type{}, Casts: map[[2]string]Cast{}, Operators: map[string][]Operator{},
		Functions: map[string][]Function{}, Relations: map[string][]Column{},
	}
	if schema != "" {
		text = strings.ReplaceAll(text, "\t.", "\t"+schema+".")
		text = strings.ReplaceAll(text, ",.", ","+schema+".")
		text = strings.ReplaceAll(text, " .", " "+schema+".")
	}
	for line := range strings.Lines(text) {
		c.add(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), schema)
	}
	return c
}

func (c *Catalog) add(f []string, schema string) {
	switch f[0] {
	case "T":
		c.Types[f[1]] = Type{f[1], f[2][0], f[3][0], f[4] == "p", f[5] == "c", f[6][0]}
	case "R":
		c.Ranges = append(c.Ranges, Range{f[1], f[2], f[3]})
	case "C":
		c.Casts[[2]string{f[1], f[2]}] = Cast{f[1], f[2], f[3][0], f[4][0]}
	case "O":
		name := strings.TrimPrefix(f[1], schema+".")
		c.Operators[name] = append(c.Operators[name], Operator{name, schema, f[2], f[3], f[4]})
	case "F":
		c.function(f, schema)
	case "X":
		c.Opclasses = append(c.Opclasses, Opclass{f[1], f[2], schema, f[3], f[4] == "d"})
	case "L":
		c.Relations[strings.TrimPrefix(f[1], schema+".")] = columns(f[2])
	}
}

func (c *Catalog) function(f []string, schema string) {
	fn := Function{
		Name: f[1], Schema: schema, Kind: f[2][0], Set: f[3] == "s", Variadic: f[4] == "v",
		Defaults: int(f[5][0] - '0'), Result: f[6], Out: columns(f[8]),
	}
	if f[7] != "" {
		fn.Args = strings.Split(f[7], ",")
	}
	c.Functions[fn.Name] = append(c.Functions[fn.Name], fn)
}

func columns(text string) []Column {
	if text == "" {
		return nil
	}
	var out []Column
	for part := range strings.SplitSeq(text, ",") {
		name, typ, _ := strings.Cut(part, " ")
		out = append(out, Column{strings.Trim(name, `"`), typ})
	}
	return out
}
