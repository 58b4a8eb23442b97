package space

import (
	"errors"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// arrays is a space of arrays: elements of another space, with what must be
// contained at the end.
type arrays struct {
	elem     Space // nil when only the empty array is left
	min, max int   // number of elements before the contained ones
	fixed    []value.Value
	overlaps [][]value.Value
	distinct bool
	listed   bool  // a list of things, which names each once: tags, not measurements
	dims     []int // lengths of the dimensions where there are several
	count    uint64
}

// once are the kinds of which an array names each once. Numbers with a
// fraction, and truths, are measured again and again.
var once = map[value.Kind]bool{value.Text: true, value.Int: true, value.Date: true, value.Timestamp: true}

// usualElements is the greatest length that nothing asks for.
const usualElements = 5

// mostElements is the greatest length to which the need of distinct arrays
// leads.
const mostElements = 1000

func (b *builder) arrays() (Space, error) {
	d := &b.Domain
	in := b.Input
	in.Type, in.Domain = b.codec.Type.Elem(), domain.Domain{}
	if d.Elem != nil {
		in.Domain = *d.Elem
	}
	s := &arrays{min: d.Len.Min, max: usualElements, fixed: d.Contains, overlaps: d.Overlaps, distinct: d.Distinct}
	s.max = max(s.max, s.min+2)
	if d.Len.Capped {
		s.max = min(s.max, d.Len.Max)
	}
	taken := len(s.fixed) + len(s.overlaps)
	s.min, s.max = max(s.min-taken, 0), s.max-taken
	if s.max < 0 {
		if s.max = 0; d.Len.Capped {
			return nil, fmt.Errorf("array: %w", ErrUnknown)
		}
	}
	var not []int
	for _, n := range d.NotLen {
		not = append(not, n-taken)
	}
	if s.min, s.max = lengths(s.min, s.min, s.max, not); s.min > s.max {
		return nil, fmt.Errorf("lengths: %w", ErrUnknown)
	}
	if err := s.dimensions(d); err != nil {
		return nil, err
	}
	elem, err := Of(in)
	switch {
	case err == nil:
		s.elem = elem
		s.listed = len(s.fixed)+len(s.overlaps) == 0 && len(d.Dims) == 0 && d.NDims < 2 && once[b.codec.Elem().Kind()]
	case errors.Is(err, ErrEmpty) && s.min == 0:
		s.max = 0
	default:
		return nil, fmt.Errorf("array: %w", err)
	}
	s.measure()
	for ; s.elem != nil && !d.Len.Capped && len(d.NotLen) == 0 && s.dims == nil && d.Dims == nil && !s.distinct && s.count < b.Need && s.max < mostElements; s.max++ {
		s.count = saturatedSum(s.count, s.ofLength(s.max+1))
	}
	if s.count == 0 {
		return nil, fmt.Errorf("array: %w", ErrEmpty)
	}
	return s, nil
}

// dimensions fixes the number of elements of an array of several dimensions.
func (s *arrays) dimensions(d *domain.Domain) error {
	dims := d.Dims
	if dims == nil && d.NDims > 1 {
		dims = make([]int, d.NDims)
		for i := range dims {
			dims[i] = 2
		}
	}
	switch {
	case dims == nil && d.NDims == 1:
		s.min = max(s.min, 1)
	case len(dims) > 0:
		n := 1
		for _, x := range dims {
			n *= x
		}
		if n -= len(s.fixed) + len(s.overlaps); n < 0 {
			return fmt.Errorf("array: %w", ErrUnknown)
		}
		s.min, s.max = n, n
		if len(dims) > 1 {
			s.dims = dims
		}
	}
	if s.min > s.max {
		return fmt.Errorf("lengths: %w", ErrEmpty)
	}
	return nil
}

// measure counts the arrays of all lengths.
func (s *arrays) measure() {
	if s.elem == nil {
		s.count = 1
		return
	}
	if s.distinct {
		s.max = int(min(uint64(s.max), s.elem.Capacity()))
		if s.min > s.max {
			s.count = 0
			return
		}
	}
	for n := s.min; n <= s.max; n++ {
		s.count = saturatedSum(s.count, s.ofLength(n))
	}
}

// ofLength counts the arrays of n drawn elements; distinct elements are
// consecutive ranks from a first one.
func (s *arrays) ofLength(n int) uint64 {
	switch c := s.elem.Capacity(); {
	case n == 0:
		return 1
	case s.distinct:
		return c
	default:
		return saturatedPower(c, n)
	}
}

func (s *arrays) Name() string {
	if s.elem == nil {
		return "empty array"
	}
	return fmt.Sprintf("array of %d to %d: %s", s.min+len(s.fixed)+len(s.overlaps), s.max+len(s.fixed)+len(s.overlaps), s.elem.Name())
}

func (s *arrays) Capacity() uint64 { return s.count }

func (s *arrays) Unrank(rank uint64, a *value.Arena) value.Value {
	n := s.min
	if s.elem == nil {
		return s.finish(a.Values(len(s.fixed)+len(s.overlaps)), 0, rank, a)
	}
	for n < s.max && rank >= s.ofLength(n) {
		rank -= s.ofLength(n)
		n++
	}
	e := a.Values(n + len(s.fixed) + len(s.overlaps))
	c := s.elem.Capacity()
	h := rank
	for i := range n {
		r := rank % c
		if s.distinct {
			r = (rank + uint64(i)) % c
		} else {
			rank /= c
		}
		e[i] = s.elem.Unrank(r, a)
	}
	return s.finish(e, n, h, a)
}

func (s *arrays) Draw(h uint64, a *value.Arena) value.Value {
	n := s.min
	if s.max > s.min && s.elem != nil {
		n += int(soon.at(h, uint64(s.max-s.min+1)))
	}
	e := a.Values(n + len(s.fixed) + len(s.overlaps))
	for i := 0; i < n; i++ {
		h = draw.Next(h)
		if s.distinct {
			continue
		}
		e[i] = s.elem.Draw(h, a)
		for k := 0; k < again && s.listed && among(e[i], e[:i]); k++ {
			h = draw.Next(h)
			e[i] = s.elem.Draw(h, a)
		}
		if s.listed && i >= s.min && among(e[i], e[:i]) { // no other is to be had
			e, n = e[:len(e)-n+i], i
		}
	}
	if s.distinct && n > 0 { // consecutive ranks from a drawn one
		c := s.elem.Capacity()
		r := draw.Below(h, c)
		for i := range n {
			e[i] = s.elem.Unrank((r+uint64(i))%c, a)
		}
	}
	return s.finish(e, n, h, a)
}

// again is how often an element that the array has already is drawn anew.
const again = 8

// among reports a value that is one of a list.
func among(v value.Value, list []value.Value) bool {
	return slices.ContainsFunc(list, func(o value.Value) bool { return domain.Equal(v, o) })
}

// finish adds what must be contained and folds the elements into dimensions.
func (s *arrays) finish(e []value.Value, n int, h uint64, a *value.Arena) value.Value {
	n += copy(e[n:], s.fixed)
	for _, o := range s.overlaps {
		h = draw.Next(h)
		e[n] = o[draw.Below(h, uint64(len(o)))]
		n++
	}
	for i := len(s.dims) - 1; i > 0; i-- {
		outer := a.Values(len(e) / max(s.dims[i], 1))
		for j := range outer {
			outer[j] = value.Value{Kind: value.Array, E: e[j*s.dims[i] : (j+1)*s.dims[i]]}
		}
		e = outer
	}
	return value.Value{Kind: value.Array, E: e}
}
