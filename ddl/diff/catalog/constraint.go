package catalog

import (
	"slices"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// constraint takes a table constraint, or one written at a column. Keys and
// foreign keys wait for finish, since they are named after all checks.
func (b *tableBuilder) constraint(k *pg.Constraint, col *Column) *Constraint {
	out := b.c.newConstraint(b.r, k)
	if col != nil {
		out.Columns = []string{col.Name.Name}
	}
	switch k.Contype {
	case pg.ConstrType_CONSTR_NOTNULL:
		for _, name := range expr.Strings(k.Keys) {
			if target := b.r.column(name); target != nil {
				target.setNotNull(k)
			}
		}
		return nil
	case pg.ConstrType_CONSTR_CHECK:
		b.check(out, col)
	case pg.ConstrType_CONSTR_PRIMARY:
		b.primary = append(b.primary, out)
	case pg.ConstrType_CONSTR_UNIQUE, pg.ConstrType_CONSTR_EXCLUSION:
		b.keys = append(b.keys, out)
	case pg.ConstrType_CONSTR_FOREIGN:
		b.foreign = append(b.foreign, out)
	}
	return out
}

func (c *Catalog) newConstraint(r *Relation, k *pg.Constraint) *Constraint {
	out := &Constraint{
		Object: c.object("constraint", r.Name), Node: k, Path: c.path, At: c.at,
		Validated: !k.SkipValidation, Enforced: true,
		Deferrable: k.Deferrable, Deferred: k.Initdeferred, Local: true,
		Options: map[string]string{},
	}
	out.Name.Name, out.Line = k.Conname, c.lineAt(k.Location)
	if k.Contype == pg.ConstrType_CONSTR_CHECK || k.Contype == pg.ConstrType_CONSTR_FOREIGN {
		out.Enforced = k.IsEnforced
		out.Validated = out.Validated && k.IsEnforced
	}
	out.Columns = expr.Strings(k.Keys)
	if k.Contype == pg.ConstrType_CONSTR_FOREIGN {
		out.Columns = expr.Strings(k.FkAttrs)
		out.RefColumns = expr.Strings(k.PkAttrs)
	}
	setOptions(out.Options, k.Options)
	return out
}

func (b *tableBuilder) check(k *Constraint, col *Column) {
	r, c := b.r, b.c
	if k.Name.Name == "" {
		second := ""
		if cols := columnsIn(k.Node.RawExpr, r); len(cols) == 1 {
			second = cols[0]
		}
		k.Name.Name = c.chooseConstraint(r.Name.Name, second, "check", r.Name.Schema)
		k.AutoNamed = true
	}
	if old := r.constraint(k.Name.Name); old != nil {
		old.Local = true // merged with the inherited one
		return
	}
	k.Columns = nil
	b.add(k)
	c.toChildren(r, k)
}

// toChildren adds a check to the tables that inherit from r.
func (c *Catalog) toChildren(r *Relation, k *Constraint) {
	if k.Node.IsNoInherit {
		return
	}
	for _, child := range r.children {
		(&tableBuilder{c: c, r: child}).inheritCheck(k)
		c.toChildren(child, k)
	}
}

// finish names and adds the keys and foreign keys.
func (b *tableBuilder) finish() {
	for _, k := range b.primary {
		b.key(k)
		b.c.requireColumns(b.r, k.Columns, !b.only)
	}
	for _, k := range b.keys {
		b.key(k)
	}
	for _, s := range b.indexes {
		_ = b.c.indexOn(b.r, s)
	}
	for _, k := range b.foreign {
		b.foreignKey(k)
	}
	for _, f := range b.serials {
		f()
	}
}

// requireColumns makes columns NOT NULL, in the tables below as well.
func (c *Catalog) requireColumns(r *Relation, names []string, recurse bool) {
	for _, name := range names {
		if col := r.column(name); col != nil {
			col.NotNull = true
		}
	}
	if recurse {
		for _, child := range r.children {
			c.requireColumns(child, names, true)
		}
	}
}

// key is a primary key, unique or exclusion constraint; its index takes a
// relation's name.
func (b *tableBuilder) key(k *Constraint) {
	r, c := b.r, b.c
	if k.Node.Contype != pg.ConstrType_CONSTR_EXCLUSION && b.repeats(k) {
		return
	}
	if k.Name.Name == "" {
		second, label := autoname.Joined(append(slices.Clone(k.Columns), expr.Strings(k.Node.Including)...)), "key"
		switch k.Node.Contype {
		case pg.ConstrType_CONSTR_PRIMARY:
			second, label = "", "pkey"
		case pg.ConstrType_CONSTR_EXCLUSION:
			second, label = autoname.Joined(autoname.IndexColumns(exclusionElems(k.Node))), "excl"
		}
		if k.Node.Indexname != "" {
			k.Name.Name = k.Node.Indexname
		} else {
			k.Name.Name = c.chooseRelation(r.Name.Name, second, label, r.Name.Schema, true)
			k.AutoNamed = true
		}
	}
	b.add(k)
	if k.Index != nil {
		if k.Index.Name != k.Name {
			c.remove(k.Index)
			k.Index.Name = k.Name
		}
		return
	}
	if c.Relations[k.Name] == nil {
		ix := &Relation{Object: c.object("index of constraint", k.Name), Options: k.Options}
		ix.Index = &Index{Table: r}
		ix.Tablespace = c.tablespace
		if k.Node.Indexspace != "" {
			ix.Tablespace = k.Node.Indexspace
		}
		k.Index = ix
		c.put(ix)
	}
}

// repeats reports whether a key without a name of its own is there already.
func (b *tableBuilder) repeats(k *Constraint) bool {
	if k.Name.Name != "" || len(b.primary) == 0 {
		return false
	}
	for _, old := range b.r.Constraints {
		if old.At == k.At && old.AutoNamed && old.Node.Contype != pg.ConstrType_CONSTR_CHECK &&
			old.Node.Contype != pg.ConstrType_CONSTR_FOREIGN && equalStrings(old.Columns, k.Columns) && old.Text == k.Text && k.Node.Contype == pg.ConstrType_CONSTR_UNIQUE {
			return true
		}
	}
	return false
}

func equalStrings(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func exclusionElems(k *pg.Constraint) []*pg.Node {
	var out []*pg.Node
	for _, e := range k.Exclusions {
		if items := e.GetList().GetItems(); len(items) > 0 {
			out = append(out, items[0])
		}
	}
	return out
}

func (b *tableBuilder) foreignKey(k *Constraint) {
	if k.Name.Name == "" {
		k.Name.Name = b.c.chooseConstraint(b.r.Name.Name, autoname.Joined(k.Columns), "fkey", b.r.Name.Schema)
		k.AutoNamed = true
	}
	b.add(k)
}

// dropConstraint removes a constraint and what came with it.
func (c *Catalog) dropConstraint(r *Relation, k *Constraint) {
	for i, o := range r.Constraints {
		if o == k {
			r.Constraints = append(r.Constraints[:i:i], r.Constraints[i+1:]...)
			break
		}
	}
	k.dropped = true
	if c.conNames[k.Name]--; c.conNames[k.Name] <= 0 {
		delete(c.conNames, k.Name)
	}
	if ix := c.Relations[schema.Name{Schema: r.Name.Schema, Name: k.Name.Name}]; ix != nil && ix.Index != nil && ix.Index.Table == r {
		c.remove(ix)
	}
	for _, child := range r.children {
		if o := child.constraint(k.Name.Name); o != nil && o.Inherited {
			o.Inherited = false
			if !o.Local {
				c.dropConstraint(child, o)
			}
		}
	}
}
