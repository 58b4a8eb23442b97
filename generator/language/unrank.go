package language

import (
	"math"
	"math/bits"
	"sort"
	"unicode/utf8"
)

// Count is the number of strings, saturated at the greatest uint64.
func (l *Language) Count() uint64 { return l.table.size() }

// Complete reports whether every character that the patterns tell apart has a
// part in the count: only then does a count of 0 prove that no text matches.
func (l *Language) Complete() bool {
	limit := l.limit()
	for c := range l.alphabet.members {
		if len(l.table.letters[c]) == 0 {
			return false
		}
	}
	return limit < longest || len(l.table.product.moves) < limit
}

// Exhaustive reports whether the count has every text that matches, not only
// those of pleasant characters and modest lengths.
func (l *Language) Exhaustive() bool {
	for c, members := range l.alphabet.members {
		size := 0
		for _, s := range members {
			size += int(s.high-s.low) + 1
		}
		used := false
		for _, moves := range l.table.product.moves {
			used = used || moves[c] >= 0
		}
		if used && size != len(l.table.letters[c]) {
			return false
		}
	}
	return l.Complete() && l.limit() < longest
}

// plain is the number of strings of a length up to which they are spelled by
// rank. Of more only the first ranks are asked for, and those would begin alike.
const plain = 1 << 24

// Lengths are the lengths in characters that strings of the language have.
func (l *Language) Lengths() []int { return l.table.lengths }

// Unrank appends string i, 0 ≤ i < Count, to dst. Different ranks give
// different strings, the shortest first.
func (l *Language) Unrank(dst []byte, i uint64) []byte {
	t := l.table
	at := sort.Search(len(t.total), func(k int) bool { return t.total[k] > i })
	if at == len(t.total) {
		return dst
	}
	if at > 0 {
		i -= t.total[at-1]
	}
	if t.ways[t.lengths[at]][0] > plain {
		i = t.scatter[at].At(i)
	}
	return t.append(dst, t.lengths[at], i)
}

// Draw appends a string chosen by a hash: first its length, each as likely as
// any other, then one of the strings of that length. Unrank would nearly
// always choose the greatest length, which has most strings.
func (l *Language) Draw(dst []byte, hash uint64) []byte {
	t := l.table
	if len(t.lengths) == 0 {
		return dst
	}
	high, _ := bits.Mul64(mix(hash), uint64(len(t.lengths)))
	s, hash := int32(0), mix(hash^golden)
	for n := t.lengths[high]; n > 0; n-- {
		dst, s = t.draw(dst, s, n, mix(hash+uint64(n)*golden))
	}
	return dst
}

// draw appends one character, drawn among the moves by their odds, and
// returns the state after it.
func (t *table) draw(dst []byte, s int32, n int, hash uint64) ([]byte, int32) {
	at := float64(hash>>11) / (1 << 53) * t.odds[n][s]
	last, class := s, -1
	for c, to := range t.product.moves[s] {
		if to < 0 || t.odds[n-1][to] == 0 {
			continue
		}
		last, class = to, c
		if at -= float64(len(t.letters[c])) * t.odds[n-1][to]; at < 0 {
			break
		}
	}
	if class < 0 {
		return dst, s
	}
	letter, _ := bits.Mul64(mix(hash), uint64(len(t.letters[class])))
	return utf8.AppendRune(dst, t.letters[class][letter]), last
}

const golden = 0x9E3779B97F4A7C15

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// append spells string i of the strings of n characters. Where more strings
// follow than ranks have, the characters are drawn by the rank's hash, and
// what follows them spells the rank.
func (t *table) append(dst []byte, n int, i uint64) []byte {
	s, rank := int32(0), i
	for ; n > 0; n-- {
		if wide := t.wide(s, n, mix(rank+uint64(n)*golden)); wide >= 0 {
			to := t.product.moves[s][wide]
			letter, _ := bits.Mul64(mix(rank^uint64(n)*golden), uint64(len(t.letters[wide])))
			dst, s = utf8.AppendRune(dst, t.letters[wide][letter]), to
			continue
		}
		dst, s, i = t.spell(dst, s, n, i)
	}
	return dst
}

// wide draws a class after which every rank can still be spelled, or -1.
func (t *table) wide(s int32, n int, hash uint64) int {
	if t.ways[n][s] != math.MaxUint64 {
		return -1
	}
	var few [64]int
	classes := few[:0]
	for c, to := range t.product.moves[s] {
		if to >= 0 && t.ways[n-1][to] == math.MaxUint64 && len(t.letters[c]) > 0 {
			classes = append(classes, c)
		}
	}
	if len(classes) == 0 {
		return -1
	}
	return classes[hash%uint64(len(classes))]
}

// spell appends the first character of string i of those of n characters
// from s, and returns the state and the rank that are left.
func (t *table) spell(dst []byte, s int32, n int, i uint64) ([]byte, int32, uint64) {
	for c, to := range t.product.moves[s] {
		if to < 0 || t.ways[n-1][to] == 0 {
			continue
		}
		each, letters := t.ways[n-1][to], t.letters[c]
		if size := mulSat(uint64(len(letters)), each); i >= size && size != math.MaxUint64 {
			i -= size
			continue
		}
		if len(letters) > 0 {
			return utf8.AppendRune(dst, letters[min(i/each, uint64(len(letters)-1))]), to, i % each
		}
	}
	return dst, s, i
}
