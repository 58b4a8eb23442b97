package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

func (r *reader) alterTable(s *pg.AlterTableStmt) {
	name := r.cat.relation(s.Relation)
	r.about(objectWord(s.Objtype), name)
	switch s.Objtype {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_FOREIGN_TABLE:
	case pg.ObjectType_OBJECT_TYPE:
		r.alterComposite(name, s.Cmds)
		return
	case pg.ObjectType_OBJECT_INDEX:
		for _, n := range s.Cmds {
			if p := n.GetAlterTableCmd().GetDef().GetPartitionCmd(); p != nil {
				r.attachIndex(r.cat.relation(p.Name))
			}
		}
		return
	default:
		r.ownerRole(s.Cmds)
		return
	}
	r.ownerRole(s.Cmds)
	t := r.tables[name]
	if t == nil {
		r.item.Opaque = r.cat.relations[name] == 0
		return
	}
	r.item.Kind, r.item.Name = r.alterSubject(t, s.Cmds)
	for _, n := range s.Cmds {
		r.alterCommand(t, s.Relation.GetInh(), n.GetAlterTableCmd())
	}
}

// alterSubject is what a statement of one command is about: the constraint
// it adds, or else the table.
func (r *reader) alterSubject(t *schema.Table, cmds []*pg.Node) (string, string) {
	if len(cmds) == 1 {
		c := cmds[0].GetAlterTableCmd()
		if k := c.GetDef().GetConstraint(); k != nil && k.Conname != "" {
			return "constraint", t.Name.Member(k.Conname)
		}
	}
	return "table", t.Name.String()
}

func (r *reader) ownerRole(cmds []*pg.Node) {
	for _, n := range cmds {
		r.role(n.GetAlterTableCmd().GetNewowner())
	}
}

func (r *reader) alterCommand(t *schema.Table, recurse bool, c *pg.AlterTableCmd) {
	each := func(f func(*schema.Table)) {
		if recurse {
			r.descend(t, f)
		} else {
			f(t)
		}
	}
	switch c.GetSubtype() {
	case pg.AlterTableType_AT_AddColumn:
		r.alterAddColumn(t, recurse, c)
	case pg.AlterTableType_AT_DropColumn:
		r.dropColumn(t, c.Name, recurse)
	case pg.AlterTableType_AT_AddConstraint:
		r.alterAddConstraint(t, recurse, c)
	case pg.AlterTableType_AT_DropConstraint:
		each(func(d *schema.Table) { r.dropConstraint(d, c.Name, d == t) })
	case pg.AlterTableType_AT_ValidateConstraint:
		for _, k := range t.Constraints {
			if k.Name == c.Name {
				k.NotValid = false
			}
		}
	case pg.AlterTableType_AT_AttachPartition:
		r.attach(t.Name, c.Def.GetPartitionCmd())
	case pg.AlterTableType_AT_DetachPartition:
		r.detach(t.Name, c.Def.GetPartitionCmd())
	case pg.AlterTableType_AT_AddInherit:
		r.addInherit(t, r.cat.relation(c.Def.GetRangeVar()))
	case pg.AlterTableType_AT_EnableRowSecurity:
		t.RowSecurity = true
	case pg.AlterTableType_AT_DisableRowSecurity:
		t.RowSecurity = false
	case pg.AlterTableType_AT_ForceRowSecurity:
		t.ForceRLS = true
	case pg.AlterTableType_AT_NoForceRowSecurity:
		t.ForceRLS = false
	case pg.AlterTableType_AT_SetLogged:
		t.Unlogged = false
	case pg.AlterTableType_AT_SetUnLogged:
		t.Unlogged = true
	default:
		each(func(d *schema.Table) { r.alterColumn(d, c) })
	}
}

// alterColumn applies a command about one column to one table.
func (r *reader) alterColumn(t *schema.Table, c *pg.AlterTableCmd) {
	col := t.Column(c.Name)
	if col == nil {
		return
	}
	switch c.Subtype {
	case pg.AlterTableType_AT_ColumnDefault:
		r.setDefault(col, c)
	case pg.AlterTableType_AT_SetNotNull:
		col.NotNull = true
	case pg.AlterTableType_AT_DropNotNull:
		col.NotNull = false
	case pg.AlterTableType_AT_AlterColumnType:
		if def := c.Def.GetColumnDef(); def != nil {
			col.Type = r.typeRef(def.TypeName)
			col.Collation = schema.Name{}
			if def.CollClause != nil {
				col.Collation = dotted(words(def.CollClause.Collname))
			}
		}
	case pg.AlterTableType_AT_AddIdentity:
		if k := c.Def.GetConstraint(); k != nil && col.Identity == "" {
			r.identity(t, col, k)
		}
	case pg.AlterTableType_AT_SetIdentity:
		r.changeIdentity(col, c.Def.GetList().GetItems())
	case pg.AlterTableType_AT_DropIdentity:
		r.dropSequence(col.Sequence)
		col.Identity, col.Sequence = "", nil
	case pg.AlterTableType_AT_DropExpression:
		col.Generated, col.Expression = "", nil
	case pg.AlterTableType_AT_SetExpression:
		at := r.src.find(0, len(r.src.Tokens()), "as")
		col.Expression = r.root(c.Def, r.src.inside(at))
	}
}

func (r *reader) setDefault(col *schema.Column, c *pg.AlterTableCmd) {
	if col.Generated != "" {
		return
	}
	col.Default = nil
	if col.Identity == "" {
		col.Sequence = nil
	}
	if c.Def == nil {
		return
	}
	from := 0
	for i := range r.src.Tokens() {
		if r.src.is(i, "default") && r.src.is(i-1, "set") && identifier(r.src.text(i-2, i-1)) == c.Name {
			from = i + 1
			break
		}
	}
	sql := ""
	if from > 0 {
		sql = r.src.text(from, r.src.elementEnd(from))
	}
	if col.Default = stored(r.root(c.Def, sql)); col.Default == nil {
		return
	}
	col.Sequence = r.defaultSequence(col.Default)
}

func (r *reader) changeIdentity(col *schema.Column, options []*pg.Node) {
	for _, o := range options {
		if d := o.GetDefElem(); d.GetDefname() == "generated" {
			col.Identity = "by default"
			if d.Arg.GetInteger().GetIval() == 'a' || d.Arg.GetString_().GetSval() == "a" {
				col.Identity = "always"
			}
		}
	}
	if col.Sequence != nil {
		r.sequenceOptions(col.Sequence, options)
	}
}

func (r *reader) alterAddColumn(t *schema.Table, recurse bool, c *pg.AlterTableCmd) {
	def := c.Def.GetColumnDef()
	if def == nil || c.MissingOk && t.Column(def.Colname) != nil {
		return
	}
	list := r.addColumn(t, def)
	r.nameConstraints(t, list)
	r.notNullKeys(t)
	col := t.Column(def.Colname)
	if col == nil || !recurse {
		return
	}
	r.descend(t, func(d *schema.Table) {
		if d == t {
			return
		}
		if d.Column(col.Name) == nil {
			d.Columns = append(d.Columns, copyColumns([]*schema.Column{col}, true)...)
		}
		for _, m := range list {
			r.inheritCheck(d, m.model)
		}
	})
}

func (r *reader) alterAddConstraint(t *schema.Table, recurse bool, c *pg.AlterTableCmd) {
	k := c.Def.GetConstraint()
	if k == nil {
		return
	}
	list := r.tableConstraint(t, k)
	r.nameConstraints(t, list)
	r.notNullKeys(t)
	if !recurse {
		return
	}
	for _, m := range list {
		r.descend(t, func(d *schema.Table) {
			if d == t {
				return
			}
			r.inheritCheck(d, m.model)
			if d.PartitionOf != nil && m.model.Kind != schema.Check {
				d.Constraints = deleteFirst(d.Constraints, func(c *schema.Constraint) bool { return sameKey(c, m.model) })
			}
		})
	}
}

// sameKey reports whether two keys are over the same columns.
func sameKey(a, b *schema.Constraint) bool {
	return a.Kind == b.Kind && a.RefTable == b.RefTable && slices.Equal(a.Columns, b.Columns)
}

func (r *reader) alterComposite(n schema.Name, cmds []*pg.Node) {
	i := slices.IndexFunc(r.out.Schema.Composites, func(c *schema.Composite) bool { return c.Name == n })
	if i < 0 {
		return
	}
	c := r.out.Schema.Composites[i]
	for _, m := range cmds {
		cmd := m.GetAlterTableCmd()
		at := slices.IndexFunc(c.Fields, func(f *schema.Column) bool { return f.Name == cmd.GetName() })
		def := cmd.GetDef().GetColumnDef()
		switch {
		case cmd.GetSubtype() == pg.AlterTableType_AT_AddColumn && def != nil:
			f := r.field(def)
			c.Fields = append(c.Fields, f)
			for _, t := range r.out.Schema.Tables {
				if t.OfType == n {
					t.Columns = append(t.Columns, copyColumns([]*schema.Column{f}, false)...)
				}
			}
		case cmd.GetSubtype() == pg.AlterTableType_AT_DropColumn && at >= 0:
			c.Fields = slices.Delete(c.Fields, at, at+1)
		case cmd.GetSubtype() == pg.AlterTableType_AT_AlterColumnType && at >= 0 && def != nil:
			c.Fields[at].Type = r.typeRef(def.TypeName)
		}
	}
}
