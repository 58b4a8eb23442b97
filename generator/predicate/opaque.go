package predicate

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
)

// forms are the predicates on texts that the model has no words for, as
// Postgres prints them: x IS JSON, x IS DOCUMENT.
var forms = regexp.MustCompile(`(?i)^\(*("?[^"() ]+"?|"[^"]*")(\)*::[a-z ]+)?\)* +IS +(NOT +)?(JSON(?: +(?:VALUE|OBJECT|ARRAY|SCALAR))?|DOCUMENT)\)*$`)

// constructOpaque reads such a predicate on one column.
func (s *solver) constructOpaque(a atom) ([]effect, bool) {
	m := forms.FindStringSubmatch(strings.TrimSpace(a.expr.SQL))
	i, ok := s.onlyColumn(a.expr)
	if m == nil || !ok || (m[3] != "") != a.negated {
		return nil, false
	}
	words := strings.Fields(strings.ToLower(m[4]))
	if words[0] == "document" {
		return []effect{{i, domain.Domain{Format: "xml document"}}}, true
	}
	format := "json"
	if len(words) == 2 && words[1] != "value" {
		format += " " + words[1]
	}
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	if short(base) == "json" || short(base) == "jsonb" {
		if len(words) == 2 && (words[1] == "object" || words[1] == "array") {
			return []effect{{i, domain.Domain{JSON: &domain.JSON{Type: words[1]}}}}, true
		}
		return []effect{{i, domain.Domain{}}}, len(words) == 1
	}
	return []effect{{i, domain.Domain{Format: format}}}, isText(base)
}
