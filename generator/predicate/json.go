package predicate

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// document parses JSON, numbers kept as they are written.
func document(v value.Value) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(v.B))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil {
		return nil, false
	}
	_, err := d.Token()
	return doc, errors.Is(err, io.EOF)
}

// spell prints a document the way only this package reads again.
func spell(doc any) (value.Value, bool) {
	text, err := json.Marshal(doc)
	return value.Value{Kind: value.Text, B: text}, err == nil
}

// jsonOperator resolves -> ->> #> #>> ? ?| ?& @> <@.
func (b *binder) jsonOperator(op string, x, y term) term {
	if x.literal != nil {
		return b.beyond()
	}
	binaryJSON := short(x.typ) == "jsonb"
	switch op {
	case "->", "->>":
		if y.literal != nil || isText(y.typ) {
			return b.jsonKey(op, x, b.as(y, textType))
		}
		if isInteger(y.typ) {
			return b.jsonElement(op, x, b.as(y, int4Type))
		}
	case "#>", "#>>":
		return b.jsonPath(op == "#>>", x, b.as(y, texts()))
	case "?":
		if binaryJSON {
			return b.jsonHas(x, b.as(y, textType))
		}
	case "?|", "?&":
		if binaryJSON {
			return b.jsonHasAll(x, b.as(y, texts()), op == "?&")
		}
	case "@>", "<@":
		if binaryJSON && (y.literal != nil || short(y.typ) == "jsonb") {
			return b.jsonContains(x, b.as(y, jsonbType), op == "<@")
		}
	}
	return b.beyond()
}

func texts() schema.Type {
	t := textType
	t.Dims = 1
	return t
}

// jsonCall resolves the functions.
func (b *binder) jsonCall(name string, args []term) term {
	if len(args) == 0 || args[0].literal != nil || short(args[0].typ) != "jsonb" && short(args[0].typ) != "json" {
		return b.beyond()
	}
	switch {
	case (name == "jsonb_typeof" || name == "json_typeof") && len(args) == 1:
		return b.onDocument(textType, args[0], func(doc any) (value.Value, bool) { return value.String(typeOf(doc)), true })
	case (name == "jsonb_array_length" || name == "json_array_length") && len(args) == 1:
		return b.onDocument(int4Type, args[0], func(doc any) (value.Value, bool) {
			list, ok := doc.([]any)
			return value.Integer(int64(len(list))), ok
		})
	case name == "jsonb_exists" && len(args) == 2:
		return b.jsonHas(args[0], b.as(args[1], textType))
	case name == "jsonb_extract_path" || name == "json_extract_path" || name == "jsonb_extract_path_text" || name == "json_extract_path_text":
		path := args[1:]
		for i := range path {
			path[i] = b.as(path[i], textType)
		}
		list := settle(term{typ: texts(), eval: func(row []value.Value) (value.Value, bool) {
			out := value.Value{Kind: value.Array}
			for _, p := range path {
				v, ok := p.eval(row)
				if !ok {
					return out, false
				}
				out.E = append(out.E, v)
			}
			return out, true
		}}, path...)
		return b.jsonPath(name[len(name)-4:] == "text", args[0], list)
	}
	return b.beyond()
}

func (b *binder) onDocument(t schema.Type, x term, f func(doc any) (value.Value, bool)) term {
	return b.lift(t, func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		if !ok {
			return value.Value{}, false
		}
		return f(doc)
	}, x)
}

func typeOf(doc any) string {
	switch doc.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// part is a piece of a document as -> or ->> gives it.
func part(doc any, found, text bool) (value.Value, bool) {
	if !found {
		return value.Value{}, true
	}
	if !text {
		return spell(doc)
	}
	switch d := doc.(type) {
	case nil:
		return value.Value{}, true
	case string:
		return value.String(d), true
	case json.Number:
		// jsonb prints numbers as numeric does, without an exponent; json as
		// they are written.
		v, ok := parseDecimal(d.String())
		if !ok || decimalText(v) != d.String() {
			return v, false
		}
		return value.String(d.String()), true
	case bool:
		return value.String(map[bool]string{true: "true", false: "false"}[d]), true
	}
	return value.Value{}, false
}

func (b *binder) jsonKey(op string, x, key term) term {
	return b.lift(resultOf(op, x), func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		if !ok {
			return value.Value{}, false
		}
		object, _ := doc.(map[string]any)
		v, found := object[string(a[1].B)]
		return part(v, found, op == "->>")
	}, x, key)
}

func (b *binder) jsonElement(op string, x, at term) term {
	return b.lift(resultOf(op, x), func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		if !ok {
			return value.Value{}, false
		}
		v, found := element(doc, a[1].I)
		if _, list := doc.([]any); !list && typeOf(doc) != "object" {
			// jsonb keeps a scalar as an array of one.
			return part(doc, short(x.typ) == "jsonb" && (a[1].I == 0 || a[1].I == -1), op == "->>")
		}
		return part(v, found, op == "->>")
	}, x, at)
}

func resultOf(op string, x term) schema.Type {
	if op == "->>" || op == "#>>" {
		return textType
	}
	return x.typ
}

func element(doc any, at int64) (any, bool) {
	list, ok := doc.([]any)
	if at < 0 {
		at += int64(len(list))
	}
	if !ok || at < 0 || at >= int64(len(list)) {
		return nil, false
	}
	return list[at], true
}

func (b *binder) jsonPath(text bool, x, path term) term {
	t := x.typ
	if text {
		t = textType
	}
	return b.lift(t, func(a []value.Value) (value.Value, bool) {
		doc, ok := document(a[0])
		if !ok {
			return value.Value{}, false
		}
		found := true
		for _, p := range a[1].E {
			switch d := doc.(type) {
			case map[string]any:
				doc, found = d[string(p.B)]
			case []any:
				n, err := json.Number(p.B).Int64()
				if err != nil {
					return value.Value{}, true
				}
				doc, found = element(d, n)
			default:
				found = false
			}
			if !found || p.IsNull() {
				return value.Value{}, true
			}
		}
		return part(doc, found, text)
	}, x, path)
}

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
