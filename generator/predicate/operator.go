package predicate

import (
	"strings"
	"sync"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// operator resolves an operator and its arguments.
func (b *binder) operator(e *schema.Expr) term {
	if len(e.Args) == 1 {
		return b.prefix(e.Name, b.bind(e.Args[0]))
	}
	if len(e.Args) != 2 {
		return b.beyond()
	}
	if spelled := spellRows(e); spelled != nil {
		return b.bind(spelled)
	}
	if similar, negated, ok := similarTo(e); ok {
		return b.match(b.bind(e.Args[0]), similar, negated, "similar")
	}
	return b.operate(e.Name, b.bind(e.Args[0]), b.bind(e.Args[1]))
}

// operate applies an operator to two terms.
func (b *binder) operate(op string, x, y term) term {
	if at := strings.LastIndexByte(op, '.'); at >= 0 && (extended(x.typ) || extended(y.typ)) {
		op = op[at+1:] // OPERATOR(public.~) on citext
	}
	if comparisons[op] != nil {
		return b.compare(op, x, y)
	}
	switch op {
	case "~", "!~", "~*", "!~*":
		return b.match(x, y, op[0] == '!', map[bool]string{true: "regex fold", false: "regex"}[op[len(op)-1] == '*'])
	case "~~", "!~~", "~~*", "!~~*":
		return b.match(x, y, op[0] == '!', map[bool]string{true: "like fold", false: "like"}[op[len(op)-1] == '*'])
	case "+", "-", "*", "/", "%":
		return b.arithmetic(op, x, y)
	case "&", "|", "#", "<<", ">>":
		if x.literal == nil && isInteger(x.typ) {
			return b.bitwise(op, x, y)
		}
	case "^":
		return b.apply("power", x, y)
	case "||":
		return b.concatenate(x, y)
	case "^@":
		return b.apply("starts_with", x, y)
	}
	return b.special(op, x, y)
}

// special resolves the operators of arrays, ranges, JSON and networks, which
// are calls of functions under another name.
func (b *binder) special(op string, x, y term) term {
	t := x.typ
	if x.literal != nil {
		t = y.typ
	}
	switch {
	case x.literal != nil && y.literal != nil:
		return b.beyond()
	case t.Dims > 0 || y.literal == nil && y.typ.Dims > 0 && x.literal == nil && t.Dims > 0:
		return b.arrayOperator(op, x, y)
	case b.isMultirange(t) || y.literal == nil && b.isMultirange(y.typ):
		return b.multirangeOperator(op, x, y)
	case b.isRange(t) || y.literal == nil && b.isRange(y.typ):
		return b.rangeOperator(op, x, y)
	}
	switch short(t) {
	case "ltree":
		return b.treeOperator(op, x, y)
	case "hstore":
		return b.hstoreOperator(op, x, y)
	case "jsonb", "json":
		return b.jsonOperator(op, x, y)
	case "inet", "cidr":
		return b.netOperator(op, x, y)
	}
	return b.beyond()
}

// prefix applies an operator with one argument.
func (b *binder) prefix(op string, x term) term {
	switch op {
	case "+":
		return x
	case "-":
		if x.literal != nil {
			return b.beyond()
		}
		if short(x.typ) == "interval" {
			return b.lift(intervalType, func(a []value.Value) (value.Value, bool) { return negateInterval(a[0]) }, x)
		}
		return b.arithmetic("-", b.zero(x.typ), x)
	case "@":
		return b.apply("abs", x)
	case "|/":
		return b.apply("sqrt", x)
	}
	return b.beyond()
}

func (b *binder) zero(t schema.Type) term {
	switch kindOf(t) {
	case value.Int:
		return fixed(t, value.Integer(0))
	case value.Decimal:
		return fixed(t, value.Number(0, 0))
	case value.Float:
		// 0 - x and -x differ in the sign of zero only, which compares equal.
		return fixed(t, value.Value{Kind: value.Float})
	}
	return b.beyond()
}

// lift makes a term of a function that gives NULL for a NULL argument.
func (b *binder) lift(t schema.Type, f func(args []value.Value) (value.Value, bool), args ...term) term {
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		few := scratch.Get().(*[4]value.Value)
		v, ok := gather(few[:0], row, args, f)
		scratch.Put(few)
		return v, ok
	}}, args...)
}

// gather evaluates arguments, and a function of them.
func gather(values, row []value.Value, args []term, f func(args []value.Value) (value.Value, bool)) (value.Value, bool) {
	null := false
	for _, a := range args {
		v, ok := a.eval(row)
		if !ok {
			// Perhaps an error, which a NULL beside it does not hide.
			return v, false
		}
		null = null || v.IsNull()
		values = append(values, v)
	}
	if null {
		return value.Value{}, true
	}
	return f(values)
}

// lift1 is lift for a function of one argument.
func (b *binder) lift1(t schema.Type, f convert, x term) term {
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		v, ok := x.eval(row)
		if !ok || v.IsNull() {
			return v, ok
		}
		return f(v)
	}}, x)
}

// lift2 is lift for a function of two.
func (b *binder) lift2(t schema.Type, f binary, x, y term) term {
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		v, ok := x.eval(row)
		if !ok {
			return v, false
		}
		w, ok := y.eval(row)
		switch {
		case !ok:
			return w, false
		case v.IsNull() || w.IsNull():
			return value.Value{}, true
		}
		return f(v, w)
	}}, x, y)
}

// scratch lends the arguments of calls, which no function keeps.
var scratch = sync.Pool{New: func() any { return new([4]value.Value) }}
