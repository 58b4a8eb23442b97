package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// similarTo recognises SIMILAR TO, which is x ~ similar_to_escape(pattern).
func similarTo(e *schema.Expr) (pattern term, negated, ok bool) {
	if e.Kind != schema.ExprOp || e.Name != "~" && e.Name != "!~" || len(e.Args) != 2 || e.Args[1] == nil {
		return term{}, false, false
	}
	call := e.Args[1]
	if call.Kind != schema.ExprCall || len(call.Args) != 1 || call.Name != "similar_to_escape" && call.Name != "similar_escape" {
		return term{}, false, false
	}
	text, ok := literalText(call.Args[0])
	if !ok {
		return term{}, false, false
	}
	return fixed(textType, value.String(text)), e.Name == "!~", true
}

// literalText is the text of a string constant, whatever casts surround it.
func literalText(e *schema.Expr) (string, bool) {
	for e != nil && (e.Kind == schema.ExprCast || e.Kind == schema.ExprCollate) && len(e.Args) == 1 {
		if e.Kind == schema.ExprCast && !isText(e.Type) {
			return "", false
		}
		e = e.Args[0]
	}
	if e == nil || e.Kind != schema.ExprConst || e.Null || e.Type.Name.Name != "" && !isText(e.Type) {
		return "", false
	}
	return e.Value, true
}

// patternOf is the pattern for a text and a way of matching: "regex", "like"
// or "similar", with " fold" where case is ignored.
func patternOf(text, how string, negated bool) language.Pattern {
	how, fold := strings.CutSuffix(how, " fold")
	syntax := map[string]language.Syntax{"regex": language.Regex, "like": language.Like, "similar": language.Similar}[how]
	return language.Pattern{Syntax: syntax, Text: text, Fold: fold, Negated: negated}
}

// match is a pattern match; a pattern that depends on the row is prepared for
// each.
func (b *binder) match(x, pattern term, negated bool, how string) term {
	if pattern.literal != nil {
		pattern = b.as(pattern, textType)
	}
	if custom(x.collation) || pattern.typ.Name.Name == "" || !isText(pattern.typ) {
		return b.beyond()
	}
	if x.literal != nil {
		x = b.as(x, textType)
	}
	width := 0
	switch short(x.typ) {
	case "bpchar":
		// These operators see the blanks that pad a char(n).
		width = x.typ.Mod(0, 1)
	case "citext":
		how = strings.TrimSuffix(how, " fold") + " fold"
	case "text", "varchar", "name":
	default:
		return b.beyond()
	}
	made := func(of func([]language.Pattern, language.Options) (*language.Matcher, error), pattern string) *language.Matcher {
		m, err := of([]language.Pattern{patternOf(pattern, how, negated)}, language.Options{})
		if err != nil {
			return nil
		}
		return m
	}
	glance := func(pattern string) *language.Matcher { return made(language.NewGlance, pattern) }
	var constant *language.Matcher
	if pattern.constant {
		v, ok := pattern.eval(nil)
		if !ok || v.IsNull() {
			return b.beyond()
		}
		if constant = made(language.NewMatcher, string(v.B)); constant == nil {
			return b.beyond()
		}
	}
	return b.lift(boolType, func(args []value.Value) (value.Value, bool) {
		text := string(args[0].B)
		if width > 0 {
			text = pad(text, width)
		}
		if constant == nil && how == "like" {
			match, known := language.MatchLike(text, string(args[1].B))
			return value.Boolean(match != negated), known
		}
		m := constant
		if m == nil {
			m = glance(string(args[1].B))
		}
		if m == nil {
			return value.Value{}, false
		}
		match, known := m.Match(text)
		return value.Boolean(match), known
	}, x, pattern)
}

// pad fills a text with blanks to n characters.
func pad(s string, n int) string {
	if missing := n - len([]rune(s)); missing > 0 {
		return s + strings.Repeat(" ", missing)
	}
	return s
}
