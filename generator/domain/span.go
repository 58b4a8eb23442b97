package domain

// Between is the span of lengths from min to max.
func Between(min, max int) Span { return Span{Min: min, Max: max, Capped: true} }

// AtLeast is the span of lengths from min on.
func AtLeast(min int) Span { return Span{Min: min} }

// Free reports whether the span allows every length.
func (s Span) Free() bool { return s.Min <= 0 && !s.Capped }

// None reports whether the span allows no length.
func (s Span) None() bool { return s.Capped && (s.Max < s.Min || s.Max < 0) }

// Has reports whether the span allows the length n.
func (s Span) Has(n int) bool { return n >= s.Min && (!s.Capped || n <= s.Max) }

// Meet is what both spans allow.
func (s Span) Meet(o Span) Span {
	s.Min = max(s.Min, o.Min)
	if o.Capped && (!s.Capped || o.Max < s.Max) {
		s.Max, s.Capped = o.Max, true
	}
	return s
}
