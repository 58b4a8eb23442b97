package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// redraws bounds how often one cell is drawn anew when a test on it fails.
const redraws = 24

// patience is the number of attempts after which a cell of a key that keeps
// meeting others is taken from the whole of its space, not from its usual part.
const patience = 3

// step gives one column its value and tests it against those before.
func (m *maker) step(s *step) bool {
	c := m.t.columns[s.Column]
	if m.done[c.pos] {
		return m.passes(s)
	}
	h := c.values.At(m.index, m.attempt)
	for k := range redraws {
		v, ok := m.draw(s, c, h)
		if !ok {
			return false
		}
		if s.leads != nil && !v.IsNull() {
			v = m.lead(s, h, v, k)
		}
		if m.premature(s, &v) {
			return false
		}
		m.put(c.pos, v)
		if s.crowded && m.attempt%2 == 1 && m.shortened(s, c, v) {
			return true
		}
		if m.passes(s) {
			return true
		}
		if len(s.Tests) == 0 {
			return false
		}
		h = draw.Next(h)
	}
	return false
}

// lead takes now and then, once the usual values have failed, one that the
// rules of the column lead to.
func (m *maker) lead(s *step, h uint64, v value.Value, redraw int) value.Value {
	if m.attempt == 0 && redraw == 0 || draw.Mix(h)%3 != 0 {
		return v
	}
	leads := s.leads()
	if len(leads) == 0 {
		return v
	}
	return leads[draw.Below(draw.Next(h), uint64(len(leads)))]
}

// passes runs the tests of a step; what is not known is left to the check of
// the whole row.
func (m *maker) passes(s *step) bool {
	for i := range s.Tests {
		switch got := s.Tests[i].Program.Test(m.row); {
		case got == predicate.False, got == predicate.Null && s.Tests[i].Strict:
			m.blamed = s.Tests[i].Constraint
			return false
		case got == predicate.Unknown:
			m.unsure = true
		}
	}
	return true
}

// draw draws a value of the step's domain, as the earlier columns of the row
// narrow it.
func (m *maker) draw(s *step, c *column, h uint64) (value.Value, bool) {
	null := value.Value{}
	switch s.Domain.Nulls {
	case domain.AlwaysNull:
		return null, true
	case domain.MayBeNull:
		if s.space == nil || m.empty(s, c) {
			return null, true
		}
	}
	if s.space == nil {
		return null, false
	}
	if s.stamp != nil {
		return m.strike(s, h)
	}
	if len(s.Bounds) > 0 {
		if v, ok := m.narrow(s, c, h); ok {
			return v, true
		}
		return null, s.Domain.Nulls == domain.MayBeNull && !m.owed(c.pos)
	}
	if len(s.soft) > 0 {
		if v, ok := m.drawSoft(s, h); ok {
			return v, true
		}
	}
	if s.late {
		return m.drawLate(s, h), true
	}
	if s.keyed && !s.crowded && len(s.soft) == 0 && m.attempt >= patience {
		return s.space.Unrank(m.sweep(c, h, min(s.space.Capacity(), wide(uint64(m.t.Rows)))), &m.arena), true
	}
	if g, ok := s.space.(space.Grouped); ok {
		return g.Part(m.member, &m.arena), true
	}
	return tour(s.space, s.tour, m.index, m.attempt, h, &m.arena), true
}

// sweep is the rank that a cell of a key gets when others are taken: every
// second attempt the next one after the last, so that the few that are left of
// a small set are met, in between a drawn one, since several columns that all
// move on by one would miss most of their pairs.
func (m *maker) sweep(c *column, h, n uint64) uint64 {
	if m.attempt%2 == 1 {
		return draw.Below(h, n)
	}
	return (draw.Below(c.values.At(m.index, 0), n) + uint64(m.attempt/2)) % n
}

// rota shows the values of a small set in turn, in a row every so often, so that
// each occurs however rare it is; 0 members for none.
type rota struct{ members, stride uint64 }

// tourStride is how often a row of a table with many rows shows the next value.
const tourStride = 8

// newRota shows all of a set within so many rows, where there is room.
func newRota(members uint64, rows int64) rota {
	return rota{members, min(max(uint64(rows)/max(members, 1), 1), tourStride)}
}

// at is the rank that a row shows; false for the rows that draw.
func (r rota) at(index uint64, attempt uint32) (rank uint64, ok bool) {
	if r.members == 0 || attempt > 0 || index%r.stride != min(r.stride-1, 5) {
		return 0, false
	}
	return index / r.stride % r.members, true
}

// tour draws from a space; every so many rows it takes the next of its values
// in turn.
func tour(s space.Space, r rota, index uint64, attempt uint32, h uint64, a *value.Arena) value.Value {
	if rank, ok := r.at(index, attempt); ok {
		return s.Unrank(rank, a)
	}
	return s.Draw(h, a)
}

// narrow draws within bounds that the row's earlier columns set.
func (m *maker) narrow(s *step, c *column, h uint64) (value.Value, bool) {
	if s.unequal {
		if v, ok := m.other(s, h); ok {
			return v, true
		}
	}
	if s.simple && !s.given {
		return m.narrowSimply(s, h)
	}
	d, ok := s.Narrow(m.row)
	if !ok {
		return value.Value{}, false
	}
	if d.Nulls == domain.AlwaysNull {
		return value.Value{}, true
	}
	if s.given {
		return m.oneGiven(s, &d, h)
	}
	if d.Set != nil {
		return m.among(s, d.Set, h)
	}
	if s.ordered == nil || !intervalsOnly(&d, &s.Domain) {
		return m.narrowed(c, d, h)
	}
	low, high, ok := ends(s.ordered, d.Intervals, draw.Next(h))
	if !ok {
		return value.Value{}, false
	}
	return m.within(s, low, high, h)
}

// narrowSimply is narrow for a step whose bounds only move the ends of one
// interval.
func (m *maker) narrowSimply(s *step, h uint64) (value.Value, bool) {
	if s.numbers {
		if w, ok := s.bounded(m.row); ok {
			return m.between(s, w, h)
		}
		m.unsure = true
	}
	i, ok := s.Ends(m.row)
	if !ok {
		return value.Value{}, s.Domain.Nulls != domain.NeverNull
	}
	low, high, ok := closed(s.ordered, i)
	if !ok {
		return value.Value{}, false
	}
	return m.within(s, low, high, h)
}

// within draws between two values, NULL for open.
func (m *maker) within(s *step, low, high value.Value, h uint64) (value.Value, bool) {
	from, to := s.ordered.Limits(low, high)
	return m.between(s, window{from, to}, h)
}

// other draws until the value differs from those that it must not equal.
func (m *maker) other(s *step, h uint64) (value.Value, bool) {
	for range redraws {
		v := s.space.Draw(h, &m.arena)
		free := true
		for i := range s.Bounds {
			b, ok := s.Bounds[i].Program.Eval(m.row)
			free = free && ok && (b.IsNull() || !domain.Equal(v, b))
		}
		if free {
			return v, true
		}
		h = draw.Next(h)
	}
	return value.Value{}, false
}

// oneGiven draws among the values that an expression of the configuration gave
// until the row allows one.
func (m *maker) oneGiven(s *step, d *domain.Domain, h uint64) (value.Value, bool) {
	allowed := domain.NewMatcher(*d)
	for range redraws {
		if v := s.space.Draw(h, &m.arena); allowed.Allows(v) {
			return v, true
		}
		h = draw.Next(h)
	}
	return value.Value{}, false
}

// maxAmong is the size of a set up to which its values are told apart by how
// often each is drawn, and barred the attempts after which a value is taken
// that is never drawn.
const maxAmong, barred = 64, 64

// among draws from what the row leaves of a set, as the column's space would.
func (m *maker) among(s *step, set []value.Value, h uint64) (value.Value, bool) {
	if len(set) == 0 {
		return value.Value{}, false
	}
	if len(set) <= maxAmong {
		if v, ok := space.Among(s.space, set, h); ok {
			return v, true
		}
		if m.attempt < barred && len(m.t.columns[s.Column].settings.Weights) > 0 {
			return value.Value{}, false
		}
	}
	return set[draw.Below(h, uint64(len(set)))], true
}

// intervalsOnly reports that a narrowed domain differs from the step's in its
// intervals and nothing else that a bound can add.
func intervalsOnly(d, from *domain.Domain) bool {
	return len(d.Not) == len(from.Not) && len(d.Congruences) == len(from.Congruences) && len(d.Parts) == len(from.Parts)
}

// ends picks an interval and returns its closed ends.
func ends(o space.Ordered, in []domain.Interval, h uint64) (low, high value.Value, ok bool) {
	if len(in) == 0 {
		return value.Value{}, value.Value{}, true
	}
	return closed(o, in[draw.Below(h, uint64(len(in)))])
}

// closed moves open ends to the next value.
func closed(o space.Ordered, x domain.Interval) (low, high value.Value, ok bool) {
	low, high, ok = x.Low, x.High, true
	if x.LowOpen && !low.IsNull() {
		low, ok = o.Step(low, 1)
	}
	if ok && x.HighOpen && !high.IsNull() {
		high, ok = o.Step(high, -1)
	}
	return low, high, ok
}
