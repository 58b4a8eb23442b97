package draw

// Alias draws an index by weight in constant time (Walker 1977, built as
// Vose 1991 does).
type Alias struct {
	keep  []uint64 // threshold on the low bits, as a fraction of 2^64
	other []uint32
}

// NewAlias builds the table. Weights that are not positive are never drawn;
// with none positive all are drawn alike. No weights draw 0.
func NewAlias(weights []float64) *Alias {
	n := len(weights)
	a := &Alias{keep: make([]uint64, n), other: make([]uint32, n)}
	scaled := scale(weights)
	var small, large []int
	for i, w := range scaled {
		if w < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.keep[s], a.other[s] = fraction(scaled[s]), uint32(l)
		scaled[l] -= 1 - scaled[s]
		if scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		a.keep[i], a.other[i] = ^uint64(0), uint32(i)
	}
	return a
}

// scale brings the mean of the weights to 1.
func scale(weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += max(w, 0)
	}
	scaled := make([]float64, len(weights))
	for i, w := range weights {
		if sum > 0 {
			scaled[i] = max(w, 0) * float64(len(weights)) / sum
		} else {
			scaled[i] = 1
		}
	}
	return scaled
}

func fraction(p float64) uint64 {
	if p >= 1 {
		return ^uint64(0)
	}
	return uint64(p * (1 << 63) * 2)
}

// At is the index that a hash draws.
func (a *Alias) At(h uint64) int {
	if len(a.keep) == 0 {
		return 0
	}
	i := Below(h, uint64(len(a.keep)))
	if Next(h) < a.keep[i] {
		return int(i)
	}
	return int(a.other[i])
}
