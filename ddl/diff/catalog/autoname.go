package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// chooseRelation is ChooseRelationName; the name of an index behind a
// constraint must be free among the schema's constraints too.
func (c *Catalog) chooseRelation(name1, name2, label, in string, constraint bool) string {
	return autoname.Choose(name1, name2, label, func(name string) bool {
		n := schema.Name{Schema: in, Name: name}
		return c.Relations[n] != nil || constraint && c.conNames[n] > 0
	})
}

// chooseConstraint is ChooseConstraintName.
func (c *Catalog) chooseConstraint(name1, name2, label, in string) string {
	return autoname.Choose(name1, name2, label, func(name string) bool { return c.conNames[schema.Name{Schema: in, Name: name}] > 0 })
}

// columnsIn lists the distinct columns that an expression names, in order.
func columnsIn(n *pg.Node, r *Relation) []string {
	var out []string
	seen := map[string]bool{}
	expr.Walk(n, func(m *pg.Node) {
		c := m.GetColumnRef()
		if c == nil {
			return
		}
		parts := expr.Strings(c.Fields)
		if len(parts) == 0 {
			return
		}
		name := parts[len(parts)-1]
		if !seen[name] && (r == nil || r.column(name) != nil) {
			seen[name] = true
			out = append(out, name)
		}
	})
	return out
}
