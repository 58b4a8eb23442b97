package predicate

import (
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// defineBits has the functions that look into bit strings and bytes.
func defineBits() {
	for _, t := range []string{"bit", "varbit"} {
		define("get_bit", "int4", func(a []value.Value) (value.Value, bool) {
			n := a[1].I
			if n < 0 || n >= int64(len(a[0].B)) {
				return value.Value{}, false
			}
			return number(int(a[0].B[n] - '0'))
		}, t, "int4")
		define("bit_count", "int8", func(a []value.Value) (value.Value, bool) {
			n := 0
			for _, c := range a[0].B {
				n += int(c - '0')
			}
			return number(n)
		}, t)
	}
	define("get_bit", "int4", func(a []value.Value) (value.Value, bool) {
		n := a[1].I
		if n < 0 || n/8 >= int64(len(a[0].B)) {
			return value.Value{}, false
		}
		return number(int(a[0].B[n/8] >> (n % 8) & 1))
	}, "bytea", "int8")
	define("get_byte", "int4", func(a []value.Value) (value.Value, bool) {
		n := a[1].I
		if n < 0 || n >= int64(len(a[0].B)) {
			return value.Value{}, false
		}
		return number(int(a[0].B[n]))
	}, "bytea", "int4")
}

// invertBit asks for one bit of a bit string.
func invertBit(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	n, ok := s.count1(e, 1)
	if t := s.typeOf(e.Args[0]); !ok || short(t) != "bit" && short(t) != "varbit" || n < 0 || n > 1000 {
		return nil, false
	}
	bits := ""
	m := domain.NewMatcher(want)
	for _, b := range []int64{0, 1} {
		if m.Admits(value.Integer(b)) {
			bits += fmt.Sprint(b)
		}
	}
	if bits == "" {
		return []effect{}, true
	}
	return s.invert(e.Args[0], matching("^.{%d}[%s]", n, bits))
}
