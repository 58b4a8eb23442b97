package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// normalForm handles x = f(x): a column that equals its own lower, upper or
// trimmed form, its truncation or itself.
func (s *solver) normalForm(a atom) ([]effect, bool) {
	e := a.expr
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || comparisons[e.Name] == nil || a.negated {
		return nil, false
	}
	if out, ok := s.boundOrder(e); ok {
		return out, true
	}
	x, y := unwrap(e.Args[0]), unwrap(e.Args[1])
	if x.Kind != schema.ExprColumn {
		x, y = y, x
	}
	i, ok := s.plainColumn(x)
	if !ok || len(y.Columns()) == 0 || s.cutsToDate(i, e) {
		return nil, false
	}
	if y.Kind == schema.ExprColumn && y.Name == x.Name {
		return s.selfComparison(i, e.Name)
	}
	if e.Name == "<>" {
		return s.unlikeForm(i, x, y)
	}
	if e.Name != "=" || y.Kind != schema.ExprCall || len(y.Args) == 0 {
		return nil, false
	}
	name := lastPart(y.Name)
	if name == "date_trunc" && len(y.Args) == 2 && sameColumn(y.Args[1], x) {
		return s.truncated(i, y.Args[0])
	}
	if wholeForms[name] && len(y.Args) == 1 && sameColumn(y.Args[0], x) {
		return s.whole(i, s.typeOf(x))
	}
	if !isText(s.typeOf(x)) {
		return nil, false
	}
	if name == "encode" {
		return spelledForm(i, x, y)
	}
	return s.textForms(i, x, y)
}

// spelledForms are the texts that encode writes, by its format; base64 breaks
// lines of more than 76 characters.
var spelledForms = map[string]domain.Domain{
	"hex":    matching("%s", "^([0-9a-f]{2})*$"),
	"base64": domain.Intersect(matching("%s", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"), domain.Domain{Len: domain.Between(0, base64Line-1)}),
}

// spelledForm is x = encode(decode(x, format), format).
func spelledForm(i int, x, y *schema.Expr) ([]effect, bool) {
	if len(y.Args) != 2 || y.Args[0].Kind != schema.ExprCall || lastPart(y.Args[0].Name) != "decode" || len(y.Args[0].Args) != 2 || !sameColumn(y.Args[0].Args[0], x) {
		return nil, false
	}
	to, ok := literalText(y.Args[1])
	from, known := literalText(y.Args[0].Args[1])
	d, has := spelledForms[strings.ToLower(to)]
	return []effect{{i, d}}, ok && known && has && strings.EqualFold(from, to)
}

// wholeForms are the functions that leave a number alone when it is whole, and
// only then.
var wholeForms = map[string]bool{"round": true, "trunc": true, "ceil": true, "ceiling": true, "floor": true}

// whole is a numeric column that equals its round(), in units of its scale.
func (s *solver) whole(i int, t schema.Type) ([]effect, bool) {
	unit := int64(1)
	for range t.Mod(1, 0) {
		unit *= 10
	}
	if short(t) != "numeric" || t.Mod(1, 0) < 0 || t.Mod(1, 0) > maxScale {
		return nil, false
	}
	return []effect{{i, domain.Domain{Congruences: []domain.Congruence{{Modulus: unit}}}}}, true
}

// maxScale is the greatest scale whose unit is an int64.
const maxScale = 18

// unlikeForm is x <> f(x), by a text that has what f takes away.
func (s *solver) unlikeForm(i int, x, y *schema.Expr) ([]effect, bool) {
	if t := short(s.typeOf(x)); y.Kind != schema.ExprCall || len(y.Args) != 1 || !sameColumn(y.Args[0], x) || t != "text" && t != "varchar" {
		return nil, false
	}
	pattern := map[string]string{"lower": "[A-Z]", "upper": "[a-z]", "btrim": "^ | $", "ltrim": "^ ", "rtrim": " $"}[lastPart(y.Name)]
	if pattern == "" {
		return nil, false
	}
	if s.narrowed = true; s.wary {
		return nil, false
	}
	return []effect{{i, matching("%s", pattern)}}, true
}

// textForms is x = f(g(x)): case and trimming do not undo each other, so that
// x has each form; of two cases the outer one holds.
func (s *solver) textForms(i int, x, y *schema.Expr) ([]effect, bool) {
	var d domain.Domain
	for {
		form, ok := textForm(y)
		if !ok {
			return nil, false
		}
		if !d.Lower && !d.Upper || !form.Lower && !form.Upper {
			d = domain.Intersect(d, form)
		}
		inner := unwrap(y.Args[0])
		if sameColumn(inner, x) {
			return []effect{{i, d}}, true
		}
		if inner.Kind != schema.ExprCall || len(inner.Args) == 0 || capitalises(y) || capitalises(inner) {
			return nil, false
		}
		y = inner
	}
}

func capitalises(e *schema.Expr) bool { return lastPart(e.Name) == "initcap" }

// textForm is what equals its own form by one call.
func textForm(call *schema.Expr) (domain.Domain, bool) {
	if len(call.Args) == 2 {
		if blank, ok := literalText(call.Args[1]); !ok || blank != " " {
			return domain.Domain{}, false
		}
	}
	switch lastPart(call.Name) {
	case "lower":
		return domain.Domain{Lower: true}, true
	case "upper":
		return domain.Domain{Upper: true}, true
	case "btrim":
		return domain.Domain{Trimmed: true}, true
	case "ltrim":
		return notMatching("^ "), true
	case "rtrim":
		return notMatching(" $"), true
	case "initcap":
		return matching(`^([A-Z][a-z0-9]*([ -][A-Z][a-z0-9]*)*)?$`), true
	}
	return domain.Domain{}, false
}

func notMatching(pattern string) domain.Domain {
	return domain.Domain{Patterns: []language.Pattern{{Text: pattern, Negated: true}}}
}

// selfComparison is x = x, which every value passes, or x < x, which none
// does.
func (s *solver) selfComparison(i int, op string) ([]effect, bool) {
	if comparisons[op](0) {
		return []effect{{i, domain.Domain{}}}, true
	}
	return []effect{{i, domain.Domain{Set: []value.Value{}}}}, true
}

// truncated is x = date_trunc(unit, x).
func (s *solver) truncated(i int, unit *schema.Expr) ([]effect, bool) {
	text, ok := literalText(unit)
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	if !ok || !isMoment(base) {
		return nil, false
	}
	text = strings.ToLower(text)
	date := short(base) == "date"
	if u := units[text]; u > 0 {
		if date {
			return []effect{{i, domain.Domain{}}}, true
		}
		return []effect{{i, domain.Domain{Congruences: []domain.Congruence{{Modulus: u}}}}}, true
	}
	d := domain.Domain{}
	one := func(field string, values ...int64) {
		d.Parts = append(d.Parts, domain.Part{Field: field, Values: values})
	}
	switch text {
	case "week":
		one("isodow", 1)
	case "month":
		one("day", 1)
	case "quarter":
		one("day", 1)
		one("month", 1, 4, 7, 10)
	case "year":
		one("doy", 1)
	default:
		return nil, false
	}
	if !date {
		d.Congruences = []domain.Congruence{{Modulus: value.Day}}
	}
	return []effect{{i, d}}, true
}

// unwrap drops casts around a column or a call that the comparison does not
// need to see: x = f(x)::t, x::t = f(x).
func unwrap(e *schema.Expr) *schema.Expr {
	for (e.Kind == schema.ExprCast || e.Kind == schema.ExprCollate) && len(e.Args) == 1 && harmless(e) {
		e = e.Args[0]
	}
	return e
}

func harmless(e *schema.Expr) bool {
	return e.Kind == schema.ExprCollate || len(e.Type.Mods) == 0 && (isText(e.Type) || isMoment(e.Type))
}

// cutsToDate reports whether a cast to date takes the time of a column that
// has one.
func (s *solver) cutsToDate(i int, e *schema.Expr) bool {
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	found := false
	e.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprCast && x.Type.Is("date")
		return !found
	})
	return found && short(base) != "date"
}

func sameColumn(e, x *schema.Expr) bool {
	e = unwrap(e)
	return e.Kind == schema.ExprColumn && e.Name == x.Name
}
