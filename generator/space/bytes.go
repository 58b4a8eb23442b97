package space

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// blobs is a space of bytea: the rank in the first bytes, spread, then what
// follows from it. Lengths vary between min and max.
type blobs struct {
	name     string
	key      draw.Key
	min, max int
	spread   draw.Permutation // where fewer than 8 bytes hold the rank
	total    uint64
}

func (b *builder) blobs() (Space, error) {
	d := &b.Domain
	if d.Intervals != nil {
		return nil, fmt.Errorf("order of bytea: %w", ErrUnknown)
	}
	s := &blobs{key: b.Key, min: max(d.Len.Min, d.Octets.Min), max: max(d.Len.Min, d.Octets.Min, 8) + 24}
	for _, l := range []struct {
		capped bool
		max    int
	}{{d.Len.Capped, d.Len.Max}, {d.Octets.Capped, d.Octets.Max}} {
		if l.capped {
			s.max = min(s.max, l.max)
		}
	}
	if s.min, s.max = lengths(max(s.min, min(8, s.max)), s.min, s.max, d.NotLen); s.max < s.min {
		return nil, fmt.Errorf("lengths: %w", ErrEmpty)
	}
	s.total = saturatedPower(256, s.min)
	if s.min < 8 {
		s.spread = draw.NewPermutation(s.total, b.Key)
	}
	s.name = fmt.Sprintf("%d to %d bytes", s.min, s.max)
	return except(s, d.Not, b.Type)
}

// lengths are the longest run of lengths in [least, most] that leaves out the
// excluded ones, from a favoured length on where that is possible.
func lengths(favoured, least, most int, not []int) (low, high int) {
	low, high = 1, 0
	for from := least; from <= most; from++ {
		if slices.Contains(not, from) {
			continue
		}
		to := from
		for to < most && !slices.Contains(not, to+1) {
			to++
		}
		if from <= favoured && favoured <= to {
			return favoured, to
		}
		if high-low < to-from {
			low, high = from, to
		}
		from = to
	}
	return low, high
}

func (s *blobs) Name() string     { return s.name }
func (s *blobs) Capacity() uint64 { return s.total }

func (s *blobs) Unrank(rank uint64, a *value.Arena) value.Value {
	h := draw.Mix(rank ^ uint64(s.key))
	n := s.min + int(draw.Below(draw.Next(h), uint64(s.max-s.min+1)))
	var head [8]byte
	if s.min < 8 {
		binary.LittleEndian.PutUint64(head[:], s.spread.At(rank))
	} else {
		binary.LittleEndian.PutUint64(head[:], h)
	}
	b := a.Bytes(n)
	copied := copy(b, head[:min(s.min, 8)])
	for copied < n {
		h = draw.Next(h)
		binary.LittleEndian.PutUint64(head[:], h)
		copied += copy(b[copied:], head[:])
	}
	return value.Value{Kind: value.Bytes, B: b}
}

func (s *blobs) Draw(h uint64, a *value.Arena) value.Value {
	return s.Unrank(draw.Below(h, s.total), a)
}

// bits is the composer of bit strings: all of min to max bits.
func (b *builder) bits() (Space, error) {
	low, high := b.Domain.Len.Min, 32
	if b.Domain.Len.Capped {
		high = b.Domain.Len.Max
	}
	if n := b.codec.Type.Mod(0, 0); b.codec.Type.Is("bit") {
		n = max(n, 1)
		if low > n || b.Domain.Len.Capped && high < n {
			return nil, fmt.Errorf("lengths: %w", ErrEmpty)
		}
		low, high = n, n
	} else if n > 0 {
		high = min(high, n)
	}
	if low, high = lengths(low, low, high, b.Domain.NotLen); low > high {
		return nil, fmt.Errorf("lengths: %w", ErrEmpty)
	}
	total := uint64(0)
	for w := low; w <= high; w++ {
		total = saturatedSum(total, saturatedPower(2, min(w, 64)))
	}
	write := func(dst []byte, rank uint64) []byte {
		for w := low; ; w++ {
			if n := saturatedPower(2, min(w, 64)); rank < n || n == math.MaxUint64 || w == high {
				return spell(dst, "01", w, rank)
			} else {
				rank -= n
			}
		}
	}
	t := &text{name: fmt.Sprintf("%d to %d bits", low, high), c: each{total, write}, fit: fit{max: -1}}
	return except(t, b.Domain.Not, b.Type)
}
