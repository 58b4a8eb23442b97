package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// tableBuilder makes the parts of a table in the order Postgres does: checks
// as they come, then the primary key, other keys, foreign keys.
type tableBuilder struct {
	c       *Catalog
	r       *Relation
	primary []*Constraint
	keys    []*Constraint
	foreign []*Constraint
	indexes []*pg.IndexStmt
	serials []func()
	only    bool // the tables below are left as they are
}

// inherit copies what the parents give.
func (b *tableBuilder) inherit() {
	parents := b.r.Inherits
	if p := b.r.PartitionOf; p != nil {
		parents = []*Relation{p}
	}
	for _, p := range parents {
		p.addChild(b.r)
		for _, col := range p.Columns {
			b.inheritColumn(col)
		}
		for _, k := range p.Constraints {
			b.inheritCheck(k)
		}
	}
}

func (b *tableBuilder) inheritColumn(col *Column) {
	if own := b.r.column(col.Name.Name); own != nil {
		own.Inherited = true
		own.NotNull = own.NotNull || col.NotNull
		return
	}
	k := b.c.newColumn(b.r, col.Name.Name)
	k.Type, k.NotNull, k.Default, k.Generated, k.Collation = col.Type, col.NotNull, col.Default, col.Generated, col.Collation
	k.NotNullSet, k.Storage, k.Compress = col.NotNullSet, col.Storage, col.Compress
	k.Inherited = true
	if b.r.PartitionOf != nil {
		k.Identity, k.Sequence = col.Identity, col.Sequence
	}
	b.r.Columns = append(b.r.Columns, k)
}

func (b *tableBuilder) inheritCheck(k *Constraint) {
	if k.Node.Contype != pg.ConstrType_CONSTR_CHECK || k.Node.IsNoInherit || b.r.constraint(k.Name.Name) != nil {
		return
	}
	m := *k
	m.Object = b.c.object("constraint", b.r.Name)
	m.Name.Name = k.Name.Name
	m.Inherited, m.Local = true, false
	b.add(&m)
}

func (b *tableBuilder) add(k *Constraint) {
	b.r.Constraints = append(b.r.Constraints, k)
	b.c.conNames[k.Name]++
}

func (b *tableBuilder) element(n *pg.Node) {
	switch v := n.Node.(type) {
	case *pg.Node_ColumnDef:
		b.column(v.ColumnDef)
	case *pg.Node_Constraint:
		b.constraint(v.Constraint, nil)
	case *pg.Node_TableLikeClause:
		b.like(v.TableLikeClause)
	}
}

// column defines a column, or adds to one that is inherited.
func (b *tableBuilder) column(d *pg.ColumnDef) {
	col := b.r.column(d.Colname)
	if col == nil {
		col = b.c.newColumn(b.r, d.Colname)
		col.Line = b.c.lineAt(d.Location)
		b.r.Columns = append(b.r.Columns, col)
	}
	col.Local = true
	if d.TypeName != nil {
		col.Type = b.c.typeRef(d.TypeName)
	}
	if d.CollClause != nil {
		col.Collation = d.CollClause.Collname
	}
	if d.StorageName != "" {
		col.Storage = strings.ToUpper(d.StorageName)
	}
	if d.Compression != "" && d.Compression != "default" {
		col.Compress = d.Compression
	}
	setOptions(col.Server, d.Fdwoptions)
	b.serial(col, d)
	var last *Constraint
	for _, n := range d.Constraints {
		last = b.columnConstraint(col, n.GetConstraint(), last)
	}
}

// serial turns the three serial types into an owned sequence, a default and
// NOT NULL.
func (b *tableBuilder) serial(col *Column, d *pg.ColumnDef) {
	if d.TypeName == nil || len(d.TypeName.Names) != 1 {
		return
	}
	base := ""
	switch d.TypeName.Names[0].GetString_().GetSval() {
	case "serial", "serial4":
		base = "int4"
	case "bigserial", "serial8":
		base = "int8"
	case "smallserial", "serial2":
		base = "int2"
	default:
		return
	}
	col.Type = b.c.typeRef(builtinType(base))
	seq := b.c.ownSequence(b.r, col, base, nil)
	col.NotNull = true
	col.Default = b.c.expr(nextval(seq.Name))
}

func builtinType(name string) *pg.TypeName {
	return &pg.TypeName{Names: []*pg.Node{pg.MakeStrNode("pg_catalog"), pg.MakeStrNode(name)}}
}

// columnConstraint applies one constraint of a column. Attributes such as
// DEFERRABLE are items of their own that belong to the constraint before.
func (b *tableBuilder) columnConstraint(col *Column, k *pg.Constraint, last *Constraint) *Constraint {
	switch k.GetContype() {
	case pg.ConstrType_CONSTR_NULL:
		col.NotNull = false
	case pg.ConstrType_CONSTR_NOTNULL:
		col.setNotNull(k)
	case pg.ConstrType_CONSTR_DEFAULT:
		col.Default = b.c.expr(k.RawExpr)
	case pg.ConstrType_CONSTR_GENERATED:
		col.Default = b.c.expr(k.RawExpr)
		col.Generated = generatedKind(k)
	case pg.ConstrType_CONSTR_IDENTITY:
		b.c.addIdentity(b.r, col, k)
	case pg.ConstrType_CONSTR_ATTR_DEFERRABLE, pg.ConstrType_CONSTR_ATTR_NOT_DEFERRABLE,
		pg.ConstrType_CONSTR_ATTR_DEFERRED, pg.ConstrType_CONSTR_ATTR_IMMEDIATE,
		pg.ConstrType_CONSTR_ATTR_ENFORCED, pg.ConstrType_CONSTR_ATTR_NOT_ENFORCED:
		if last != nil {
			last.attribute(k.Contype)
		}
		return last
	default:
		return b.constraint(k, col)
	}
	return last
}

func (col *Column) setNotNull(k *pg.Constraint) {
	col.NotNull = true
	if k.Conname != "" {
		col.NotNullSet.Name = k.Conname
	}
	col.NotNullSet.NoInherit = k.IsNoInherit
	col.NotNullSet.NotValid = k.SkipValidation
}

func generatedKind(k *pg.Constraint) string {
	if k.GeneratedKind == "s" {
		return "stored"
	}
	return "virtual"
}

func (k *Constraint) attribute(t pg.ConstrType) {
	switch t {
	case pg.ConstrType_CONSTR_ATTR_DEFERRABLE:
		k.Deferrable = true
	case pg.ConstrType_CONSTR_ATTR_NOT_DEFERRABLE:
		k.Deferrable = false
	case pg.ConstrType_CONSTR_ATTR_DEFERRED:
		k.Deferrable, k.Deferred = true, true
	case pg.ConstrType_CONSTR_ATTR_IMMEDIATE:
		k.Deferred = false
	case pg.ConstrType_CONSTR_ATTR_ENFORCED:
		k.Enforced = true
	case pg.ConstrType_CONSTR_ATTR_NOT_ENFORCED:
		k.Enforced, k.Validated = false, false
	}
}
