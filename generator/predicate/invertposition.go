package predicate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// invertPosition asks for a text in which another comes first at one of the
// wanted places; 0 is nowhere.
func invertPosition(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || len(e.Args[1].Columns()) > 0 {
		return nil, false
	}
	v, ok := s.constantAs(e.Args[1], textType)
	text := string(v.B)
	if !ok || text == "" {
		return nil, false
	}
	single := utf8.RuneCountInString(text) == 1
	if want.Set == nil && len(want.Not) == 1 && want.Intervals == nil {
		if n, _ := value.DecimalInt(asDecimal(want.Not[0])); n == 0 {
			return s.invert(e.Args[0], liking("%"+likeQuote(text)+"%", false))
		}
	}
	list, not, ok := spans(want)
	if !ok || len(not) > 0 {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		got, ok := s.positioned(e.Args[0], text, single, span)
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, true
}

func (s *solver) positioned(x *schema.Expr, text string, single bool, span domain.Span) ([]effect, bool) {
	nowhere := liking("%"+likeQuote(text)+"%", true)
	switch {
	case span.Capped && span.Max == 0:
		return s.invert(x, nowhere)
	case !span.Capped && span.Min == 1:
		return s.invert(x, liking("%"+likeQuote(text)+"%", false))
	case !single || span.Max > 200 || span.Min > 200:
		return nil, false
	}
	out := []effect{}
	if span.Min == 0 {
		got, ok := s.invert(x, nowhere)
		if !ok {
			return nil, false
		}
		out, span.Min = got, 1
	}
	bound := fmt.Sprintf("{%d,}", span.Min-1)
	if span.Capped {
		bound = fmt.Sprintf("{%d,%d}", span.Min-1, span.Max-1)
	}
	got, ok := s.invert(x, matching("^[^%s]%s%s", bracketQuote(text), bound, quote(text)))
	return append(out, got...), ok
}

// bracketQuote makes a character stand for itself in a bracket expression.
func bracketQuote(c string) string {
	if strings.ContainsAny(c, `\]^-[`) {
		return `\` + c
	}
	return c
}

// invertSplit asks for the n-th part between single-character separators.
func invertSplit(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	n, ok := s.count1(e, 2)
	list, excluded, okList := texts1(want)
	if !ok || !okList || n < 1 || n > 50 || len(e.Args[1].Columns()) > 0 {
		return nil, false
	}
	v, ok := s.constantAs(e.Args[1], textType)
	separator := string(v.B)
	if !ok || utf8.RuneCountInString(separator) != 1 {
		return nil, false
	}
	other := "[^" + bracketQuote(separator) + "]"
	before := fmt.Sprintf("^(%s*%s){%d}", other, quote(separator), n-1)
	if excluded {
		if len(list) != 1 || list[0] != "" {
			return nil, false
		}
		return s.invert(e.Args[0], matching("%s%s", before, other))
	}
	var parts []string
	for _, text := range list {
		if text == "" || strings.Contains(text, separator) {
			return nil, false
		}
		parts = append(parts, quote(text))
	}
	return s.invert(e.Args[0], matching("%s(%s)(%s|$)", before, strings.Join(parts, "|"), quote(separator)))
}
