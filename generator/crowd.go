package generator

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// crowd ties the two ends of a range that rows must not share: whichever end
// comes second stays close to the first.
func (t *Table) crowd(b *branch, at int) {
	s := &b.steps[at]
	for _, x := range t.exclusion {
		for _, e := range x.elements {
			if e.span == nil {
				continue
			}
			low, high := t.plainColumn(e.span.from), t.plainColumn(e.span.to)
			if low < 0 || high < 0 || s.Column != low && s.Column != high {
				continue
			}
			other, after := low, true
			if s.Column == low {
				other, after = high, false
			}
			if b.before(other, at) {
				s.soft = append(s.soft, soft{column: other, after: after, near: t.room(s), tight: t.packed(x)})
			}
		}
	}
}

// spanned reports a number that is an end of ranges of few groups: a rank of
// its own would be far from the other end.
func (t *Table) spanned(c int) bool {
	if k := t.columns[c].codec.Kind(); k != value.Int && k != value.Decimal {
		return false
	}
	for _, x := range t.exclusion {
		for _, e := range x.elements {
			if e.span != nil && (t.plainColumn(e.span.from) == c || t.plainColumn(e.span.to) == c) && t.packed(x) {
				return true
			}
		}
	}
	return false
}

// packed reports that many rows meet in what else the exclusion compares: one
// long range would leave no room for the others.
func (t *Table) packed(x *exclusion) bool {
	groups := uint64(1)
	for _, e := range x.elements {
		switch {
		case e.operator != "=" || e.column < 0:
		case t.inLink(e.column):
			return false // parents are many, as a rule
		default:
			groups = multiply(groups, t.size(e.column))
		}
	}
	return groups < uint64(t.Rows)/8
}

// before reports that the column has its value before step number at.
func (b *branch) before(c, at int) bool {
	for i := range at {
		if b.steps[i].Column == c {
			return true
		}
	}
	return false
}

// room is the length that each row can have if all are to find room in the
// space of the column.
func (t *Table) room(s *step) int64 {
	low, high := s.ordered.Bounds()
	if low.IsNull() || high.IsNull() || high.I <= low.I {
		return 1
	}
	return max((high.I-low.I)/(4*max(t.Rows, 1)), 1)
}

// plainColumn is the column that an expression is, casts aside; -1 if none.
func (t *Table) plainColumn(e *schema.Expr) int {
	for e != nil && e.Kind == schema.ExprCast {
		e = e.Args[0]
	}
	if e == nil || e.Kind != schema.ExprColumn {
		return -1
	}
	return t.position(e.Name)
}

// crowded reports a range column that rows must not share.
func (t *Table) crowded(c int) bool {
	if t.columns[c].codec.Kind() != value.Range {
		return false
	}
	for _, x := range t.exclusion {
		for _, e := range x.elements {
			if e.operator == "&&" && e.column == c {
				return true
			}
		}
	}
	return false
}

// shortened gives the cell a shorter range, where the rules take one. How short
// it may be is a rule of the column that its space kept: the row is held against
// all of them.
func (m *maker) shortened(s *step, c *column, v value.Value) bool {
	if m.put(c.pos, m.shrink(v)); m.passes(s) {
		m.cut = true
		return true
	}
	m.put(c.pos, v)
	return false
}

// shrink shortens a range for a row that has met others before.
func (m *maker) shrink(v value.Value) value.Value {
	if v.Kind != value.Range || len(v.E) != 2 || v.N&(value.RangeEmpty|value.RangeLowerInfinite|value.RangeUpperInfinite) != 0 {
		return v
	}
	low, high := v.E[0], v.E[1]
	if low.Kind != high.Kind || low.N != high.N || low.Kind == value.Float || len(low.B)+len(high.B) > 0 || high.I <= low.I {
		return v
	}
	e := m.arena.Values(2)
	e[0], e[1] = low, high
	e[1].I = low.I + max((high.I-low.I)>>min(2*m.attempt, 40), 1)
	v.E = e
	return v
}
