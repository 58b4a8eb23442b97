package generator

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/effigydb/effigy/schema"
)

// What an expression can give at most, by the types of its columns, tells a
// type that holds all of it and needs no rule.

// magnitude bounds the size of a number that an expression gives, by the types
// of its columns.
func (t *Table) magnitude(e *schema.Expr) float64 {
	most := func(args []*schema.Expr) float64 {
		out := 0.0
		for _, x := range args {
			out = max(out, t.magnitude(x))
		}
		return out
	}
	switch e.Kind {
	case schema.ExprColumn:
		if at := t.position(e.Name); at >= 0 {
			return sizeOf(t.columns[at].base)
		}
	case schema.ExprConst:
		if n, err := strconv.ParseFloat(e.Value, 64); err == nil {
			return math.Abs(n)
		}
	case schema.ExprCoalesce, schema.ExprGreatest, schema.ExprLeast:
		return most(e.Args)
	case schema.ExprCast:
		return min(t.magnitude(e.Args[0])+1, sizeOf(e.Type))
	case schema.ExprOp:
		switch {
		case e.Name == "*" && len(e.Args) == 2:
			return t.magnitude(e.Args[0]) * t.magnitude(e.Args[1])
		case e.Name == "+", e.Name == "-":
			out := 0.0
			for _, x := range e.Args {
				out += t.magnitude(x)
			}
			return out
		}
	}
	return math.Inf(1)
}

// sizeOf is the size of the greatest number of a type.
func sizeOf(t schema.Type) float64 {
	switch _, high, whole := wholeLimits(t); {
	case t.Dims > 0:
	case whole:
		return float64(high)
	case t.Is("numeric") && len(t.Mods) > 0:
		n, _ := strconv.ParseFloat(digits(t.Mod(0, 0), t.Mod(1, 0)), 64)
		return n
	}
	return math.Inf(1)
}

// longest bounds the characters of a text that an expression gives.
func (t *Table) longest(e *schema.Expr) int {
	const open = math.MaxInt32
	switch e.Kind {
	case schema.ExprColumn:
		if at := t.position(e.Name); at >= 0 && characters(t.columns[at].base) {
			if n, capped := lengthOf(t.columns[at].base); capped {
				return n
			}
		}
	case schema.ExprConst:
		return utf8.RuneCountInString(e.Value)
	case schema.ExprCoalesce, schema.ExprGreatest, schema.ExprLeast:
		n := 0
		for _, x := range e.Args {
			n = max(n, t.longest(x))
		}
		return n
	case schema.ExprCast:
		if n, capped := lengthOf(e.Type); capped && characters(e.Type) {
			return n
		}
		if characters(e.Type) {
			return t.longest(e.Args[0])
		}
	case schema.ExprOp:
		if e.Name == "||" && len(e.Args) == 2 {
			return min(open, t.longest(e.Args[0])+t.longest(e.Args[1]))
		}
	case schema.ExprCall:
		switch e.Name {
		case "md5":
			return 32
		case "btrim", "ltrim", "rtrim":
			return t.longest(e.Args[0])
		case "left", "right":
			if n, err := strconv.Atoi(e.Args[1].Value); err == nil && n >= 0 && e.Args[1].Kind == schema.ExprConst {
				return min(n, t.longest(e.Args[0]))
			}
		}
	}
	return open
}
