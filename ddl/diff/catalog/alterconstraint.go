package catalog

import (
	"errors"
	"slices"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/expr"
)

func (c *Catalog) addConstraint(r *Relation, k *pg.Constraint, only bool) error {
	if k == nil {
		return errOpaque
	}
	b := &tableBuilder{c: c, r: r, only: only}
	if k.Indexname != "" {
		return c.usingIndex(b, k)
	}
	if k.Contype == pg.ConstrType_CONSTR_NOTNULL || k.Contype == pg.ConstrType_CONSTR_PRIMARY || k.Contype == pg.ConstrType_CONSTR_UNIQUE {
		for _, name := range expr.Strings(k.Keys) {
			if r.column(name) == nil {
				return errMissing
			}
		}
	}
	if k.Conname != "" && r.constraint(k.Conname) != nil && k.Contype != pg.ConstrType_CONSTR_CHECK {
		return nil // there already
	}
	if out := b.constraint(k, nil); out != nil {
		out.Only = only && r.PartitionBy != nil
	}
	b.finish()
	return nil
}

// usingIndex makes a key of an index that is there.
func (c *Catalog) usingIndex(b *tableBuilder, k *pg.Constraint) error {
	ix := c.relation(b.r.Name.Schema, k.Indexname)
	if ix == nil || ix.Index == nil || ix.Index.Stmt == nil {
		return errMissing
	}
	out := c.newConstraint(b.r, k)
	for _, p := range ix.Index.Stmt.IndexParams {
		out.Columns = append(out.Columns, p.GetIndexElem().GetName())
	}
	out.Index, out.Options = ix, ix.Options
	node := &pg.Constraint{
		Contype: k.Contype, Conname: k.Conname, Keys: k.Keys, NullsNotDistinct: ix.Index.Stmt.NullsNotDistinct,
		Indexname: k.Indexname, Deferrable: k.Deferrable, Initdeferred: k.Initdeferred,
	}
	for _, p := range ix.Index.Stmt.IndexIncludingParams {
		node.Including = append(node.Including, pg.MakeStrNode(p.GetIndexElem().GetName()))
	}
	out.Node = node
	b.key(out)
	if k.Contype == pg.ConstrType_CONSTR_PRIMARY {
		c.requireColumns(b.r, out.Columns, !b.only)
	}
	ix.Name = out.Name
	ix.Kind = "index of constraint"
	ix.Index.Stmt = nil
	c.put(ix)
	return nil
}

func (c *Catalog) alterConstraint(r *Relation, a *pg.ATAlterConstraint) error {
	k := r.constraint(a.GetConname())
	if k == nil {
		return c.alterNotNull(r, a)
	}
	if a.AlterDeferrability {
		k.Deferrable, k.Deferred = a.Deferrable, a.Initdeferred
	}
	if a.AlterEnforceability {
		k.Enforced = a.IsEnforced
		k.Validated = a.IsEnforced
	}
	return nil
}

func (c *Catalog) alterNotNull(r *Relation, a *pg.ATAlterConstraint) error {
	for _, col := range r.Columns {
		if col.NotNullSet.Name == a.GetConname() && a.AlterInheritability {
			col.NotNullSet.NoInherit = a.Noinherit
			return nil
		}
	}
	return errMissing
}

func (c *Catalog) validate(r *Relation, name string) error {
	if k := r.constraint(name); k != nil {
		k.Validated = true
		return nil
	}
	for _, col := range r.Columns {
		if col.notNullName(r) == name {
			col.NotNullSet.NotValid = false
			return nil
		}
	}
	return errMissing
}

// notNullName is the name PostgreSQL 18 has for the constraint.
func (col *Column) notNullName(r *Relation) string {
	if col.NotNullSet.Name != "" {
		return col.NotNullSet.Name
	}
	return autoname.Object(r.Name.Name, col.Name.Name, "not_null")
}

func (c *Catalog) dropNotNullName(r *Relation, cmd *pg.AlterTableCmd) error {
	for _, col := range r.Columns {
		if col.NotNull && col.notNullName(r) == cmd.Name {
			col.NotNull, col.NotNullSet = false, NotNull{}
			return nil
		}
	}
	if cmd.MissingOk {
		return nil
	}
	return errMissing
}

// errCircle is what Postgres says too: no table is above itself.
var errCircle = errors.New("circular inheritance not allowed")

// above reports whether a relation is other or one of those that it inherits
// from, at any distance.
func (r *Relation) above(other *Relation) bool {
	return r == other || slices.ContainsFunc(r.children, func(child *Relation) bool { return child.above(other) })
}

// alterParent is ATTACH and DETACH PARTITION, INHERIT and NO INHERIT.
func (c *Catalog) alterParent(r *Relation, cmd *pg.AlterTableCmd) error {
	v := cmd.Def.GetRangeVar()
	p := cmd.Def.GetPartitionCmd()
	if p != nil {
		v = p.Name
	}
	other, err := c.rangeVar(v)
	if err != nil {
		return err
	}
	child, parent := r, other
	if p != nil {
		child, parent = other, r
	}
	if child.above(parent) {
		return errCircle
	}
	switch cmd.Subtype {
	case pg.AlterTableType_AT_AttachPartition:
		other.PartitionOf = r
		other.Bound = &Bound{p.Bound, c.path, c.at}
		r.addChild(other)
		other.inherit(r)
	case pg.AlterTableType_AT_DetachPartition:
		other.PartitionOf, other.Bound = nil, nil
		r.removeChild(other)
		for _, col := range other.Columns {
			col.Inherited, col.Local = false, true
		}
	case pg.AlterTableType_AT_AddInherit:
		r.Inherits = append(r.Inherits, other)
		other.addChild(r)
		r.inherit(other)
	case pg.AlterTableType_AT_DropInherit:
		for i, o := range r.Inherits {
			if o == other {
				r.Inherits = append(r.Inherits[:i:i], r.Inherits[i+1:]...)
				break
			}
		}
		other.removeChild(r)
		for _, col := range r.Columns {
			col.Local = true
		}
	}
	return nil
}

// inherit marks what a table now has from a parent.
func (r *Relation) inherit(parent *Relation) {
	for _, col := range parent.Columns {
		if own := r.column(col.Name.Name); own != nil {
			own.Inherited = true
			if r.PartitionOf == parent {
				own.shareIdentity(col)
			}
		}
	}
	for _, k := range parent.Constraints {
		if own := r.constraint(k.Name.Name); own != nil && k.Node.Contype == own.Node.Contype {
			own.Inherited = true
		}
	}
}

func (col *Column) shareIdentity(parent *Column) {
	if parent.Identity != "" {
		col.Identity, col.Sequence, col.NotNull = parent.Identity, parent.Sequence, true
	}
}
