package space

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// documents is a space of json and jsonb (and of hstore, see stores): one
// value with what the domain asks for, told apart by a number inside.
type documents struct {
	name string
	root node
	// Where a rank is written: an object's key, an array's first element, a
	// number's or string's own digits. Unranked documents have one value.
	total uint64
}

// node writes one JSON value for a hash. rank is the number that tells
// documents apart, negative where a draw needs none.
type node interface {
	write(dst []byte, h uint64, rank int64, a *value.Arena) []byte
}

const ranked = 1 << 62

func (b *builder) documents() (Space, error) {
	j := b.Domain.JSON
	if j == nil {
		j = &domain.JSON{Type: "object"}
	}
	root, err := b.document(j, 0)
	if err != nil {
		return nil, err
	}
	s := &documents{name: "JSON " + kindOf(j), root: root, total: ranked}
	switch k := root.(type) {
	case scalar:
		if k.word != "" {
			s.total = 1
		}
	case boolean:
		s.total = 2
	case *list:
		if k.max == len(k.at) && !slices.Contains(k.at, nil) {
			s.total = 1
		}
	case fixed:
		s.total = 1
	}
	return except(s, b.Domain.Not, b.Type)
}

func (s *documents) Name() string     { return s.name }
func (s *documents) Capacity() uint64 { return s.total }

func (s *documents) Unrank(rank uint64, a *value.Arena) value.Value {
	dst := s.root.write(a.Bytes(256)[:0], draw.Mix(rank), int64(rank), a)
	return value.Value{Kind: value.Text, B: dst}
}

func (s *documents) Draw(h uint64, a *value.Arena) value.Value {
	return value.Value{Kind: value.Text, B: s.root.write(a.Bytes(256)[:0], h, -1, a)}
}

// kindOf is the kind of document to make: what is asked for, or what the
// other rules are about.
func kindOf(j *domain.JSON) string {
	switch {
	case j.Type != "":
		return j.Type
	case len(j.Types) > 0:
		for _, k := range []string{"object", "array", "string", "number", "boolean", "null"} {
			if slices.Contains(j.Types, k) {
				return k
			}
		}
		return j.Types[0]
	case !j.Len.Free() && len(j.Keys) == 0:
		return "array"
	}
	return "object"
}

// document is the node of a restricted value.
func (b *builder) document(j *domain.JSON, depth int) (node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("document: %w", ErrUnknown)
	}
	switch kindOf(j) {
	case "object":
		return b.object(j, depth)
	case "array":
		return b.list(j, depth)
	case "string":
		return scalar{quoted: true}, nil
	case "number":
		return scalar{}, nil
	case "boolean":
		return boolean{}, nil
	case "null":
		return scalar{word: "null"}, nil
	}
	return nil, fmt.Errorf("document: %w", ErrUnknown)
}

// scalar is a number, a string or the word null.
type scalar struct {
	quoted bool
	word   string
}

func (s scalar) write(dst []byte, h uint64, rank int64, _ *value.Arena) []byte {
	if s.word != "" {
		return append(dst, s.word...)
	}
	if rank < 0 {
		rank = int64(tail.at(h, 10_000))
	}
	if s.quoted {
		dst = strconv.AppendInt(append(dst, `"v`...), rank, 10)
		return append(dst, '"')
	}
	return strconv.AppendInt(dst, rank, 10)
}

type boolean struct{}

func (boolean) write(dst []byte, h uint64, rank int64, _ *value.Arena) []byte {
	if rank == 0 || rank < 0 && h&1 == 0 {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// fixed is a literal document.
type fixed string

func (f fixed) write(dst []byte, _ uint64, _ int64, _ *value.Arena) []byte { return append(dst, f...) }

// cell is a value of another type inside a document.
type cell struct {
	space  Space
	codec  *value.Codec
	quoted bool
}

func (c cell) write(dst []byte, h uint64, _ int64, a *value.Arena) []byte {
	v := c.space.Draw(h, a)
	if !c.quoted {
		if v.Kind == value.Bool {
			return strconv.AppendBool(dst, v.I != 0)
		}
		return c.codec.AppendText(dst, v)
	}
	at := len(dst)
	dst = c.codec.AppendText(append(dst, '"'), v)
	if text := dst[at+1:]; slices.ContainsFunc(text, escaped) {
		return appendJSONString(dst[:at], bytes.Clone(text))
	}
	return append(dst, '"')
}

// escaped reports a byte that a JSON string can't hold as it is.
func escaped(b byte) bool { return b == '"' || b == '\\' || b < ' ' }

func appendJSONString(dst, text []byte) []byte {
	dst = append(dst, '"')
	for _, b := range text {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < ' ':
			dst = append(dst, `\u00`...)
			dst = append(dst, hexLetters[b>>4], hexLetters[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}

func builtinType(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}
