// Package draw makes pseudo-random decisions as pure functions of a 64-bit
// hash: keyed cells, permutations, weighted and long-tailed draws.
//
// Nothing here has state, reads a clock or shares a source: the same key, row
// and attempt give the same bits on every machine, in any order.
package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// Key names a family of hashes: one purpose of one column under one seed.
type Key uint64

// Seed returns the root key of a seed and a version of the generator.
func Seed(seed, version string) Key { return Cell(0, "seed", seed, version) }

// Cell derives the key of a part of what k names: table, column and purpose,
// as many parts as it takes. Parts are length-prefixed, so that ("a", "bc")
// and ("ab", "c") differ.
func Cell(k Key, parts ...string) Key {
	h := sha256.New()
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(k))
	h.Write(n[:])
	for _, p := range parts {
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return Key(binary.BigEndian.Uint64(h.Sum(nil)))
}

// At is the hash of one row's cell at an attempt: with the rows it is the
// sequence of splitmix64 that starts at the key.
func (k Key) At(row uint64, attempt uint32) uint64 {
	return Mix(uint64(k) + row*golden + uint64(attempt)*0xd1342543de82ef95)
}

// golden is 2^64 over the golden ratio: the increment of splitmix64.
const golden = 0x9e3779b97f4a7c15

// Mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014; Stafford's
// variant 13): a bijection on 64 bits.
func Mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Next is the hash after h: where one cell needs several draws.
func Next(h uint64) uint64 { return Mix(h ^ 0xa0761d6478bd642f) }

// Below maps a hash to [0, n); n = 0 gives 0.
func Below(h, n uint64) uint64 {
	hi, _ := bits.Mul64(h, n)
	return hi
}

// Between maps a hash to [low, high], both included; high below low gives low.
func Between(h uint64, low, high int64) int64 {
	if high <= low {
		return low
	}
	span := uint64(high) - uint64(low)
	if span == ^uint64(0) {
		return int64(h)
	}
	return int64(uint64(low) + Below(h, span+1))
}

// Unit maps a hash to [0, 1).
func Unit(h uint64) float64 { return float64(h>>11) / (1 << 53) }

// Chance reports whether a hash falls under the probability p.
func Chance(h uint64, p float64) bool { return Unit(h) < p }
