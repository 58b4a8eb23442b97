package space

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// uuids is a space of version 4 identifiers: a bijection of the rank in their
// first 64 free bits. With intervals the first half counts inside of them and
// the version bits are not set.
type uuids struct {
	key    draw.Key
	halves *grid // allowed first halves, shifted to be signed; nil for all
}

func (b *builder) uuids() (Space, error) {
	s := &uuids{key: b.Key}
	if b.Domain.Intervals != nil {
		var stretches []stretch
		for _, i := range b.Domain.Intervals {
			low, high := int64(math.MinInt64+1), int64(math.MaxInt64)
			if !i.Low.IsNull() {
				low = signedHalf(i.Low, 1)
			}
			if !i.High.IsNull() {
				high = signedHalf(i.High, -1)
			}
			stretches = append(stretches, stretch{low, high})
		}
		g := newGrid(1, nil, stretches)
		if g.total == 0 {
			return nil, fmt.Errorf("type uuid: %w", ErrUnknown)
		}
		s.halves = &g
	}
	return except(s, b.Domain.Not, b.Type)
}

// signedHalf is the first half of a bound in the order of signed numbers. A
// bound whose second half counts is moved inward.
func signedHalf(v value.Value, inward int64) int64 {
	var raw [16]byte
	digits := make([]byte, 0, 32)
	for _, c := range v.B {
		if c != '-' {
			digits = append(digits, c)
		}
	}
	if _, err := hex.Decode(raw[:], digits[:min(len(digits), 32)]); err != nil {
		return 0
	}
	x := int64(binary.BigEndian.Uint64(raw[:8]) ^ 1<<63)
	rest := binary.BigEndian.Uint64(raw[8:])
	if inward > 0 && rest != 0 && x < math.MaxInt64 {
		x++
	}
	if inward < 0 && x > math.MinInt64 {
		x--
	}
	return x
}

func (s *uuids) Name() string { return "uuid" }

func (s *uuids) Capacity() uint64 {
	if s.halves != nil {
		return s.halves.total
	}
	return Unbounded
}

func (s *uuids) Unrank(rank uint64, a *value.Arena) value.Value {
	h := draw.Mix(rank ^ uint64(s.key))
	rest := draw.Next(h)
	var raw [16]byte
	if s.halves != nil {
		binary.BigEndian.PutUint64(raw[:8], uint64(s.halves.at(rank))^1<<63)
		binary.BigEndian.PutUint64(raw[8:], rest)
	} else {
		// 48 + 12 bits of h before the variant, the last 4 behind it.
		binary.BigEndian.PutUint64(raw[:8], h&^0xffff|0x4000|h>>4&0xfff)
		binary.BigEndian.PutUint64(raw[8:], 1<<63|(h&0xf)<<58|rest>>6)
	}
	dst := a.Bytes(36)
	hex.Encode(dst, raw[:4])
	hex.Encode(dst[9:], raw[4:6])
	hex.Encode(dst[14:], raw[6:8])
	hex.Encode(dst[19:], raw[8:10])
	hex.Encode(dst[24:], raw[10:])
	dst[8], dst[13], dst[18], dst[23] = '-', '-', '-', '-'
	return value.Value{Kind: value.Text, B: dst}
}

func (s *uuids) Draw(h uint64, a *value.Arena) value.Value {
	if s.halves != nil {
		h = draw.Below(h, s.halves.total)
	}
	return s.Unrank(h, a)
}
