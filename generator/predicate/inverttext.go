package predicate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// patternOf reads a pattern match with a constant pattern.
func (s *solver) patternOf(e *schema.Expr, negated bool) (language.Pattern, bool) {
	if similar, not, ok := similarTo(e); ok {
		v, _ := similar.eval(nil)
		return patternOf(string(v.B), "similar", not != negated), true
	}
	if patternOps[e.Name] == "" || len(e.Args[1].Columns()) > 0 {
		return language.Pattern{}, false
	}
	v, ok := s.constantAs(e.Args[1], textType)
	return operatorPattern(e.Name, string(v.B), negated), ok
}

// patternOps are the operators that match patterns, and how.
var patternOps = map[string]string{
	"~": "regex", "~*": "regex fold", "~~": "like", "~~*": "like fold",
	"!~": "regex", "!~*": "regex fold", "!~~": "like", "!~~*": "like fold",
}

func operatorPattern(op, text string, negated bool) language.Pattern {
	return patternOf(text, patternOps[op], negated != (op[0] == '!'))
}

// invertPattern asks a text for a pattern that is understood.
func (s *solver) invertPattern(x *schema.Expr, p language.Pattern) ([]effect, bool) {
	t := s.typeOf(x)
	if t.Name.Name == "" || !isText(t) {
		return nil, false
	}
	if short(t) == "citext" {
		p.Fold = true
	}
	if _, err := language.NewMatcher([]language.Pattern{p}, language.Options{}); err != nil {
		return nil, false
	}
	want := domain.Domain{Patterns: []language.Pattern{p}}
	if short(t) == "bpchar" && x.Kind == schema.ExprColumn {
		want = domain.Domain{Padded: want.Patterns}
	}
	return s.invert(x, want)
}

// matching asks for a regular expression.
func matching(format string, args ...any) domain.Domain {
	return domain.Domain{Patterns: []language.Pattern{{Text: fmt.Sprintf(format, args...)}}}
}

func liking(text string, negated bool) domain.Domain {
	return domain.Domain{Patterns: []language.Pattern{{Syntax: language.Like, Text: text, Negated: negated}}}
}

// invertLower takes texts that are small already, which is narrower than
// needed and always enough. On a range it is the lower bound.
func invertLower(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) == 1 && newBinder(s.Scope).isRange(s.typeOf(e.Args[0])) {
		return s.invertBound(e.Args[0], want, true)
	}
	want.Lower = true
	return s.enough(e.Args[0], want)
}

func invertUpper(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) == 1 && newBinder(s.Scope).isRange(s.typeOf(e.Args[0])) {
		return s.invertBound(e.Args[0], want, false)
	}
	want.Upper = true
	return s.enough(e.Args[0], want)
}

// invertTrim takes texts that are trimmed already.
func invertTrim(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) == 2 {
		if blank, ok := literalText(e.Args[1]); !ok || blank != " " {
			return nil, false
		}
	}
	if !isText(s.typeOf(e.Args[0])) {
		return nil, false
	}
	want.Trimmed = true
	return s.enough(e.Args[0], want)
}

// enough is invert by what is narrower than needed.
func (s *solver) enough(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if s.narrowed = true; s.wary {
		return nil, false
	}
	return s.invert(e, want)
}

// texts1 are the wanted texts and whether they are excluded instead.
func texts1(want domain.Domain) (list []string, excluded, ok bool) {
	if want.Intervals != nil || want.Patterns != nil || want.Set != nil && want.Not != nil || want.Set == nil && want.Not == nil {
		return nil, false, false
	}
	values := want.Set
	if want.Set == nil {
		values, excluded = want.Not, true
	}
	for _, v := range values {
		list = append(list, string(v.B))
	}
	return list, excluded, true
}

// invertAffix asks for texts that start or end with one of the wanted ones.
func (s *solver) invertAffix(x *schema.Expr, n int64, want domain.Domain, like func(string) string) ([]effect, bool) {
	list, excluded, ok := texts1(want)
	if !ok || n <= 0 || n > 1000 {
		return nil, false
	}
	if excluded {
		d := domain.Domain{}
		for _, text := range list {
			switch length := int64(utf8.RuneCountInString(text)); {
			case length == n:
				d = domain.Intersect(d, liking(like(text), true))
			case length < n:
				d.Not = append(d.Not, value.String(text))
			}
		}
		return s.invert(x, d)
	}
	out := []effect{}
	for _, text := range list {
		d := domain.Domain{Set: []value.Value{value.String(text)}}
		switch length := int64(utf8.RuneCountInString(text)); {
		case length == n:
			d = liking(like(text), false)
		case length > n:
			continue
		}
		got, ok := s.invert(x, d)
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, true
}

// count1 is an integer argument.
func (s *solver) count1(e *schema.Expr, at int) (int64, bool) {
	if at >= len(e.Args) || len(e.Args[at].Columns()) > 0 {
		return 0, false
	}
	v, ok := s.constantAs(e.Args[at], int4Type)
	return v.I, ok
}

func invertLeft(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	n, ok := s.count1(e, 1)
	if !ok {
		return nil, false
	}
	return s.invertAffix(e.Args[0], n, want, func(text string) string { return likeQuote(text) + "%" })
}

func invertRight(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	n, ok := s.count1(e, 1)
	if !ok {
		return nil, false
	}
	return s.invertAffix(e.Args[0], n, want, func(text string) string { return "%" + likeQuote(text) })
}

// invertSubstring asks for texts with one of the wanted ones at a place, which
// is the rest of the text where no length is given.
func invertSubstring(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	from, ok := s.count1(e, 1)
	n, ends := int64(-1), "%"
	if len(e.Args) > 2 {
		var known bool
		n, known = s.count1(e, 2)
		ok = ok && known && n >= 1 && n <= 1000
	} else {
		ends = ""
	}
	list, excluded, okList := texts1(want)
	if !ok || !okList || from < 1 || from > 200 {
		return nil, false
	}
	at := func(text string, negated bool) (domain.Domain, bool) {
		whole := n < 0 && (text != "" || from == 1) || int64(utf8.RuneCountInString(text)) == n
		return liking(strings.Repeat("_", int(from-1))+likeQuote(text)+ends, negated), whole
	}
	out, none := []effect{}, domain.Domain{}
	for _, text := range list {
		d, ok := at(text, excluded)
		if !ok {
			return nil, false
		}
		if none = domain.Intersect(none, d); excluded {
			continue
		}
		got, ok := s.invert(e.Args[0], d)
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	if excluded {
		return s.invert(e.Args[0], none)
	}
	return out, true
}
