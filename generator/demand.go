package generator

import (
	"iter"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// A child may ask more of a parent's key than the parent does of itself: a
// car refers to a vehicle of the kind 'car', an account in euros to the
// currency 'EUR'. Where the rows of the parent have no such key, the plan is
// made once more, and a share of the parent's rows gets what is asked for.

// demand is what a child asks of columns that it refers to.
type demand struct {
	columns []int
	domains []domain.Domain
	rules   []predicate.Relation
	weight  float64 // of the rows that get it, against all others
	// whole names the foreign key of a child each of whose rows needs one of
	// its own, so that all rows of the parent get it; "" for a share of them.
	whole  string
	before int64 // rows of the parent when that was asked
}

const (
	someDemanded = 0.2 // weight of a demand that any number of rows can share
	manyDemanded = 1   // … of one where each row of the child needs its own
	maxDemands   = 16  // of one table
	replans      = 6   // how often a plan is made anew for them
	demandSample = 20_000
	maxAgreed    = 64 // values that two parents are to share
)

// demanding notes what a planned table asks of its parents in vain.
func (p *planner) demanding(t *Table) {
	have := map[keyColumn]shared{}
	for _, l := range t.links {
		if t.hears(l) {
			for _, b := range t.branches {
				p.demand(t, l, b, have)
			}
		}
	}
	p.tie(t)
}

// hears reports a link whose parent can still be asked for keys.
func (t *Table) hears(l *link) bool {
	return l.usable() && !l.self && !l.leaf && (!l.computed || t.foretold(l)) && !l.period && l.parent.component != t.component && !l.parent.fixed && t.Requested > 0
}

// demand notes what a branch asks of a parent's key.
func (p *planner) demand(t *Table, l *link, b *branch, have map[keyColumn]shared) {
	d := demand{weight: someDemanded}
	var tests []asked
	for i, c := range l.cols {
		x, fixed := t.constant(c)
		if !fixed {
			x = b.formula.Columns[c]
		}
		if x.Nulls == domain.AlwaysNull || t.columns[c].vetted {
			return
		}
		test := newAsked(t.columns[c], x)
		x, test.among = t.agreed(l, c, x, have)
		rules := t.passed(l, i, b)
		if len(rules) > 0 {
			test.rules = p.sieve(t, b, t.columns[c], b.alone(c))
		}
		tests = append(tests, test)
		d.rules = append(d.rules, rules...)
		if ref := l.parent.columns[l.refs[i]]; (!x.Plain() || len(rules) > 0 || !l.parent.never(l.refs[i])) && !ref.generated && ref.codec.Kind() == l.kinds[i] {
			x.Nulls = domain.NeverNull
			x.Set = x.Set[:min(len(x.Set), maxAgreed):min(len(x.Set), maxAgreed)]
			d.columns, d.domains = append(d.columns, l.refs[i]), append(d.domains, x)
		}
	}
	if len(d.columns) == 0 {
		return
	}
	need := int64(1)
	if own := t.oneToOne(l); own || t.Rows < t.Requested && t.partly(l) {
		if own {
			need, d.weight = min(t.Requested, l.parent.Rows/4), manyDemanded
		}
		if t.Rows < min(t.Requested, l.parent.Rows) && !l.parent.varied(d) {
			need, d.whole, d.before = min(t.Requested, l.parent.Rows), t.Name.String()+" "+l.name, l.parent.Rows
		}
	}
	// where rows were not found, what a matcher does not look at is in doubt
	if enough := max(need, 1); l.meets(tests, enough) < enough || t.Rows < need && !toldAll(tests) {
		p.ask(l.parent.Name, d)
	}
}

// ask notes a demand, or that one is on all rows after all.
func (p *planner) ask(parent schema.Name, d demand) {
	list := p.demands[parent]
	at := slices.IndexFunc(list, d.same)
	switch {
	case at >= 0 && (d.whole == "" || list[at].before > 0):
		return
	case at >= 0:
		list[at] = d
	case len(list) < maxDemands:
		p.demands[parent] = append(list, d)
	default:
		return
	}
	p.demanded = true
}

// varied reports that a demand would take labels or the like away from all
// rows of the table.
func (t *Table) varied(d demand) bool {
	for i, c := range d.columns {
		for _, b := range t.branches {
			x, ok := b.spaces[c].(space.Categorical)
			if ok && !d.domains[i].Plain() && x.Members() <= maxTour && (x.Members() > 1 || t.parts(b, c)) {
				return true
			}
		}
	}
	return false
}

// parts reports a column that has one value in a branch, and another one in
// one of the others.
func (t *Table) parts(b *branch, c int) bool {
	one := b.formula.Columns[c].Set
	return len(one) == 1 && slices.ContainsFunc(t.branches, func(o *branch) bool {
		set := o.formula.Columns[c].Set
		return len(set) == 1 && !domain.Equal(set[0], one[0])
	})
}

// relent takes demands on all rows of a table back to a share of them where
// it has fewer rows for them.
func (p *planner) relent(t *Table) {
	for i := range p.demands[t.Name] {
		if d := &p.demands[t.Name][i]; d.whole != "" && t.Rows < d.before {
			d.whole, p.demanded = "", true
		}
	}
}

func toldAll(tests []asked) bool {
	return !slices.ContainsFunc(tests, func(x asked) bool { return !x.told })
}

func (d demand) same(o demand) bool {
	return slices.Equal(d.columns, o.columns) && slices.EqualFunc(d.domains, o.domains, alike) && spelt(d.rules) == spelt(o.rules)
}

// oneToOne reports a foreign key that holds a whole key of the child, but for
// columns that have one value in all rows.
func (t *Table) oneToOne(l *link) bool {
	return slices.ContainsFunc(t.uniques, func(u *unique) bool {
		tells := t.telling(u.columns)
		return u.where == nil && len(u.exprs) == 0 && len(tells) > 0 && subset(tells, l.cols)
	}) || slices.ContainsFunc(t.exclusion, func(x *exclusion) bool {
		return x.equates() && subset(x.inputs, l.cols)
	})
}

// partly reports a foreign key that holds all that a key of the child reads,
// expressions and predicate among it, alone or with foreign keys that share no
// column with it.
func (t *Table) partly(l *link) bool {
	linked := slices.Clone(l.cols)
	for _, o := range t.links {
		if disjoint(o.cols, l.cols) {
			linked = append(linked, o.cols...)
		}
	}
	return slices.ContainsFunc(t.uniques, func(u *unique) bool { return !disjoint(u.inputs, l.cols) && subset(u.inputs, linked) })
}

// agreed is a domain of a column cut to what the parents of the table's other
// foreign keys have there: one that shares the column with this one has to
// find the same value.
func (t *Table) agreed(l *link, c int, x domain.Domain, have map[keyColumn]shared) (domain.Domain, []map[digest]bool) {
	var among []map[digest]bool
	for _, o := range t.links {
		at := slices.Index(o.cols, c)
		if o == l || at < 0 || !o.usable() || o.self || o.period || o.parent.component == t.component || o.parent == l.parent || o.kinds[at] != o.parent.columns[o.refs[at]].codec.Kind() {
			continue
		}
		in, known := have[keyColumn{o, at}]
		if !known {
			in = o.shared(at, t.columns[c])
			have[keyColumn{o, at}] = in
		}
		if cut := domain.Intersect(x, domain.Domain{Nulls: x.Nulls, Set: in.values}); len(cut.Set) > 0 {
			x, among = cut, append(among, in.seen)
		}
	}
	return x, among
}

// keyColumn is a column of a foreign key.
type keyColumn struct {
	link *link
	at   int
}

// shared are the values that a parent has in one column, each once, and their
// hashes.
type shared struct {
	values []value.Value
	seen   map[digest]bool
}

func (l *link) shared(at int, c *column) shared {
	out := shared{[]value.Value{}, map[digest]bool{}}
	var key []byte
	for parent := range l.keys() {
		v := parent[l.refs[at]]
		key = appendKey(key[:0], v, c)
		if d := digestOf(key); !v.IsNull() && !out.seen[d] {
			out.seen[d] = true
			out.values = append(out.values, copyOf(v))
		}
	}
	return out
}

// asked is what a key of the parent has to pass in one column: a domain, and
// the sets of values that other parents have, which can be as long as those.
type asked struct {
	matcher *domain.Matcher
	column  *column
	among   []map[digest]bool
	rules   func(value.Value) bool // nil where there are none to pass on
	told    bool
}

func newAsked(c *column, x domain.Domain) asked {
	return asked{matcher: domain.NewMatcher(x), column: c, told: told(x)}
}

func (a asked) allows(v value.Value) bool {
	if !a.matcher.Allows(v) || a.rules != nil && !a.rules(v) {
		return false
	}
	d := digestOf(appendKey(nil, v, a.column))
	return !slices.ContainsFunc(a.among, func(set map[digest]bool) bool { return !set[d] })
}

// meets counts the parent's rows whose key passes, among a sample, until there
// are enough.
func (l *link) meets(tests []asked, enough int64) int64 {
	found := int64(0)
	for parent := range l.keys() {
		if l.passes(tests, parent) {
			if found++; found >= enough {
				break
			}
		}
	}
	return found
}

// keys are the parent's rows with the cells that the link refers to, a sample
// of many. Each is gone when the next is made.
func (l *link) keys() iter.Seq[[]value.Value] {
	return func(yield func([]value.Value) bool) {
		m, n := newCoreMaker(l.parent), min(l.parent.Rows, demandSample)
		for k := range n {
			if m.keys(k*(l.parent.Rows/n), l.refs) && !yield(m.row) {
				return
			}
		}
	}
}

func (l *link) passes(tests []asked, parent []value.Value) bool {
	for i, x := range tests {
		if v := adapt(parent[l.refs[i]], l.kinds[i]); v.IsNull() || !l.holds(i, v) || !x.allows(v) {
			return false
		}
	}
	return true
}

// demands are by parent, and outlive the plan that finds them.
type demands map[schema.Name][]demand
