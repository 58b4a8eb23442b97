package diff

import (
	"cmp"
	"slices"
	"strings"
)

// renames pairs what was removed with what was added where they look alike.
// It is a hint: the verdict keeps both.
func (c *comparison) renames() []Rename {
	var removed, added []*pair
	for _, p := range c.pairs {
		if p.silent || p.level != Semantic || !renamable(p.fact().kind) {
			continue
		}
		switch {
		case p.new == nil:
			removed = append(removed, p)
		case p.old == nil:
			added = append(added, p)
		}
	}
	if len(removed)*len(added) > 1<<16 {
		return nil
	}
	var out []Rename
	for _, r := range removed {
		best, score := (*pair)(nil), 0.0
		for _, a := range added {
			if s := c.likeness(r.old, a.new); s > score {
				best, score = a, s
			}
		}
		if score >= 0.6 {
			out = append(out, Rename{r.old.kind, r.old.name, best.new.name, score})
		}
	}
	slices.SortFunc(out, func(a, b Rename) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.From, b.From))
	})
	return out
}

func renamable(kind string) bool {
	switch kind {
	case "table", "view", "column", "constraint", "index", "function", "procedure", "type", "sequence", "trigger", "policy":
		return true
	}
	return false
}

// likeness is from 0 to 1: how much two definitions share, a little for names.
func (c *comparison) likeness(a, b *fact) float64 {
	if a.kind != b.kind || a.table != b.table {
		return 0
	}
	x, y := c.traits(c.old, a), c.traits(c.new, b)
	common := 0
	for t := range x {
		if y[t] {
			common++
		}
	}
	total := len(x) + len(y) - common
	if total == 0 {
		return 0
	}
	score := 0.85 * float64(common) / float64(total)
	if sharesWord(a.name, b.name) {
		score += 0.15
	}
	return float64(int(score*100+0.5)) / 100
}

// traits are a fact's attributes, and for a table its columns.
func (c *comparison) traits(facts map[string]*fact, f *fact) map[string]bool {
	out := map[string]bool{}
	if f.kind == "table" {
		for _, col := range strings.Split(f.get(columnOrder), ", ") {
			t := ""
			if g := facts["column "+f.name+"."+col]; g != nil {
				t = g.get("type")
			}
			out[col+" "+t] = true
		}
		return out
	}
	for k, v := range f.attrs {
		out[k+"="+v.value] = true
	}
	return out
}

func sharesWord(a, b string) bool {
	words := func(s string) []string {
		s = s[strings.LastIndexByte(s, '.')+1:]
		return strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '"' })
	}
	for _, w := range words(a) {
		if slices.Contains(words(b), w) {
			return true
		}
	}
	return false
}
