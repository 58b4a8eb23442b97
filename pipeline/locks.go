package pipeline

import (
	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/schema"
)

// lock is what building a key takes: its tables, and a guess of the work.
type lock struct {
	tables []schema.Name
	shared bool // as CREATE INDEX does: beside others of its table
	cost   int64
}

// costs are how much longer than a btree an index of the same rows takes to
// build.
var costs = map[string]int64{"gist": 20, "spgist": 10, "gin": 8}

// locks are those of the constraints and indexes of tables without
// inheritance. The partitions of a table count as the table: what concerns
// them runs in order.
func (b *build) locks() map[string]lock {
	roots, rows := b.roots(), b.rowsOfTables()
	locks := map[string]lock{}
	for _, t := range b.script.Schema.Tables {
		root, whole := roots[t.Name], t.PartitionBy != nil || t.PartitionOf != nil
		if root == (schema.Name{}) {
			continue
		}
		cost := func(method string) int64 {
			if whole { // one figure for all, so that they stay in order
				return rows[root]
			}
			return rows[root] * max(costs[method], 1)
		}
		for _, c := range t.Constraints {
			l := lock{tables: []schema.Name{root}, cost: cost(c.Method)}
			if c.Kind == schema.ForeignKey {
				if parent := roots[c.RefTable]; parent != c.RefTable || b.script.Schema.Table(parent).PartitionBy != nil {
					continue // its key may not be valid before every partition has one
				}
				l.tables = append(l.tables, c.RefTable)
			}
			locks["constraint "+t.Name.Member(c.Name)] = l
		}
		for _, i := range t.Indexes {
			locks["index "+i.Name.String()] = lock{tables: []schema.Name{root}, shared: !whole, cost: cost(i.Method)}
		}
	}
	b.lockPartitions(locks, roots, rows)
	return locks
}

func (b *build) rowsOfTables() map[schema.Name]int64 {
	rows := map[schema.Name]int64{}
	for _, t := range b.plan.Tables {
		rows[t.Name] = t.Rows
	}
	return rows
}

// lockPartitions adds the keys and indexes of partitions, which the schema has
// merged with those of their tables.
func (b *build) lockPartitions(locks map[string]lock, roots map[schema.Name]schema.Name, rows map[schema.Name]int64) {
	for _, s := range b.load.Steps {
		key := s.Kind + " " + s.Name
		if s.Section != ddl.Keys || s.Kind != "constraint" && s.Kind != "index" || locks[key].tables != nil {
			continue
		}
		t := b.script.Schema.Table(s.Target)
		if t != nil && t.PartitionOf != nil && roots[t.Name] != (schema.Name{}) {
			locks[key] = lock{tables: []schema.Name{roots[t.Name]}, cost: rows[roots[t.Name]]}
		}
	}
}

// roots are the tables that stand for others: a table for itself and for its
// partitions. Foreign tables and those of an inheritance tree have none.
func (b *build) roots() map[schema.Name]schema.Name {
	tables := b.script.Schema.Tables
	apart := map[schema.Name]bool{}
	for _, t := range tables {
		apart[t.Name] = apart[t.Name] || t.Foreign || len(t.Inherits) > 0
		for _, parent := range t.Inherits {
			apart[parent] = true
		}
	}
	roots := map[schema.Name]schema.Name{}
	for _, t := range tables {
		root := t
		for depth := 0; root != nil && root.PartitionOf != nil && depth <= len(tables); depth++ { // a text may go round in circles
			root = b.script.Schema.Table(root.PartitionOf.Parent)
		}
		if root != nil && root.PartitionOf == nil && !apart[root.Name] && !apart[t.Name] {
			roots[t.Name] = root.Name
		}
	}
	return roots
}
