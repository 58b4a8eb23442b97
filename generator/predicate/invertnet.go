package predicate

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// netColumn is the inet or cidr column an expression is.
func (s *solver) netColumn(e *schema.Expr) (int, bool) {
	for e.Kind == schema.ExprCast && e.Type.Is("inet") {
		e = e.Args[0]
	}
	i, ok := s.plainColumn(e)
	if !ok {
		return 0, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	return i, short(base) == "inet" || short(base) == "cidr"
}

// invertFamily asks for IPv4 or IPv6.
func invertFamily(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, ok := s.netColumn(e.Args[0])
	if !ok || !orderOnly(want) {
		return nil, false
	}
	m := domain.NewMatcher(want)
	four, six := m.Allows(value.Integer(4)), m.Allows(value.Integer(6))
	switch {
	case four && six:
		return []effect{{i, domain.Domain{}}}, true
	case four:
		return []effect{{i, domain.Domain{Net: &domain.Net{Family: 4}}}}, true
	case six:
		return []effect{{i, domain.Domain{Net: &domain.Net{Family: 6}}}}, true
	}
	return []effect{}, true
}

// invertMasklen bounds the length of the mask.
func invertMasklen(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, ok := s.netColumn(e.Args[0])
	list, not, okSpans := spans(want)
	if !ok || !okSpans || len(not) > 0 {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		out = append(out, effect{i, domain.Domain{Net: &domain.Net{Mask: span}}})
	}
	return out, true
}

// invertHost asks for an address by its text: of IPv4, or of IPv6 where none
// of those has such a text.
func invertHost(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	i, ok := s.netColumn(e.Args[0])
	rest := want
	rest.Patterns, rest.Set = nil, nil
	if !ok || len(want.Patterns) == 0 && want.Set == nil || !reflect.ValueOf(rest).IsZero() {
		return nil, false
	}
	host := want.Patterns
	if want.Set != nil {
		var texts []string
		for _, v := range want.Set {
			texts = append(texts, regexp.QuoteMeta(string(v.B)))
		}
		host = append(host[:len(host):len(host)], language.Pattern{Text: "^(" + strings.Join(texts, "|") + ")$"})
	}
	s.narrowed = true
	for family, form := range []string{4: domain.Dotted, 6: domain.Grouped} {
		if form == "" || s.wary {
			continue
		}
		l, err := language.Compile(append([]language.Pattern{{Text: form}}, host...), language.Options{Want: 1})
		if err == nil && l.Count() > 0 {
			return []effect{{i, domain.Domain{Net: &domain.Net{Family: family, Host: host}}}}, true
		}
	}
	return nil, false
}

// constructNetOp handles containment in a constant network and the absence of
// overlap with one.
func (s *solver) constructNetOp(e *schema.Expr, negated bool) ([]effect, bool) {
	x, c, op := e.Args[0], e.Args[1], e.Name
	if len(x.Columns()) == 0 {
		x, c = c, x
		op = map[string]string{">>": "<<", ">>=": "<<=", "<<": ">>", "<<=": ">>=", "&&": "&&"}[op]
	}
	i, ok := s.netColumn(x)
	if !ok || len(c.Columns()) > 0 {
		return nil, false
	}
	v, ok := s.constantAs(c, builtin("inet"))
	if !ok {
		return nil, false
	}
	text := string(v.B)
	switch {
	case (op == "<<" || op == "<<=") && !negated:
		return []effect{{i, domain.Domain{Net: &domain.Net{Within: []string{text}, Strict: op == "<<"}}}}, true
	case op == "&&" && negated, (op == "<<" || op == "<<=") && negated:
		return []effect{{i, domain.Domain{Net: &domain.Net{Outside: []string{text}}}}}, true
	case op == "&&":
		return []effect{{i, domain.Domain{Net: &domain.Net{Within: []string{text}}}}}, true
	}
	return nil, false
}

// invertMaker turns trunc(x) of a hardware address, which keeps the bytes of its
// maker, into what those are.
func invertMaker(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 1 || short(s.typeOf(e.Args[0])) != "macaddr" || len(want.Set) == 0 || want.Not != nil {
		return nil, false
	}
	var makers []string
	for _, v := range want.Set {
		if text := string(v.B); strings.HasSuffix(text, noDevice) {
			makers = append(makers, strings.TrimSuffix(text, noDevice))
		}
	}
	if len(makers) == 0 {
		return s.invert(e.Args[0], domain.Domain{Set: []value.Value{}})
	}
	return s.invert(e.Args[0], matching("^(%s)", strings.Join(makers, "|")))
}

// noDevice is what trunc writes in the place of a hardware address' last bytes.
const noDevice = ":00:00:00"
