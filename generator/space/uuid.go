package space

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"

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
			return b.fewUUIDs()
		}
		s.halves = &g
	}
	return except(s, b.Domain.Not, b.Type)
}

// signedHalf is the first half of a bound in the order of signed numbers. A
// bound whose second half counts is moved inward.
func signedHalf(v value.Value, inward int64) int64 {
	w := raw128(v)
	x, rest := int64(w.high^1<<63), w.low
	if inward > 0 && rest != 0 && x < math.MaxInt64 {
		x++
	}
	if inward < 0 && x > math.MinInt64 {
		x--
	}
	return x
}

// fewUUIDs is the space of intervals that leave no first half free: the
// identifiers from an end on.
func (b *builder) fewUUIDs() (Space, error) {
	var list []value.Value
	for _, i := range b.Domain.Intervals {
		at, by := raw128(i.Low), int64(1)
		if i.Low.IsNull() {
			at, by = raw128(i.High), -1
		}
		for range max(min(b.Need, sought), 64) {
			v := value.String(uuidText(at))
			if i.Has(v) {
				list = append(list, v)
			}
			at = at.plus(by)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("type uuid: %w", ErrEmpty)
	}
	return except(newFinite("uuid", list, b.Key), b.Domain.Not, b.Type)
}

// wide is a number of 128 bits.
type wide struct{ high, low uint64 }

func (w wide) plus(n int64) wide {
	low, carry := bits.Add64(w.low, uint64(n), 0)
	high, _ := bits.Add64(w.high, uint64(n>>63), carry)
	return wide{high, low}
}

func raw128(v value.Value) wide {
	var raw [16]byte
	digits := bytes.ReplaceAll(v.B, []byte("-"), nil)
	if _, err := hex.Decode(raw[:], digits[:min(len(digits), 32)]); err != nil {
		return wide{}
	}
	return wide{binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])}
}

func uuidText(w wide) string {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], w.high)
	binary.BigEndian.PutUint64(raw[8:], w.low)
	return string(value.AppendUUIDText(nil, raw))
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
	return value.Value{Kind: value.Text, B: value.AppendUUIDText(a.Bytes(36)[:0], raw)}
}

func (s *uuids) Draw(h uint64, a *value.Arena) value.Value {
	if s.halves != nil {
		h = draw.Below(h, s.halves.total)
	}
	return s.Unrank(h, a)
}
