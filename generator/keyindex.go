package generator

import (
	"cmp"
	"slices"
)

// keyIndex lists rows by the hash of a key: 20 bytes a key and 4 a row, in
// order of the hash, so that the whole of it is three pieces of memory.
type keyIndex struct {
	keys []digest
	ends []uint32 // of each key's rows
	rows []uint32
	// starts is where the keys whose hash begins with some bits begin.
	starts []uint32
	shift  uint
}

// hashed is a row with the hash of its key.
type hashed struct {
	key digest
	row uint32
}

// newKeyIndex indexes rows that are listed in order; the list is sorted.
func newKeyIndex(list []hashed) *keyIndex {
	slices.SortFunc(list, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.key[0], b.key[0]), cmp.Compare(a.key[1], b.key[1]), cmp.Compare(a.row, b.row))
	})
	x := &keyIndex{rows: make([]uint32, len(list))}
	for i, h := range list {
		x.rows[i] = h.row
		if i == 0 || list[i-1].key != h.key {
			x.keys, x.ends = append(x.keys, h.key), append(x.ends, 0)
		}
		x.ends[len(x.ends)-1] = uint32(i + 1)
	}
	x.divide()
	return x
}

// divide notes where the keys begin that share their first bits.
func (x *keyIndex) divide() {
	width := uint(1)
	for 1<<width < len(x.keys) {
		width++
	}
	x.shift = 64 - width
	x.starts = make([]uint32, 1<<width+1)
	at := 0
	for b := range x.starts {
		for at < len(x.keys) && x.keys[at][0]>>x.shift < uint64(b) {
			at++
		}
		x.starts[b] = uint32(at)
	}
}

// of lists the rows of a key.
func (x *keyIndex) of(d digest) []uint32 {
	b := d[0] >> x.shift
	for i := x.starts[b]; i < x.starts[b+1]; i++ {
		if x.keys[i] != d {
			continue
		}
		from := uint32(0)
		if i > 0 {
			from = x.ends[i-1]
		}
		return x.rows[from:x.ends[i]:x.ends[i]]
	}
	return nil
}
