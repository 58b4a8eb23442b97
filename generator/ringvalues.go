package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// find looks for so many groups; false when there is none.
func (g *groups) find(want int) bool {
	for k := range uint64(4*want + 10_000) {
		if len(g.found) == want {
			break
		}
		x := g.candidate(k)
		if x != nil && len(g.asked) > 0 && k%askedEvery == 0 {
			g.serve(x, k/askedEvery)
		}
		if x != nil && g.fits(x) && g.fresh(x) {
			g.found = append(g.found, x)
		}
	}
	return len(g.found) > 0
}

// candidate is the k-th choice of values, nil where a parent has no key.
func (g *groups) candidate(k uint64) []value.Value {
	x := make([]value.Value, len(g.kinds))
	for i, m := range g.spaces {
		switch {
		case m == nil:
		case m.serial:
			x[i] = m.space.Unrank(k%m.size, nil)
		default:
			x[i] = m.space.Unrank(g.perms[i].At(k%g.perms[i].N()), nil)
		}
	}
	for i, s := range g.sources {
		n := s.perm.N()
		if i > 0 {
			k += k / g.sources[i-1].perm.N()
		}
		if !s.parent.keys(int64(s.perm.At(k%n)), s.link.refs) {
			return nil
		}
		for at, r := range s.rounds {
			v := s.parent.row[s.link.refs[at]]
			if v.IsNull() {
				return nil
			}
			x[r] = copyOf(adapt(v, g.kinds[r]))
		}
	}
	return x
}

// fits reports that every table has an alternative that takes the values, and
// that the parents outside have them.
func (g *groups) fits(x []value.Value) bool {
	for _, t := range g.ring.tables {
		cols, which := g.ring.columns(t)
		if !slices.ContainsFunc(t.branches, func(b *branch) bool {
			for i, c := range cols {
				if d := b.matcher(c); d != nil && !d.Allows(adapt(x[which[i]], t.columns[c].codec.Kind())) {
					return false
				}
			}
			return true
		}) {
			return false
		}
	}
	for _, l := range g.filters {
		cols, which := g.ring.columns(g.of[l])
		var refs []int
		var key []byte
		for i, c := range l.cols {
			if at := slices.Index(cols, c); at >= 0 {
				pc := l.parent.columns[l.refs[i]]
				refs, key = append(refs, l.refs[i]), appendKey(key, adapt(x[which[at]], pc.codec.Kind()), pc)
			}
		}
		if len(l.index.rows(l, refs, digestOf(key))) == 0 {
			return false
		}
	}
	return true
}

// fresh reports values that no group has yet, nor what a key reads of them.
func (g *groups) fresh(x []value.Value) bool {
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	marks := []digest{g.mark(g.ring.tables[0], -1, all, x)}
	for n, t := range g.ring.tables {
		cols, which := g.ring.columns(t)
		for i, key := range t.keysWithin(cols) {
			var at []int
			for _, c := range key {
				at = append(at, which[slices.Index(cols, c)])
			}
			marks = append(marks, g.mark(t, n<<16+i, at, x))
		}
	}
	if slices.ContainsFunc(marks, func(d digest) bool { return g.seen[d] }) {
		return false
	}
	for _, d := range marks {
		g.seen[d] = true
	}
	return true
}

// mark is the digest of some of the values under a number.
func (g *groups) mark(t *Table, number int, at []int, x []value.Value) digest {
	key := []byte{byte(number), byte(number >> 8), byte(number >> 16), byte(number >> 24)}
	for _, i := range at {
		var c *column
		if pos, has := g.ring.rounds[i][t]; has {
			c = t.columns[pos]
		}
		key = appendKey(key, x[i], c)
	}
	return digestOf(key)
}

// keysWithin are the keys of the table that lie within the columns.
func (t *Table) keysWithin(cols []int) [][]int {
	var out [][]int
	for _, u := range t.uniques {
		if u.where == nil && len(u.exprs) == 0 && subset(u.columns, cols) {
			out = append(out, u.columns)
		}
	}
	return out
}
