package predicate

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// zones are time zones that every server knows.
var zones = []string{
	"UTC", "Europe/Berlin", "Europe/London", "Europe/Paris", "America/New_York", "America/Chicago", "America/Los_Angeles",
	"Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "Africa/Johannesburg",
}

// constructZone handles timezone(column, …) IS NOT NULL, which raises an error
// for a text that names no time zone.
func (s *solver) constructZone(x *schema.Expr) ([]effect, bool) {
	if len(x.Args) != 2 || len(x.Args[1].Columns()) > 0 || !isText(s.typeOf(x.Args[0])) {
		return nil, false
	}
	want := domain.Domain{}
	for _, z := range zones {
		want.Set = append(want.Set, value.String(z))
	}
	return s.invert(x.Args[0], want)
}

// The addresses that texts are made of: canonical ones of private networks
// and of those for documentation.
const (
	address4 = `^10(\.(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])){3}`
	address6 = `^2001:db8(:[1-9a-f][0-9a-f]{3}){6}`
)

// addressForm handles host(x::inet) = x and (x::inet)::text = x, a text that
// is an address in its usual form, and family(x::inet) = 4 or 6.
func (s *solver) addressForm(a atom) ([]effect, bool) {
	e := a.expr
	if e.Kind != schema.ExprOp || e.Name != "=" || len(e.Args) != 2 || a.negated {
		return nil, false
	}
	for side, x := range e.Args {
		y := unwrap(e.Args[1-side])
		if n, ok := literalNumber(x); ok && (n == "4" || n == "6") && y.Kind == schema.ExprCall && y.Name == "family" && len(y.Args) == 1 {
			if y = y.Args[0]; y.Kind == schema.ExprCast && y.Type.Is("inet") && isText(s.typeOf(y.Args[0])) {
				return s.invert(y.Args[0], matching("%s", map[string]string{"4": address4 + "(/32)?$", "6": address6 + "(/128)?$"}[n]))
			}
		}
		masked := true // a cast to text and text() print the mask, host and abbrev don't
		if y.Kind == schema.ExprCall && len(y.Args) == 1 && (y.Name == "host" || y.Name == "text" || y.Name == "abbrev") {
			y, masked = y.Args[0], y.Name == "text"
		}
		x = unwrap(x)
		i, ok := s.plainColumn(x)
		if ok && y.Kind == schema.ExprCast && y.Type.Is("inet") && sameColumn(y.Args[0], x) && isText(s.typeOf(x)) {
			if masked {
				return []effect{{i, matching("%s/32$", address4)}, {i, matching("%s/128$", address6)}}, true
			}
			return []effect{{i, matching("%s$", address4)}, {i, matching("%s$", address6)}}, true
		}
	}
	return nil, false
}

// literalNumber is the text of a number constant.
func literalNumber(e *schema.Expr) (string, bool) {
	return e.Value, e.Kind == schema.ExprConst && !e.Null
}
