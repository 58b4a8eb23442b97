package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// createTable reads CREATE TABLE in all its forms. A table that IF NOT
// EXISTS finds changes nothing.
func (r *reader) createTable(s *pg.CreateStmt) *schema.Table {
	name := r.cat.create(rangeName(s.Relation))
	r.about("table", name)
	if r.cat.relations[name] != 0 {
		return nil
	}
	t := &schema.Table{
		Name: name, Line: r.src.Line,
		Temporary: s.Relation.GetRelpersistence() == "t",
		Unlogged:  s.Relation.GetRelpersistence() == "u",
	}
	r.ancestors(t, s)
	made := r.elements(t, s.TableElts)
	t.PartitionBy = r.partitionKey(s.Partspec)
	r.cat.relations[name] = isTable
	r.nameConstraints(t, made)
	if t.Temporary {
		return nil // gone with the session that made it
	}
	r.addTable(t)
	r.notNullKeys(t)
	return t
}

func (r *reader) addTable(t *schema.Table) {
	r.tables[t.Name] = t
	r.out.Schema.Tables = append(r.out.Schema.Tables, t)
	for _, p := range t.Inherits {
		r.children[p] = append(r.children[p], t.Name)
	}
	if t.PartitionOf != nil {
		r.children[t.PartitionOf.Parent] = append(r.children[t.PartitionOf.Parent], t.Name)
	}
}

// ancestors takes the columns and CHECKs of the parents, of the partitioned
// table, or of the type that the table is made from.
func (r *reader) ancestors(t *schema.Table, s *pg.CreateStmt) {
	for _, n := range s.InhRelations {
		parent := r.cat.relation(n.GetRangeVar())
		if r.above(t.Name, parent) {
			continue
		}
		if s.Partbound != nil {
			t.PartitionOf = r.partitionBound(parent, s.Partbound)
		} else {
			t.Inherits = append(t.Inherits, parent)
		}
		r.inherit(t, r.tables[parent])
	}
	if s.OfTypename == nil {
		return
	}
	t.OfType = r.typeRef(s.OfTypename).Name
	for _, c := range r.out.Schema.Composites {
		if c.Name == t.OfType {
			t.Columns = append(t.Columns, copyColumns(c.Fields, false)...)
		}
	}
}

// inherit merges a parent's columns and CHECKs as MergeAttributes does: a
// column that two parents have is one column, NOT NULL where either is.
func (r *reader) inherit(t, parent *schema.Table) {
	if parent == nil {
		return
	}
	for _, c := range copyColumns(parent.Columns, true) {
		if have := t.Column(c.Name); have != nil {
			have.NotNull = have.NotNull || c.NotNull
			if have.Default == nil {
				have.Default, have.Sequence = c.Default, c.Sequence
			}
			continue
		}
		if t.PartitionOf == nil {
			c.Identity = ""
			if c.Default == nil {
				c.Sequence = nil
			}
		}
		t.Columns = append(t.Columns, c)
	}
	for _, c := range parent.Constraints {
		r.inheritCheck(t, c)
	}
}

// inheritCheck copies a CHECK to a child, merging it with one of its name.
func (r *reader) inheritCheck(t *schema.Table, c *schema.Constraint) {
	if c.Kind != schema.Check || c.NoInherit {
		return
	}
	for _, have := range t.Constraints {
		if have.Kind == schema.Check && have.Name == c.Name {
			have.Inherited = true
			return
		}
	}
	inherited := cloneConstraint(c)
	inherited.Inherited = true
	t.Constraints = append(t.Constraints, inherited)
	r.cat.constraints[schema.Name{Schema: t.Name.Schema, Name: c.Name}]++
}

func copyColumns(columns []*schema.Column, inherited bool) []*schema.Column {
	out := make([]*schema.Column, 0, len(columns))
	for _, c := range columns {
		d := *c
		d.Inherited = inherited
		d.Comment = ""
		d.Default, d.Expression = cloneExpr(c.Default), cloneExpr(c.Expression)
		out = append(out, &d)
	}
	return out
}

// made is a constraint of the model beside the node it was read from.
type made struct {
	node   *pg.Constraint
	model  *schema.Constraint
	column string // of a column constraint
}

func (r *reader) elements(t *schema.Table, elements []*pg.Node) []made {
	var out []made
	for _, e := range elements {
		switch {
		case e.GetColumnDef() != nil:
			out = append(out, r.addColumn(t, e.GetColumnDef())...)
		case e.GetTableLikeClause() != nil:
			r.like(t, e.GetTableLikeClause())
		case e.GetConstraint() != nil:
			out = append(out, r.tableConstraint(t, e.GetConstraint())...)
		}
	}
	return out
}

// notNullKeys sets NOT NULL on the columns of the primary key, and on those
// of every table below, as Postgres does.
func (r *reader) notNullKeys(t *schema.Table) {
	pk := t.PrimaryKey()
	if pk == nil {
		return
	}
	for _, name := range pk.Columns {
		r.descend(t, func(d *schema.Table) {
			if c := d.Column(name); c != nil {
				c.NotNull = true
			}
		})
	}
}

// descend calls f for a table and every table below it.
func (r *reader) descend(t *schema.Table, f func(*schema.Table)) {
	seen := map[schema.Name]bool{}
	queue := []*schema.Table{t}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t == nil || seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		f(t)
		for _, c := range r.children[t.Name] {
			queue = append(queue, r.tables[c])
		}
	}
}

// removeTable forgets a table and what belongs to it.
func (r *reader) removeTable(n schema.Name) {
	t := r.tables[n]
	if t == nil {
		return
	}
	delete(r.tables, n)
	delete(r.cat.relations, n)
	for p, list := range r.children {
		r.children[p] = slices.DeleteFunc(list, func(c schema.Name) bool { return c == n })
	}
	for _, c := range t.Constraints {
		r.forget(t, c)
	}
	for _, x := range t.Indexes {
		delete(r.cat.relations, x.Name)
	}
	sch := r.out.Schema
	sch.Tables = slices.DeleteFunc(sch.Tables, func(x *schema.Table) bool { return x == t })
	sch.Sequences = slices.DeleteFunc(sch.Sequences, func(q *schema.Sequence) bool {
		if q.OwnedBy == n {
			delete(r.cat.relations, q.Name)
		}
		return q.OwnedBy == n
	})
}

// forget frees the names of a constraint.
func (r *reader) forget(t *schema.Table, c *schema.Constraint) {
	n := schema.Name{Schema: t.Name.Schema, Name: c.Name}
	if r.cat.constraints[n]--; r.cat.constraints[n] <= 0 {
		delete(r.cat.constraints, n)
	}
	if indexed(c.Kind) {
		delete(r.cat.relations, n)
	}
}

// indexed reports whether an index stands behind the constraint.
func indexed(k schema.ConstraintKind) bool {
	return k == schema.PrimaryKey || k == schema.Unique || k == schema.Exclude
}
