package diff

import "strings"

// settleOwners decides what an owner means that only one side names. A text
// that does not say leaves an object to the role that loads it; who that is
// can be read off the other side, where most such objects have one owner. A
// text without any OWNER TO does not speak about owners at all.
func (c *comparison) settleOwners() {
	c.settleSide(c.old, func(p *pair) (named *fact, open bool) { return p.new, p.old == nil })
	c.settleSide(c.new, func(p *pair) (named *fact, open bool) { return p.old, p.new == nil })
}

// settleSide settles the owners that one side leaves open.
func (c *comparison) settleSide(side map[string]*fact, look func(*pair) (*fact, bool)) {
	var open []*pair
	count := map[string]int{}
	for _, p := range c.pairs {
		if p.fact().kind != "owner" || p.old != nil && p.new != nil {
			continue
		}
		named, isOpen := look(p)
		if !isOpen || c.byID[named.parent] != nil && (c.old[named.parent] == nil || c.new[named.parent] == nil) {
			continue
		}
		open = append(open, p)
		count[named.get("owner")]++
	}
	silent := !speaksOfOwners(side)
	for _, p := range open {
		named, _ := look(p)
		who := named.get("owner")
		loader := count[who]*2 > len(open) && len(open) > 1 || who == "postgres"
		if loader || silent && len(open) > 1 {
			p.silent = true
		}
	}
}

func speaksOfOwners(side map[string]*fact) bool {
	for _, f := range side {
		if f.kind == "owner" {
			return true
		}
	}
	return false
}

// settleDefaults matches ALTER DEFAULT PRIVILEGES without FOR ROLE, which is
// about the role that loads the text, with the same of a role by name.
func (c *comparison) settleDefaults() {
	open := map[string]*pair{}
	for _, p := range c.pairs {
		if f := p.fact(); f.kind == "default privileges" && !strings.HasPrefix(f.name, "for role ") {
			open[f.name] = p
		}
	}
	for _, p := range c.pairs {
		f := p.fact()
		rest, named := strings.CutPrefix(f.name, "for role ")
		if f.kind != "default privileges" || !named || p.old != nil && p.new != nil {
			continue
		}
		_, what, _ := strings.Cut(rest, " ")
		q := open[what]
		if q == nil || q.silent || (p.old == nil) == (q.old == nil) {
			continue
		}
		if p.fact().definition() == q.fact().definition() {
			p.silent, q.silent = true, true
		}
	}
}
