package predicate

import (
	"fmt"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// spellings are texts that the input functions of types read, by the type's
// name: fewer than there are.
var spellings = map[string]string{
	"uuid":        `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
	"inet":        `^192\.0\.2\.([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-4])$`,
	"cidr":        `^10\.([1-9]|[1-9][0-9]|1[0-9][0-9])\.([1-9]|[1-9][0-9]|1[0-9][0-9])\.0/24$`,
	"macaddr":     `^02(:[0-9a-f]{2}){5}$`,
	"json":        `^\{"[a-z]{2,8}": [1-9][0-9]{0,4}\}$`,
	"jsonb":       `^\{"[a-z]{2,8}": [1-9][0-9]{0,4}\}$`,
	"int2":        `^[1-9][0-9]{0,3}$`,
	"int4":        `^[1-9][0-9]{0,6}$`,
	"int8":        `^[1-9][0-9]{0,11}$`,
	"numeric":     `^[1-9][0-9]{0,4}\.[0-9]{2}$`,
	"float4":      `^[1-9][0-9]{0,3}\.[0-9]$`,
	"float8":      `^[1-9][0-9]{0,4}\.[0-9]{2}$`,
	"bool":        `^(true|false)$`,
	"date":        `^20[0-2][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$`,
	"timestamp":   `^20[0-2][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$`,
	"timestamptz": `^20[0-2][0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\+00$`,
	"time":        `^([01][0-9]|2[0-3]):[0-5][0-9]$`,
	"interval":    `^[1-9][0-9]? (hours|days)$`,
	"point":       `^\([1-8]?[0-9]\.[0-9]{2},[1-8]?[0-9]\.[0-9]{2}\)$`,
	"xml":         `^<item>[a-z]{1,12}</item>$`,
}

// constructReadable asks for texts that a cast reads.
func (s *solver) constructReadable(x *schema.Expr) ([]effect, bool) {
	if s.narrowed = true; s.wary || !s.readable(x) {
		return nil, false
	}
	to, _ := s.Schema.Base(x.Type)
	return s.invert(x.Args[0], matching("%s", spellings[short(to)]))
}

// readable reports a cast of a text to a type of which spellings are known.
func (s *solver) readable(x *schema.Expr) bool {
	to, _ := s.Schema.Base(x.Type)
	return spellings[short(to)] != "" && isText(s.typeOf(x.Args[0]))
}

// The characters that a text is made to begin with for its code.
const firstPrinted, lastPrinted = 33, 126

// invertASCII asks for texts that begin with a character by its code.
func invertASCII(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 1 || !orderOnly(want) {
		return nil, false
	}
	m := domain.NewMatcher(want)
	var class strings.Builder
	for code := int64(firstPrinted); code <= lastPrinted; code++ {
		if m.Allows(value.Integer(code)) {
			fmt.Fprintf(&class, `\x%02x`, code)
		}
	}
	if s.narrowed = true; s.wary || class.Len() == 0 {
		return nil, false
	}
	return s.invert(e.Args[0], matching("^[%s]", class.String()))
}

// invertCount asks for texts with so many of one character.
func invertCount(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || len(e.Args[1].Columns()) > 0 {
		return nil, false
	}
	v, ok := s.constantAs(e.Args[1], textType)
	list, not, okSpans := spans(want)
	if !ok || !okSpans || len(not) > 0 || !letter(v.B) {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		most := ""
		if span.Capped {
			most = fmt.Sprint(span.Max)
		}
		got, ok := s.invert(e.Args[0], matching("^([^%[1]s]*%[1]s){%[2]d,%[3]s}[^%[1]s]*$", v.B, span.Min, most))
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, true
}
