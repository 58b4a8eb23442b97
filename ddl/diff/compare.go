package diff

import (
	"slices"
	"strings"
)

// pair is a fact on both sides; one of them is nil when it is on one only.
type pair struct {
	old, new *fact
	keys     []string // attributes that differ
	level    string
	silent   bool // told by another pair
}

func (p *pair) fact() *fact {
	if p.new != nil {
		return p.new
	}
	return p.old
}

func (p *pair) change() string {
	switch {
	case p.level != Semantic && p.soft():
		return "changed"
	case p.old == nil:
		return "added"
	case p.new == nil:
		return "removed"
	}
	return "changed"
}

func (p *pair) soft() bool {
	return p.fact().soft || p.level == Environment && p.fact().kind == "comment"
}

// comparison holds the differences of two sets of facts.
type comparison struct {
	old, new map[string]*fact
	pairs    []*pair
	byID     map[string]*pair
}

func compare(old, new []*fact) *comparison {
	c := &comparison{old: index(old), new: index(new), byID: map[string]*pair{}}
	ids := make([]string, 0, len(c.old)+len(c.new))
	for id := range c.old {
		ids = append(ids, id)
	}
	for id := range c.new {
		if c.old[id] == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		p := &pair{old: c.old[id], new: c.new[id]}
		if p.differs(c) {
			c.pairs = append(c.pairs, p)
			c.byID[id] = p
		}
	}
	c.matchOpaque()
	c.matchAutoNames()
	c.settleOwners()
	c.settleDefaults()
	for _, p := range c.pairs {
		p.silent = p.silent || c.toldElsewhere(p)
	}
	return c
}

func index(facts []*fact) map[string]*fact {
	out := make(map[string]*fact, len(facts))
	for _, f := range facts {
		out[f.id] = f
	}
	return out
}

// differs finds the attributes that differ and the level of the difference.
func (p *pair) differs(c *comparison) bool {
	if p.old == nil || p.new == nil {
		p.level = Semantic
		switch f := p.fact(); {
		case f.environment:
			p.level = Environment
		case f.soft:
			p.level = Cosmetic
		}
		return true
	}
	if p.old.kind != p.new.kind {
		p.keys, p.level = []string{"kind"}, Semantic
		return true
	}
	for _, k := range unionKeys(p.old, p.new) {
		if c.sameAttr(k, p) {
			continue
		}
		p.keys = append(p.keys, k)
	}
	p.setLevel()
	return len(p.keys) > 0
}

func (p *pair) setLevel() {
	level := Environment
	for _, k := range p.keys {
		switch {
		case strings.HasPrefix(k, environmentMark):
		case strings.HasPrefix(k, cosmeticMark):
			if level == Environment {
				level = Cosmetic
			}
		default:
			level = Semantic
		}
	}
	if p.fact().environment {
		level = Environment
	}
	p.level = level
	if level == Semantic { // what is below the level of the change is not told
		p.keys = slices.DeleteFunc(p.keys, func(k string) bool {
			return strings.HasPrefix(k, environmentMark) || strings.HasPrefix(k, cosmeticMark)
		})
	}
}

func unionKeys(a, b *fact) []string {
	out := a.keys()
	for _, k := range b.keys() {
		if _, ok := a.attrs[k]; !ok {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// sameAttr compares one attribute. The order of columns is compared over
// those that both sides have.
func (c *comparison) sameAttr(k string, p *pair) bool {
	a, b := p.old.attrs[k].value, p.new.attrs[k].value
	if a == b {
		return true
	}
	switch k {
	case columnOrder:
		return commonOrder(a, b) == commonOrder(b, a)
	case "columns":
		return p.old.isView() && sameColumns(a, b)
	case "~order of parents":
		return p.old.get("inherits") != p.new.get("inherits")
	case "~repeats of its parents":
		return p.old.get("inherits") != p.new.get("inherits")
	case "~serial":
		return true
	}
	return false
}

func (f *fact) isView() bool { return f.kind == "view" || f.kind == "materialized view" }

// sameColumns compares the columns of a view; a type that one side could not
// tell is no difference.
func sameColumns(a, b string) bool {
	x, y := strings.Split(a, ", "), strings.Split(b, ", ")
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && !strings.HasPrefix(x[i], y[i]+" ") && !strings.HasPrefix(y[i], x[i]+" ") {
			return false
		}
	}
	return true
}

// commonOrder lists the entries of a that are in b, in the order of a.
func commonOrder(a, b string) string {
	in := map[string]bool{}
	for _, s := range strings.Split(b, ", ") {
		in[s] = true
	}
	return strings.Join(slices.DeleteFunc(strings.Split(a, ", "), func(s string) bool { return !in[s] }), ", ")
}

// matchOpaque makes one change of two statements under one name that were not
// understood.
func (c *comparison) matchOpaque() {
	removed := map[string]*pair{}
	for _, p := range c.pairs {
		if p.new == nil && strings.HasPrefix(p.old.id, "opaque ") {
			removed[p.old.name] = p
		}
	}
	for _, p := range c.pairs {
		if p.old != nil || !strings.HasPrefix(p.new.id, "opaque ") {
			continue
		}
		if o := removed[p.new.name]; o != nil && !o.silent {
			delete(removed, p.new.name)
			p.old, p.keys, o.silent = o.old, []string{"statement"}, true
		}
	}
}

// matchAutoNames pairs constraints and indexes of a table that are equal but
// for a name that Postgres made up: the rule that such names mean nothing.
func (c *comparison) matchAutoNames() {
	removed := map[string][]*fact{}
	key := func(f *fact) string { return f.kind + "\x00" + f.table + "\x00" + f.definition() }
	for _, p := range c.pairs {
		if p.level == Semantic && p.old != nil && p.old.auto {
			removed[key(p.old)] = append(removed[key(p.old)], p.old)
		}
	}
	if len(removed) == 0 {
		return
	}
	matched := map[*fact]bool{}
	for _, p := range c.pairs {
		if p.level != Semantic || p.new == nil || !p.new.auto {
			continue
		}
		if olds := removed[key(p.new)]; len(olds) > 0 {
			matched[p.new], matched[olds[0]] = true, true
			removed[key(p.new)] = olds[1:]
		}
	}
	for _, p := range c.pairs {
		oldDone, newDone := p.old == nil || matched[p.old], p.new == nil || matched[p.new]
		switch {
		case oldDone && newDone && p.level == Semantic:
			p.level = Cosmetic
			p.keys = nil
			if p.old != nil && p.new == nil {
				p.silent = true // told under its new name
			}
		case p.level == Semantic && p.old != nil && p.new != nil && oldDone:
			p.old, p.keys = nil, nil
		case p.level == Semantic && p.old != nil && p.new != nil && newDone && matched[p.new]:
			p.new, p.keys = nil, nil
		}
	}
}

// toldElsewhere reports whether a difference follows from another one: a part
// of an object that came or went, or what a child has from its parent.
func (c *comparison) toldElsewhere(p *pair) bool {
	f := p.fact()
	if p.old == nil || p.new == nil {
		if c.partOfSame(p, f) {
			return true
		}
	}
	if f.kind == "sequence" && (p.old == nil || p.new == nil) && f.twin != "" && c.byID[f.twin] != nil {
		return true // an identity or serial change is told on the column
	}
	if f.kind == "column" && f.twin != "" && (p.old == nil || p.new == nil || p.old.twin == p.new.twin) {
		if q := c.byID[f.twin]; q != nil && q.level == p.level && q.change() == p.change() && slices.Equal(p.keys, q.keys) {
			return true
		}
	}
	return false
}

// partOfSame: what is added or removed with its object needs no word of its
// own, but for what opens it to others.
func (c *comparison) partOfSame(p *pair, f *fact) bool {
	for id := f.parent; id != ""; {
		q := c.byID[id]
		if q != nil && q.level != Cosmetic && (p.old == nil) == (q.old == nil) && (p.new == nil) == (q.new == nil) {
			return f.kind != "grant" && f.kind != "policy"
		}
		parent := c.old[id]
		if parent == nil {
			parent = c.new[id]
		}
		if parent == nil {
			return false
		}
		id = parent.parent
	}
	return false
}
