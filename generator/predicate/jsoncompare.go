package predicate

import (
	"encoding/json"
	"math/big"

	"github.com/effigydb/effigy/generator/value"
)

// has reports whether a text is a key, an element or the document itself.
func has(doc any, key string) bool {
	switch d := doc.(type) {
	case map[string]any:
		_, ok := d[key]
		return ok
	case []any:
		for _, x := range d {
			if s, ok := x.(string); ok && s == key {
				return true
			}
		}
	case string:
		return d == key
	}
	return false
}

func (b *binder) jsonHas(x, key term) term {
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		return value.Boolean(has(doc, string(a[1].B))), ok
	}, x, key)
}

func (b *binder) jsonHasAll(x, keys term, all bool) term {
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		for _, k := range a[1].E {
			if has(doc, string(k.B)) != all {
				return value.Boolean(!all), ok && !k.IsNull()
			}
		}
		return value.Boolean(all), ok
	}, x, keys)
}

func (b *binder) jsonContains(x, y term, swapped bool) term {
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		v, okV := document(a[0])
		w, okW := document(a[1])
		if swapped {
			v, w = w, v
		}
		return value.Boolean(includes(v, w, true)), okV && okW
	}, x, y)
}

// includes is jsonb's @>: an array may contain a bare scalar at the top only.
func includes(v, w any, top bool) bool {
	switch w := w.(type) {
	case map[string]any:
		object, ok := v.(map[string]any)
		for k, x := range w {
			y, found := object[k]
			if !found || !includes(y, x, false) {
				return false
			}
		}
		return ok
	case []any:
		list, ok := v.([]any)
		for _, x := range w {
			if !anyIncludes(list, x) {
				return false
			}
		}
		return ok
	}
	if list, ok := v.([]any); ok && top {
		return anyIncludes(list, w)
	}
	return identical(v, w)
}

func anyIncludes(list []any, x any) bool {
	for _, y := range list {
		if includes(y, x, false) {
			return true
		}
	}
	return false
}

// identical compares documents as jsonb does: numbers by value, keys in any
// order.
func identical(v, w any) bool {
	switch v := v.(type) {
	case json.Number:
		n, ok := w.(json.Number)
		if !ok {
			return false
		}
		x, okX := rational(v)
		y, okY := rational(n)
		return okX && okY && x.Cmp(y) == 0
	case map[string]any:
		o, ok := w.(map[string]any)
		if !ok || len(o) != len(v) {
			return false
		}
		for k, x := range v {
			y, found := o[k]
			if !found || !identical(x, y) {
				return false
			}
		}
		return true
	case []any:
		o, ok := w.([]any)
		if !ok || len(o) != len(v) {
			return false
		}
		for i := range v {
			if !identical(v[i], o[i]) {
				return false
			}
		}
		return true
	}
	return v == w
}

func rational(n json.Number) (*big.Rat, bool) {
	if len(n) > 60 {
		return nil, false
	}
	v, ok := parseDecimal(n.String())
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(decimalText(v))
}

// equalJSON tells equal documents; their order is not known.
func equalJSON(v, w value.Value) (int, bool) {
	x, okX := document(v)
	y, okY := document(w)
	if !okX || !okY {
		return 0, false
	}
	if identical(x, y) {
		return 0, true
	}
	return 1, true
}
