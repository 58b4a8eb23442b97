package space

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/draw"
)

// composer makes texts. Texts of distinct ranks differ also when lower-cased,
// and have no blank at their ends.
type composer interface {
	size() uint64
	at(dst []byte, rank uint64) []byte
	draw(dst []byte, h uint64) []byte
}

// slot is a part of a template: a literal, one word of a list, a number of
// fixed width, or letters that spell a number.
type slot struct {
	literal string
	words   []string
	from    uint64                   // first number
	count   uint64                   // of numbers
	width   int                      // digits of a number, padded with zeros; letters of a spelling
	letters string                   // alphabet of a spelling
	derived bool                     // the word follows from the others and tells nothing apart
	sum     func(digits []byte) byte // … as the check digit of the text before it does
}

func (s *slot) size() uint64 {
	switch {
	case s.derived:
		return 1
	case s.words != nil:
		return uint64(len(s.words))
	case s.letters != "":
		return saturatedPower(uint64(len(s.letters)), s.width)
	case s.count > 0:
		return s.count
	}
	return 1
}

// longest and shortest are lengths in characters.
func (s *slot) longest() int {
	n := len(s.literal) + s.width
	if s.sum != nil {
		n = 1
	}
	if s.count > 0 {
		n = max(n, len(strconv.FormatUint(s.from+s.count-1, 10)))
	}
	for _, w := range s.words {
		n = max(n, len(w))
	}
	return n
}

func (s *slot) shortest() int {
	n := len(s.literal) + s.width
	if s.sum != nil {
		n = 1
	}
	for i, w := range s.words {
		if i == 0 || len(w) < n {
			n = len(w)
		}
	}
	return n
}

func (s *slot) append(dst []byte, i uint64) []byte {
	switch {
	case s.words != nil:
		return append(dst, s.words[i%uint64(len(s.words))]...)
	case s.letters != "":
		return spell(dst, s.letters, s.width, i)
	case s.count > 0:
		return appendPadded(dst, s.from+i, s.width)
	}
	return append(dst, s.literal...)
}

// spell appends a number in the base of an alphabet, with leading zeros.
func spell(dst []byte, letters string, width int, i uint64) []byte {
	at, base := len(dst), uint64(len(letters))
	for range width {
		dst = append(dst, letters[0])
	}
	if base == 16 { // the common case without divisions
		for p := len(dst) - 1; p >= at; p-- {
			dst[p] = letters[i&15]
			i >>= 4
		}
		return dst
	}
	for p := len(dst) - 1; p >= at && i > 0; p-- {
		dst[p] = letters[i%base]
		i /= base
	}
	return dst
}

// appendPadded appends a number with zeros before it up to a width.
func appendPadded(dst []byte, n uint64, width int) []byte {
	at := len(dst)
	dst = strconv.AppendUint(dst, n, 10)
	for len(dst)-at < width {
		dst = append(dst, '0')
		copy(dst[at+1:], dst[at:])
		dst[at] = '0'
	}
	return dst
}

// template puts slots together. What a rank has left over after all slots is
// a number at the place of the last, behind a separator; 0 is not written.
type template struct {
	slots  []slot
	sizes  []uint64 // of the slots
	place  int      // slot before which the number stands
	before string   // separator
	most   uint64   // numbers allowed, at least 1
	total  uint64
	apart  draw.Scatter // of texts without a number, where they are many
}

// maxNumber bounds the numbers of templates, so that members of a group fit.
const maxNumber = 1 << 20

// newTemplate fits a template into a length: nil when it can't be.
func newTemplate(limit, place int, before string, slots ...slot) *template {
	if place < 0 {
		place = len(slots)
	}
	for _, budget := range []int{math.MaxInt, 12, 9, 7, 5, 4} {
		t := &template{place: place, before: before, most: 1, total: 1}
		length := 0
		for _, s := range slots {
			if s.words != nil {
				if s.words = atMost(s.words, budget); len(s.words) == 0 {
					return nil
				}
			}
			t.slots = append(t.slots, s)
			length += s.longest()
		}
		spare := 12
		if limit >= 0 {
			spare = limit - length - len(before)
		}
		if limit >= 0 && length > limit || spare < 4 && budget > 4 {
			continue
		}
		if spare > 0 {
			t.most = min(saturatedPower(10, min(spare, 18)), maxNumber)
		}
		t.measure()
		return t
	}
	return nil
}

// plain is the number of texts up to which a template spells them by rank. Of
// more only the first ranks are asked for, and those would differ in one slot.
const plain = 1 << 24

// fixedTemplate has no number: its slots alone are counted.
func fixedTemplate(slots ...slot) *template {
	t := &template{slots: slots, place: len(slots), most: 1, total: 1}
	t.measure()
	return t
}

// measure counts the texts.
func (t *template) measure() {
	for i := range t.slots {
		n := t.slots[i].size()
		t.sizes = append(t.sizes, n)
		t.total = saturatedProduct(t.total, n)
	}
	if t.total > plain && t.total < math.MaxUint64 {
		t.apart = draw.NewScatter(t.total)
	}
	t.total = saturatedProduct(t.total, t.most)
}

// atMost are the words of at most n bytes: the list itself when that is all.
func atMost(words []string, n int) []string {
	if !slices.ContainsFunc(words, func(w string) bool { return len(w) > n }) {
		return words
	}
	var fit []string
	for _, w := range words {
		if len(w) <= n {
			fit = append(fit, w)
		}
	}
	return fit
}

// shortest text of the template.
func (t *template) shortest() int {
	n := 0
	for i := range t.slots {
		n += t.slots[i].shortest()
	}
	return n
}

// longest text of the template, numbers left out.
func (t *template) longest() int {
	n := 0
	for i := range t.slots {
		n += t.slots[i].longest()
	}
	return n
}

func (t *template) size() uint64 { return t.total }

func (t *template) at(dst []byte, rank uint64) []byte {
	number, from := rank, len(dst)
	for _, n := range t.sizes {
		if n > 1 {
			number /= n
		}
	}
	if n := t.apart.Of(); n > 0 {
		rank = number*n + t.apart.At(rank-number*n)
	}
	for i := range t.slots {
		if i == t.place {
			dst = t.number(dst, number)
		}
		s := &t.slots[i]
		if s.derived {
			dst = s.append(dst, draw.Mix(rank))
			continue
		}
		n := t.sizes[i]
		if n == 1 {
			if s.sum != nil {
				dst = append(dst, s.sum(dst[from:]))
				continue
			}
			dst = s.append(dst, 0)
			continue
		}
		dst = s.append(dst, rank%n)
		rank /= n
	}
	if t.place >= len(t.slots) {
		dst = t.number(dst, number)
	}
	return dst
}

func (t *template) number(dst []byte, n uint64) []byte {
	if n == 0 || t.most <= 1 {
		return dst
	}
	return strconv.AppendUint(append(dst, t.before...), n, 10)
}

func (t *template) draw(dst []byte, h uint64) []byte {
	return t.at(dst, draw.Below(h, max(t.total/t.most, 1)))
}

// saturatedPower is base^n, at most the greatest uint64.
func saturatedPower(base uint64, n int) uint64 {
	p := uint64(1)
	for range n {
		p = saturatedProduct(p, base)
	}
	return p
}

func saturatedProduct(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

func saturatedSum(a, b uint64) uint64 {
	if a+b < a {
		return math.MaxUint64
	}
	return a + b
}
