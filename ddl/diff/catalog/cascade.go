package catalog

import (
	"slices"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

// dropViews removes the views over a relation, as CASCADE does.
func (c *Catalog) dropViews(r *Relation) {
	for _, o := range c.Relations {
		if o.Query != nil && !o.copied && !o.dropped && c.reads(o, r) {
			c.dropRelation(o, true)
		}
	}
}

func (c *Catalog) reads(view, r *Relation) bool {
	found := false
	expr.Walk(view.Query.Node, func(n *pg.Node) {
		v := n.GetRangeVar()
		found = found || v != nil && c.relationAt(view.Query.Path, v.Schemaname, v.Relname, view.Query.At) == r
	})
	return found
}

// dropCalls removes the triggers that call a function.
func (c *Catalog) dropCalls(f *Routine) {
	for _, r := range c.Relations {
		r.Triggers = without(r.Triggers, func(t *Trigger) bool {
			in, name := qualified(t.Stmt.Funcname)
			return name == f.Name.Name && (in == f.Name.Schema || in == "" && slices.Contains(search(t.Path), f.Name.Schema))
		})
	}
}

// dropUses removes the columns of a type.
func (c *Catalog) dropUses(t *Type) {
	name := t.Name.String()
	for _, r := range c.Relations {
		for _, col := range slices.Clone(r.Columns) {
			if col.Type.Name != nil && c.TypeOf(col.Type).Elem().Name == name {
				_ = c.dropColumn(r, col.Name.Name, true)
			}
		}
	}
}
