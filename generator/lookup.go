package generator

import (
	"slices"
	"sync"
)

// lookup finds the rows of a parent whose key has given values in some of its
// columns: what a composite foreign key needs that shares a column with
// another one. Indexes are built when first asked for.
type lookup struct {
	mu     sync.Mutex
	byCols map[string]map[digest][]uint32
}

// maxLookup is the number of parent rows up to which an index is built.
const maxLookup = 4_000_000

// rows lists the parent rows whose columns cols have the values hashed in d.
func (x *lookup) rows(parent *Table, cols []int, d digest) []uint32 {
	x.mu.Lock()
	defer x.mu.Unlock()
	name := string(encode(cols))
	index := x.byCols[name]
	if index == nil {
		index = build(parent, cols)
		if x.byCols == nil {
			x.byCols = map[string]map[digest][]uint32{}
		}
		x.byCols[name] = index
	}
	return index[d]
}

func build(parent *Table, cols []int) map[digest][]uint32 {
	index := map[digest][]uint32{}
	m := newMaker(parent)
	var key []byte
	for p := range min(parent.Rows, maxLookup) {
		if !m.keys(p, cols) {
			continue
		}
		key = key[:0]
		for _, c := range cols {
			key = appendKey(key, m.row[c], parent.columns[c])
		}
		d := digestOf(key)
		index[d] = append(index[d], uint32(p))
	}
	return index
}

func encode(cols []int) []byte {
	out := make([]byte, 0, 2*len(cols))
	for _, c := range cols {
		out = append(out, byte(c), byte(c>>8))
	}
	return out
}

// reset forgets the indexes: the parent was planned anew.
func (x *lookup) reset() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.byCols = nil
}

func contains(list []int, c int) bool { return slices.Contains(list, c) }
