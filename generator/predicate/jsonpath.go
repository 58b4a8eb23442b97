package predicate

import (
	"regexp"

	"github.com/effigydb/effigy/schema"
)

// plainPath is a path of keys to a value, or to the elements of an array.
var (
	plainPath = regexp.MustCompile(`^\$((?:\.(?:"[A-Za-z_][A-Za-z0-9_]*"|[A-Za-z_][A-Za-z0-9_]*))+)(\[\*\])?$`)
	pathKey   = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// hint is something that can be constructed and is likely to make an atom
// true which is left to the database; nil for none.
func (s *solver) hint(a atom) *goal {
	e := a.expr
	if a.negated || e.Kind != schema.ExprOp || e.Name != "@?" || len(e.Args) != 2 {
		return nil
	}
	c := e.Args[1]
	for c.Kind == schema.ExprCast && len(c.Args) == 1 {
		c = c.Args[0]
	}
	if c.Kind != schema.ExprConst {
		return nil
	}
	m := plainPath.FindStringSubmatch(c.Value)
	if m == nil {
		return nil
	}
	at := e.Args[0]
	for _, key := range pathKey.FindAllString(m[1], -1) {
		at = operation("->", at, &schema.Expr{Kind: schema.ExprConst, Type: textType, Value: key})
	}
	if m[2] == "" {
		return s.push(isNull(at, true), false, true)
	}
	one := &schema.Expr{Kind: schema.ExprConst, Type: builtin("int4"), Value: "1"}
	length := &schema.Expr{Kind: schema.ExprCall, Name: "jsonb_array_length", Args: []*schema.Expr{at}}
	return s.push(operation(">=", length, one), false, true)
}
