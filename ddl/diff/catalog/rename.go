package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// rename gives an object another name. Expressions that were written with the
// old one still find it, since names are kept with the stretch of text in
// which they stood.
func (c *Catalog) rename(s *pg.RenameStmt) error {
	switch s.RenameType {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW, pg.ObjectType_OBJECT_SEQUENCE,
		pg.ObjectType_OBJECT_INDEX, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		r, err := c.rangeVar(s.Relation)
		if err != nil {
			return c.missingOK(s.MissingOk, err)
		}
		c.renameRelation(r, schema.Name{Schema: r.Name.Schema, Name: s.Newname})
		return nil
	case pg.ObjectType_OBJECT_COLUMN, pg.ObjectType_OBJECT_ATTRIBUTE:
		return c.renameColumn(s)
	case pg.ObjectType_OBJECT_TABCONSTRAINT, pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_RULE, pg.ObjectType_OBJECT_POLICY:
		return c.renameMember(s)
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		return c.renameRoutine(s.Object, func(n *schema.Name) { n.Name = s.Newname })
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return c.renameType(list(s.Object), func(n schema.Name) schema.Name { n.Name = s.Newname; return n })
	case pg.ObjectType_OBJECT_DOMCONSTRAINT:
		return c.renameDomainConstraint(s)
	case pg.ObjectType_OBJECT_SCHEMA:
		return c.renameSchema(s.Subname, s.Newname)
	}
	return c.renameEntry(s)
}

func (c *Catalog) missingOK(ok bool, err error) error {
	if ok {
		return nil
	}
	return err
}

func (c *Catalog) renameRelation(r *Relation, to schema.Name) {
	old := r.Name
	c.remove(r)
	r.Name = to
	for _, col := range r.Columns {
		col.Name.Schema = to.Schema
	}
	c.put(r)
	if r.Index == nil {
		return
	}
	for _, k := range r.Index.Table.Constraints { // the constraint follows its index
		if k.Index == r || k.Name == old && k.Index == nil {
			c.renameConstraint(k, to.Name)
		}
	}
	if r.Index.Table.ClusterOn == old.Name {
		r.Index.Table.ClusterOn = to.Name
	}
}

func (c *Catalog) renameConstraint(k *Constraint, name string) {
	if c.conNames[k.Name]--; c.conNames[k.Name] <= 0 {
		delete(c.conNames, k.Name)
	}
	k.Name.Name = name
	k.AutoNamed = false
	c.conNames[k.Name]++
}

func (c *Catalog) renameColumn(s *pg.RenameStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		return c.missingOK(s.MissingOk, err)
	}
	col := r.column(s.Subname)
	if col == nil {
		if r.Query != nil {
			return c.renameViewColumn(r, s.Subname, s.Newname)
		}
		return errMissing
	}
	c.renameColumnOf(r, col, s.Newname)
	return nil
}

func (c *Catalog) renameColumnOf(r *Relation, col *Column, name string) {
	old := col.Name.Name
	col.former = append(col.former, formerName{old, c.at})
	col.Name.Name = name
	for _, k := range r.Constraints {
		replace(k.Columns, old, name)
	}
	for _, o := range c.Relations {
		for _, k := range o.Constraints {
			if t := k.Node.GetPktable(); t != nil && c.relationAt(k.Path, t.Schemaname, t.Relname, k.At) == r {
				replace(k.RefColumns, old, name)
			}
		}
	}
	for _, child := range r.children {
		if own := child.column(old); own != nil && own.Inherited {
			c.renameColumnOf(child, own, name)
		}
	}
}

func replace(in []string, old, name string) {
	for i := range in {
		if in[i] == old {
			in[i] = name
		}
	}
}

func (c *Catalog) renameViewColumn(r *Relation, old, name string) error {
	cols := c.columnsOf(r)
	names := make([]string, 0, len(cols))
	found := false
	for _, col := range cols {
		n := col.Name
		if n == old {
			n, found = name, true
		}
		names = append(names, n)
	}
	if !found {
		return errMissing
	}
	r.Names = names
	c.viewCols = map[*Relation][]viewColumn{}
	return nil
}

func (c *Catalog) renameMember(s *pg.RenameStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		return err
	}
	if s.RenameType == pg.ObjectType_OBJECT_TABCONSTRAINT {
		k := r.constraint(s.Subname)
		if k == nil {
			return c.renameNotNull(r, s)
		}
		if ix := k.Index; ix != nil {
			c.renameRelation(ix, schema.Name{Schema: r.Name.Schema, Name: s.Newname})
		}
		c.renameConstraint(k, s.Newname)
		return nil
	}
	o := r.member(s.RenameType, s.Subname)
	if o == nil {
		return errMissing
	}
	o.Name.Name = s.Newname
	return nil
}

func (c *Catalog) renameNotNull(r *Relation, s *pg.RenameStmt) error {
	for _, col := range r.Columns {
		if col.NotNull && col.notNullName(r) == s.Subname {
			col.NotNullSet.Name = s.Newname
			return nil
		}
	}
	return errMissing
}

func (c *Catalog) renameType(names []*pg.Node, to func(schema.Name) schema.Name) error {
	t, err := c.typ(names)
	if err != nil {
		schemaName, name := expr.LastTwo(names)
		if r := c.relation(schemaName, name); r != nil {
			c.renameRelation(r, to(r.Name))
			return nil
		}
		return err
	}
	delete(c.Types, t.Name)
	c.formerType[t.Name] = t
	t.Name = to(t.Name)
	c.Types[t.Name] = t
	return nil
}

func (c *Catalog) renameDomainConstraint(s *pg.RenameStmt) error {
	t, err := c.typ(list(s.Object))
	if err != nil {
		return err
	}
	for _, k := range t.Constraints {
		if k.Name.Name == s.Subname {
			c.renameConstraint(k, s.Newname)
			return nil
		}
	}
	return errMissing
}

func (c *Catalog) renameSchema(old, name string) error {
	s := c.Schemas[old]
	if s == nil {
		return errMissing
	}
	delete(c.Schemas, old)
	s.Name.Name = name
	c.Schemas[name] = s
	for _, r := range append([]*Relation{}, values(c.Relations)...) {
		if r.Name.Schema == old {
			c.moveRelation(r, name)
		}
	}
	for _, t := range append([]*Type{}, values(c.Types)...) {
		if t.Name.Schema == old {
			delete(c.Types, t.Name)
			c.formerType[t.Name] = t
			t.Name.Schema = name
			c.Types[t.Name] = t
		}
	}
	for _, f := range append([]*Routine{}, values(c.Routines)...) {
		if f.Name.Schema == old {
			c.dropRoutine(f)
			f.dropped, f.Name.Schema = false, name
			c.putRoutine(f)
		}
	}
	return nil
}

func values[K comparable, V any](m map[K]V) []V {
	out := make([]V, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	return out
}

// renameRoutine files a routine under another name or schema.
func (c *Catalog) renameRoutine(object *pg.Node, rename func(*schema.Name)) error {
	f, err := c.routine(object.GetObjectWithArgs())
	if err != nil {
		return err
	}
	c.dropRoutine(f)
	f.dropped = false
	rename(&f.Name)
	c.putRoutine(f)
	return nil
}
