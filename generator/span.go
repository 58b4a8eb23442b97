package generator

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// span is a call of a range's constructor, such as tstzrange(a, b, '[]').
type span struct {
	from, to  *schema.Expr
	low, high *predicate.Program
	flags     int32
	step      int64 // of a discrete range, to whose canonical form it is brought
}

// discrete are the constructors whose ranges have a canonical form [).
var discrete = map[string]bool{"int4range": true, "int8range": true, "daterange": true}

func newSpan(e *schema.Expr, scope predicate.Scope) *span {
	if e.Kind != schema.ExprCall || len(e.Args) < 2 || len(e.Args) > 3 {
		return nil
	}
	name := e.Name[strings.LastIndexByte(e.Name, '.')+1:]
	switch name {
	case "int4range", "int8range", "daterange", "numrange", "tsrange", "tstzrange":
	default:
		codec := rangeOf(e, scope.Schema)
		if codec == nil || codec.Elem() == nil || codec.Elem().Kind() == value.Text || codec.Type.Name.Name != name {
			return nil
		}
	}
	s := &span{from: e.Args[0], to: e.Args[1], low: predicate.Bind(e.Args[0], scope), high: predicate.Bind(e.Args[1], scope), flags: value.RangeLowerInclusive}
	if discrete[name] {
		s.step = 1
	}
	if len(e.Args) == 3 {
		ends := e.Args[2]
		for ends.Kind == schema.ExprCast {
			ends = ends.Args[0]
		}
		if ends.Kind != schema.ExprConst || len(ends.Value) != 2 {
			return nil
		}
		s.flags = 0
		if ends.Value[0] == '[' {
			s.flags |= value.RangeLowerInclusive
		}
		if ends.Value[1] == ']' {
			s.flags |= value.RangeUpperInclusive
		}
	}
	if !s.low.Understood() || !s.high.Understood() {
		return nil
	}
	return s
}

// value builds the range; false where Postgres would raise an error, because
// the bounds are out of order, or a bound is not known.
func (s *span) value(row []value.Value) (value.Value, bool) {
	low, ok1 := s.low.Eval(row)
	high, ok2 := s.high.Eval(row)
	if !ok1 || !ok2 {
		return value.Value{}, false
	}
	v := value.Value{Kind: value.Range, N: s.flags, E: []value.Value{low, high}}
	if low.IsNull() {
		v.N = v.N&^value.RangeLowerInclusive | value.RangeLowerInfinite
	}
	if high.IsNull() {
		v.N = v.N&^value.RangeUpperInclusive | value.RangeUpperInfinite
	}
	if low.IsNull() || high.IsNull() {
		return v, true
	}
	c, ok := domain.Compare(low, high)
	if !ok || c > 0 {
		return value.Value{}, false
	}
	if c == 0 && v.N&(value.RangeLowerInclusive|value.RangeUpperInclusive) != value.RangeLowerInclusive|value.RangeUpperInclusive {
		return value.Value{Kind: value.Range, N: value.RangeEmpty}, true
	}
	if s.step > 0 && v.N&value.RangeUpperInclusive != 0 {
		v.N &^= value.RangeUpperInclusive
		v.E[1].I += s.step
	}
	return v, true
}

// rangeOf is the type of range that an expression gives; nil where it gives
// another type, or one that is not known.
func rangeOf(e *schema.Expr, s *schema.Schema) *value.Codec {
	t := e.Type
	if e.Kind == schema.ExprCall {
		if t = returned(e.Name, s); t.Name.Name == "" {
			return nil
		}
	}
	codec, err := value.CodecFor(s, t, nil)
	if err != nil || codec.Kind() != value.Range {
		return nil
	}
	return codec
}

// returned is the type of a call: a range's constructor has its name, a
// function of the text says it.
func returned(name string, s *schema.Schema) schema.Type {
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, r := range s.Ranges {
		if r.Name.Name == last {
			return schema.Type{Name: r.Name}
		}
	}
	for _, f := range s.Functions {
		if f.Name.Name == last {
			return f.Returns
		}
	}
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: last}}
}
