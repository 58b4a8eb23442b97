package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

func (r *reader) rename(s *pg.RenameStmt) {
	if s.Relation != nil {
		n := r.cat.relation(s.Relation)
		r.about(objectWord(s.RenameType), n)
		r.renameInRelation(s, n)
		return
	}
	kind, name := r.object(s.RenameType, s.Object)
	r.is(kind, name)
	switch s.RenameType {
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		from := r.cat.findType(dotted(nameParts(s.Object)))
		r.moveType(from, schema.Name{Schema: from.Schema, Name: s.Newname})
	case pg.ObjectType_OBJECT_SCHEMA:
		r.renameSchema(s.Subname, s.Newname)
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		r.moveFunction(name, func(n schema.Name) schema.Name { return schema.Name{Schema: n.Schema, Name: s.Newname} })
	case pg.ObjectType_OBJECT_DOMCONSTRAINT:
		n := r.cat.findType(dotted(nameParts(s.Object)))
		for _, d := range r.out.Schema.Domains {
			for _, c := range d.Checks {
				if d.Name == n && c.Name == s.Subname {
					c.Name, c.AutoNamed = s.Newname, false
				}
			}
		}
	default:
		r.item.Opaque = true
	}
}

func (r *reader) renameInRelation(s *pg.RenameStmt, n schema.Name) {
	t := r.tables[n]
	switch s.RenameType {
	case pg.ObjectType_OBJECT_COLUMN:
		if t != nil {
			r.descend(t, func(d *schema.Table) { r.renameColumn(d, s.Subname, s.Newname) })
		}
	case pg.ObjectType_OBJECT_ATTRIBUTE:
		for _, c := range r.out.Schema.Composites {
			for _, f := range c.Fields {
				if c.Name == n && f.Name == s.Subname {
					f.Name = s.Newname
				}
			}
		}
	case pg.ObjectType_OBJECT_TABCONSTRAINT:
		if t != nil {
			r.renameConstraint(t, s.Subname, s.Newname)
		}
	case pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_POLICY, pg.ObjectType_OBJECT_RULE:
		r.renameMember(t, s)
	default:
		r.moveRelation(n, schema.Name{Schema: n.Schema, Name: s.Newname})
	}
}

func (r *reader) renameMember(t *schema.Table, s *pg.RenameStmt) {
	if t == nil {
		return
	}
	for _, p := range t.Policies {
		if s.RenameType == pg.ObjectType_OBJECT_POLICY && p.Name == s.Subname {
			p.Name = s.Newname
		}
	}
	list := t.Triggers
	if s.RenameType == pg.ObjectType_OBJECT_RULE {
		list = t.Rules
	}
	for i := range list {
		if s.RenameType != pg.ObjectType_OBJECT_POLICY && list[i].Name == s.Subname {
			list[i].Name = s.Newname
		}
	}
}

func (r *reader) renameConstraint(t *schema.Table, from, to string) {
	for _, c := range t.Constraints {
		if c.Name == from {
			r.forget(t, c)
			c.Name, c.AutoNamed = to, false
			n := schema.Name{Schema: t.Name.Schema, Name: to}
			r.cat.constraints[n]++
			if indexed(c.Kind) {
				r.cat.relations[n] = isIndex
			}
		}
	}
}

// alterSchema moves an object to another schema.
func (r *reader) alterSchema(s *pg.AlterObjectSchemaStmt) {
	if s.Relation != nil {
		n := r.cat.relation(s.Relation)
		r.about(objectWord(s.ObjectType), n)
		r.moveRelation(n, schema.Name{Schema: s.Newschema, Name: n.Name})
		return
	}
	kind, name := r.object(s.ObjectType, s.Object)
	r.is(kind, name)
	switch s.ObjectType {
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		from := r.cat.findType(dotted(nameParts(s.Object)))
		r.moveType(from, schema.Name{Schema: s.Newschema, Name: from.Name})
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		r.moveFunction(name, func(n schema.Name) schema.Name { return schema.Name{Schema: s.Newschema, Name: n.Name} })
	case pg.ObjectType_OBJECT_EXTENSION:
		for _, e := range r.out.Schema.Extensions {
			if e.Name == nameParts(s.Object)[0] {
				e.Schema = s.Newschema
			}
		}
	default:
		r.item.Opaque = true
	}
}

// renameSchema moves everything in a schema.
func (r *reader) renameSchema(from, to string) {
	sch := r.out.Schema
	if i := slices.Index(sch.Schemas, from); i >= 0 {
		sch.Schemas[i] = to
	}
	delete(r.cat.schemas, from)
	r.cat.schemas[to] = true
	var relations, types []schema.Name
	for n := range r.cat.relations {
		if n.Schema == from {
			relations = append(relations, n)
		}
	}
	for n := range r.cat.types {
		if n.Schema == from {
			types = append(types, n)
		}
	}
	for _, n := range relations {
		r.moveRelation(n, schema.Name{Schema: to, Name: n.Name})
	}
	for _, n := range types {
		r.moveType(n, schema.Name{Schema: to, Name: n.Name})
	}
	for _, f := range sch.Functions {
		if f.Name.Schema == from {
			r.cat.functions[f.Name]--
			f.Name.Schema = to
			r.cat.functions[f.Name]++
		}
	}
}

// renameColumn renames a column of one table and everything that refers to
// it by name.
func (r *reader) renameColumn(t *schema.Table, from, to string) {
	col := t.Column(from)
	if col == nil {
		return
	}
	col.Name = to
	if col.Sequence != nil && col.Sequence.OwnedBy == t.Name {
		col.Sequence.Column = to
	}
	for _, c := range t.Columns {
		renameIn(c.Expression, from, to)
	}
	for _, c := range t.Constraints {
		swap(c.Columns, from, to)
		swap(c.Including, from, to)
		renameIn(c.Expr, from, to)
		renameIn(c.Where, from, to)
	}
	for _, x := range t.Indexes {
		swap(x.Including, from, to)
		renameIn(x.Where, from, to)
		renameKeys(x.Keys, from, to)
	}
	if t.PartitionBy != nil {
		renameKeys(t.PartitionBy.Keys, from, to)
	}
	for _, other := range r.out.Schema.Tables {
		for _, c := range other.Constraints {
			if c.RefTable == t.Name {
				swap(c.RefColumns, from, to)
			}
		}
	}
}

func renameKeys(keys []schema.IndexKey, from, to string) {
	for i := range keys {
		if keys[i].Column == from {
			keys[i].Column = to
		}
		renameIn(keys[i].Expr, from, to)
	}
}

func swap(list []string, from, to string) {
	for i := range list {
		if list[i] == from {
			list[i] = to
		}
	}
}

// renameIn renames a column in an expression. Its text is printed anew by
// nobody, so the word is exchanged there too.
func renameIn(e *schema.Expr, from, to string) {
	if e == nil || !slices.Contains(e.Columns(), from) {
		return
	}
	e.SQL = renameWord(e.SQL, from, to)
	e.Walk(func(x *schema.Expr) bool {
		if x.Kind == schema.ExprColumn && x.Name == from {
			x.Name = to
		}
		return true
	})
}
