package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/schema"
)

// moveRelation changes the schema of a relation and of its parts.
func (c *Catalog) moveRelation(r *Relation, to string) {
	c.renameRelation(r, schema.Name{Schema: to, Name: r.Name.Name})
	for _, k := range r.Constraints {
		c.conNames[k.Name]--
		k.Name.Schema = to
		c.conNames[k.Name]++
	}
	for _, t := range r.Triggers {
		t.Name.Schema = to
	}
	for _, t := range r.Rules {
		t.Name.Schema = to
	}
	for _, t := range r.Policies {
		t.Name.Schema = to
	}
}

func (c *Catalog) alterSchema(s *pg.AlterObjectSchemaStmt) error {
	switch s.ObjectType {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW, pg.ObjectType_OBJECT_SEQUENCE, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		r, err := c.rangeVar(s.Relation)
		if err != nil {
			return c.missingOK(s.MissingOk, err)
		}
		c.moveRelation(r, s.Newschema)
		for _, o := range append([]*Relation{}, values(c.Relations)...) {
			if o.Index != nil && o.Index.Table == r || o.Sequence != nil && o.Sequence.OwnerTable == r {
				c.moveRelation(o, s.Newschema)
			}
		}
		return nil
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		return c.renameRoutine(s.Object, func(n *schema.Name) { n.Schema = s.Newschema })
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return c.renameType(list(s.Object), func(n schema.Name) schema.Name { n.Schema = s.Newschema; return n })
	case pg.ObjectType_OBJECT_EXTENSION:
		return c.moveExtension(value(s.Object), s.Newschema)
	}
	e, err := c.entryOf(s.ObjectType, s.Object)
	if err != nil {
		return err
	}
	c.rekey(e, func() { e.Name.Schema = s.Newschema })
	return nil
}
