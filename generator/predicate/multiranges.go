package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// isMultirange holds for multirange types.
func (b *binder) isMultirange(t schema.Type) bool {
	c := b.codec(t)
	return t.Dims == 0 && c != nil && c.Kind() == value.Array
}

// multirangeOperator is containment and overlap where one side at least is a
// multirange, the other one too, a range or an element.
func (b *binder) multirangeOperator(op string, x, y term) term {
	if op == "<@" {
		op, x, y = "@>", y, x
	}
	if x.literal != nil {
		x = b.as(x, y.typ)
	}
	if y.literal != nil {
		y = b.as(y, x.typ)
	}
	codec := b.codec(x.typ)
	if codec == nil || codec.Elem() == nil {
		return b.beyond()
	}
	bound := codec.Elem()
	if b.isMultirange(x.typ) {
		bound = bound.Elem()
	}
	if bound == nil || bound.Collated() {
		return b.beyond()
	}
	order := func(v, w value.Value) (int, bool) { return bound.Compare(v, w) }
	whole := b.isMultirange(y.typ) || b.isRange(y.typ)
	switch {
	case op == "@>" && whole:
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return every(w, v, order) })
	case op == "&&" && whole:
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return anyMeets(v, w, order) })
	case op == "@>":
		y = b.as(y, bound.Type)
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return anyHolds(v, w, order) })
	}
	return b.beyond()
}

// parts are the ranges of a multirange; a range is its own.
func parts(v value.Value) []value.Value {
	if v.Kind == value.Array {
		return v.E
	}
	return []value.Value{v}
}

// every reports whether each range of w lies in one of v: ranges of a
// multirange do not touch, so that none lies in two together.
func every(w, v value.Value, order orderer) (bool, bool) {
	for _, x := range parts(w) {
		inside := emptyRange(x)
		for _, y := range parts(v) {
			is, ok := encloses(y, x, order)
			if !ok {
				return false, false
			}
			inside = inside || is
		}
		if !inside {
			return false, true
		}
	}
	return true, true
}

func anyMeets(v, w value.Value, order orderer) (bool, bool) {
	for _, x := range parts(w) {
		for _, y := range parts(v) {
			if is, ok := meets(y, x, order); is || !ok {
				return is, ok
			}
		}
	}
	return false, true
}

func anyHolds(v, x value.Value, order orderer) (bool, bool) {
	for _, y := range parts(v) {
		if is, ok := holdsElement(y, x, order); is || !ok {
			return is, ok
		}
	}
	return false, true
}

// timezone is x AT TIME ZONE, in which only UTC is known.
func (b *binder) timezone(args []term) term {
	if len(args) != 2 || args[1].literal != nil {
		return b.beyond()
	}
	zone, ok := b.as(args[0], textType).eval(nil)
	switch name := strings.ToUpper(string(zone.B)); {
	case !ok || !args[0].constant || name != "UTC" && name != "GMT" && name != "ETC/UTC":
		return b.beyond()
	case short(args[1].typ) == "timestamptz":
		return b.cast(args[1], stampType)
	case short(args[1].typ) == "timestamp":
		return b.cast(args[1], zonedType)
	}
	return b.beyond()
}
