package sanitize

import (
	"fmt"
	"slices"

	pg "github.com/sqlc-dev/oliphant"
)

// Bounds of range partitions have an order that the tokens must keep, or the
// text no longer loads: where one bound of a table has to go, all its text
// bounds do, under numbers in their order.

// collectBounds finds the tables of which a range bound has to go.
func (p *pass) collectBounds() {
	values := map[string][]string{}
	for _, u := range p.units {
		parent := partitionParent(u.st.Node)
		if parent == "" {
			continue
		}
		for _, c := range boundConstants(u.st.Node) {
			values[parent] = append(values[parent], c.GetSval().GetSval())
		}
	}
	for parent, v := range values {
		if !slices.ContainsFunc(v, func(s string) bool { return len(p.hits(s, 0)) > 0 }) {
			continue
		}
		slices.Sort(v)
		p.bounds[parent] = slices.Compact(v)
	}
}

// boundConstants are the strings of FOR VALUES FROM (…) TO (…).
func boundConstants(n *pg.Node) []*pg.A_Const {
	spec := boundSpec(n)
	if spec.GetStrategy() != "r" {
		return nil
	}
	var out []*pg.A_Const
	for _, d := range slices.Concat(spec.Lowerdatums, spec.Upperdatums) {
		if cast := d.GetTypeCast(); cast != nil {
			d = cast.Arg
		}
		if c := d.GetAConst(); c.GetSval() != nil {
			out = append(out, c)
		}
	}
	return out
}

func boundSpec(n *pg.Node) *pg.PartitionBoundSpec {
	if c := n.GetCreateStmt(); c != nil {
		return c.Partbound
	}
	for _, c := range n.GetAlterTableStmt().GetCmds() {
		if b := c.GetAlterTableCmd().GetDef().GetPartitionCmd().GetBound(); b != nil {
			return b
		}
	}
	return nil
}

// bound forces the literals of a bound out, under numbers.
func (r *region) bound(n *pg.Node) {
	sorted := r.p.bounds[partitionParent(n)]
	if sorted == nil {
		return
	}
	for _, c := range boundConstants(n) {
		v := c.GetSval().GetSval()
		at, _ := slices.BinarySearch(sorted, v)
		r.p.vault.add(v, "pii", r.scope).fixed = fmt.Sprintf("redacted_%04d", at+1)
		r.forced[int(c.Location)] = force{"pii", "partition-bound"}
	}
}
