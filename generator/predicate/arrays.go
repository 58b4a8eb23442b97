package predicate

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// arrayCall resolves the functions on arrays.
func (b *binder) arrayCall(name string, args []term) term {
	if len(args) == 0 || args[0].literal != nil || args[0].typ.Dims == 0 {
		return b.beyond()
	}
	switch {
	case name == "cardinality" && len(args) == 1:
		return b.lift(int4Type, func(a []value.Value) (value.Value, bool) { return number(count(a[0])) }, args[0])
	case name == "array_ndims" && len(args) == 1:
		return b.lift(int4Type, func(a []value.Value) (value.Value, bool) {
			if len(a[0].E) == 0 {
				return value.Value{}, true
			}
			return number(depth(a[0]))
		}, args[0])
	case name == "array_length" && len(args) == 2:
		return b.lift(int4Type, arrayLength, args[0], b.as(args[1], int4Type))
	case name == "array_position" && len(args) == 2:
		return b.arrayPosition(args[0], args[1])
	}
	return b.beyond()
}

// count is the number of elements in all dimensions.
func count(v value.Value) int {
	if len(v.E) > 0 && v.E[0].Kind == value.Array {
		return len(v.E) * count(v.E[0])
	}
	return len(v.E)
}

func depth(v value.Value) int {
	if len(v.E) > 0 && v.E[0].Kind == value.Array {
		return 1 + depth(v.E[0])
	}
	return 1
}

func arrayLength(a []value.Value) (value.Value, bool) {
	v := a[0]
	if len(v.E) == 0 || a[1].I < 1 || a[1].I > int64(depth(v)) {
		return value.Value{}, true
	}
	for range a[1].I - 1 {
		v = v.E[0]
	}
	return number(len(v.E))
}

// arrayPosition finds NULLs too.
func (b *binder) arrayPosition(list, x term) term {
	x = b.as(x, list.typ.Elem())
	equal := b.equality(list.typ.Elem(), list.collation)
	return settle(term{typ: int4Type, eval: func(row []value.Value) (value.Value, bool) {
		array, ok := list.eval(row)
		v, okV := x.eval(row)
		if !ok || !okV || array.Kind == value.Array && depth(array) > 1 {
			return value.Value{}, false
		}
		for i, e := range array.E {
			if e.IsNull() || v.IsNull() {
				if e.IsNull() && v.IsNull() {
					return number(i + 1)
				}
				continue
			}
			c, ok := equal(e, v)
			if !ok {
				return value.Value{}, false
			}
			if c == 0 {
				return number(i + 1)
			}
		}
		return value.Value{}, true
	}}, list, x)
}

// arrayOperator is containment and overlap.
func (b *binder) arrayOperator(op string, x, y term) term {
	x, y, t, ok := b.pair(x, y)
	if !ok || t.Dims == 0 {
		return b.beyond()
	}
	equal := b.equality(t.Elem(), x.collation)
	var test func(v, w value.Value) (bool, bool)
	switch op {
	case "@>":
		test = func(v, w value.Value) (bool, bool) { return covers(v, w, equal) }
	case "<@":
		test = func(v, w value.Value) (bool, bool) { return covers(w, v, equal) }
	case "&&":
		test = func(v, w value.Value) (bool, bool) { return overlap(v, w, equal) }
	default:
		return b.beyond()
	}
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		if depth(a[0]) > 1 || depth(a[1]) > 1 {
			return value.Value{}, false
		}
		is, ok := test(a[0], a[1])
		return value.Boolean(is), ok
	}, x, y)
}

// covers reports whether every element of w is in v; a NULL is in nothing.
func covers(v, w value.Value, equal orderer) (bool, bool) {
	for _, x := range w.E {
		if is, ok := member(v, x, equal); !ok || !is {
			return false, ok
		}
	}
	return true, true
}

func overlap(v, w value.Value, equal orderer) (bool, bool) {
	known := true
	for _, x := range w.E {
		is, ok := member(v, x, equal)
		if is {
			return true, true
		}
		known = known && ok
	}
	return false, known
}

func member(v, x value.Value, equal orderer) (is, known bool) {
	known = true
	for _, e := range v.E {
		if e.IsNull() || x.IsNull() {
			continue
		}
		c, ok := equal(e, x)
		if ok && c == 0 {
			return true, true
		}
		known = known && ok
	}
	return false, known
}

// splitArray is string_to_array with a separator.
func (b *binder) splitArray(args []term) term {
	if len(args) != 2 {
		return b.beyond()
	}
	return b.lift(texts(), func(a []value.Value) (value.Value, bool) {
		out := value.Value{Kind: value.Array}
		switch {
		case len(a[1].B) == 0:
			return out, false
		case len(a[0].B) == 0:
			return out, true
		}
		for _, part := range strings.Split(string(a[0].B), string(a[1].B)) {
			out.E = append(out.E, value.String(part))
		}
		return out, true
	}, b.as(args[0], textType), b.as(args[1], textType))
}

// subscript is an element of an array, or a coordinate of a point.
func (b *binder) subscript(e *schema.Expr) term {
	x, at := b.bind(e.Args[0]), b.bind(e.Args[1])
	if x.literal == nil && x.typ.Is("point") {
		return b.coordinate(x, at)
	}
	if x.literal == nil && x.typ.Is("jsonb") {
		if at.literal != nil || isText(at.typ) {
			return b.jsonKey("->", x, b.as(at, textType))
		}
		return b.jsonElement("->", x, b.as(at, int4Type))
	}
	if x.literal != nil || x.typ.Dims == 0 || at.literal != nil || !isInteger(at.typ) {
		return b.beyond()
	}
	elem, _ := b.Schema.Base(x.typ.Elem())
	return b.lift(elem, func(a []value.Value) (value.Value, bool) {
		if depth(a[0]) > 1 || a[1].I < 1 || a[1].I > int64(len(a[0].E)) {
			return value.Value{}, depth(a[0]) == 1
		}
		return a[0].E[a[1].I-1], true
	}, x, at)
}

// field is a part of a composite value.
func (b *binder) field(e *schema.Expr) term {
	x := b.bind(e.Args[0])
	c := b.Schema.Composite(x.typ.Name)
	if c == nil || x.typ.Dims > 0 {
		return b.beyond()
	}
	for i, f := range c.Fields {
		if f.Name != e.Name {
			continue
		}
		base, _ := b.Schema.Base(f.Type)
		return b.lift(base, func(a []value.Value) (value.Value, bool) {
			if i >= len(a[0].E) {
				return value.Value{}, false
			}
			return a[0].E[i], true
		}, x)
	}
	return b.beyond()
}

// coordinate is point[0] or point[1].
func (b *binder) coordinate(x, at term) term {
	k, ok := at.eval(nil)
	if !at.constant || !ok || k.Kind != value.Int || k.I != 0 && k.I != 1 {
		return b.beyond()
	}
	return b.lift(floatType, func(a []value.Value) (value.Value, bool) {
		parts := strings.Split(strings.Trim(string(a[0].B), "() "), ",")
		if len(parts) != 2 {
			return value.Value{}, false
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(parts[k.I]), 64)
		return value.Value{Kind: value.Float, F: f}, err == nil
	}, x)
}
