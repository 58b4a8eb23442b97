package diff

import (
	"maps"
	"slices"
	"strings"
)

// maxDependents bounds the list of one change.
const maxDependents = 50

// dependents knows which facts of the old text mention an object.
type dependents struct {
	byMention map[string][]*fact
	columns   map[string][]*fact // constraints and indexes by table
}

func newDependents(c *comparison) *dependents {
	d := &dependents{byMention: map[string][]*fact{}, columns: map[string][]*fact{}}
	if len(c.pairs) == 0 {
		return d
	}
	for _, id := range slices.Sorted(maps.Keys(c.old)) {
		f := c.old[id]
		for m := range f.mentions {
			d.byMention[m] = append(d.byMention[m], f)
		}
		if f.table != "" && (f.kind == "constraint" || f.kind == "index") {
			d.columns[f.table] = append(d.columns[f.table], f)
		}
	}
	return d
}

// of lists what mentions the changed object: views, foreign keys, defaults,
// policies; of a column what names it.
func (d *dependents) of(p *pair) []string {
	f := p.fact()
	name, _, _ := strings.Cut(f.name, "(")
	var out []string
	add := func(g *fact) {
		if g.id != f.id && g.parent != f.id {
			out = append(out, g.kind+" "+g.name)
		}
	}
	switch f.kind {
	case "column":
		column := f.name[len(f.table):]
		for _, g := range d.byMention[f.table] {
			if strings.Contains(g.get("query"), column) || strings.Contains(g.get("referenced columns"), strings.TrimPrefix(column, ".")) {
				add(g)
			}
		}
		for _, g := range d.columns[f.table] {
			if mentionsColumn(g, strings.TrimPrefix(column, ".")) {
				add(g)
			}
		}
	case "comment", "grant", "owner", "default privileges", "security label", "partition":
	default:
		for _, g := range d.byMention[name] {
			add(g)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxDependents)]
}

func mentionsColumn(g *fact, column string) bool {
	for _, k := range []string{"columns", "check", "where", "include", "elements"} {
		for _, word := range strings.FieldsFunc(g.get(k), func(r rune) bool { return strings.ContainsRune(" (),", r) }) {
			if word == column {
				return true
			}
		}
	}
	return false
}
