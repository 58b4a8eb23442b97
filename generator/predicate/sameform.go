package predicate

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/schema"
)

// formWay is what a form of a text changes.
type formWay uint8

const (
	formCase    formWay = iota // nothing but case
	formLetters                // letters for others
	formOrder
)

// aslong is the text of which an expression is a form of the same length.
func aslong(e *schema.Expr) (*schema.Expr, formWay) {
	way := formCase
	for e = unwrap(e); e.Kind == schema.ExprCall; e = unwrap(e.Args[0]) {
		switch {
		case len(e.Args) == 1 && (e.Name == "lower" || e.Name == "upper" || e.Name == "initcap"):
		case len(e.Args) == 1 && e.Name == "reverse":
			way = formOrder
		case len(e.Args) == 3 && (e.Name == "replace" || e.Name == "translate"):
			a, okA := literalText(e.Args[1])
			b, okB := literalText(e.Args[2])
			if !okA || !okB || utf8.RuneCountInString(a) != utf8.RuneCountInString(b) {
				return e, way
			}
			way = max(way, formLetters)
		default:
			return e, way
		}
	}
	return e, way
}

// repeatPatterns gives text j the patterns of text i, a form of it, in any
// case. Where letters are replaced, a text that needs no replacing will do.
func (s *solver) repeatPatterns(p *partial, i, j int, way formWay) {
	from, to := &p.columns[i], &p.columns[j]
	if way == formOrder || way == formLetters && (len(to.Patterns) > 0 || to.Set != nil) {
		return
	}
	var list []language.Pattern
	for _, x := range from.Patterns {
		if !x.Negated {
			x.Fold = true
			list = append(list, x)
		}
	}
	if n := len(from.Set); n > 0 && n <= maxSpelled {
		var texts []string
		for _, v := range from.Set {
			texts = append(texts, regexp.QuoteMeta(string(v.B)))
		}
		list = append(list, language.Pattern{Text: "^(" + strings.Join(texts, "|") + ")$", Fold: true})
	}
	if len(list) == 0 || !slices.ContainsFunc(list, func(x language.Pattern) bool { return !slices.Contains(to.Patterns, x) }) {
		return
	}
	if cut := domain.Intersect(*to, domain.Domain{Patterns: list}); !cut.Barren() {
		*to = cut
	}
}

// maxSpelled is how many texts a pattern lists.
const maxSpelled = 64
