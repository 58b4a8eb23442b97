package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
)

// A key of two references to the rows of one table may have rules of its own for
// a row with itself: the path of no steps in a closure table. Among all pairs
// those are so rare that hardly any would be drawn.

// diagonal lays out the pairs of n rows: every fourth is of a row with itself,
// while there are any.
type diagonal struct {
	same, others draw.Permutation
}

const diagonalEvery = 4

// newDiagonal is the layout of a key, nil where no branch asks for pairs of one
// row and another for pairs of two.
func (t *Table) newDiagonal(u *unit) *diagonal {
	if len(u.members) != 2 || u.members[0].link == nil || u.members[1].link == nil {
		return nil
	}
	a, b := u.members[0].link, u.members[1].link
	if a.parent != b.parent || len(a.cols) != 1 || !slices.Equal(a.refs, b.refs) || a.parent.Rows < 2*diagonalEvery {
		return nil
	}
	asked := 0
	for _, x := range t.branches {
		if slices.ContainsFunc(x.formula.Relations, func(r predicate.Relation) bool { return joins(&r, a.cols[0], b.cols[0]) }) {
			asked++
		}
	}
	if asked == 0 || asked == len(t.branches) {
		return nil
	}
	n, key := uint64(a.parent.Rows), draw.Cell(t.key, "diagonal", u.unique.name)
	return &diagonal{draw.NewPermutation(n, key), draw.NewPermutation(n*n-n, draw.Cell(key, "others"))}
}

// at is the pair of a rank below n²: each pair has one.
func (d *diagonal) at(rank uint64) (a, b uint64) {
	n, k := d.same.N(), rank/diagonalEvery
	if rank%diagonalEvery == diagonalEvery-1 && k < n {
		a = d.same.At(k)
		return a, a
	}
	r := d.others.At(rank - min(k, n))
	if a, b = r%n, r/n; b >= a {
		b++
	}
	return a, b
}
