package space

import (
	"errors"
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// rows is a space of composite values: a space a field, nil for a field that
// is always NULL.
type rows struct {
	fields []Space
	count  uint64
}

func (b *builder) rows() (Space, error) {
	model := b.Schema.Composite(b.codec.Type.Name)
	s := &rows{count: 1}
	for _, f := range model.Fields {
		in := b.Input
		in.Type, in.Domain, in.Need = f.Type, domain.Domain{}, 0
		base, _ := b.Schema.Base(f.Type)
		in.Meaning = vocabulary.Of(model.Name.Name, f.Name, "", base)
		in.Key = draw.Cell(b.Key, "field", f.Name)
		for _, d := range b.Domain.Fields {
			if d.Name == f.Name {
				in.Domain = d.Domain
			}
		}
		field, err := Of(in)
		if in.Domain.Nulls == domain.AlwaysNull || errors.Is(err, ErrUnknown) && in.Domain.Nulls != domain.NeverNull {
			field, err = nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		s.fields = append(s.fields, field)
		if field != nil {
			s.count = saturatedProduct(s.count, field.Capacity())
		}
	}
	return s, nil
}

func (s *rows) Name() string     { return fmt.Sprintf("composite of %d fields", len(s.fields)) }
func (s *rows) Capacity() uint64 { return s.count }

func (s *rows) Unrank(rank uint64, a *value.Arena) value.Value {
	e := a.Values(len(s.fields))
	for i, f := range s.fields {
		if f != nil {
			e[i] = f.Unrank(rank%f.Capacity(), a)
			rank /= f.Capacity()
		}
	}
	return value.Value{Kind: value.Row, E: e}
}

func (s *rows) Draw(h uint64, a *value.Arena) value.Value {
	e := a.Values(len(s.fields))
	for i, f := range s.fields {
		if h = draw.Next(h); f != nil {
			e[i] = f.Draw(h, a)
		}
	}
	return value.Value{Kind: value.Row, E: e}
}

// multiranges is a space of a few ranges in ascending order, apart from each
// other.
type multiranges struct {
	ranges   *ranges
	min, max int
}

func (b *builder) multiranges() (Space, error) {
	in := b.Input
	in.Type = b.codec.Elem().Type
	in.Domain = domain.Domain{Range: b.Domain.Range}
	s, err := Of(in)
	if err != nil {
		return nil, fmt.Errorf("multirange: %w", err)
	}
	r, ok := s.(*ranges)
	if !ok {
		return nil, fmt.Errorf("multirange: %w", ErrUnknown)
	}
	m := &multiranges{r, max(b.Domain.Len.Min, 1), max(b.Domain.Len.Min, 2)}
	if b.Domain.Len.Capped {
		m.max = min(m.max, b.Domain.Len.Max)
		m.min = min(m.min, m.max)
	}
	if m.max == 0 {
		return newFinite("empty multirange", []value.Value{{Kind: value.Array}}, b.Key), nil
	}
	return m, nil
}

func (s *multiranges) Name() string     { return "multirange, " + s.ranges.Name() }
func (s *multiranges) Capacity() uint64 { return s.ranges.Capacity() }

func (s *multiranges) Unrank(rank uint64, a *value.Arena) value.Value {
	return s.after(s.ranges.Unrank(rank, a), s.min, draw.Mix(rank), a)
}

func (s *multiranges) Draw(h uint64, a *value.Arena) value.Value {
	n := s.min + int(draw.Below(draw.Mix(h), uint64(s.max-s.min+1)))
	return s.after(s.ranges.Draw(h, a), n, h, a)
}

// after appends ranges behind the first, as many as find room.
func (s *multiranges) after(first value.Value, n int, h uint64, a *value.Arena) value.Value {
	e := a.Values(n)
	e[0] = first
	for i := 1; i < n; i++ {
		last := e[i-1]
		if last.N&value.RangeUpperInfinite != 0 || len(last.E) < 2 {
			return value.Value{Kind: value.Array, E: e[:i]}
		}
		low, ok := s.ranges.lower.Step(last.E[1], 1+int64(draw.Below(h, 50)))
		if !ok {
			return value.Value{Kind: value.Array, E: e[:i]}
		}
		h = draw.Next(h)
		e[i] = s.ranges.above(low, h, a)
	}
	return value.Value{Kind: value.Array, E: e}
}
