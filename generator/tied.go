package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
)

const (
	tiedSamples = 16 // rows that are looked at for what a relation asks of a key
	tiedDemands = 3  // … of which so many are passed on
)

// tie notes what relations ask of a parent's key beside what the row has
// elsewhere: `price + fee <= 100` where both are keys of other tables. It is
// asked where rows were not found.
func (p *planner) tie(t *Table) {
	if t.Rows >= t.Requested {
		return
	}
	for _, l := range t.links {
		if !t.hears(l) {
			continue
		}
		for _, b := range t.branches {
			if slices.ContainsFunc(l.cols, b.relates) && !slices.ContainsFunc(l.cols, func(c int) bool { return b.formula.Columns[c].Nulls == domain.AlwaysNull }) {
				p.tieLink(t, l, b)
			}
		}
	}
}

// tieLink looks at rows without the columns of a link, and asks the parent for
// what the relations leave of those.
func (p *planner) tieLink(t *Table, l *link, b *branch) {
	var others []int
	for _, c := range t.columns {
		if !contains(l.cols, c.pos) {
			others = append(others, c.pos)
		}
	}
	steps := b.formula.Steps(others)
	found := 0
	for k := uint64(0); k < tiedSamples && found < tiedDemands; k++ {
		d, tests, ok := t.asksOf(l, b, steps, t.beside(l, b, k))
		if !ok {
			continue
		}
		if found++; l.meets(tests, 1) == 0 {
			p.ask(l.parent.Name, d)
		}
	}
}

// asksOf is what the steps of a link's columns ask of the parent in a row that
// has the other columns; false where nothing would do.
func (t *Table) asksOf(l *link, b *branch, steps []predicate.Step, row []value.Value) (demand, []asked, bool) {
	d := demand{weight: someDemanded}
	tests := make([]asked, len(l.cols))
	for i, c := range l.cols {
		x := b.formula.Columns[c]
		at := slices.IndexFunc(steps, func(s predicate.Step) bool { return s.Column == c })
		if at >= 0 && len(steps[at].Bounds) > 0 {
			var ok bool
			if x, ok = steps[at].Narrow(row); !ok || x.Contradictory() {
				return d, nil, false
			}
			if len(x.Set) == 1 && b.formula.Columns[c].Set == nil {
				return d, nil, false // a value that this row has by chance
			}
		}
		tests[i] = newAsked(t.columns[c], x)
		if ref := l.parent.columns[l.refs[i]]; !x.Plain() && !ref.generated && ref.codec.Kind() == l.kinds[i] {
			x.Nulls = domain.NeverNull
			d.columns, d.domains = append(d.columns, l.refs[i]), append(d.domains, x)
		}
	}
	return d, tests, len(d.columns) > 0
}

// beside is a row of which a link is left out: keys of the other parents, and
// values of the columns' spaces.
func (t *Table) beside(l *link, b *branch, k uint64) []value.Value {
	row := make([]value.Value, len(t.columns))
	for c, s := range b.spaces {
		if s != nil && !contains(l.cols, c) {
			row[c] = s.Draw(draw.Mix(k+uint64(c)), nil)
		}
	}
	for _, o := range t.links {
		if o == l || !o.usable() || o.self {
			continue
		}
		at := uint64(0)
		for parent := range o.keys() {
			if at++; at <= k%uint64(min(o.parent.Rows, demandSample)) {
				continue
			}
			for i, c := range o.cols {
				if !contains(l.cols, c) {
					row[c] = copyOf(adapt(parent[o.refs[i]], o.kinds[i]))
				}
			}
			break
		}
	}
	return row
}
