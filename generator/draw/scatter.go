package draw

import "math/bits"

// Scatter is a bijection on [0, n) that costs a multiplication: ranks that lie
// together come apart (multiples of the golden section, Weyl). It is no shuffle:
// that is a Permutation's.
type Scatter struct{ n, by uint64 }

// NewScatter is the one of a set of n.
func NewScatter(n uint64) Scatter {
	by, _ := bits.Mul64(n, golden)
	for by = max(by, 1); GCD(n, by) != 1; by++ {
	}
	return Scatter{n, by}
}

// Of is n; 0 for the zero Scatter.
func (s Scatter) Of() uint64 { return s.n }

// At is the image of i, which is below n.
func (s Scatter) At(i uint64) uint64 {
	if i >= s.n {
		return i
	}
	high, low := bits.Mul64(i, s.by)
	return bits.Rem64(high, low, s.n)
}

// GCD is the greatest common divisor of two numbers; of 0 and n it is n.
func GCD(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
