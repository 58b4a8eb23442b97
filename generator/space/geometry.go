package space

import (
	"strconv"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// points is a space of point: two coordinates.
type points struct {
	x, y  Space
	codec *value.Codec // of a coordinate
}

func (b *builder) points() (Space, error) {
	in := b.Input
	in.Type = schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: "float8"}}
	s := &points{}
	var err error
	if s.codec, err = value.CodecFor(b.Schema, in.Type, nil); err != nil {
		return nil, err
	}
	for i, to := range []*Space{&s.x, &s.y} {
		in.Domain, in.Need, in.Meaning = domain.Domain{}, 0, 0
		for _, f := range b.Domain.Fields {
			if f.Name == strconv.Itoa(i) {
				in.Domain = f.Domain
			}
		}
		if *to, err = Of(in); err != nil {
			return nil, err
		}
	}
	return except(s, b.Domain.Not, b.Type)
}

func (s *points) Name() string     { return "point" }
func (s *points) Capacity() uint64 { return saturatedProduct(s.x.Capacity(), s.y.Capacity()) }

func (s *points) Unrank(rank uint64, a *value.Arena) value.Value {
	n := s.x.Capacity()
	return s.join(s.x.Unrank(rank%n, a), s.y.Unrank(rank/n%s.y.Capacity(), a), a)
}

func (s *points) Draw(h uint64, a *value.Arena) value.Value {
	return s.join(s.x.Draw(h, a), s.y.Draw(draw.Next(h), a), a)
}

func (s *points) join(x, y value.Value, a *value.Arena) value.Value {
	dst := s.codec.AppendText(append(a.Scratch(48), '('), x)
	dst = s.codec.AppendText(append(dst, ','), y)
	return value.Value{Kind: value.Text, B: a.Keep(append(dst, ')'))}
}

// hardware is the space of macaddr and macaddr8: locally administered
// addresses, which no device is sold with.
func (b *builder) hardware(long bool) (Space, error) {
	octets := 5
	if long {
		octets = 7
	}
	p := draw.NewPermutation(saturatedPower(256, octets), b.Key)
	write := func(dst []byte, rank uint64) []byte {
		n := p.At(rank)
		dst = append(dst, "02"...)
		for i := octets - 1; i >= 0; i-- {
			dst = spell(append(dst, ':'), hexLetters, 2, n>>(8*i)&0xff)
		}
		return dst
	}
	t := &text{name: "locally administered address", c: each{saturatedPower(256, octets), write}, fit: fit{max: -1}}
	return except(t, b.Domain.Not, b.Type)
}
