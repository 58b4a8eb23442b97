package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// isRange holds for range types; multiranges are beyond the evaluator.
func (b *binder) isRange(t schema.Type) bool {
	if t.Dims > 0 {
		return false
	}
	if t.Name.Schema == schema.Catalog {
		switch t.Name.Name {
		case "int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange":
			return true
		}
		return false
	}
	return b.Schema.Range(t.Name) != nil
}

// rangeCall resolves the functions on one range.
func (b *binder) rangeCall(name string, x term) term {
	flag := func(f func(n int32) bool) term {
		return b.lift(boolType, func(a []value.Value) (value.Value, bool) { return value.Boolean(f(a[0].N)), true }, x)
	}
	switch name {
	case "isempty":
		return flag(func(n int32) bool { return n&value.RangeEmpty != 0 })
	case "lower_inc":
		return flag(func(n int32) bool { return n&value.RangeLowerInclusive != 0 })
	case "upper_inc":
		return flag(func(n int32) bool { return n&value.RangeUpperInclusive != 0 })
	case "lower_inf":
		return flag(func(n int32) bool { return n&value.RangeLowerInfinite != 0 })
	case "upper_inf":
		return flag(func(n int32) bool { return n&value.RangeUpperInfinite != 0 })
	}
	codec := b.codec(x.typ)
	if codec == nil || codec.Elem() == nil {
		return b.beyond()
	}
	at := 0
	if name == "upper" {
		at = 1
	}
	return b.lift(codec.Elem().Type, func(a []value.Value) (value.Value, bool) {
		if a[0].N&value.RangeEmpty != 0 {
			return value.Value{}, true
		}
		return a[0].E[at], true
	}, x)
}

// makeRange is a range from its bounds, NULL for none.
func (b *binder) makeRange(name string, args []term) term {
	t := builtin(name)
	codec := b.codec(t)
	if len(args) < 2 || len(args) > 3 || codec == nil || codec.Elem() == nil {
		return b.beyond()
	}
	low, high := b.as(args[0], codec.Elem().Type), b.as(args[1], codec.Elem().Type)
	ends := fixed(textType, value.String("[)"))
	if len(args) == 3 {
		ends = b.as(args[2], textType)
	}
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		l, okL := low.eval(row)
		h, okH := high.eval(row)
		e, okE := ends.eval(row)
		if !okL || !okH || !okE || len(e.B) != 2 {
			return value.Value{}, false
		}
		if c, ok := codec.Elem().Compare(l, h); ok && c > 0 {
			return value.Value{}, false
		}
		return codec.RangeOf(l, h, e.B[0] == '[', e.B[1] == ']', nil), true
	}}, low, high, ends)
}

// rangeOperator is containment and overlap of ranges, and of elements.
func (b *binder) rangeOperator(op string, x, y term) term {
	if op == "<@" {
		op, x, y = "@>", y, x
	}
	if x.literal != nil {
		x = b.as(x, y.typ)
	}
	if y.literal != nil {
		// range @> literal is a range to the parser.
		y = b.as(y, x.typ)
	}
	if !b.isRange(x.typ) {
		return b.beyond()
	}
	codec := b.codec(x.typ)
	if codec == nil || codec.Elem() == nil || codec.Elem().Collated() {
		return b.beyond()
	}
	order := func(v, w value.Value) (int, bool) { return codec.Elem().Compare(v, w) }
	switch {
	case op == "@>" && same(x.typ, y.typ):
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return encloses(v, w, order) })
	case op == "&&" && same(x.typ, y.typ):
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return meets(v, w, order) })
	case op == "@>":
		y = b.as(y, codec.Elem().Type)
		return b.rangeTest(x, y, func(v, w value.Value) (bool, bool) { return holdsElement(v, w, order) })
	}
	return b.beyond()
}

func (b *binder) rangeTest(x, y term, test func(v, w value.Value) (bool, bool)) term {
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		is, ok := test(a[0], a[1])
		return value.Boolean(is), ok
	}, x, y)
}

func emptyRange(v value.Value) bool { return v.N&value.RangeEmpty != 0 }

// lowers orders the lower bounds of two ranges: an open bound lies above a
// closed one, infinity below all.
func lowers(v, w value.Value, order orderer) (int, bool) {
	iv, iw := v.N&value.RangeLowerInfinite != 0, w.N&value.RangeLowerInfinite != 0
	if iv || iw {
		return btoi(iw) - btoi(iv), true
	}
	c, ok := order(v.E[0], w.E[0])
	if c == 0 {
		c = btoi(w.N&value.RangeLowerInclusive != 0) - btoi(v.N&value.RangeLowerInclusive != 0)
	}
	return c, ok
}

// uppers orders the upper bounds of two ranges.
func uppers(v, w value.Value, order orderer) (int, bool) {
	iv, iw := v.N&value.RangeUpperInfinite != 0, w.N&value.RangeUpperInfinite != 0
	if iv || iw {
		return btoi(iv) - btoi(iw), true
	}
	c, ok := order(v.E[1], w.E[1])
	if c == 0 {
		c = btoi(v.N&value.RangeUpperInclusive != 0) - btoi(w.N&value.RangeUpperInclusive != 0)
	}
	return c, ok
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func encloses(v, w value.Value, order orderer) (bool, bool) {
	switch {
	case emptyRange(w):
		return true, true
	case emptyRange(v):
		return false, true
	}
	low, ok := lowers(v, w, order)
	high, okH := uppers(v, w, order)
	return low <= 0 && high >= 0, ok && okH
}

func meets(v, w value.Value, order orderer) (bool, bool) {
	if emptyRange(v) || emptyRange(w) {
		return false, true
	}
	a, okA := below(v, w, order)
	b, okB := below(w, v, order)
	return !a && !b, okA && okB
}

// below reports whether all of v lies below all of w.
func below(v, w value.Value, order orderer) (bool, bool) {
	if v.N&value.RangeUpperInfinite != 0 || w.N&value.RangeLowerInfinite != 0 {
		return false, true
	}
	c, ok := order(v.E[1], w.E[0])
	both := v.N&value.RangeUpperInclusive != 0 && w.N&value.RangeLowerInclusive != 0
	return c < 0 || c == 0 && !both, ok
}

func holdsElement(v, x value.Value, order orderer) (bool, bool) {
	if emptyRange(v) {
		return false, true
	}
	if v.N&value.RangeLowerInfinite == 0 {
		c, ok := order(x, v.E[0])
		if !ok || c < 0 || c == 0 && v.N&value.RangeLowerInclusive == 0 {
			return false, ok
		}
	}
	if v.N&value.RangeUpperInfinite == 0 {
		c, ok := order(x, v.E[1])
		if !ok || c > 0 || c == 0 && v.N&value.RangeUpperInclusive == 0 {
			return false, ok
		}
	}
	return true, true
}
