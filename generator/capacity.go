package generator

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// limit caps the table by the arithmetic of a unique that counts every row.
func (t *Table) limit(u *unique) {
	if !t.total(u) {
		return
	}
	if n := t.capacity(u); n < uint64(t.Rows) {
		t.cap(int64(n), u.name, fmt.Sprintf("it has %d distinct keys", n))
	}
}

// capacity is the number of keys of a unique, as far as it can be counted.
func (t *Table) capacity(u *unique) uint64 {
	n := uint64(1)
	cols := u.columns
	for _, x := range u.exprs {
		if !strict(x.expr) {
			return math.MaxUint64
		}
		cols = appendNew(cols[:len(cols):len(cols)], x.columns...)
	}
	counted := map[int]bool{}
	for _, l := range t.links {
		if !subset(l.cols, cols) || overlaps1(l.cols, counted) || l.period || len(l.own) > 0 {
			continue
		}
		for _, c := range l.cols {
			counted[c] = true
		}
		rows := uint64(0)
		if l.usable() {
			rows = uint64(l.parent.Rows)
		}
		n = multiply(n, rows)
	}
	for _, c := range cols {
		if !counted[c] {
			n = multiply(n, t.cells(u, c))
		}
	}
	return n
}

// strict reports an expression that is not NULL when its columns are not, and
// that nothing but its columns decides.
func strict(e *schema.Expr) bool {
	ok := true
	e.Walk(func(x *schema.Expr) bool {
		switch x.Kind {
		case schema.ExprColumn, schema.ExprConst, schema.ExprCast, schema.ExprCollate, schema.ExprCoalesce:
		case schema.ExprOp:
			ok = ok && x.Name == "||"
		case schema.ExprCall:
			switch x.Name {
			case "lower", "upper", "btrim", "ltrim", "rtrim", "md5", "date_trunc", "abs", "left", "right":
			default:
				ok = false
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func overlaps1(cols []int, counted map[int]bool) bool {
	for _, c := range cols {
		if counted[c] {
			return true
		}
	}
	return false
}

func subset(a, b []int) bool {
	for _, x := range a {
		if !contains(b, x) {
			return false
		}
	}
	return true
}

func multiply(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi > 0 {
		return math.MaxUint64
	}
	return lo
}

// cells is the number of cells a column can have that the unique tells apart,
// at most: NULL is one of them where NULLs are not distinct.
func (t *Table) cells(u *unique, c int) uint64 {
	n := t.size(c)
	if !u.distinctNulls && !t.never(c) && n < math.MaxUint64 {
		n++
	}
	return n
}

// size is the number of values a column can have over all branches, at most.
func (t *Table) size(c int) uint64 {
	if t.columns[c].model.Sequence == nil && t.columns[c].generated {
		return math.MaxUint64
	}
	n := uint64(0)
	var last space.Space
	for _, b := range t.branches {
		s := b.spaces[c]
		if s == nil || s == last {
			continue
		}
		last = s
		if n += s.Capacity(); n < s.Capacity() {
			return math.MaxUint64
		}
	}
	if ends := t.finite(c); ends > 0 {
		n = min(n, ends)
	}
	return n
}

// finite is the number of values the type itself has, 0 when that is no limit.
func (t *Table) finite(c int) uint64 {
	col := t.columns[c]
	switch {
	case col.codec.Kind() == value.Bool:
		return 2
	case len(col.codec.Labels()) > 0:
		return uint64(len(col.codec.Labels()))
	}
	return 0
}
