package draw

import "math/bits"

// Permutation is a bijection on [0, n): a Feistel network over the smallest
// power of two that holds n, with cycle walking (Black, Rogaway 2002), so on
// average under two passes.
type Permutation struct {
	n           uint64
	left, right uint // widths of the halves in bits
	keys        [rounds]uint64
}

// rounds is even, so that the halves end with the widths they began with, and
// no fewer than make a strong permutation (Luby, Rackoff 1988).
const rounds = 4

// NewPermutation returns the permutation of [0, n) that the key names.
func NewPermutation(n uint64, k Key) Permutation {
	width := uint(2)
	if n > 4 {
		width = uint(bits.Len64(n - 1))
	}
	p := Permutation{n: n, left: width / 2, right: width - width/2}
	for i := range p.keys {
		p.keys[i] = Mix(uint64(k) + uint64(i)*golden)
	}
	return p
}

// N is the size of the set.
func (p *Permutation) N() uint64 { return p.n }

// At is the image of i, which is taken modulo n.
func (p *Permutation) At(i uint64) uint64 {
	if p.n < 2 {
		return 0
	}
	if i >= p.n {
		i %= p.n
	}
	for {
		if i = p.forward(i); i < p.n {
			return i
		}
	}
}

// Inverse is the i whose image is at.
func (p *Permutation) Inverse(at uint64) uint64 {
	if p.n < 2 {
		return 0
	}
	if at >= p.n {
		at %= p.n
	}
	for {
		if at = p.backward(at); at < p.n {
			return at
		}
	}
}

func (p *Permutation) forward(x uint64) uint64 {
	a, b := p.left, p.right
	for i := range rounds {
		l, r := x>>b, x&(1<<b-1)
		f := Mix(r^p.keys[i]) & (1<<a - 1)
		x = r<<a | (l ^ f)
		a, b = b, a
	}
	return x
}

func (p *Permutation) backward(x uint64) uint64 {
	a, b := p.right, p.left
	for i := rounds - 1; i >= 0; i-- {
		r, lf := x>>a, x&(1<<a-1)
		l := lf ^ Mix(r^p.keys[i])&(1<<a-1)
		x = l<<b | r
		a, b = b, a
	}
	return x
}
