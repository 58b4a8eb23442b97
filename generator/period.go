package generator

import (
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// inside cuts a period out of a parent's: the child's PERIOD is covered by
// that of the row it refers to. A part without length stays the whole.
func (m *maker) inside(v value.Value, h uint64) value.Value {
	if v.Kind != value.Range || v.N&(value.RangeEmpty|value.RangeLowerInfinite|value.RangeUpperInfinite) != 0 || len(v.E) != 2 {
		return v
	}
	low, high := v.E[0], v.E[1]
	if low.Kind != high.Kind || !clock(low.Kind) && low.Kind != value.Int || high.I-low.I < 4 {
		return v
	}
	width := high.I - low.I
	from := low.I + draw.Between(h, 0, width/2)
	to := from + draw.Between(draw.Next(h), 1, high.I-from-1)
	e := m.arena.Values(2)
	e[0], e[1] = low, high
	e[0].I, e[1].I = from, to
	v.E = e
	return v
}
