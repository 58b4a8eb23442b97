package predicate

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/schema"
)

// casting is a cast in the source of a function.
var casting = regexp.MustCompile(`(?i)(?:::\s*|\bcast\s*\([^()]*\bas\s+)([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)`)

// standard are SQL's own names of types.
var standard = map[string]string{
	"smallint": "int2", "integer": "int4", "int": "int4", "bigint": "int8", "decimal": "numeric", "real": "float4", "double": "float8", "boolean": "bool",
}

// castLeads are what texts look like that the casts read which stand in
// expressions and in the functions of the schema that they call, and those that
// become what such a function returns.
func castLeads(s *schema.Schema, exprs ...*schema.Expr) (texts []string, patterns []language.Pattern) {
	known := map[string]bool{}
	add := func(name string) {
		if own := standard[name]; own != "" {
			name = own
		}
		if known[name] || s == nil {
			return
		}
		known[name] = true
		if p := spellings[name]; p != "" {
			patterns = append(patterns, language.Pattern{Text: p})
		}
		for _, e := range s.Enums {
			if strings.EqualFold(e.Name.Name, name) || strings.EqualFold(e.Name.String(), name) {
				texts = append(texts, e.Labels...)
			}
		}
	}
	for _, e := range exprs {
		e.Walk(func(x *schema.Expr) bool {
			if x.Kind == schema.ExprCast && len(x.Columns()) > 0 {
				add(x.Type.Name.Name)
			}
			return true
		})
	}
	for i, text := range Sources(s, exprs...) {
		for _, m := range casting.FindAllStringSubmatch(text, -1) {
			if i >= len(exprs) { // the expressions' own have been seen
				add(strings.ToLower(m[1]))
			}
		}
		for _, f := range s.Functions {
			if f.Body == text && i >= len(exprs) {
				add(f.Returns.Name.Name)
			}
		}
	}
	return texts, patterns
}
