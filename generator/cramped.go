package generator

import (
	"math"
	"slices"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// cramped reports a number that a relation keeps below another column, whose
// greatest value is less than the number of rows: seats of a hall by its rows.
func (t *Table) cramped(c int) bool {
	for _, b := range t.branches {
		for _, r := range b.formula.Relations {
			if o := t.above(r.Expr, c); o >= 0 && t.most(o) < t.Rows {
				return true
			}
		}
	}
	return false
}

// above is the column that a relation says to be greater than c, -1 for none.
func (t *Table) above(e *schema.Expr, c int) int {
	if e.Kind != schema.ExprOp || len(e.Args) != 2 || e.Args[0].Kind != schema.ExprColumn || e.Args[1].Kind != schema.ExprColumn {
		return -1
	}
	low, high := t.position(e.Args[0].Name), t.position(e.Args[1].Name)
	if e.Name[0] == '>' {
		low, high = high, low
	} else if e.Name[0] != '<' || e.Name == "<>" {
		return -1
	}
	if low != c {
		return -1
	}
	return high
}

// most is the greatest value that a number can have, of the table or of the
// parents that it repeats.
func (t *Table) most(c int) int64 {
	most := int64(math.MaxInt64)
	for _, l := range t.links {
		if at := slices.Index(l.cols, c); at >= 0 && l.usable() && !l.self {
			most = min(most, l.parent.most(l.refs[at]))
		}
	}
	high := int64(math.MinInt64)
	for _, b := range t.branches {
		d := b.formula.Columns[c]
		for _, v := range d.Set {
			high = max(high, v.I)
		}
		list := d.Intervals
		if d.Set != nil {
			continue
		}
		if len(list) == 0 || list[len(list)-1].High.Kind != value.Int {
			return most
		}
		high = max(high, list[len(list)-1].High.I)
	}
	return min(most, high)
}
