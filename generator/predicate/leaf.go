package predicate

import "github.com/effigydb/effigy/schema"

// Within is the predicate that a row of a partitioned table satisfies when it
// lies in the given partition, at whatever level. Nil when that depends on a
// hash, which only the database knows.
func Within(s *schema.Schema, partition *schema.Table) *schema.Expr {
	var parts []*schema.Expr
	for c := partition; c.PartitionOf != nil && len(parts) <= len(s.Tables); {
		parent := s.Table(c.PartitionOf.Parent)
		if parent == nil || parent.PartitionBy == nil || parent.PartitionBy.Strategy == "hash" {
			return nil
		}
		bound := partitionBound(parent, c.PartitionOf)
		if c.PartitionOf.Default {
			var others []*schema.Expr
			for _, o := range partitionsOf(s, parent) {
				if !o.PartitionOf.Default {
					others = append(others, partitionBound(parent, o.PartitionOf))
				}
			}
			bound = negated(anyExpr(others))
		}
		parts = append(parts, bound)
		c = parent
	}
	return allExpr(parts)
}
