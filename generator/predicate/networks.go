package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

func init() {
	define("trunc", "macaddr", func(a []value.Value) (value.Value, bool) {
		at := len(a[0].B) - len(noDevice)
		return value.String(string(a[0].B[:max(at, 0)]) + noDevice), at == 8
	}, "macaddr")
	define("family", "int4", func(a []value.Value) (value.Value, bool) {
		p, ok := value.NetOf(a[0])
		if ok && p.Addr().Is4() {
			return value.Integer(4), true
		}
		return value.Integer(6), ok
	}, "inet")
	define("masklen", "int4", func(a []value.Value) (value.Value, bool) {
		p, ok := value.NetOf(a[0])
		return value.Integer(int64(p.Bits())), ok
	}, "inet")
	define("host", "text", func(a []value.Value) (value.Value, bool) {
		p, ok := value.NetOf(a[0])
		text := p.Addr().String() // of zeros in a row, Postgres may leave out others
		return value.String(text), ok && (p.Addr().Is4() || !strings.Contains(text, "::") && p.Addr().Zone() == "")
	}, "inet")
}

// netOperator is containment among addresses: << <<= >> >>= &&.
func (b *binder) netOperator(op string, x, y term) term {
	inet := builtin("inet")
	x, y = b.as(x, inet), b.as(y, inet)
	if op == ">>" || op == ">>=" {
		x, y = y, x
	}
	switch op {
	case "<<", "<<=", ">>", ">>=", "&&":
	default:
		return b.beyond()
	}
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		p, okP := value.NetOf(a[0])
		q, okQ := value.NetOf(a[1])
		if !okP || !okQ {
			return value.Value{}, false
		}
		same := p.Addr().BitLen() == q.Addr().BitLen()
		inside := same && p.Bits() >= q.Bits() && q.Masked().Contains(p.Addr())
		switch op {
		case "&&":
			return value.Boolean(same && p.Masked().Overlaps(q.Masked())), true
		case "<<", ">>":
			inside = inside && p.Bits() > q.Bits()
		}
		return value.Boolean(inside), true
	}, x, y)
}
