package draw

import "math"

// Zipf draws ranks 0 … n-1 with probability proportional to (rank+1)^-s, by
// rejection-inversion (Hörmann, Derflinger 1996): constant time, no table.
type Zipf struct {
	n, s             float64
	hx1, hn, squeeze float64
}

// NewZipf returns the draw over n ranks with exponent s > 0.
func NewZipf(n uint64, s float64) Zipf {
	z := Zipf{n: float64(max(n, 1)), s: s}
	z.hx1 = z.integral(1.5) - 1
	z.hn = z.integral(z.n + 0.5)
	z.squeeze = 2 - z.inverse(z.integral(2.5)-z.density(2))
	return z
}

// At is the rank that a hash draws.
func (z *Zipf) At(h uint64) uint64 {
	for {
		u := z.hn + Unit(h)*(z.hx1-z.hn)
		x := z.inverse(u)
		k := math.Min(math.Max(math.Floor(x+0.5), 1), z.n)
		if k-x <= z.squeeze || u >= z.integral(k+0.5)-z.density(k) {
			return uint64(k) - 1
		}
		h = Next(h)
	}
}

func (z *Zipf) density(x float64) float64 { return math.Exp(-z.s * math.Log(x)) }

func (z *Zipf) integral(x float64) float64 {
	l := math.Log(x)
	return expm1Over((1-z.s)*l) * l
}

func (z *Zipf) inverse(x float64) float64 {
	t := max(x*(1-z.s), -1)
	return math.Exp(log1pOver(t) * x)
}

// expm1Over is (e^x - 1) / x, continued at 0.
func expm1Over(x float64) float64 {
	if math.Abs(x) > 1e-8 {
		return math.Expm1(x) / x
	}
	return 1 + x/2*(1+x/3)
}

// log1pOver is log(1+x) / x, continued at 0.
func log1pOver(x float64) float64 {
	if math.Abs(x) > 1e-8 {
		return math.Log1p(x) / x
	}
	return 1 - x*(1.0/2-x/3)
}

// NormalQuantile is the quantile function of the standard normal distribution.
func NormalQuantile(u float64) float64 { return math.Sqrt2 * math.Erfinv(2*u-1) }

// LogNormalQuantile is that of exp of a normal deviate of mean 0 and standard
// deviation sigma.
func LogNormalQuantile(u, sigma float64) float64 { return math.Exp(sigma * NormalQuantile(u)) }

// ExponentialQuantile is that of the exponential distribution of mean 1.
func ExponentialQuantile(u float64) float64 { return -math.Log1p(-u) }
