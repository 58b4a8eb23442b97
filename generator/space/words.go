package space

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// words is a closed list; ranks past its end are words with a number.
type words struct {
	list   []string
	roots  []string // that leave room for a number
	digits int
	alias  *draw.Alias // nil draws all alike
}

// newWords keeps the words that fit; nil when none does.
func newWords(list []string, fit fit, key draw.Key) *words {
	w := &words{}
	for _, x := range list {
		if n := utf8.RuneCountInString(x); fit.has(n) {
			w.list = append(w.list, x)
		}
	}
	if len(w.list) == 0 {
		return nil
	}
	limit := 40
	if fit.max >= 0 {
		limit = min(limit, fit.max)
	}
	w.roots = atMost(w.list, max(limit/2, limit-8))
	if longest := (&slot{words: w.roots}).longest(); len(w.roots) > 0 {
		w.digits = min(limit-longest-1, 12)
	}
	labels := make([]value.Value, len(w.list))
	for i, x := range w.list {
		labels[i] = value.Value{Kind: value.Text, B: []byte(x)}
	}
	w.alias = newFinite("", labels, key).alias
	return w
}

func (w *words) shortest() int { return (&slot{words: w.list}).shortest() }

func (w *words) size() uint64 {
	n := uint64(len(w.list))
	if w.digits < 1 {
		return n
	}
	return n + uint64(len(w.roots))*(saturatedPower(10, w.digits)-2)
}

func (w *words) at(dst []byte, rank uint64) []byte {
	n := uint64(len(w.list))
	if rank < n {
		return append(dst, w.list[rank]...)
	}
	rank -= n
	r := uint64(len(w.roots))
	dst = append(dst, w.roots[rank%r]...)
	return strconv.AppendUint(append(dst, ' '), rank/r+2, 10)
}

func (w *words) draw(dst []byte, h uint64) []byte {
	if w.alias == nil {
		return append(dst, w.list[draw.Below(h, uint64(len(w.list)))]...)
	}
	return append(dst, w.list[w.alias.At(h)]...)
}

// codes spells ranks in letters and digits, from the shortest length to the
// longest; a text that must be long gets a filler before its code.
type codes struct {
	filler   string
	min, max int // width of the code
	sizes    []uint64
	total    uint64
	letters  []rune // nil for codeLetters
}

const (
	codeLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
	codeWidth   = 13 // 36^13 passes 2^64
)

// newCodes returns the codes of a length; nil when only ” fits.
func newCodes(fit fit) *codes {
	c := &codes{min: max(fit.min, 1), max: 12}
	if fit.max >= 0 {
		c.max = fit.max
	}
	if c.max < 1 {
		return nil
	}
	c.max = min(max(c.max, c.min), c.min+11)
	if c.min > codeWidth {
		n := c.min - codeWidth
		c.filler = strings.Repeat("lorem ipsum dolor sit amet ", n/27+1)[:n-1] + "-"
		c.min, c.max = codeWidth, codeWidth
	}
	c.max = min(c.max, codeWidth)
	for w := c.min; w <= c.max; w++ {
		n := saturatedPower(uint64(len(codeLetters)), w)
		c.sizes = append(c.sizes, n)
		c.total = saturatedSum(c.total, n)
	}
	return c
}

// widen spells with more letters until there are as many codes as needed:
// marks, then ideographs, which have no case, and capitals last, where case
// tells values apart. A short column would otherwise hold fewer rows than it can.
func (c *codes) widen(need uint64, cased, wide bool) {
	letters := []rune(codeLetters)
	add := func(more []rune) {
		if c.total >= need {
			return
		}
		letters = append(letters[:len(letters):len(letters)], more...)
		c.letters, c.sizes, c.total = letters, nil, 0
		for w := c.min; w <= c.max; w++ {
			n := saturatedPower(uint64(len(letters)), w)
			c.sizes = append(c.sizes, n)
			c.total = saturatedSum(c.total, n)
		}
	}
	add([]rune("-_.+*=#%&!?@~^"))
	if wide {
		var ideographs []rune
		for r := rune(0x4e00); r < 0x4e00+4096; r++ {
			ideographs = append(ideographs, r)
		}
		add(ideographs)
	}
	if cased {
		add([]rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	}
}

// spell writes a rank in a width of letters.
func (c *codes) spell(dst []byte, width int, rank uint64) []byte {
	if c.letters == nil {
		return spell(dst, codeLetters, width, rank)
	}
	n := uint64(len(c.letters))
	var out [codeWidth]rune
	for i := width - 1; i >= 0; i-- {
		out[i] = c.letters[rank%n]
		rank /= n
	}
	for _, r := range out[:width] {
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

func (c *codes) shortest() int { return len(c.filler) + c.min }

func (c *codes) size() uint64 { return c.total }

func (c *codes) at(dst []byte, rank uint64) []byte {
	dst = append(dst, c.filler...)
	for i, n := range c.sizes {
		if rank < n || n == math.MaxUint64 {
			return c.spell(dst, c.min+i, rank)
		}
		rank -= n
	}
	return c.spell(dst, c.max, rank)
}

func (c *codes) draw(dst []byte, h uint64) []byte {
	i := draw.Below(draw.Next(h), uint64(len(c.sizes)))
	dst = append(dst, c.filler...)
	return c.spell(dst, c.min+int(i), draw.Below(h, c.sizes[i]))
}
