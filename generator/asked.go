package generator

import (
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// What children outside of a cycle ask of the columns that go round it has to
// be in its groups: no row has values of its own there.

// askedEvery is how many candidates for a group there are to each that is one
// of those asked for.
const askedEvery = 4

// order is what a child asks of the columns of a ring.
type order struct {
	rounds []int
	spaces []space.Space
}

// ask lists what children ask of the columns that go round, in the order in
// which they do.
func (g *groups) ask(given []bool) {
	for _, t := range g.ring.tables {
		cols, which := g.ring.columns(t)
		for _, b := range t.branches {
			if w := b.orders(t, cols, which, given); len(w.rounds) > 0 {
				g.asked = append(g.asked, w)
			}
		}
	}
}

// orders is what an asked branch has of its own in the columns, but for those
// that a parent outside gives.
func (b *branch) orders(t *Table, cols, which []int, given []bool) order {
	w := order{}
	for i, c := range cols {
		if s := b.spaces[c]; b.asked && !given[which[i]] && s != nil && s != t.unasked().spaces[c] {
			w.rounds, w.spaces = append(w.rounds, which[i]), append(w.spaces, s)
		}
	}
	return w
}

// serve puts the values of the k-th choice among those asked for into a
// candidate.
func (g *groups) serve(x []value.Value, k uint64) {
	n := uint64(len(g.asked))
	w := g.asked[k%n]
	k /= n
	for i, r := range w.rounds {
		x[r] = copyOf(adapt(w.spaces[i].Unrank(k%w.spaces[i].Capacity(), nil), g.kinds[r]))
	}
}
