package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

func (r *reader) partitionKey(s *pg.PartitionSpec) *schema.PartitionKey {
	if s == nil {
		return nil
	}
	k := &schema.PartitionKey{Strategy: "range"}
	switch s.Strategy {
	case pg.PartitionStrategy_PARTITION_STRATEGY_LIST:
		k.Strategy = "list"
	case pg.PartitionStrategy_PARTITION_STRATEGY_HASH:
		k.Strategy = "hash"
	}
	at := r.src.find(r.src.at(s.Location), len(r.src.Tokens()), "(") + 1
	for _, p := range s.PartParams {
		e := p.GetPartitionElem()
		end := r.src.elementEnd(at)
		key := schema.IndexKey{Column: e.GetName(), Collation: dotted(words(e.GetCollation())), OpClass: dotted(words(e.GetOpclass()))}
		if e.GetName() == "" {
			key.Expr = r.root(e.GetExpr(), unbracket(r.src.text(at, end)))
		}
		k.Keys = append(k.Keys, key)
		at = end + 1
	}
	return k
}

func (r *reader) partitionBound(parent schema.Name, b *pg.PartitionBoundSpec) *schema.PartitionBound {
	out := &schema.PartitionBound{Parent: parent}
	if b == nil {
		return out
	}
	out.Default = b.IsDefault
	out.Modulus, out.Remainder = int(b.Modulus), int(b.Remainder)
	for _, n := range b.Listdatums {
		out.In = append(out.In, r.boundValue(n))
	}
	for _, n := range b.Lowerdatums {
		out.From = append(out.From, r.boundValue(n))
	}
	for _, n := range b.Upperdatums {
		out.To = append(out.To, r.boundValue(n))
	}
	return out
}

// boundValue reads one value; MINVALUE and MAXVALUE come as bare words.
func (r *reader) boundValue(n *pg.Node) schema.Bound {
	if c := n.GetColumnRef(); c != nil {
		switch lastWord(words(c.Fields)) {
		case "minvalue":
			return schema.Bound{Infinite: -1}
		case "maxvalue":
			return schema.Bound{Infinite: 1}
		}
	}
	e := r.expr(n)
	for e != nil && e.Kind == schema.ExprCast && len(e.Args) == 1 {
		e = e.Args[0]
	}
	if e == nil || e.Kind != schema.ExprConst {
		return schema.Bound{Value: deparse(n)}
	}
	return schema.Bound{Value: e.Value, Null: e.Null}
}

// above reports whether a table is other or one that it inherits from, at any
// distance: Postgres makes no such circle.
func (r *reader) above(n, other schema.Name) bool {
	return n == other || slices.ContainsFunc(r.children[n], func(child schema.Name) bool { return r.above(child, other) })
}

// attach makes a table a partition of another.
func (r *reader) attach(parent schema.Name, cmd *pg.PartitionCmd) {
	t := r.tables[r.cat.relation(cmd.Name)]
	if t == nil || r.above(t.Name, parent) {
		return
	}
	t.PartitionOf = r.partitionBound(parent, cmd.Bound)
	r.children[parent] = append(r.children[parent], t.Name)
	if p := r.tables[parent]; p != nil {
		r.dropParentKeys(t, p)
	}
}

// dropParentKeys leaves out of a partition the keys that it has from its
// parent: those over the same columns.
func (r *reader) dropParentKeys(t, parent *schema.Table) {
	for _, k := range parent.Constraints {
		if k.Kind == schema.Check || k.Kind == schema.NotNull {
			continue
		}
		t.Constraints = deleteFirst(t.Constraints, func(c *schema.Constraint) bool { return sameKey(c, k) })
	}
	if pk := parent.PrimaryKey(); pk != nil {
		for _, name := range pk.Columns {
			if c := t.Column(name); c != nil {
				c.NotNull = true
			}
		}
	}
}

func deleteFirst[T any](list []T, match func(T) bool) []T {
	for i, x := range list {
		if match(x) {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}
