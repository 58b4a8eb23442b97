package generator

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// injective is the column of which the expression is a function that keeps
// the values of a space apart: a cast to text, a digest, a lower-casing (a
// space's values differ also when folded and trimmed). -1 when it is none.
func (t *Table) injective(e *schema.Expr) int {
	switch e.Kind {
	case schema.ExprColumn:
		return t.position(e.Name)
	case schema.ExprCollate:
		return t.injective(e.Args[0])
	case schema.ExprCast:
		if textual(e.Type) {
			return t.injective(e.Args[0])
		}
	case schema.ExprCall:
		return t.injectiveCall(e)
	case schema.ExprCoalesce:
		if c := t.injective(e.Args[0]); c >= 0 && t.never(c) {
			return c
		}
	}
	return -1
}

func (t *Table) injectiveCall(e *schema.Expr) int {
	if len(e.Args) == 0 {
		return -1
	}
	switch e.Name {
	case "lower", "upper", "btrim", "ltrim", "rtrim":
		if c := t.injective(e.Args[0]); c >= 0 && len(e.Args) == 1 && !t.listed(c) && t.columns[c].codec.Kind() == value.Text {
			return c
		}
	case "md5", "sha224", "sha256", "sha384", "sha512", "reverse", "digest", "encode":
		return t.injective(e.Args[0])
	}
	return -1
}

// listed reports a column whose values a constraint lists: they may differ in
// case alone.
func (t *Table) listed(c int) bool {
	for _, b := range t.branches {
		if b.formula.Columns[c].Set != nil {
			return true
		}
	}
	return false
}

func textual(t schema.Type) bool {
	return len(t.Mods) == 0 && !t.Is("bpchar") && characters(t)
}

// keyed are the columns that the key tells apart: its plain ones and those
// its expressions are injective in.
func (t *Table) keyed(u *unique) []int {
	out := u.columns
	for _, x := range u.exprs {
		if c := t.injective(x.expr); c >= 0 && !contains(out, c) {
			out = append(out[:len(out):len(out)], c)
		}
	}
	return out
}

// valued are the columns whose values the key reads: its plain ones and those
// of its expressions, but for what is only asked whether it is NULL.
func (u *unique) valued() []int {
	out := u.columns
	for _, x := range u.exprs {
		if x.expr.Kind != schema.ExprIsNull {
			out = appendNew(out[:len(out):len(out)], x.columns...)
		}
	}
	return out
}

// told are the columns that the key reads, without those of its predicate.
func (u *unique) told() []int {
	out := u.columns
	for _, x := range u.exprs {
		out = appendNew(out[:len(out):len(out)], x.columns...)
	}
	return out
}
