package generator

import (
	"runtime"
	"slices"
	"sync"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// lookup finds the rows of a parent whose key has given values in some of its
// columns: what a composite foreign key needs that shares a column with
// another one. Indexes are built when first asked for.
type lookup struct {
	mu     sync.Mutex
	byCols map[string]*keyIndex
	fit    map[*branch][]uint32
	pick   map[*branch]*draw.Alias // over fit, where the configuration has weights
}

// maxLookup is the number of parent rows up to which an index has all of them;
// of more it has the first fewLookup.
const (
	maxLookup = 1_000_000
	fewLookup = 250_000
)

// indexed is the number of a table's rows that an index has.
func indexed(rows int64) int64 {
	if rows > maxLookup {
		return fewLookup
	}
	return rows
}

// rows lists the parent rows whose columns cols have the values hashed in d.
func (x *lookup) rows(l *link, cols []int, d digest) []uint32 { return x.by(l, cols).of(d) }

// by lists the parent rows by the hash of the values of cols. What a parent
// has whose rows stand is the same for all that refer to it.
func (x *lookup) by(l *link, cols []int) *keyIndex {
	if l.outer && !l.leaf {
		x = l.parent.keysOf
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	name := string(encode(cols))
	index := x.byCols[name]
	if index == nil {
		index = build(l, cols)
		if x.byCols == nil {
			x.byCols = map[string]*keyIndex{}
		}
		x.byCols[name] = index
	}
	return index
}

// found is the index of a lookup that a maker asked for last.
type found struct {
	cols  []int
	index *keyIndex
}

// rowsOf lists the rows of the link's parent whose columns cols have the
// values hashed in d.
func (m *maker) rowsOf(l *link, cols []int, d digest) []uint32 {
	if m.found == nil {
		m.found = make([]found, len(m.t.links))
	}
	x := &m.found[l.number]
	if x.index == nil || !slices.Equal(x.cols, cols) {
		x.cols, x.index = append(x.cols[:0], cols...), l.index.by(l, cols)
	}
	return x.index.of(d)
}

// build makes the keys of the parent's rows, on every core where there are many.
func build(l *link, cols []int) *keyIndex {
	n := indexed(l.parent.Rows)
	lists := make([][]hashed, min(int64(runtime.GOMAXPROCS(0)), n/fillRows+1))
	var group sync.WaitGroup
	for i := range lists {
		parts := int64(len(lists))
		from, to := n*int64(i)/parts, n*int64(i+1)/parts
		group.Go(func() { lists[i] = l.hashed(cols, from, to) })
	}
	group.Wait()
	return newKeyIndex(slices.Concat(lists...))
}

// hashed lists some of the parent's rows with the hash of a key.
func (l *link) hashed(cols []int, from, to int64) []hashed {
	list := make([]hashed, 0, to-from)
	m := newCoreMaker(l.parent)
	var key []byte
	for p := from; p < to; p++ {
		if !l.takes(m, p, cols) {
			continue
		}
		key = key[:0]
		for _, c := range cols {
			key = appendKey(key, m.row[c], l.parent.columns[c])
		}
		list = append(list, hashed{digestOf(key), uint32(p)})
	}
	return list
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
	x.byCols, x.fit, x.pick = nil, nil, nil
}

// maxFit is the number of parent rows up to which those that a branch admits
// are listed.
const maxFit = 200_000

// fitting lists the parent rows whose key the branch's domains of the link's
// columns allow; nil when that is not worth knowing.
func (x *lookup) fitting(l *link, b *branch) []uint32 {
	unit := l.ownKey()
	if l.self && unit == nil || l.parent.Rows > maxFit {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if list, known := x.fit[b]; known {
		return list
	}
	if x.fit == nil {
		x.fit = map[*branch][]uint32{}
	}
	list := make([]uint32, 0, 16)
	var weights []float64
	m := newMaker(l.parent)
	for p := range l.parent.Rows {
		if l.self {
			m.begin(uint64(p), 0, p)
		}
		if (l.self && unit.set(m, uint64(p), 0) || !l.self && l.takes(m, p, l.refs)) && b.allows(l, m.row) {
			list = append(list, uint32(p))
			weights = append(weights, l.weight(m))
		}
	}
	x.fit[b] = list
	if l.weights != nil && slices.ContainsFunc(weights, func(w float64) bool { return w > 0 }) {
		if x.pick == nil {
			x.pick = map[*branch]*draw.Alias{}
		}
		x.pick[b] = draw.NewAlias(weights)
	}
	return list
}

// ownKey is the unit that gives the key of any row of the table itself, whether
// or not the rows stand; nil where there is none, the key has more parts, or
// the search may leave candidates out.
func (l *link) ownKey() *unit {
	if !l.self || len(l.refs) != 1 || l.leaf || l.parent.mode == search {
		return nil
	}
	if u := l.parent.keyUnit(l.refs); u != nil && u.lone() {
		return u
	}
	return nil
}

// weighted is the place in the list of fitting rows that a hash draws by the
// weights of the configuration.
func (x *lookup) weighted(b *branch, h uint64) (at int, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	pick := x.pick[b]
	if pick == nil {
		return 0, false
	}
	return pick.At(h), true
}

// weight is what the configuration gives the key of the parent's row.
func (l *link) weight(parent *maker) float64 {
	if l.weights == nil {
		return 1
	}
	c := parent.t.columns[l.refs[l.weighed]]
	return l.weights[digestOf(appendKey(nil, parent.row[c.pos], c))]
}

func (b *branch) allows(l *link, parent []value.Value) bool {
	for i, c := range l.cols {
		v := adapt(parent[l.refs[i]], l.kinds[i])
		if v.IsNull() || !l.holds(i, v) {
			return false
		}
		if x := b.matcher(c); x != nil && !x.Allows(v) {
			return false
		}
	}
	return true
}

func contains(list []int, c int) bool { return slices.Contains(list, c) }
