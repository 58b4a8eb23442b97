package space

import (
	"fmt"
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// maxResidues bounds the modulus of combined congruences.
const maxResidues = 1 << 16

// latticeOf builds a lattice: the type's limits stand in the unit, the rest
// is the domain's. step is the distance of values that the type can hold.
func (b *builder) latticeOf(u unit, step int64) (*lattice, error) {
	s := b.stretches(&u)
	mod, residues, err := b.residues(step)
	if err != nil {
		return nil, err
	}
	if len(b.Domain.Parts) > 0 {
		if s, err = b.parts(&u, s); err != nil {
			return nil, err
		}
	}
	l := &lattice{unit: u, hard: newGrid(mod, residues, s)}
	if l.hard.total <= b.Need && len(b.Domain.Intervals) > 0 && len(b.Domain.Parts) == 0 && u.unfold() {
		l = &lattice{unit: u, hard: newGrid(mod, residues, b.stretches(&u))}
	}
	if l.hard.total == 0 {
		if u.narrow && len(b.Domain.Intervals) > 0 {
			return nil, fmt.Errorf("type %s: values beyond the usual: %w", b.Type, ErrUnknown)
		}
		return nil, fmt.Errorf("type %s: %w", b.Type, ErrEmpty)
	}
	l.soft, l.usual = l.hard, l.hard
	return l, nil
}

// stretches are the domain's intervals in units, single excluded values taken
// out.
func (b *builder) stretches(u *unit) []stretch {
	var s []stretch
	if b.Domain.Intervals == nil {
		s = []stretch{{u.low, u.high}}
	}
	for _, i := range b.Domain.Intervals {
		s = append(s, u.stretch(i))
	}
	var out []int64
	for _, v := range b.Domain.Not {
		if x, exact := u.number(v, false); exact {
			out = append(out, x)
		}
	}
	return without(s, out)
}

// ends tells whether the domain sets a least and a greatest value.
func (b *builder) ends() (low, high bool) {
	if n := len(b.Domain.Intervals); n > 0 {
		return !b.Domain.Intervals[0].Low.IsNull(), !b.Domain.Intervals[n-1].High.IsNull()
	}
	return false, false
}

// window adapts the habit of a number, in units of one, to what the domain
// sets: a least value that is asked for is natural, and between two that are
// asked for everything is.
func (b *builder) window(l *lattice, one, least, most int64) {
	h := b.habit()
	l.shape = h.shape
	from, to := saturatedTimes(h.low, one), saturatedTimes(h.high, one)
	first, last := l.hard.pieces[0].low, l.hard.pieces[len(l.hard.pieces)-1].high
	if l.mirrored = last <= 0 && h.low >= 0 && !b.isAsked(); l.mirrored {
		from, to = -to, -from
	}
	low, high := b.ends()
	low = low && first > l.unit.low+edge
	high = high && last < l.unit.high-edge
	if low {
		least = min(least, first)
		if !natural[b.Meaning] {
			from = min(from, max(first, 0))
		}
	}
	_, known := habits[b.Meaning]
	few := uint64(last)-uint64(first) <= uint64(saturatedTimes(explicit, one))
	if low && high && (!known || few) && (l.hard.parted() || !b.sane(first, last, saturatedTimes(h.low, one), saturatedTimes(h.high, one), one)) {
		if from, to = first, last; few && l.shape == bell {
			l.shape = even
		}
	}
	if b.isAsked() {
		from, to = b.asked(l, saturatedTimes(h.low, one), saturatedTimes(h.high, one))
		least, most = min(least, from), max(most, to)
		if b.Meaning == vocabulary.Year && to > h.high {
			l.shape = even
		}
	}
	if from < 0 && l.shape == tail && !l.mirrored {
		l.shape = even
	}
	l.natural(min(least, from), most, from, to, b.Need)
}

// explicit is the width, in whole units, up to which a rule with both ends says
// what is usual better than a name does: stars BETWEEN 1 AND 10.
const explicit = 250

// endless is the width, in whole units, from which a rule with both ends only
// keeps out what is absurd, whatever it is about: price BETWEEN 0 AND 1000000000.
const endless = 1_000_000

// natural are the meanings that have a usual range by nature, so that a rule
// which holds all of it only keeps out what is absurd: age BETWEEN 0 AND 150.
var natural = map[vocabulary.Meaning]bool{
	vocabulary.Age: true, vocabulary.Year: true, vocabulary.Stature: true, vocabulary.BodyWeight: true, vocabulary.BMI: true, vocabulary.Fever: true, vocabulary.Pulse: true,
	vocabulary.Breath: true, vocabulary.Systolic: true, vocabulary.Diastolic: true, vocabulary.Saturation: true, vocabulary.Temperature: true, vocabulary.Speed: true, vocabulary.Years: true,
}

// sane reports that a rule from first to last keeps out what is absurd, and no
// more, of what is usual from low to high.
func (b *builder) sane(first, last, low, high, one int64) bool {
	switch {
	case natural[b.Meaning] && first <= low && last >= high:
		return true
	case natural[b.Meaning]:
		return min(last, high)-max(first, low) >= (last-first)/3
	}
	return first >= 0 && uint64(last)-uint64(first) >= uint64(saturatedTimes(endless, one)) && first <= high/2 && last >= high
}

// edge is how near to the end of its type a limit asks for nothing: it comes
// from a column of the same type that this one is greater than.
const edge = 16

func saturatedTimes(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if p := a * b; p/b == a {
		return p
	}
	return clipped(a > 0)
}

func (u *unit) stretch(i domain.Interval) stretch {
	low, high := u.low, u.high
	if !i.Low.IsNull() {
		x, exact := u.number(i.Low, true)
		if !exact && x == math.MaxInt64 { // beyond
			return stretch{1, 0}
		}
		if i.LowOpen && exact && x < math.MaxInt64 {
			x++
		}
		low = max(low, x)
	}
	if !i.High.IsNull() {
		x, exact := u.number(i.High, false)
		if !exact && x == math.MinInt64 {
			return stretch{1, 0}
		}
		if i.HighOpen && exact && x > math.MinInt64 {
			x--
		}
		high = min(high, x)
	}
	return stretch{low, high}
}

// residues combines the congruences of the domain, and the type's own step
// where there are none, into one modulus and its allowed residues.
func (b *builder) residues(step int64) (int64, []int64, error) {
	if len(b.Domain.Congruences) == 0 {
		return max(step, 1), nil, nil
	}
	mod := int64(1)
	for _, c := range b.Domain.Congruences {
		if c.Modulus <= 0 {
			return 0, nil, fmt.Errorf("type %s: %w", b.Type, ErrEmpty)
		}
		mod = mod / gcd(mod, c.Modulus) * c.Modulus
		if mod > maxResidues && len(b.Domain.Congruences) > 1 || mod <= 0 {
			return 0, nil, fmt.Errorf("congruences: %w", ErrUnknown)
		}
	}
	if c := b.Domain.Congruences[0]; len(b.Domain.Congruences) == 1 && !c.Negated {
		return mod, []int64{c.Remainder}, nil
	}
	if mod > maxResidues {
		return 0, nil, fmt.Errorf("congruences: %w", ErrUnknown)
	}
	var all []int64
	for r := range mod {
		ok := true
		for _, c := range b.Domain.Congruences {
			ok = ok && c.Has(r)
		}
		if ok {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return 0, nil, fmt.Errorf("type %s: %w", b.Type, ErrEmpty)
	}
	return mod, all, nil
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// natural narrows what is counted to [low, high] as far as that leaves as
// many values as are needed, and what is drawn to [from, to] where that
// leaves any. Where nothing is left of a window, values near it are taken.
func (l *lattice) natural(low, high, from, to int64, need uint64) {
	if g := l.hard.clip(low, high); g.total > 0 && g.total >= need {
		l.soft = g
	} else if g := l.near(low, high); g.total > 0 && g.total >= need && l.hard.total > g.total {
		l.soft = g
	}
	l.usual = l.soft
	if g := l.soft.clip(from, to); g.total > 0 {
		l.usual = g
		return
	}
	// The window misses what is allowed: draw from its near end.
	width := uint64(to-from) + 1
	if n := l.soft.total; n > width && width > 0 {
		if first := l.soft.pieces[0].low; first > to {
			l.usual = l.soft.clip(first, l.soft.at(width-1))
		} else {
			l.usual = l.soft.clip(l.soft.at(n-width), math.MaxInt64)
		}
	}
}

// near is the part of hard that has the width of a window it misses.
func (l *lattice) near(low, high int64) grid {
	width := uint64(high-low) + 1
	if n := l.hard.total; width == 0 || n <= width {
		return l.hard
	}
	first, last := l.hard.pieces[0].low, l.hard.pieces[len(l.hard.pieces)-1].high
	switch {
	case first > high:
		return l.hard.clip(first, l.hard.at(width-1))
	case last < low:
		return l.hard.clip(l.hard.at(l.hard.total-width), last)
	}
	return l.hard
}

// coarse keeps of soft and usual only whole steps, where enough are left.
func (l *lattice) coarse(step int64, need uint64) {
	if l.hard.mod > 1 && step%l.hard.mod != 0 || len(l.hard.residues) > 1 || l.hard.residues[0] != 0 {
		return
	}
	whole := func(g grid) grid {
		var s []stretch
		for _, p := range g.pieces {
			s = append(s, stretch{p.low, p.high})
		}
		return newGrid(step, nil, s)
	}
	if g := whole(l.soft); g.total > 0 && g.total >= need {
		l.soft = g
	}
	if g := whole(l.usual); g.total >= 20 || g.total == l.usual.total {
		l.usual = g
	}
}

var _ Ordered = (*lattice)(nil)
