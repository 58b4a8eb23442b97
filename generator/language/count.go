package language

import (
	"math"
	"math/bits"

	"github.com/effigydb/effigy/generator/draw"
)

// Lengths beyond the shortest that a language takes in at first, and when
// more strings are wanted; the longest it looks at.
const (
	modest  = 14
	ample   = 64
	longest = 700
	// plenty is a number of strings that makes still longer ones pointless.
	plenty = 1 << 50
	// maxCells bounds the table of counts.
	maxCells = 2 << 20
)

// table counts the strings of a product by the length that is left.
type table struct {
	product *product
	letters [][]rune
	// ways[n][s] is the number of strings of n characters accepted from s.
	ways [][]uint64
	// odds are the same numbers without saturation, but inexact.
	odds [][]float64
	// lengths has every length with strings, total the running sum of their
	// counts.
	lengths []int
	total   []uint64
	scatter []draw.Scatter // of the strings of a length
}

// count builds the table with as few long strings and unpleasant characters
// as the wanted number allows.
func (l *Language) count(p *product) *table {
	var best *table
	for _, try := range []struct {
		slack int
		rich  bool
	}{{modest, false}, {ample, false}, {modest, true}, {ample, true}, {longest, true}} {
		t := l.tabulate(p, try.slack, try.rich)
		if best == nil || t.size() > best.size() {
			best = t
		}
		if best.size() >= l.options.Want {
			break
		}
	}
	return best
}

func (l *Language) limit() int {
	limit := longest
	for _, m := range []int{l.options.MaxLen, l.options.MaxOctets} {
		if m > 0 {
			limit = min(limit, m)
		}
	}
	return limit
}

func (l *Language) tabulate(p *product, slack int, rich bool) *table {
	t := &table{product: p}
	ascii := l.options.ASCII || l.options.MaxOctets > 0
	for c := range l.alphabet.members {
		t.letters = append(t.letters, l.alphabet.letters(c, rich, ascii))
	}
	limit, first := l.limit(), -1
	if l.options.MinLen > limit {
		limit = 0 // none is that long: no need to count the shorter ones
	}
	for n := 0; n <= limit; n++ {
		if first >= 0 && (n > first+slack || t.size() > plenty) || n*len(p.moves) > maxCells {
			break
		}
		t.grow(n)
		if n < l.options.MinLen || t.ways[n][0] == 0 {
			continue
		}
		if first < 0 {
			first = n
		}
		t.lengths, t.scatter = append(t.lengths, n), append(t.scatter, draw.NewScatter(t.ways[n][0]))
		t.total = append(t.total, addSat(t.size(), t.ways[n][0]))
	}
	return t
}

// grow adds the counts for length n.
func (t *table) grow(n int) {
	row := make([]uint64, len(t.product.moves))
	odds := make([]float64, len(row))
	for s, moves := range t.product.moves {
		if n == 0 {
			if t.product.accepts[s] {
				row[s], odds[s] = 1, 1
			}
			continue
		}
		for c, to := range moves {
			if to >= 0 {
				row[s] = addSat(row[s], mulSat(uint64(len(t.letters[c])), t.ways[n-1][to]))
				odds[s] += float64(len(t.letters[c])) * t.odds[n-1][to]
			}
		}
	}
	t.ways = append(t.ways, row)
	t.odds = append(t.odds, odds)
}

func (t *table) size() uint64 {
	if len(t.total) == 0 {
		return 0
	}
	return t.total[len(t.total)-1]
}

func addSat(a, b uint64) uint64 {
	if sum := a + b; sum >= a {
		return sum
	}
	return math.MaxUint64
}

func mulSat(a, b uint64) uint64 {
	if high, low := bits.Mul64(a, b); high == 0 {
		return low
	}
	return math.MaxUint64
}
