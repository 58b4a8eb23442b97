package predicate

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// defineUUIDs has the functions that look into identifiers.
func defineUUIDs() {
	define("uuid_send", "bytea", func(a []value.Value) (value.Value, bool) {
		b, ok := uuidBytes(a[0])
		return value.Value{Kind: value.Bytes, B: b}, ok
	}, "uuid")
	define("uuid_extract_version", "int2", func(a []value.Value) (value.Value, bool) {
		b, ok := uuidBytes(a[0])
		if !ok || b[8]>>6 != 2 {
			return value.Value{}, ok // NULL for another variant than that of RFC 9562
		}
		return value.Integer(int64(b[6] >> 4)), true
	}, "uuid")
}

func uuidBytes(v value.Value) ([]byte, bool) {
	b, err := hex.DecodeString(strings.ReplaceAll(string(v.B), "-", ""))
	return b, err == nil && len(b) == 16
}

// digitAt is where the n-th hexadecimal digit of an identifier stands in its
// text, among dashes after 8, 12, 16 and 20 digits.
func digitAt(n int) int {
	at := n
	for _, dash := range []int{8, 12, 16, 20} {
		if n >= dash {
			at++
		}
	}
	return at
}

// sent is the identifier below uuid_send, and which of its bytes is meant.
func (s *solver) sent(e *schema.Expr) (x *schema.Expr, at int, ok bool) {
	if e.Kind != schema.ExprCall || e.Name != "get_byte" || len(e.Args) != 2 || e.Args[0].Kind != schema.ExprCall ||
		e.Args[0].Name != "uuid_send" || len(e.Args[0].Args) != 1 {
		return nil, 0, false
	}
	n, ok := s.count1(e, 1)
	return e.Args[0].Args[0], int(n), ok && n >= 0 && n < 16
}

// invertNibble asks for the first digits of bytes of an identifier:
// get_byte(uuid_send(x), 6) >> 4, which is its version, or >> 6.
func (s *solver) invertNibble(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	x, at, ok := s.sent(e.Args[0])
	shift, known := s.count1(e, 1)
	if !ok || !known || shift < 4 || shift > 7 {
		return nil, false
	}
	m, digits := domain.NewMatcher(want), ""
	for d := range 16 {
		if m.Admits(value.Integer(int64(d >> (shift - 4)))) {
			digits += fmt.Sprintf("%x", d)
		}
	}
	if digits == "" {
		return []effect{}, true
	}
	return s.invert(x, matching("^.{%d}[%s]", digitAt(2*at), digits))
}

// invertByte asks for a byte of an identifier.
func invertByte(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	x, at, ok := s.sent(e)
	if !ok {
		return nil, false
	}
	m := domain.NewMatcher(want)
	var bytes []string
	for b := range 256 {
		if m.Admits(value.Integer(int64(b))) {
			bytes = append(bytes, fmt.Sprintf("%02x", b))
		}
	}
	if bytes == nil {
		return []effect{}, true
	}
	return s.invert(x, matching("^.{%d}(%s)", digitAt(2*at), strings.Join(bytes, "|")))
}

// invertVersion asks for identifiers of a version of RFC 9562.
func invertVersion(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 1 || short(s.typeOf(e.Args[0])) != "uuid" {
		return nil, false
	}
	m, digits := domain.NewMatcher(want), ""
	for d := range 16 {
		if m.Admits(value.Integer(int64(d))) {
			digits += fmt.Sprintf("%x", d)
		}
	}
	if digits == "" {
		return []effect{}, true
	}
	return s.invert(e.Args[0], matching("^.{%d}[%s].{4}[89ab]", digitAt(12), digits))
}

// invertScale asks for whole numbers where no digit may stand after the
// point.
func invertScale(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	t := s.typeOf(e.Args[0])
	m := domain.NewMatcher(want)
	if len(e.Args) != 1 || short(t) != "numeric" || len(t.Mods) > 0 || !m.Admits(value.Integer(0)) || m.Admits(value.Integer(1)) {
		return nil, false
	}
	return s.invert(e.Args[0], domain.Domain{Congruences: []domain.Congruence{{Modulus: 1}}})
}
