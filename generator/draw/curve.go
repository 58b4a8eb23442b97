package draw

// curveSteps is how many pieces of equal probability a curve has.
const curveSteps = 1024

// Curve maps hashes to a distribution by its quantile function: between the
// quantiles of 1024 equal shares a draw lies on a straight line, and in the
// first and the last share, which run out far, it is the function's own.
type Curve struct {
	quantile func(u float64) float64
	at       [curveSteps + 1]float64
}

// NewCurve is the distribution of a quantile function, which is asked for
// numbers between 0 and 1, both excluded.
func NewCurve(quantile func(u float64) float64) *Curve {
	c := &Curve{quantile: quantile}
	for i := 1; i < curveSteps; i++ {
		c.at[i] = quantile(float64(i) / curveSteps)
	}
	return c
}

// At is what a hash draws.
func (c *Curve) At(h uint64) float64 {
	i := Below(h, curveSteps)
	if i == 0 || i == curveSteps-1 {
		return c.quantile(Unit(h) + 1.0/(1<<54))
	}
	// Rounded by itself: fused with the sum it would be another number on
	// other machines.
	rise := float64((c.at[i+1] - c.at[i]) * Unit(h*curveSteps))
	return c.at[i] + rise
}
