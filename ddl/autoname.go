package ddl

import (
	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
)

// relationName is ChooseRelationName; the name of an index behind a
// constraint must be free among the schema's constraints too.
func (c *catalog) relationName(in, name1, name2, label string, constraint bool) string {
	return autoname.Choose(name1, name2, label, func(name string) bool {
		n := schema.Name{Schema: in, Name: name}
		return c.relations[n] != 0 || constraint && c.constraints[n] > 0
	})
}

// constraintName is ChooseConstraintName: free among the constraints of the
// schema.
func (c *catalog) constraintName(in, name1, name2, label string) string {
	return autoname.Choose(name1, name2, label, func(name string) bool {
		return c.constraints[schema.Name{Schema: in, Name: name}] > 0
	})
}
