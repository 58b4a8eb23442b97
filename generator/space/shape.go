package space

import (
	"math/bits"
	"sync"

	"github.com/effigydb/effigy/generator/draw"
)

// shape is how draws spread over ranks, from the least value to the greatest.
type shape uint8

const (
	even     shape = iota
	rising         // most near the greatest
	recent         // more near the greatest: times
	tail           // most near the least, over orders of magnitude
	bell           // most in the middle
	soon           // more near the least
	decaying       // exponential, of a mean an eighth of the way
	skewed         // lognormal, of a median an eighth of the way
	priced         // lognormal and wide, of a median a 25th of the way
)

// curves are the shapes that are well-known distributions, made when they are
// first asked for.
var curves = [...]func() *draw.Curve{
	bell:     curve(func(u float64) float64 { return 0.5 + draw.NormalQuantile(u)/6 }),
	decaying: curve(func(u float64) float64 { return draw.ExponentialQuantile(u) / 8 }),
	skewed:   curve(func(u float64) float64 { return draw.LogNormalQuantile(u, 0.6) / 8 }),
	priced:   curve(func(u float64) float64 { return draw.LogNormalQuantile(u, 1) / 25 }),
}

func curve(quantile func(float64) float64) func() *draw.Curve {
	return sync.OnceValue(func() *draw.Curve { return draw.NewCurve(quantile) })
}

// at maps a hash to a rank below n.
func (s shape) at(h, n uint64) uint64 {
	if n <= 1 {
		return 0
	}
	var x float64 // in [0, 1)
	switch u := draw.Unit(h); s {
	case rising:
		x = 1 - u*u*u
	case recent:
		x = 1 - u*u
	case tail: // log-uniform: a number of bits, then the bits
		k := draw.Below(h, uint64(bits.Len64(n)))
		h = draw.Next(h)
		if r := (1<<k | h&(1<<k-1)) - 1; r < n {
			return r
		}
		return draw.Below(h, n)
	case bell, decaying, skewed:
		x = curves[s]().At(h)
	case soon:
		x = u * u
	case priced:
		if x = curves[s]().At(h); x >= 1 {
			x = draw.Unit(draw.Next(h))
		}
	default:
		return draw.Below(h, n)
	}
	if x <= 0 {
		return 0
	}
	return min(uint64(x*float64(n)), n-1)
}
