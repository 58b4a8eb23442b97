package generator

import (
	"testing"

	"github.com/effigydb/effigy/generator/draw"
)

func TestDiagonal(t *testing.T) {
	const n = 9
	d := &diagonal{draw.NewPermutation(n, 1), draw.NewPermutation(n*n-n, 2)}
	seen, same := map[[2]uint64]bool{}, 0
	for rank := range uint64(n * n) {
		a, b := d.at(rank)
		if a >= n || b >= n || seen[[2]uint64{a, b}] {
			t.Fatalf("rank %d is %d, %d", rank, a, b)
		}
		seen[[2]uint64{a, b}] = true
		if a == b && rank < n*diagonalEvery {
			same++
		}
	}
	if same != n {
		t.Errorf("%d pairs of one row among the first", same)
	}
}

// TestClosure: a table of the paths of a tree has some from a node to itself,
// and some that are not.
func TestClosure(t *testing.T) {
	p := planOf(t, `CREATE TABLE node (id integer PRIMARY KEY);
		CREATE TABLE path (above integer NOT NULL REFERENCES node, below integer NOT NULL REFERENCES node, steps smallint NOT NULL CHECK (steps BETWEEN 0 AND 20),
			PRIMARY KEY (above, below), CHECK ((steps = 0) = (above = below)));`, 200)
	path := p.Tables[1]
	m, self := newMaker(path), 0
	for i := range path.Rows {
		if !m.at(i) {
			t.Fatalf("row %d can't be made: %s", i, m.blamed)
		}
		if m.row[0].I == m.row[1].I {
			self++
		}
	}
	if path.Rows != 200 || self < 30 || self > 100 {
		t.Errorf("%d of %d rows from a node to itself", self, path.Rows)
	}
}
