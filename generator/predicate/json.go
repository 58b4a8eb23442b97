package predicate

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/maphash"
	"io"
	"sync/atomic"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// reading is a document and the text it was read from.
type reading struct {
	text []byte
	doc  any
	ok   bool
}

// recent are documents read of late, by a hash of their texts: the parts of a
// rule ask for those of one cell again and again.
var (
	recent     [64]atomic.Pointer[reading]
	recentSeed = maphash.MakeSeed()
)

// document parses JSON, numbers kept as they are written. It must not be
// changed: others may have the same.
func document(v value.Value) (any, bool) {
	slot := &recent[maphash.Bytes(recentSeed, v.B)%uint64(len(recent))]
	if r := slot.Load(); r != nil && bytes.Equal(r.text, v.B) {
		return r.doc, r.ok
	}
	r := &reading{text: bytes.Clone(v.B)}
	r.doc, r.ok = read(v.B)
	slot.Store(r)
	return r.doc, r.ok
}

func read(text []byte) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
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
