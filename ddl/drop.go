package ddl

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// drop forgets what a DROP names; with CASCADE also the foreign keys to it.
func (r *reader) drop(s *pg.DropStmt) {
	for i, o := range s.Objects {
		kind, name := r.object(s.RemoveType, o)
		if i == 0 {
			r.is(kind, name)
		}
		r.dropOne(s, o)
	}
}

// isAbsent reports whether a statement that may find nothing finds nothing:
// DROP … IF EXISTS, ALTER TABLE IF EXISTS, DROP CONSTRAINT IF EXISTS.
func (r *reader) isAbsent(n *pg.Node) bool {
	if a := n.GetAlterTableStmt(); a != nil {
		name := r.cat.relation(a.Relation)
		return a.MissingOk && r.cat.relations[name] == 0 || r.lacks(r.tables[name], a.Cmds)
	}
	d := n.GetDropStmt()
	if d == nil || !d.MissingOk {
		return false
	}
	for _, o := range d.Objects {
		if r.exists(d.RemoveType, o) {
			return false
		}
	}
	return true
}

// lacks reports commands that are to drop constraints of the table where they
// are there, none of which is. Those that a server names by itself are not
// all known.
func (r *reader) lacks(t *schema.Table, cmds []*pg.Node) bool {
	return t != nil && !slices.ContainsFunc(cmds, func(n *pg.Node) bool {
		c := n.GetAlterTableCmd()
		return c.GetSubtype() != pg.AlterTableType_AT_DropConstraint || !c.MissingOk || strings.HasSuffix(c.Name, "_not_null") ||
			slices.ContainsFunc(t.Constraints, func(k *schema.Constraint) bool { return k.Name == c.Name })
	})
}

// made reports that a statement before this one may have made a member of a
// relation: a policy, a trigger or a rule. Names can be changed, and code can
// make anything.
func (r *reader) made(parts []string) bool {
	name := r.cat.find(dotted(parts[:len(parts)-1])).Member(parts[len(parts)-1])
	return slices.ContainsFunc(r.out.Items[:len(r.out.Items)-1], func(i Item) bool {
		n := r.out.Split.Statements[i.Statement].Node
		return i.Name == name || n == nil || n.GetRenameStmt() != nil || n.GetAlterObjectSchemaStmt() != nil || n.GetDoStmt() != nil || n.GetSelectStmt() != nil && i.Kind == "other"
	})
}

func (r *reader) exists(kind pg.ObjectType, o *pg.Node) bool {
	parts := nameParts(o)
	switch kind {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_FOREIGN_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW,
		pg.ObjectType_OBJECT_SEQUENCE, pg.ObjectType_OBJECT_INDEX:
		return r.cat.relations[r.cat.find(dotted(parts))] != 0
	case pg.ObjectType_OBJECT_POLICY, pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_RULE:
		return len(parts) > 1 && r.cat.relations[r.cat.find(dotted(parts[:len(parts)-1]))] != 0 && r.made(parts)
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		_, ok := r.cat.typeName(dotted(parts))
		return ok
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		_, ok := r.cat.function(dotted(parts))
		return ok
	case pg.ObjectType_OBJECT_SCHEMA:
		return slices.Contains(r.out.Schema.Schemas, parts[0])
	case pg.ObjectType_OBJECT_EXTENSION:
		return slices.ContainsFunc(r.out.Schema.Extensions, func(e *schema.Extension) bool { return e.Name == parts[0] })
	}
	return true
}

func (r *reader) dropOne(s *pg.DropStmt, o *pg.Node) {
	parts := nameParts(o)
	n := r.cat.find(dotted(parts))
	switch s.RemoveType {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		r.dropReferences(n)
		for _, c := range slices.Clone(r.children[n]) {
			r.removeTable(c)
		}
		r.removeTable(n)
	case pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW:
		delete(r.cat.relations, n)
		r.out.Schema.Views = deleteFirst(r.out.Schema.Views, func(v *schema.View) bool { return v.Name == n })
	case pg.ObjectType_OBJECT_SEQUENCE:
		r.dropSequence(r.sequence(n))
	case pg.ObjectType_OBJECT_INDEX:
		r.dropIndex(n)
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		r.dropType(r.cat.findType(dotted(parts)))
	case pg.ObjectType_OBJECT_SCHEMA:
		r.dropSchema(parts[len(parts)-1])
	case pg.ObjectType_OBJECT_EXTENSION:
		r.out.Schema.Extensions = deleteFirst(r.out.Schema.Extensions, func(e *schema.Extension) bool { return e.Name == parts[0] })
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_AGGREGATE, pg.ObjectType_OBJECT_ROUTINE:
		r.dropFunction(r.routine(o.GetObjectWithArgs()))
	case pg.ObjectType_OBJECT_POLICY, pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_RULE:
		r.dropMember(s.RemoveType, parts)
	}
}

// nameParts reads the name of an object in the forms a tree has it.
func nameParts(o *pg.Node) []string {
	switch {
	case o.GetString_() != nil:
		return []string{o.GetString_().Sval}
	case o.GetTypeName() != nil:
		return words(o.GetTypeName().Names)
	case o.GetObjectWithArgs() != nil:
		return words(o.GetObjectWithArgs().Objname)
	}
	if parts := words(o.GetList().GetItems()); len(parts) > 0 {
		return parts
	}
	return []string{""}
}

func (r *reader) dropReferences(n schema.Name) {
	for _, t := range r.out.Schema.Tables {
		t.Constraints = slices.DeleteFunc(t.Constraints, func(c *schema.Constraint) bool {
			gone := c.Kind == schema.ForeignKey && c.RefTable == n && t.Name != n
			if gone {
				r.forget(t, c)
			}
			return gone
		})
	}
}

func (r *reader) dropSequence(q *schema.Sequence) {
	if q == nil {
		return
	}
	delete(r.cat.relations, q.Name)
	r.out.Schema.Sequences = deleteFirst(r.out.Schema.Sequences, func(x *schema.Sequence) bool { return x == q })
}

func (r *reader) dropIndex(n schema.Name) {
	delete(r.cat.relations, n)
	for _, t := range r.out.Schema.Tables {
		if t.Name.Schema == n.Schema {
			t.Indexes = deleteFirst(t.Indexes, func(x *schema.Index) bool { return x.Name == n })
		}
	}
}

func (r *reader) dropType(n schema.Name) {
	delete(r.cat.types, n)
	if r.cat.relations[n] == isComposite {
		delete(r.cat.relations, n)
	}
	s := r.out.Schema
	s.Enums = deleteFirst(s.Enums, func(e *schema.Enum) bool { return e.Name == n })
	s.Domains = deleteFirst(s.Domains, func(d *schema.Domain) bool { return d.Name == n })
	s.Composites = deleteFirst(s.Composites, func(c *schema.Composite) bool { return c.Name == n })
	s.Ranges = deleteFirst(s.Ranges, func(x *schema.Range) bool { return x.Name == n })
	s.BaseTypes = deleteFirst(s.BaseTypes, func(b *schema.BaseType) bool { return b.Name == n })
}

// dropSchema forgets a schema and the tables, views and types in it.
func (r *reader) dropSchema(name string) {
	s := r.out.Schema
	delete(r.cat.schemas, name)
	s.Schemas = deleteFirst(s.Schemas, func(x string) bool { return x == name })
	for _, t := range slices.Clone(s.Tables) {
		if t.Name.Schema == name {
			r.dropReferences(t.Name)
			r.removeTable(t.Name)
		}
	}
	s.Views = slices.DeleteFunc(s.Views, func(v *schema.View) bool { return v.Name.Schema == name })
	s.Sequences = slices.DeleteFunc(s.Sequences, func(q *schema.Sequence) bool { return q.Name.Schema == name })
	s.Functions = slices.DeleteFunc(s.Functions, func(f *schema.Function) bool { return f.Name.Schema == name })
	for n := range r.cat.types {
		if n.Schema == name {
			r.dropType(n)
		}
	}
	for n, kind := range r.cat.relations {
		if n.Schema == name && kind == isComposite {
			r.dropType(n)
		} else if n.Schema == name {
			delete(r.cat.relations, n)
		}
	}
}

func (r *reader) dropFunction(sig string) {
	r.out.Schema.Functions = deleteFirst(r.out.Schema.Functions, func(f *schema.Function) bool {
		if signature(f.Name, f.Arguments) != sig {
			return false
		}
		r.cat.functions[f.Name]--
		return true
	})
}

func (r *reader) dropMember(kind pg.ObjectType, parts []string) {
	if len(parts) < 2 {
		return
	}
	t := r.tables[r.cat.find(dotted(parts[:len(parts)-1]))]
	if t == nil {
		return
	}
	name := parts[len(parts)-1]
	match := func(m schema.Member) bool { return m.Name == name }
	switch kind {
	case pg.ObjectType_OBJECT_POLICY:
		t.Policies = deleteFirst(t.Policies, func(p *schema.Policy) bool { return p.Name == name })
	case pg.ObjectType_OBJECT_TRIGGER:
		t.Triggers = deleteFirst(t.Triggers, match)
	case pg.ObjectType_OBJECT_RULE:
		t.Rules = deleteFirst(t.Rules, match)
	}
}

// dropColumn forgets a column, and with it the constraints and indexes that
// use it, of the tables below too.
func (r *reader) dropColumn(t *schema.Table, name string, recurse bool) {
	drop := func(d *schema.Table) {
		col := d.Column(name)
		if col == nil || d != t && !col.Inherited {
			return
		}
		if q := col.Sequence; q != nil && q.OwnedBy == d.Name {
			r.dropSequence(q)
		}
		d.Columns = deleteFirst(d.Columns, func(c *schema.Column) bool { return c == col })
		d.Constraints = slices.DeleteFunc(d.Constraints, func(c *schema.Constraint) bool {
			gone := slices.Contains(c.Columns, name)
			if gone {
				r.forget(d, c)
			}
			return gone
		})
		d.Indexes = slices.DeleteFunc(d.Indexes, func(x *schema.Index) bool { return indexUses(x, name) })
	}
	if recurse {
		r.descend(t, drop)
	} else {
		drop(t)
	}
}

func indexUses(x *schema.Index, column string) bool {
	for _, k := range x.Keys {
		if k.Column == column || slices.Contains(k.Expr.Columns(), column) {
			return true
		}
	}
	return slices.Contains(x.Including, column) || slices.Contains(x.Where.Columns(), column)
}

// dropConstraint forgets a constraint of a table; of the tables below only
// where it was inherited.
func (r *reader) dropConstraint(t *schema.Table, name string, own bool) {
	t.Constraints = deleteFirst(t.Constraints, func(c *schema.Constraint) bool {
		if c.Name != name || !own && !c.Inherited {
			return false
		}
		r.forget(t, c)
		if c.Kind == schema.NotNull && len(c.Columns) == 1 {
			if col := t.Column(c.Columns[0]); col != nil {
				col.NotNull = false
			}
		}
		return true
	})
}

// detach makes a partition a table again, with keys of its own.
func (r *reader) detach(parent schema.Name, cmd *pg.PartitionCmd) {
	n := r.cat.relation(cmd.GetName())
	r.children[parent] = slices.DeleteFunc(r.children[parent], func(c schema.Name) bool { return c == n })
	t, p := r.tables[n], r.tables[parent]
	if t == nil {
		return
	}
	t.PartitionOf = nil
	if p == nil {
		return
	}
	for _, k := range p.Constraints {
		switch {
		case indexed(k.Kind):
			r.addClone(t, k, r.likeName(t, k))
		case k.Kind == schema.ForeignKey:
			r.addClone(t, k, k.Name)
		}
	}
}

func (r *reader) addInherit(t *schema.Table, parent schema.Name) {
	if r.above(t.Name, parent) {
		return
	}
	t.Inherits = append(t.Inherits, parent)
	r.children[parent] = append(r.children[parent], t.Name)
	if p := r.tables[parent]; p != nil {
		for _, c := range p.Constraints {
			r.inheritCheck(t, c)
		}
	}
}
