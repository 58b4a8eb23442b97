package predicate

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// forms are the predicates on texts that the model has no words for, as
// Postgres prints them: x IS JSON, x IS DOCUMENT.
var forms = regexp.MustCompile(`(?i)^\(*("?[^"() ]+"?|"[^"]*")(\)*::[a-z ]+)?\)* +IS +(NOT +)?(JSON(?: +(?:VALUE|OBJECT|ARRAY|SCALAR))?|DOCUMENT)\)*$`)

// constructOpaque reads such a predicate on one column.
func (s *solver) constructOpaque(a atom) ([]effect, bool) {
	format, negated, found := formOf(a.expr)
	i, ok := s.onlyColumn(a.expr)
	if !found || !ok || negated != a.negated {
		return nil, false
	}
	if format == "xml document" {
		return []effect{{i, domain.Domain{Format: format}}}, true
	}
	words := strings.Fields(format)
	base, _ := s.Schema.Base(s.Table.Columns[i].Type)
	if short(base) == "json" || short(base) == "jsonb" {
		if len(words) == 2 && words[1] != "scalar" {
			return []effect{{i, domain.Domain{JSON: &domain.JSON{Type: words[1]}}}}, true
		}
		return []effect{{i, domain.Domain{}}}, len(words) == 1
	}
	return []effect{{i, domain.Domain{Format: format}}}, isText(base)
}

// formOf names the form in the words of domain.Domain's Format.
func formOf(e *schema.Expr) (format string, negated, ok bool) {
	m := forms.FindStringSubmatch(strings.TrimSpace(e.SQL))
	if m == nil {
		return "", false, false
	}
	words := strings.Fields(strings.ToLower(m[4]))
	if words[0] == "document" {
		return "xml document", m[3] != "", true
	}
	if len(words) == 2 && words[1] != "value" {
		return "json " + words[1], m[3] != "", true
	}
	return "json", m[3] != "", true
}

// form evaluates such a predicate.
func (b *binder) form(e *schema.Expr) term {
	format, negated, ok := formOf(e)
	if !ok || len(e.Args) != 1 {
		return b.beyond()
	}
	x := b.bind(e.Args[0])
	if format == "xml document" && !x.typ.Is("xml") || format != "xml document" && !isText(x.typ) && short(x.typ) != "json" && short(x.typ) != "jsonb" {
		return b.beyond()
	}
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		is, known := hasForm(a[0], format)
		return value.Boolean(is != negated), known
	}, x)
}

// hasForm is sure of JSON but for escapes, which the server may refuse, and
// of XML where it is well-formed with one element around all.
func hasForm(v value.Value, format string) (is, known bool) {
	if format == "xml document" {
		return wellFormed(v.B), wellFormed(v.B)
	}
	doc, ok := document(v)
	if !ok || bytes.Contains(v.B, []byte(`\u`)) {
		return false, !bytes.Contains(v.B, []byte(`\`)) && utf8.Valid(v.B)
	}
	kind := typeOf(doc)
	switch format {
	case "json object":
		return kind == "object", true
	case "json array":
		return kind == "array", true
	case "json scalar":
		return kind != "object" && kind != "array", true
	}
	return true, true
}

func wellFormed(text []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(text))
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF) && depth == 0 && roots == 1
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.Directive:
			return false
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				return false
			}
		}
	}
}
