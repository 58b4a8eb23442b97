package draw

import (
	"math"
	"testing"
)

func TestPermutationIsBijective(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 4, 5, 17, 64, 1000, 4097} {
		p := NewPermutation(n, Cell(1, "t", "c"))
		seen := make([]bool, n)
		for i := range n {
			at := p.At(i)
			if at >= n || seen[at] {
				t.Fatalf("n %d: %d is not new", n, at)
			}
			seen[at] = true
			if p.Inverse(at) != i {
				t.Fatalf("n %d: the inverse of %d is %d, not %d", n, at, p.Inverse(at), i)
			}
		}
	}
	whole := NewPermutation(math.MaxUint64, 7)
	for _, i := range []uint64{0, 1, math.MaxUint64 - 1} {
		if whole.Inverse(whole.At(i)) != i {
			t.Errorf("the whole: %d is lost", i)
		}
	}
}

func TestCellsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for _, k := range []Key{Cell(1, "a", "bc"), Cell(1, "ab", "c"), Cell(2, "a", "bc"), Cell(1, "a", "bc", "")} {
		for row := range uint64(1000) {
			for attempt := range uint32(3) {
				h := k.At(row, attempt)
				if seen[h] {
					t.Fatal("two cells share a hash")
				}
				seen[h] = true
			}
		}
	}
}

func TestShares(t *testing.T) {
	const n = 100000
	alias := NewAlias([]float64{8, 0, 1, 1})
	zipf, normal := NewZipf(1000, 1), NewCurve(NormalQuantile)
	var variance, beyond float64
	var counts [4]int
	first, sum := 0, 0.0
	for i := range uint64(n) {
		h := Key(9).At(i, 0)
		counts[alias.At(h)]++
		r := zipf.At(h)
		if r >= 1000 {
			t.Fatalf("rank %d of 1000", r)
		}
		if r == 0 {
			first++
		}
		z := normal.At(h)
		sum, variance = sum+z, variance+z*z
		if z > 3.2905 { // one in 2000: past the last of the straight pieces
			beyond++
		}
	}
	if share := float64(counts[0]) / n; math.Abs(share-0.8) > 0.01 || counts[1] != 0 {
		t.Errorf("alias drew %v", counts)
	}
	// The harmonic number of 1000 is 7.485.
	if share := float64(first) / n; math.Abs(share-1/7.485) > 0.01 {
		t.Errorf("zipf's first rank has a share of %v", share)
	}
	if math.Abs(sum/n) > 0.02 {
		t.Errorf("the normal mean is %v", sum/n)
	}
	if math.Abs(variance/n-1) > 0.03 || beyond < 30 || beyond > 75 {
		t.Errorf("the normal variance is %v, and %v of %d lie far out", variance/n, beyond, n)
	}
}

func TestBetweenHoldsItsEnds(t *testing.T) {
	for _, h := range []uint64{0, 1, math.MaxUint64} {
		for _, b := range [][2]int64{{0, 0}, {-1, 1}, {math.MinInt64, math.MaxInt64}, {math.MaxInt64 - 1, math.MaxInt64}} {
			if v := Between(h, b[0], b[1]); v < b[0] || v > b[1] {
				t.Errorf("%d lies outside %v", v, b)
			}
		}
	}
}

func BenchmarkKey(b *testing.B) {
	k, sum := Key(3), uint64(0)
	for i := range b.N {
		sum += k.At(uint64(i), 0)
	}
	sink = sum
}

func BenchmarkPermutation(b *testing.B) {
	p, sum := NewPermutation(1_000_003, 3), uint64(0)
	for i := range b.N {
		sum += p.At(uint64(i))
	}
	sink = sum
}

var sink uint64

// TestScatter: every number has an image of its own, far from its neighbours'.
func TestScatter(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 10, 1 << 12, 6561} {
		s, seen := NewScatter(n), map[uint64]bool{}
		for i := range n {
			seen[s.At(i)] = true
		}
		if uint64(len(seen)) != n {
			t.Errorf("%d of %d images", len(seen), n)
		}
	}
	s := NewScatter(math.MaxUint64)
	for i := range uint64(100) {
		if a, b := s.At(i), s.At(i+1); max(a, b)-min(a, b) < 1<<60 {
			t.Errorf("%d and %d lie together", a, b)
		}
	}
}
