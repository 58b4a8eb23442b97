package predicate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// affixMark begins the operator of a bound on a part of a text: "@^" for its
// start, "@$" for its end, "@/3" for the third part between slashes; "@<" is
// a start of another text, "@>" an end of it.
const affixMark = '@'

// isolateAffix solves starts_with(column, …), and left, right, split_part of
// a column that equal an expression over others.
func (s *solver) isolateAffix(e *schema.Expr, column string) []isolated {
	op, x, part, rough := s.affix(e)
	if op == "" {
		return nil
	}
	x = unwrap(x)
	if p := unwrap(part); p.Kind == schema.ExprColumn && p.Name == column && mentions(x, column) == 0 && s.isAffix(e, p) {
		return []isolated{{map[string]string{"@^": "@<", "@$": "@>"}[op], x, rough}}
	}
	if x.Kind != schema.ExprColumn || x.Name != column || mentions(part, column) > 0 || len(part.Columns()) == 0 ||
		!isText(s.typeOf(x)) || short(s.typeOf(x)) == "bpchar" || !isText(s.typeOf(part)) {
		return nil
	}
	return []isolated{{op, part, rough}}
}

// isAffix reports that the predicate holds of every start or end of the whole
// text: starts_with(…, part), and left or right by length(part).
func (s *solver) isAffix(e, part *schema.Expr) bool {
	if _, plain := s.plainColumn(part); !plain || short(s.typeOf(part)) == "bpchar" || !isText(s.typeOf(part)) {
		return false
	}
	if e.Kind == schema.ExprCall || e.Name == "^@" {
		return true
	}
	for _, x := range e.Args {
		x = unwrap(x)
		if x.Kind != schema.ExprCall || x.Name != "left" && x.Name != "right" || len(x.Args) != 2 {
			continue
		}
		if n := unwrap(x.Args[1]); n.Kind == schema.ExprCall && len(n.Args) == 1 && sameColumn(n.Args[0], part) {
			return n.Name == "length" || n.Name == "char_length"
		}
	}
	return false
}

// affix reads such a predicate: the bound's operator, the whole text, and
// what its part is. A rough one says less than the predicate.
func (s *solver) affix(e *schema.Expr) (op string, whole, part *schema.Expr, rough bool) {
	if (e.Kind == schema.ExprCall && lastPart(e.Name) == "starts_with" || e.Kind == schema.ExprOp && e.Name == "^@") && len(e.Args) == 2 {
		return string(affixMark) + "^", e.Args[0], e.Args[1], false
	}
	if e.Kind != schema.ExprOp || e.Name != "=" || len(e.Args) != 2 {
		return "", nil, nil, false
	}
	for side, x := range e.Args {
		x = unwrap(x)
		if x.Kind != schema.ExprCall || len(x.Args) == 0 || x.Args[0] == nil {
			continue
		}
		switch other := e.Args[1-side]; x.Name {
		case "left", "substr", "substring":
			if len(x.Args) == 2 && x.Name == "left" || len(x.Args) == 3 && s.isOne(x.Args[1]) {
				return string(affixMark) + "^", x.Args[0], other, true
			}
		case "right":
			return string(affixMark) + "$", x.Args[0], other, true
		case "split_part":
			n, ok := s.count1(x, 2)
			separator, known := literalText(x.Args[1])
			if ok && known && n >= 1 && n <= 50 && utf8.RuneCountInString(separator) == 1 {
				return fmt.Sprintf("%c%s%d", affixMark, separator, n), x.Args[0], other, true
			}
		}
	}
	return "", nil, nil, false
}

func (s *solver) isOne(e *schema.Expr) bool {
	v, ok := s.constantAs(e, int4Type)
	return ok && len(e.Columns()) == 0 && v.I == 1
}

// Shapes reports that a text or an element is made up by the bound, so that
// hardly any value drawn without it passes.
func (b *Bound) Shapes() bool {
	switch b.Op[0] {
	case affixMark, memberMark, fieldMark, '~':
		return true
	}
	return false
}

// affixed is the pattern of texts with such a part; false where none has it.
func affixed(op string, v value.Value) (language.Pattern, bool) {
	text := string(v.B)
	switch op = op[1:]; {
	case op == "^":
		return language.Pattern{Syntax: language.Like, Text: likeQuote(text) + "%"}, true
	case op == "$":
		return language.Pattern{Syntax: language.Like, Text: "%" + likeQuote(text)}, true
	}
	_, size := utf8.DecodeRuneInString(op)
	separator := op[:size]
	n, err := strconv.Atoi(op[size:])
	if err != nil || text == "" || strings.Contains(text, separator) {
		return language.Pattern{}, false
	}
	if n == 1 {
		return language.Pattern{Syntax: language.Like, Text: likeQuote(text+separator) + "%"}, true
	}
	before := fmt.Sprintf("([^%s]*%s){%d}", bracketQuote(separator), quote(separator), n-1)
	return language.Pattern{Text: fmt.Sprintf("^%s%s(%s|$)", before, quote(text), quote(separator))}, true
}

// maxAffixes bounds how many starts or ends of a text are listed.
const maxAffixes = 32

// affixes are the starts or the ends of a text, but for the empty one.
func affixes(op string, v value.Value) domain.Domain {
	text := []rune(string(v.B))
	d := domain.Domain{Set: []value.Value{}}
	for n := 1; n <= min(len(text), maxAffixes); n++ {
		part := text[:n]
		if op == "@>" {
			part = text[len(text)-n:]
		}
		d.Set = append(d.Set, value.String(string(part)))
	}
	return d
}
