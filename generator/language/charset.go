package language

import (
	"sort"
	"unicode"
)

// span is a stretch of code points, both ends in it.
type span struct{ low, high rune }

// charset is a set of code points: sorted spans that do not touch.
type charset []span

var everything = charset{{0, unicode.MaxRune}}

func single(r rune) charset { return charset{{r, r}} }

// of builds a set from spans in any order.
func of(spans ...span) charset {
	sorted := append([]span(nil), spans...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].low < sorted[j].low })
	var out charset
	for _, s := range sorted {
		if n := len(out); n > 0 && s.low <= out[n-1].high+1 {
			out[n-1].high = max(out[n-1].high, s.high)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (c charset) union(o charset) charset { return of(append(append([]span(nil), c...), o...)...) }

func (c charset) complement() charset {
	var out charset
	next := rune(0)
	for _, s := range c {
		if s.low > next {
			out = append(out, span{next, s.low - 1})
		}
		next = s.high + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return out
}

func (c charset) contains(r rune) bool {
	i := sort.Search(len(c), func(i int) bool { return c[i].high >= r })
	return i < len(c) && c[i].low <= r
}

// fold adds the other cases of every character. Long spans beyond ASCII are
// folded for their ASCII part only: the caller knows that matching beyond
// ASCII depends on the locale.
func (c charset) fold() charset {
	spans := append([]span(nil), c...)
	for _, s := range c {
		high := s.high
		if s.high-s.low > 512 {
			high = min(high, unicode.MaxASCII)
		}
		for r := s.low; r <= high; r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				if r > unicode.MaxASCII || f <= unicode.MaxASCII {
					spans = append(spans, span{f, f})
				}
			}
		}
	}
	return of(spans...)
}

var (
	digits = charset{{'0', '9'}}
	lower  = charset{{'a', 'z'}}
	upper  = charset{{'A', 'Z'}}
	alpha  = upper.union(lower)
	alnum  = alpha.union(digits)
	word   = alnum.union(single('_'))
	blanks = charset{{'\t', '\r'}, {' ', ' '}}
)

// classes are POSIX's named classes, their ASCII part. What they hold beyond
// ASCII is the locale's; see node.locale.
var classes = map[string]charset{
	"alpha": alpha, "digit": digits, "alnum": alnum, "upper": upper, "lower": lower,
	"space": blanks, "blank": {{'\t', '\t'}, {' ', ' '}}, "xdigit": digits.union(charset{{'A', 'F'}, {'a', 'f'}}),
	"punct": {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}, "print": {{' ', '~'}}, "graph": {{'!', '~'}},
	"cntrl": {{0, 31}, {127, 127}}, "word": word, "ascii": {{0, 127}},
}
