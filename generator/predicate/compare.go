package predicate

import (
	"bytes"
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// comparisons maps the operators to what they ask of an order.
var comparisons = map[string]func(order int) bool{
	"=":  func(c int) bool { return c == 0 },
	"<>": func(c int) bool { return c != 0 },
	"!=": func(c int) bool { return c != 0 },
	"<":  func(c int) bool { return c < 0 },
	"<=": func(c int) bool { return c <= 0 },
	">":  func(c int) bool { return c > 0 },
	">=": func(c int) bool { return c >= 0 },
}

// pair gives two terms the type in which they are compared.
func (b *binder) pair(x, y term) (term, term, schema.Type, bool) {
	switch {
	case x.literal != nil && y.literal != nil:
		return b.as(x, textType), b.as(y, textType), textType, true
	case x.literal != nil:
		t := b.comparable(y.typ)
		return b.as(x, t), b.as(y, t), t, true
	case y.literal != nil:
		t := b.comparable(x.typ)
		return b.as(x, t), b.as(y, t), t, true
	}
	t, ok := common(x.typ, y.typ)
	if !ok {
		return x, y, t, false
	}
	return b.as(x, t), b.as(y, t), t, true
}

// comparable is the type that a comparison of t with a plain literal works
// in: varchar has no operators of its own.
func (b *binder) comparable(t schema.Type) schema.Type {
	if short(t) == "varchar" {
		return textType
	}
	t.Mods = nil
	return t
}

// compare is a comparison of two terms.
func (b *binder) compare(op string, x, y term) term {
	test, ok := comparisons[op]
	if !ok {
		return b.beyond()
	}
	collation := x.collation
	if y.collation != "" {
		collation = y.collation
	}
	x, y, t, ok := b.pair(x, y)
	if !ok {
		return b.beyond()
	}
	equality := op == "=" || op == "<>" || op == "!="
	order := b.order(t, collation)
	if equality {
		order = b.equality(t, collation)
	}
	return boolean(func(row []value.Value) Truth {
		v, okV := x.eval(row)
		w, okW := y.eval(row)
		switch {
		case !okV || !okW:
			return Unknown
		case v.IsNull() || w.IsNull():
			return Null
		}
		c, ok := order(v, w)
		if !ok {
			return Unknown
		}
		return of(test(c))
	}, x, y)
}

// orderer orders two values that are not NULL; false when it does not know.
type orderer func(v, w value.Value) (int, bool)

// equality tells equal values from others: text by its bytes, unless the
// collation may be nondeterministic.
func (b *binder) equality(t schema.Type, collation string) orderer {
	switch {
	case custom(collation):
		return never
	case short(t) == "jsonb":
		return equalJSON
	case t.Dims == 0 && isText(t) || b.isEnum(t):
		codec := b.codec(t)
		return func(v, w value.Value) (int, bool) {
			if short(t) == "citext" && !(ascii(v.B) && ascii(w.B)) {
				return 0, bytes.Equal(v.B, w.B)
			}
			return codec.Compare(v, w)
		}
	case short(t) == "json", short(t) == "xml", short(t) == "point":
		return never
	}
	return b.ordinary(t)
}

// custom reports whether a collation may call different texts equal.
func custom(collation string) bool {
	switch collation {
	case "", "C", `"C"`, "POSIX", `"POSIX"`, "default", `"default"`, "ucs_basic",
		`pg_catalog."C"`, `pg_catalog."POSIX"`, `pg_catalog."default"`:
		return false
	}
	return true
}

func never(value.Value, value.Value) (int, bool) { return 0, false }

func (b *binder) isEnum(t schema.Type) bool { return t.Dims == 0 && b.Schema.Enum(t.Name) != nil }

// order is the order of a type. Text is ordered only where every collation
// agrees: see plain.
func (b *binder) order(t schema.Type, collation string) orderer {
	switch {
	case bytewise(collation) && t.Dims == 0 && isText(t):
		return b.ordinary(t)
	case t.Dims == 0 && isText(t) && short(t) != "name":
		return orderText
	case short(t) == "jsonb", short(t) == "json":
		return never
	}
	if c := b.codec(t); c == nil || c.Collated() {
		return never
	}
	return b.ordinary(t)
}

func bytewise(collation string) bool {
	switch collation {
	case "C", `"C"`, "POSIX", `"POSIX"`, "ucs_basic", `pg_catalog."C"`, `pg_catalog."POSIX"`:
		return true
	}
	return false
}

func (b *binder) ordinary(t schema.Type) orderer {
	c := b.codec(t)
	if c == nil {
		return never
	}
	return func(v, w value.Value) (int, bool) {
		if v.Kind == value.Float && (math.IsNaN(v.F) || math.IsNaN(w.F)) {
			return 0, false
		}
		return c.Compare(v, w)
	}
}

// orderText orders texts where the common collations agree: equal ones, and
// those that begin alike and go on with digits or letters of one case, or with
// one and nothing. Blanks at the end do not count, as in char(n).
func orderText(v, w value.Value) (int, bool) {
	at := 0
	for at < min(len(v.B), len(w.B)) && v.B[at] == w.B[at] {
		at++
	}
	x, y := v.B[at:], w.B[at:]
	switch {
	case len(x) == 0 && len(y) == 0:
		return 0, true
	case !ascii(v.B[:at]):
		return 0, false
	case len(x) == 0:
		return -1, plain(y[0])
	case len(y) == 0:
		return 1, plain(x[0])
	}
	return bytes.Compare(x, y), alike(x[0], y[0])
}

// plain reports a digit or a letter of ASCII.
func plain(c byte) bool { return alike(c, c) }

// alike reports two characters that all common collations order as C does:
// digits, and letters of one case.
func alike(c, d byte) bool {
	small := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }
	large := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' }
	return small(c) && small(d) || large(c) && large(d)
}

func ascii(s []byte) bool {
	for _, c := range s {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// distinct is IS DISTINCT FROM, which never is NULL.
func (b *binder) distinct(e *schema.Expr) term {
	x, y := b.bind(e.Args[0]), b.bind(e.Args[1])
	equal := b.compare("=", x, y)
	x, y, _, ok := b.pair(x, y)
	if !ok {
		return b.beyond()
	}
	return boolean(func(row []value.Value) Truth {
		v, okV := x.eval(row)
		w, okW := y.eval(row)
		if !okV || !okW {
			return Unknown
		}
		if v.IsNull() || w.IsNull() {
			return of((v.IsNull() != w.IsNull()) != e.Negated)
		}
		t := truth(equal.eval(row))
		if t == Unknown {
			return t
		}
		return of((t == False) != e.Negated)
	}, x, y, equal)
}

// Between spells x BETWEEN a AND b with comparisons.
func Between(e *schema.Expr) *schema.Expr {
	x, low, high := e.Args[0], e.Args[1], e.Args[2]
	within := func(low, high *schema.Expr) *schema.Expr {
		return &schema.Expr{Kind: schema.ExprAnd, Args: []*schema.Expr{operation(">=", x, low), operation("<=", x, high)}}
	}
	out := within(low, high)
	if e.Name == "symmetric" {
		out = &schema.Expr{Kind: schema.ExprOr, Args: []*schema.Expr{out, within(high, low)}}
	}
	if e.Negated {
		return &schema.Expr{Kind: schema.ExprNot, Args: []*schema.Expr{out}}
	}
	return out
}

func operation(op string, args ...*schema.Expr) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprOp, Name: op, Args: args}
}
