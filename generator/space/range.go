package space

import (
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// ranges is a space of ranges: a lower bound, and an upper one not far above.
type ranges struct {
	codec        *value.Codec
	lower, upper Ordered
	min, max     width // of what lies between the bounds
	least        int64 // steps from lower to upper at the least
	usual        int64 // steps at the most where nothing is asked for
	widths       uint64
	openLow      bool // no lower bound
	openHigh     domain.Choice
	lowInc       bool
	highInc      bool
}

// width is a bound on upper - lower, NULL for none.
type width struct {
	value.Value
	open bool
}

func (b *builder) ranges() (Space, error) {
	spec := b.Domain.Range
	if spec == nil {
		spec = &domain.Range{}
	}
	if spec.Empty {
		return newFinite("empty", []value.Value{{Kind: value.Range, N: value.RangeEmpty}}, b.Key), nil
	}
	s := &ranges{codec: b.codec, widths: 1, least: 1,
		min: width{spec.MinWidth, spec.MinWidthOpen}, max: width{spec.MaxWidth, spec.MaxWidthOpen},
		openLow: spec.LowerInf == domain.Yes, openHigh: spec.UpperInf,
		lowInc: spec.LowerInc != domain.No, highInc: spec.UpperInc == domain.Yes}
	var err error
	if s.lower, err = b.end(spec.Lower, spec, true); err != nil {
		return nil, err
	}
	if s.upper, err = b.end(spec.Upper, spec, false); err != nil {
		return nil, err
	}
	s.usual = usualWidth(b.codec.Elem().Kind())
	if b.Meaning == vocabulary.Planned && b.codec.Elem().Kind() == value.Timestamp {
		s.usual = 4 * value.Hour
	}
	free := spec.Lower == nil && spec.Upper == nil && len(spec.Within)+len(spec.Includes) == 0
	if free && s.min.IsNull() && s.max.IsNull() && !s.openLow && s.openHigh != domain.Yes {
		s.widths = 1000
	} else if !s.openLow && s.openHigh != domain.Yes { // leave room for the upper bound
		_, high := s.upper.Bounds()
		if top, ok := s.back(high); ok {
			if s.lower = s.lower.Within(value.Value{}, top); s.lower == nil {
				return nil, fmt.Errorf("range: %w", ErrEmpty)
			}
		}
	}
	return s, nil
}

// usualWidth is in steps of the kind: a hundred units, two months, a week.
func usualWidth(k value.Kind) int64 {
	switch k {
	case value.Timestamp:
		return 7 * value.Day
	case value.Date:
		return 60
	case value.Time:
		return 4 * value.Hour
	case value.Decimal, value.Float:
		return 10_000
	}
	return 100
}

// end is the space of one of the bounds.
func (b *builder) end(d *domain.Domain, spec *domain.Range, lower bool) (Ordered, error) {
	in := b.Input
	in.Type, in.Domain, in.Need = b.codec.Elem().Type, domain.Domain{}, 0
	if d != nil {
		in.Domain = *d
	}
	if top := spec.Upper; lower && top != nil && len(top.Intervals) > 0 {
		high := domain.Hull(top.Intervals).High
		in.Domain = domain.Intersect(in.Domain, domain.Domain{Intervals: []domain.Interval{{High: high}}})
	}
	for _, w := range spec.Within {
		in.Domain = domain.Intersect(in.Domain, domain.Domain{Intervals: []domain.Interval{inside(w)}})
	}
	s, err := Of(in)
	if err != nil {
		return nil, fmt.Errorf("bound of a range: %w", err)
	}
	o, ok := s.(Ordered)
	for _, x := range spec.Includes {
		if !ok {
			break
		}
		if lower {
			o = o.Within(value.Value{}, x)
		} else {
			o = o.Within(x, value.Value{})
			if next, stepped := stepped(o, x); stepped {
				o = o.Within(next, value.Value{})
			}
		}
		if ok = o != nil; !ok {
			return nil, fmt.Errorf("bound of a range: %w", ErrEmpty)
		}
	}
	if !ok {
		return nil, fmt.Errorf("bound of a range: %w", ErrUnknown)
	}
	return o, nil
}

func stepped(o Ordered, x value.Value) (value.Value, bool) {
	if o == nil {
		return value.Value{}, false
	}
	return o.Step(x, 1)
}

// inside is where the bounds of a range within w may lie.
func inside(w value.Value) domain.Interval {
	var i domain.Interval
	if w.N&value.RangeLowerInfinite == 0 && len(w.E) == 2 {
		i.Low, i.LowOpen = w.E[0], w.N&value.RangeLowerInclusive == 0
	}
	if w.N&value.RangeUpperInfinite == 0 && len(w.E) == 2 {
		i.High = w.E[1]
	}
	return i
}

func (s *ranges) Name() string { return "range from " + s.lower.Name() }

func (s *ranges) Capacity() uint64 {
	if s.openLow {
		return s.upper.Capacity()
	}
	return saturatedProduct(s.lower.Capacity(), s.widths)
}

func (s *ranges) Unrank(rank uint64, a *value.Arena) value.Value {
	if s.openLow {
		return s.between(value.Value{}, s.upper.Unrank(rank, a), a)
	}
	n := s.lower.Capacity()
	low := s.lower.Unrank(rank%n, a)
	if s.openHigh == domain.Yes {
		return s.between(low, value.Value{}, a)
	}
	if s.widths > 1 {
		if high, ok := s.lower.Step(low, s.least+int64(rank/n)*max(s.usual/1000, 1)); ok {
			return s.between(low, high, a)
		}
	}
	return s.above(low, draw.Mix(rank), a)
}

func (s *ranges) Draw(h uint64, a *value.Arena) value.Value {
	if s.openLow {
		return s.between(value.Value{}, s.upper.Draw(h, a), a)
	}
	return s.from(s.lower.Draw(h, a), h, a)
}

// Late is a space of ranges that start no earlier than asked for.
type Late interface {
	DrawSince(h uint64, low value.Value, a *value.Arena) (v value.Value, ok bool)
}

// DrawSince draws a range that starts at a value or after it.
func (s *ranges) DrawSince(h uint64, low value.Value, a *value.Arena) (value.Value, bool) {
	if s.openLow {
		return value.Value{}, false
	}
	low, ok := s.lower.DrawBetween(h, low, value.Value{}, a)
	if !ok {
		return value.Value{}, false
	}
	return s.from(low, h, a), true
}

// from chooses an upper bound, or none, for a lower one.
func (s *ranges) from(low value.Value, h uint64, a *value.Arena) value.Value {
	if s.openHigh == domain.Yes || s.openHigh == domain.Either && h%32 == 5 && s.min.IsNull() && s.max.IsNull() && s.widths > 1 {
		return s.between(low, value.Value{}, a)
	}
	return s.above(low, draw.Next(h), a)
}

// above chooses the upper bound for a lower one.
func (s *ranges) above(low value.Value, h uint64, a *value.Arena) value.Value {
	least, okLeast := s.reach(low, s.min, true)
	if !okLeast {
		least, _ = s.lower.Step(low, s.least)
	}
	most, okMost := s.reach(low, s.max, false)
	if !okMost {
		if most, okMost = s.lower.Step(least, s.usual); !okMost {
			most = value.Value{}
		}
	}
	high, ok := s.upper.DrawBetween(h, least, most, a)
	if !ok {
		high, ok = s.upper.DrawBetween(h, least, value.Value{}, a)
	}
	if !ok {
		high = least
	}
	return s.between(low, high, a)
}

func (s *ranges) between(low, high value.Value, a *value.Arena) value.Value {
	return s.codec.RangeOf(low, high, s.lowInc, s.highInc, a)
}
