package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// orderPartitionKeys puts the keys and indexes of partitions before those of
// the tables above them, which then take them over instead of making more.
// What is made ONLY for the parent reaches down to nothing and stays.
func (p *planner) orderPartitionKeys() {
	keys := p.sections[Keys]
	first := map[schema.Name]int{}
	for i, k := range keys {
		if _, seen := first[k.Target]; !seen && !k.only {
			first[k.Target] = i
		}
	}
	type placed struct{ at, depth, from int }
	list := make([]placed, len(keys))
	for i, k := range keys {
		above := p.above(k.Target)
		list[i] = placed{at: i, depth: len(above), from: i}
		for _, parent := range above {
			if f, ok := first[parent]; ok {
				list[i].at = min(list[i].at, f)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return b.depth - a.depth
	})
	out := make([]Step, len(keys))
	for i, l := range list {
		out[i] = keys[l.from]
	}
	p.sections[Keys] = out
}

// above lists the partitioned tables above a table, the nearest first.
func (p *planner) above(n schema.Name) []schema.Name {
	var out []schema.Name
	t := p.script.Schema.Table(n)
	for t != nil && t.PartitionOf != nil && !slices.Contains(out, t.PartitionOf.Parent) {
		out = append(out, t.PartitionOf.Parent)
		t = p.script.Schema.Table(t.PartitionOf.Parent)
	}
	return out
}
