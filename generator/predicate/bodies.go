package predicate

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/schema"
)

// literals are the strings and numbers of a function's source.
var literals = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b`)

// fromBodies are the constants in the source of a function and of those it
// calls, each also as the pattern that it may be.
func fromBodies(s *schema.Schema, name string, called map[string]bool) (texts []string, patterns []language.Pattern) {
	if called[name] || s == nil {
		return nil, nil
	}
	called[name] = true
	for _, f := range s.Functions {
		if f.Name.String() != name && f.Name.Name != name || f.Body == "" {
			continue
		}
		for _, text := range literals.FindAllString(f.Body, -1) {
			if text[0] == '\'' {
				text = strings.ReplaceAll(text[1:len(text)-1], "''", "'")
			}
			texts = append(texts, text)
			patterns = append(patterns, readings(text)...)
		}
		for _, g := range s.Functions {
			if strings.Contains(f.Body, g.Name.Name) {
				more, matches := fromBodies(s, g.Name.String(), called)
				texts, patterns = append(texts, more...), append(patterns, matches...)
			}
		}
	}
	return texts, patterns
}

// Sources are the SQL of expressions and of the functions of the schema that
// they call, each once.
func Sources(s *schema.Schema, exprs ...*schema.Expr) []string {
	var out []string
	for _, e := range exprs {
		out = append(out, e.SQL)
	}
	known := map[string]bool{}
	for at := 0; at < len(out); at++ {
		for _, f := range s.Functions {
			if f.Body != "" && !known[f.Name.String()] && strings.Contains(out[at], f.Name.Name) {
				known[f.Name.String()] = true
				out = append(out, f.Body)
			}
		}
	}
	return out
}

// readings are the patterns that a text may be meant as.
func readings(text string) []language.Pattern {
	var out []language.Pattern
	if strings.ContainsAny(text, `^$[]()*+?\|{}`) {
		out = append(out, language.Pattern{Text: text})
	}
	if p, ok := formatted(text); ok {
		out = append(out, p)
	}
	if strings.ContainsAny(text, "%_") {
		out = append(out, language.Pattern{Syntax: language.Like, Text: text})
	}
	return out
}
