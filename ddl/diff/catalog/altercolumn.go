package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// addColumn is ADD COLUMN, also for the tables that inherit.
func (c *Catalog) addColumn(r *Relation, cmd *pg.AlterTableCmd, recurse bool) error {
	d := cmd.Def.GetColumnDef()
	if d == nil || d.TypeName == nil {
		return errOpaque
	}
	if col := r.column(d.Colname); col != nil && (cmd.MissingOk || col.Local) {
		return nil // the server would say so
	}
	b := &tableBuilder{c: c, r: r}
	b.column(d)
	b.finish()
	if recurse {
		col := r.column(d.Colname)
		c.inheritInto(r, col)
	}
	return nil
}

func (c *Catalog) inheritInto(r *Relation, col *Column) {
	for _, child := range r.children {
		(&tableBuilder{c: c, r: child}).inheritColumn(col)
		c.inheritInto(child, col)
	}
}

// dropColumn takes with it what is about the column: constraints, indexes and
// its own sequence.
func (c *Catalog) dropColumn(r *Relation, name string, missingOK bool) error {
	col := r.column(name)
	if col == nil {
		if missingOK {
			return nil
		}
		return errMissing
	}
	for i, k := range r.Columns {
		if k == col {
			r.Columns = append(r.Columns[:i:i], r.Columns[i+1:]...)
			break
		}
	}
	col.dropped = true
	for _, k := range append([]*Constraint{}, r.Constraints...) {
		if contains(k.Columns, name) || k.Node.RawExpr != nil && contains(columnsIn(k.Node.RawExpr, nil), name) {
			c.dropConstraint(r, k)
		}
	}
	for _, ix := range c.IndexesOf(r) {
		if indexMentions(ix.Index.Stmt, name) {
			c.remove(ix)
		}
	}
	for _, s := range c.Relations {
		if s.Sequence != nil && s.Sequence.OwnerColumn == col {
			c.remove(s)
		}
	}
	for _, child := range r.children {
		if k := child.column(name); k != nil && k.Inherited && !k.Local {
			_ = c.dropColumn(child, name, true)
		}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func indexMentions(s *pg.IndexStmt, column string) bool {
	for _, n := range append(append([]*pg.Node{}, s.IndexParams...), s.IndexIncludingParams...) {
		e := n.GetIndexElem()
		if e.GetName() == column || e.GetExpr() != nil && contains(columnsIn(e.Expr, nil), column) {
			return true
		}
	}
	return s.WhereClause != nil && contains(columnsIn(s.WhereClause, nil), column)
}

func (c *Catalog) alterColumns(r *Relation, cmd *pg.AlterTableCmd, recurse bool) error {
	col := r.column(cmd.Name)
	if col == nil && r.Query != nil {
		col = c.viewPart(r, cmd.Name)
	}
	if col == nil {
		return errMissing
	}
	if err := c.alterColumn(r, col, cmd); err != nil {
		return err
	}
	switch cmd.Subtype {
	case pg.AlterTableType_AT_AddIdentity, pg.AlterTableType_AT_SetIdentity, pg.AlterTableType_AT_DropIdentity:
		recurse = r.PartitionBy != nil
		if cmd.Subtype == pg.AlterTableType_AT_AddIdentity && recurse {
			c.partitionIdentity(r, col)
			return nil
		}
	case pg.AlterTableType_AT_SetOptions, pg.AlterTableType_AT_ResetOptions:
		recurse = false
	}
	if !recurse {
		return nil
	}
	for _, child := range r.children {
		if k := child.column(cmd.Name); k != nil && k.Inherited {
			_ = c.alterColumns(child, cmd, true)
		}
	}
	return nil
}

// partitionIdentity: a partition shares the identity of its parent.
func (c *Catalog) partitionIdentity(r *Relation, col *Column) {
	for _, child := range r.children {
		if k := child.column(col.Name.Name); k != nil && child.PartitionOf == r {
			k.Identity, k.Sequence, k.NotNull = col.Identity, col.Sequence, true
			c.partitionIdentity(child, k)
		}
	}
}

func (c *Catalog) alterColumn(r *Relation, col *Column, cmd *pg.AlterTableCmd) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_ColumnDefault:
		col.Default = c.expr(cmd.Def)
	case pg.AlterTableType_AT_SetNotNull:
		col.NotNull = true
	case pg.AlterTableType_AT_DropNotNull:
		col.NotNull, col.NotNullSet = false, NotNull{}
	case pg.AlterTableType_AT_SetExpression:
		col.Default = c.expr(cmd.Def)
	case pg.AlterTableType_AT_DropExpression:
		col.Default, col.Generated = nil, ""
	case pg.AlterTableType_AT_SetStatistics:
		col.Statistics = value(cmd.Def)
		if col.Statistics == "-1" {
			col.Statistics = ""
		}
	case pg.AlterTableType_AT_SetOptions:
		setOptions(col.Options, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_ResetOptions:
		resetOptions(col.Options, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_AlterColumnGenericOptions:
		setOptions(col.Server, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_SetStorage:
		col.Storage = strings.ToUpper(value(cmd.Def))
	case pg.AlterTableType_AT_SetCompression:
		col.Compress = value(cmd.Def)
		if col.Compress == "default" {
			col.Compress = ""
		}
	case pg.AlterTableType_AT_AlterColumnType:
		d := cmd.Def.GetColumnDef()
		col.Type = c.typeRef(d.GetTypeName())
		col.Collation = nil
		if d.GetCollClause() != nil {
			col.Collation = d.CollClause.Collname
		}
		if col.Sequence != nil && col.Identity != "" {
			col.Sequence.Sequence.Type = columnBase(col)
		}
	default:
		return c.alterIdentity(r, col, cmd)
	}
	return nil
}

func (c *Catalog) alterIdentity(r *Relation, col *Column, cmd *pg.AlterTableCmd) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_AddIdentity:
		c.addIdentity(r, col, cmd.Def.GetConstraint())
		return nil
	case pg.AlterTableType_AT_DropIdentity:
		if col.Sequence != nil {
			c.remove(col.Sequence)
		}
		col.Identity, col.Sequence = "", nil
		return nil
	}
	for _, o := range itemsOf(cmd.Def) {
		d := o.GetDefElem()
		if d.GetDefname() == "generated" {
			col.Identity = identityKind(string(rune(d.Arg.GetInteger().GetIval())))
		} else if col.Sequence != nil {
			_ = c.sequenceOptions(col.Sequence, []*pg.Node{o})
		}
	}
	return nil
}
