package space

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// object is a JSON object: the keys that are asked for, a key for the rank
// and a few plausible ones.
type object struct {
	keys  []key
	id    string // the key of the rank
	extra []key
}

type key struct {
	name  string // as JSON, with the colon
	value node
}

func (b *builder) object(j *domain.JSON, depth int) (node, error) {
	o := &object{}
	taken := map[string]bool{}
	for _, k := range j.Keys {
		if taken[k.Name] = true; k.Absent || !k.Present && k.Value == nil {
			continue
		}
		n, err := b.member(k, depth)
		if errors.Is(err, ErrEmpty) && !k.Present {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("key %s: %w", strconv.Quote(k.Name), err)
		}
		o.keys = append(o.keys, newKey(k.Name, n))
	}
	for _, id := range []string{"id", "ref", "n", "effigy_id"} {
		if !taken[id] {
			o.id, taken[id] = id, true
			break
		}
	}
	if len(j.Keys) == 0 {
		o.plausible(b)
	}
	return o, nil
}

func newKey(name string, n node) key {
	return key{string(appendJSONString(nil, []byte(name))) + ": ", n}
}

// plausible adds keys that people have in free documents.
func (o *object) plausible(b *builder) {
	if b.Book == nil {
		return
	}
	text, err := value.CodecFor(b.Schema, builtinType("text"), nil)
	if err != nil {
		return
	}
	for _, name := range []string{"source", "note"} {
		in := b.Input
		in.Type, in.Domain, in.Need, in.Meaning = text.Type, domain.Domain{Len: domain.Between(1, 24)}, 0, 0
		if s, err := Of(in); err == nil {
			o.extra = append(o.extra, newKey(name, cell{s, text, true}))
		}
	}
	o.extra = append(o.extra, newKey("active", boolean{}), newKey("count", scalar{}), newKey("tags", &list{max: 3}))
}

// member is the node of a key's value: a document where the rule says so,
// else the text form of a type, bare where JSON has it so.
func (b *builder) member(k domain.Key, depth int) (node, error) {
	d := domain.Domain{}
	if k.Value != nil {
		d = *k.Value
	}
	kind := ""
	if d.JSON != nil {
		if kind = kindOf(d.JSON); kind == "object" || kind == "array" || kind == "null" {
			return b.document(d.JSON, depth+1)
		}
	}
	in := b.Input
	in.Domain, in.Need, in.Meaning = d, 0, 0
	in.Domain.JSON, in.Domain.Nulls = nil, domain.NeverNull
	in.Key = draw.Cell(b.Key, "key", k.Name)
	name := k.Cast
	if name == "" {
		name = map[string]string{"number": "numeric", "boolean": "bool"}[kind]
	}
	if name == "" {
		name = "text"
	}
	in.Type = builtinType(name)
	s, err := Of(in)
	if err != nil {
		return nil, err
	}
	codec, err := value.CodecFor(b.Schema, in.Type, nil)
	if err != nil {
		return nil, err
	}
	bare := kind == "number" || kind == "boolean"
	switch codec.Kind() {
	case value.Int, value.Decimal, value.Float, value.Bool:
		bare = kind != "string"
	}
	return cell{s, codec, !bare}, nil
}

func (o *object) write(dst []byte, h uint64, rank int64, a *value.Arena) []byte {
	dst = append(dst, '{')
	separate := func() {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ", "...)
		}
	}
	if rank >= 0 && o.id != "" {
		dst = append(strconv.AppendQuote(dst, o.id), ": "...)
		dst = strconv.AppendInt(dst, rank, 10)
	}
	for _, k := range o.keys {
		h = draw.Next(h)
		separate()
		dst = k.value.write(append(dst, k.name...), h, -1, a)
	}
	for _, k := range o.extra {
		if h = draw.Next(h); h%3 == 0 {
			continue
		}
		separate()
		dst = k.value.write(append(dst, k.name...), h, -1, a)
	}
	return append(dst, '}')
}

// stores is the space of an hstore with keys that are asked for.
func (b *builder) stores() (Space, error) {
	n, err := b.object(b.Domain.JSON, 0)
	if err != nil {
		return nil, err
	}
	o := n.(*object)
	o.extra = nil
	return except(&store{o}, b.Domain.Not, b.Type)
}

type store struct{ object *object }

func (s *store) Name() string     { return "hstore" }
func (s *store) Capacity() uint64 { return ranked }

func (s *store) Unrank(rank uint64, a *value.Arena) value.Value {
	return s.pairs(draw.Mix(rank), int64(rank), a)
}

func (s *store) Draw(h uint64, a *value.Arena) value.Value {
	return s.pairs(h, int64(h%1_000_000), a)
}

// pairs prints "key"=>"value" as hstore_out does.
func (s *store) pairs(h uint64, rank int64, a *value.Arena) value.Value {
	dst := strconv.AppendQuote(a.Bytes(128)[:0], s.object.id)
	dst = append(strconv.AppendInt(append(dst, `=>"`...), rank, 10), '"')
	for _, k := range s.object.keys {
		h = draw.Next(h)
		dst = append(append(dst, ", "...), strings.TrimSuffix(k.name, ": ")...)
		at := len(dst) + 2
		dst = k.value.write(append(dst, "=>"...), h, -1, a)
		if dst[at] != '"' {
			text := append([]byte{}, dst[at:]...)
			dst = appendJSONString(dst[:at], text)
		}
	}
	return value.Value{Kind: value.Text, B: dst}
}
