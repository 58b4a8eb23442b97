package ddl

import (
	"slices"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// The bits of LIKE's options (TableLikeOption of parsenodes.h).
const (
	likeConstraints = 1 << 2
	likeDefaults    = 1 << 3
	likeGenerated   = 1 << 4
	likeIdentity    = 1 << 5
	likeIndexes     = 1 << 6
)

// like copies the columns of another table, and what INCLUDING asks for.
// NOT NULL is always copied.
func (r *reader) like(t *schema.Table, k *pg.TableLikeClause) {
	from := r.tables[r.cat.relation(k.Relation)]
	if from == nil {
		return
	}
	for _, c := range copyColumns(from.Columns, false) {
		if t.Column(c.Name) != nil {
			continue // Postgres refuses it; a hostile text would double the columns with every statement
		}
		r.likeColumn(t, c, k.Options)
		t.Columns = append(t.Columns, c)
	}
	for _, c := range from.Constraints {
		switch {
		case c.Kind == schema.Check && k.Options&likeConstraints != 0:
			r.copyConstraint(t, c, c.Name)
		case indexed(c.Kind) && k.Options&likeIndexes != 0:
			r.copyConstraint(t, c, r.likeName(t, c))
		}
	}
	if k.Options&likeIndexes != 0 {
		r.likeIndexList(t, from)
	}
}

func (r *reader) likeColumn(t *schema.Table, c *schema.Column, options uint32) {
	if c.Generated != "" && options&likeGenerated == 0 {
		c.Generated, c.Expression = "", nil
	}
	if options&likeDefaults == 0 && c.Default != nil {
		c.Default, c.Sequence = nil, nil
	}
	if c.Identity == "" {
		return
	}
	if options&likeIdentity == 0 {
		c.Identity, c.Sequence = "", nil
		return
	}
	name := r.cat.relationName(t.Name.Schema, t.Name.Name, c.Name, "seq", false)
	q := r.addSequence(schema.Name{Schema: t.Name.Schema, Name: name}, c.Type)
	if old := c.Sequence; old != nil {
		copied := *old
		copied.Name, copied.Line = q.Name, r.src.Line
		*q = copied
	}
	q.OwnedBy, q.Column = t.Name, c.Name
	c.Sequence = q
}

func (r *reader) copyConstraint(t *schema.Table, c *schema.Constraint, name string) {
	d := r.addClone(t, c, name)
	if indexed(d.Kind) {
		r.out.facts.copied = append(r.out.facts.copied, copiedKey{line: r.src.Line, table: t.Name, key: d})
	}
}

func (r *reader) addClone(t *schema.Table, c *schema.Constraint, name string) *schema.Constraint {
	d := cloneConstraint(c)
	d.Name, d.Inherited, d.Line = name, false, r.src.Line
	t.Constraints = append(t.Constraints, d)
	n := schema.Name{Schema: t.Name.Schema, Name: name}
	r.cat.constraints[n]++
	if indexed(d.Kind) {
		r.cat.relations[n] = isIndex
	}
	return d
}

// likeName is the name of a copied key: LIKE never keeps the old one.
func (r *reader) likeName(t *schema.Table, c *schema.Constraint) string {
	switch c.Kind {
	case schema.PrimaryKey:
		return r.cat.relationName(t.Name.Schema, t.Name.Name, "", "pkey", true)
	case schema.Exclude:
		return r.cat.relationName(t.Name.Schema, t.Name.Name, autoname.Joined(c.Columns), "excl", true)
	}
	return r.cat.relationName(t.Name.Schema, t.Name.Name, autoname.Joined(append(slices.Clone(c.Columns), c.Including...)), "key", true)
}

func (r *reader) likeIndexList(t, from *schema.Table) {
	for _, x := range from.Indexes {
		d := *x
		d.Keys, d.Including, d.Where = slices.Clone(x.Keys), slices.Clone(x.Including), cloneExpr(x.Where)
		for i := range d.Keys {
			d.Keys[i].Expr = cloneExpr(d.Keys[i].Expr)
		}
		var columns []string
		for _, k := range d.Keys {
			columns = append(columns, keyName(k))
		}
		d.Name = schema.Name{Schema: t.Name.Schema, Name: r.cat.relationName(t.Name.Schema, t.Name.Name, autoname.Joined(append(columns, d.Including...)), "idx", false)}
		d.Line = r.src.Line
		t.Indexes = append(t.Indexes, &d)
		r.cat.relations[d.Name] = isIndex
		r.out.facts.copied = append(r.out.facts.copied, copiedKey{line: r.src.Line, table: t.Name, index: &d})
	}
}

// keyName is the name an index key gives to its index.
func keyName(k schema.IndexKey) string {
	if k.Column != "" {
		return k.Column
	}
	for e := k.Expr; e != nil; {
		switch e.Kind {
		case schema.ExprColumn, schema.ExprCall:
			return dotted(splitDots(e.Name)).Name
		case schema.ExprCoalesce:
			return "coalesce"
		case schema.ExprCast, schema.ExprCollate:
			e = e.Args[0]
			continue
		}
		break
	}
	return "expr"
}
