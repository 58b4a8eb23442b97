package predicate

import (
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Leads are the texts of constants and the patterns that stand in
// expressions: where to look for values that satisfy what can't be solved.
func Leads(s Scope, exprs ...*schema.Expr) (texts []string, patterns []language.Pattern) {
	add := func(text string) {
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	inner := &solver{Scope: s}
	called := map[string]bool{}
	body := func(name string) {
		more, matches := fromBodies(s.Schema, name, called)
		for _, text := range more {
			add(text)
		}
		patterns = append(patterns, matches...)
	}
	for _, e := range exprs {
		e.Walk(func(x *schema.Expr) bool {
			if x.Kind == schema.ExprOp && len(x.Args) == 2 && x.Args[0] != nil && x.Args[1] != nil {
				if p, ok := inner.patternOf(x, false); ok {
					p.Negated = false
					patterns = append(patterns, p)
				}
			}
			if x.Kind == schema.ExprCall && functions[x.Name] == nil {
				body(x.Name)
			}
			if x.Kind == schema.ExprConst && !x.Null {
				add(x.Value)
				if p, ok := formatted(x.Value); ok {
					patterns = append(patterns, p)
				}
			} else if text, ok := folded(s, x); ok {
				add(text)
			}
			return true
		})
	}
	more, matches := castLeads(s.Schema, exprs...)
	for _, text := range more {
		add(text)
	}
	patterns = append(patterns, matches...)
	var sizes []int
	for _, text := range texts {
		if n, err := strconv.Atoi(text); err == nil {
			sizes = append(sizes, n)
		}
	}
	for _, text := range texts {
		patterns = append(patterns, encoded(text, sizes)...)
	}
	return texts, patterns
}

// folded is the text of an expression without columns.
func folded(s Scope, e *schema.Expr) (string, bool) {
	if len(e.Columns()) > 0 || e.Opaque() || e.Kind == schema.ExprValue {
		return "", false
	}
	p := Bind(e, s)
	v, ok := p.Eval(nil)
	if !ok || v.IsNull() || p.Type().Name.Name == "" {
		return "", false
	}
	c, err := value.CodecFor(s.Schema, p.Type(), nil)
	if err != nil {
		return "", false
	}
	return string(c.AppendText(nil, v)), true
}
