package generator

import (
	"errors"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

const neverNull = domain.NeverNull

// branch is one alternative of the table's constraints, ready to make rows.
type branch struct {
	formula *predicate.Branch
	spaces  []space.Space // by position; nil for columns that are always NULL
	steps   []step
	// bound columns have a domain narrower than their type's, or stand in a
	// relation: a value that comes from elsewhere (a key, a parent) has to be
	// held against the branch.
	bound []bool
	held  []bool // bound, but for what a parent's key satisfies by itself
	early []int  // steps of the moments that ages ask for
	core  []int  // steps of the core
	at    int    // among the table's branches
	asked bool   // made for what a child asks for
	order []int  // the columns of units and links, which come first

	told     map[*link]*predicate.Program // references to the table itself, by the row's key: see told.go
	matchers []*domain.Matcher
	leads    map[int]func() []value.Value // by column: see leads.go
}

// step is one column of a row in the order of generation.
type step struct {
	predicate.Step
	space   space.Space
	ordered space.Ordered
	soft    []soft
	tense   tense
	plot
	idle    bool                 // mostly NULL in the branch: see idle.go
	late    bool                 // a range that starts once the parents are there: see slot.go
	simple  bool                 // its bounds only move the ends of one interval
	numbers bool                 // … and whole numbers say all of its values
	within  window               // of numbers: what the domain leaves
	unequal bool                 // its bounds only name values it must not have
	crowded bool                 // a range that rows must not share
	keyed   bool                 // stands in a key that the search keeps apart
	tour    rota                 // of a category
	given   bool                 // its values are those that an expression of the configuration gave
	stamp   *stamp               // keeps its moments apart in a key
	leads   func() []value.Value // what its rules lead to, where drawing may not; nil where none does
}

// alike reports whether two domains leave the same values, NULL aside.
func alike(a, b domain.Domain) bool {
	a.Nulls, b.Nulls = 0, 0
	return domain.Same(&a, &b)
}

// addBranches builds the spaces of every branch. Branches whose domains of a
// column are alike share its space.
func (p *planner) addBranches(t *Table) {
	t.presences = p.presencesOf(t)
	for i := range t.formula.Branches {
		f := t.sharpen(&t.formula.Branches[i], t.formula.Branches, t.presences)
		if f == nil {
			continue
		}
		b := newBranch(t, f)
		if !p.fillSpaces(t, b) {
			continue
		}
		t.branches = append(t.branches, b)
	}
	t.weigh()
}

// weigh numbers the branches and sets how often each is picked: by its own
// weight and by what the configuration wants of the values that it leaves.
func (t *Table) weigh() {
	weights := make([]float64, len(t.branches))
	for i, b := range t.branches {
		b.at = i
		weights[i] = max(b.formula.Weight, 1e-6)
	}
	t.weighted = false
	for i := len(t.columns) - 1; i >= 0; i-- { // the first columns have the last word
		t.skew(t.columns[i], weights)
	}
	for _, c := range t.columns {
		if len(c.settings.Weights) > 0 && len(c.settings.Weights) == len(c.settings.Values) && len(t.branches) > 1 {
			t.weighted = true
			t.share(c, weights)
		}
	}
	t.pick = draw.NewAlias(weights)
	t.spread(weights)
}

// spread has columns that few branches leave open NULL more often there, so that
// as many rows have none as of other columns.
func (t *Table) spread(weights []float64) {
	all := 0.0
	for _, w := range weights {
		all += w
	}
	for _, c := range t.columns {
		if c.sparse || c.nullEvery == 0 {
			continue
		}
		open, filled := 0.0, 0.0
		for i, b := range t.branches {
			switch b.formula.Columns[c.pos].Nulls {
			case domain.MayBeNull:
				open += weights[i]
			case domain.NeverNull:
				filled += weights[i]
			}
		}
		c.nullEvery = nullEvery
		if open > 0 && open+filled >= all-1e-9 {
			c.nullEvery = max(4, uint64(nullEvery*open/(open+filled)))
		}
	}
}

// share gives branches that leave the same values of a column the weight of
// those values between them.
func (t *Table) share(c *column, weights []float64) {
	groups := map[string]float64{}
	wanted, names := make([]float64, len(weights)), make([]string, len(weights))
	for i, b := range t.branches {
		for k, text := range c.settings.Values {
			v, err := c.codec.Parse(text, nil)
			if x := b.matcher(c.pos); err == nil && (x == nil || x.Allows(v)) {
				wanted[i] += c.settings.Weights[k]
				names[i] += text + "\x00"
			}
		}
		groups[names[i]] += weights[i]
	}
	for i := range weights {
		weights[i] = max(weights[i]/groups[names[i]]*wanted[i], 1e-9)
	}
}

func newBranch(t *Table, f *predicate.Branch) *branch {
	b := &branch{formula: f, bound: make([]bool, len(t.columns)), held: make([]bool, len(t.columns)), spaces: make([]space.Space, len(t.columns))}
	for _, r := range f.Relations {
		for _, c := range r.Columns {
			b.bound[c] = true
		}
	}
	return b
}

func (p *planner) fillSpaces(t *Table, b *branch) bool {
	for c, col := range t.columns {
		d := b.formula.Columns[c]
		b.bound[c] = b.bound[c] || !d.Plain()
		if col.generated || d.Nulls == domain.AlwaysNull {
			continue
		}
		if b.spaces[c] = t.shared(c, d); b.spaces[c] != nil {
			continue
		}
		s, err := p.space(t, col, d)
		switch {
		case err == nil:
			b.spaces[c] = s
		case errors.As(err, &settingError{}):
			t.barren(col, err)
			return false
		case d.Nulls == domain.MayBeNull:
			t.note(col.name, err.Error())
		case t.inLink(c):
			// the parent's key has the values
		default:
			t.barren(col, err)
			return false
		}
	}
	return true
}

// shared is the space of a branch before whose domain of the column is alike.
func (t *Table) shared(c int, d domain.Domain) space.Space {
	for _, o := range t.branches {
		if o.spaces[c] != nil && alike(o.formula.Columns[c], d) {
			return o.spaces[c]
		}
	}
	return nil
}

// addSteps orders the columns of each branch behind those that units and
// links fill.
func (t *Table) addSteps(p *planner) {
	t.count(p)
	var first []int
	for _, u := range t.units {
		for _, x := range u.members {
			first = appendNew(first, x.pos)
			if x.link != nil {
				first = appendNew(first, x.link.cols...)
			}
		}
	}
	for _, l := range t.links {
		if l.usable() && !l.late {
			first = appendNew(first, l.cols...)
		}
	}
	for _, b := range t.branches {
		steps := b.formula.Steps(t.heads(b, first))
		b.order, b.steps = first, make([]step, 0, len(steps))
		for _, s := range steps {
			if t.waits(s.Column) {
				continue
			}
			st := step{Step: s, space: b.spaces[s.Column], keyed: t.remembered(s.Column), crowded: t.crowded(s.Column)}
			st.unequal = unequal(s.Bounds)
			st.given = t.columns[s.Column].settings.Expression != nil && !t.columns[s.Column].outside && !p.dry()
			st.leads = t.leads(p, b, s.Column)
			st.ordered, _ = st.space.(space.Ordered)
			st.simple = st.ordered != nil && len(st.Bounds) > 0 && st.Simple()
			st.numbers = st.whole(t.columns[s.Column].codec.Kind())
			st.stamp = t.stampOf(s.Column)
			if x, ok := st.space.(space.Categorical); ok && x.Members() <= maxTour && len(t.columns[s.Column].settings.Weights) == 0 {
				st.tour = newRota(x.Members(), t.Requested)
			}
			b.steps = append(b.steps, st)
		}
		t.soften(b)
		t.rest(b)
		t.narrate(b)
	}
}

// heads are the columns that come first in a branch: those of keys, and those
// whose values the configuration spreads, where others can be drawn after them.
func (t *Table) heads(b *branch, first []int) []int {
	out := slices.Clone(first)
	for _, c := range t.columns {
		if !contains(out, c.pos) && (c.settings.spreads() || c.settings.Expression != nil) && b.formula.Heads(c.pos, out) {
			out = append(out, c.pos)
		}
	}
	return out
}

func unequal(bounds []predicate.Bound) bool {
	for _, b := range bounds {
		if b.Op != "<>" {
			return false
		}
	}
	return len(bounds) > 0
}

// maxTour is the size of a category up to which each of its values is shown.
const maxTour = 256

func appendNew(list []int, more ...int) []int {
	for _, c := range more {
		if c >= 0 && !contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

func (t *Table) note(what, text string) {
	if t.notes == nil {
		t.notes = map[string]string{}
	}
	t.notes[what] = text
}
