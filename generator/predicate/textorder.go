package predicate

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
)

// orderPattern is the texts that stand in an order to another and begin as it
// does, until they go on with digits and letters of the case that the bound has
// there: on those all common collations agree. It is narrower than the
// constraint, never wider.
func orderPattern(op, bound string) (domain.Domain, bool) {
	if bound == "" {
		switch op {
		case ">":
			return domain.Domain{Len: domain.AtLeast(1)}, true
		case ">=":
			return domain.Domain{}, true
		case "<":
			return domain.Domain{Set: nil, Len: domain.Between(1, 0)}, true
		}
		return domain.Domain{Len: domain.Between(0, 0)}, true
	}
	if !ascii([]byte(bound)) || len(bound) > 60 {
		return domain.Domain{}, false
	}
	above := op == ">" || op == ">="
	rest := "[0-9a-z]"
	if bound != strings.ToLower(bound) {
		rest = "[0-9A-Za-z]"
	}
	var branches []string
	for i := range len(bound) {
		if class := beside(bound[i], above); class != "" {
			branches = append(branches, quote(bound[:i])+class+rest+"*")
		}
	}
	switch op {
	case ">":
		branches = append(branches, quote(bound)+rest+"+")
	case ">=":
		branches = append(branches, quote(bound)+rest+"*")
	default:
		for i := range len(bound) {
			if plain(bound[i]) {
				branches = append(branches, quote(bound[:i]))
			}
		}
		if op == "<=" {
			branches = append(branches, quote(bound))
		}
	}
	if len(branches) == 0 {
		return domain.Domain{}, false
	}
	return domain.Domain{Patterns: []language.Pattern{{Text: "^(" + strings.Join(branches, "|") + ")$"}}}, true
}

// beside is the class of the characters above or below c, of which alike knows
// the order; "" for none.
func beside(c byte, above bool) string {
	order := "0123456789abcdefghijklmnopqrstuvwxyz"
	if c >= 'A' && c <= 'Z' {
		order = strings.ToUpper(order)
	}
	at := strings.IndexByte(order, c)
	if at < 0 {
		return ""
	}
	part := order[:at]
	if above {
		part = order[at+1:]
	}
	if part == "" {
		return ""
	}
	return "[" + part + "]"
}

// quote makes a text stand for itself in a regular expression.
func quote(s string) string { return regexp.QuoteMeta(s) }

// likeQuote makes a text stand for itself in a LIKE pattern.
func likeQuote(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}
