package language

import (
	"sort"
	"unicode"
)

// alphabet cuts the code points into classes that no pattern tells apart.
type alphabet struct {
	bounds  []rune // where a new class starts, ascending, the first is 0
	class   []int  // of the stretch that starts there
	members []charset
	word    []bool                    // the class is of word characters
	ascii   [unicode.MaxASCII + 1]int // the class of each
}

// newAlphabet finds the coarsest classes for which every set is a union.
func newAlphabet(sets []charset) *alphabet {
	starts := map[rune]bool{0: true}
	for _, s := range sets {
		for _, p := range s {
			starts[p.low] = true
			if p.high < unicode.MaxRune {
				starts[p.high+1] = true
			}
		}
	}
	a := &alphabet{}
	for r := range starts {
		a.bounds = append(a.bounds, r)
	}
	sort.Slice(a.bounds, func(i, j int) bool { return a.bounds[i] < a.bounds[j] })
	known := map[string]int{}
	for i, low := range a.bounds {
		high := rune(unicode.MaxRune)
		if i+1 < len(a.bounds) {
			high = a.bounds[i+1] - 1
		}
		signature := make([]byte, len(sets))
		for j, s := range sets {
			if s.contains(low) {
				signature[j] = 1
			}
		}
		c, ok := known[string(signature)]
		if !ok {
			c = len(a.members)
			known[string(signature)] = c
			a.members = append(a.members, nil)
			a.word = append(a.word, word.contains(low))
		}
		a.class = append(a.class, c)
		a.members[c] = append(a.members[c], span{low, high})
		for r := low; r <= min(high, unicode.MaxASCII); r++ {
			a.ascii[r] = c
		}
	}
	return a
}

// of is the class of a character.
func (a *alphabet) of(r rune) int {
	if r <= unicode.MaxASCII {
		return a.ascii[r]
	}
	i := sort.Search(len(a.bounds), func(i int) bool { return a.bounds[i] > r })
	return a.class[i-1]
}

// maxForeign bounds how many characters beyond ASCII a class lends.
const maxForeign = 64

// letters are the characters of a class that generated text uses, pleasant
// ones first: letters and digits where the class has any, other printable
// ASCII where it has not or when rich. Characters beyond ASCII only where the
// patterns name them in small sets.
func (a *alphabet) letters(class int, rich, ascii bool) []rune {
	var fine, rest, foreign []rune
	for _, s := range a.members[class] {
		if s.high-s.low >= maxForeign && s.low > unicode.MaxASCII {
			continue
		}
		for r := s.low; r <= s.high && r-s.low < 512; r++ {
			switch {
			case !printable(r):
			case alnum.contains(r):
				fine = append(fine, r)
			case r <= unicode.MaxASCII:
				rest = append(rest, r)
			case len(foreign) < maxForeign && s.high-s.low < maxForeign:
				foreign = append(foreign, r)
			}
		}
	}
	sort.SliceStable(fine, func(i, j int) bool { return pleasure(fine[i]) < pleasure(fine[j]) })
	switch {
	case rich:
		fine = append(fine, rest...)
	case len(fine) == 0:
		fine = rest
	case pleasure(fine[0]) < 2:
		fine = a.withoutCapitals(class, fine)
	}
	if len(fine) == 0 && !ascii {
		return foreign
	}
	return fine
}

// withoutCapitals drops the capitals whose small letters are there too, and
// all of them from a leftover such as "any but @", where they look odd.
func (a *alphabet) withoutCapitals(class int, runes []rune) []rune {
	m := a.members[class]
	leftover := m[len(m)-1].high == unicode.MaxRune
	out := runes[:0:0]
	for _, r := range runes {
		if !upper.contains(r) || !leftover && !m.contains(unicode.ToLower(r)) {
			out = append(out, r)
		}
	}
	return out
}

func pleasure(r rune) int {
	switch {
	case lower.contains(r):
		return 0
	case digits.contains(r):
		return 1
	case upper.contains(r):
		return 2
	}
	return 3
}
