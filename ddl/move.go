package ddl

import "github.com/effigydb/effigy/schema"

// moveRelation gives a table, view, index or sequence another name or
// schema, wherever the model has it.
func (r *reader) moveRelation(from, to schema.Name) {
	r.cat.rename(from, to)
	sch := r.out.Schema
	for _, q := range sch.Sequences {
		if q.Name == from {
			q.Name = to
		}
		if q.OwnedBy == from {
			q.OwnedBy = to
			if q.Name.Schema != to.Schema {
				r.moveRelation(q.Name, schema.Name{Schema: to.Schema, Name: q.Name.Name})
			}
		}
	}
	for _, v := range sch.Views {
		if v.Name == from {
			v.Name = to
		}
		replace(v.DependsOn, from, to)
	}
	for _, c := range sch.Composites {
		if c.Name == from {
			c.Name = to
		}
	}
	for _, t := range sch.Tables {
		r.moveInTable(t, from, to)
	}
	r.retype(from, to)
}

func (r *reader) moveInTable(t *schema.Table, from, to schema.Name) {
	for _, x := range t.Indexes {
		if x.Name == from {
			x.Name = to
		}
	}
	for _, c := range t.Constraints {
		if c.RefTable == from {
			c.RefTable = to
		}
		if indexed(c.Kind) && c.Name == from.Name && t.Name.Schema == from.Schema {
			c.Name, c.AutoNamed = to.Name, false
		}
	}
	replace(t.Inherits, from, to)
	if t.PartitionOf != nil && t.PartitionOf.Parent == from {
		t.PartitionOf.Parent = to
	}
	if t.Name != from {
		return
	}
	t.Name = to
	delete(r.tables, from)
	r.tables[to] = t
	r.children[to] = r.children[from]
	delete(r.children, from)
	for _, list := range r.children {
		replace(list, from, to)
	}
	r.moveParts(t, from, to)
}

// moveParts takes the indexes and constraints of a table along to another
// schema.
func (r *reader) moveParts(t *schema.Table, from, to schema.Name) {
	if from.Schema == to.Schema {
		return
	}
	for _, x := range t.Indexes {
		moved := schema.Name{Schema: to.Schema, Name: x.Name.Name}
		r.cat.rename(x.Name, moved)
		x.Name = moved
	}
	for _, c := range t.Constraints {
		r.forget(&schema.Table{Name: from}, c)
		n := schema.Name{Schema: to.Schema, Name: c.Name}
		r.cat.constraints[n]++
		if indexed(c.Kind) {
			r.cat.relations[n] = isIndex
		}
	}
}

func replace(list []schema.Name, from, to schema.Name) {
	for i := range list {
		if list[i] == from {
			list[i] = to
		}
	}
}

func (r *reader) moveType(from, to schema.Name) {
	r.cat.rename(from, to)
	s := r.out.Schema
	for _, e := range s.Enums {
		if e.Name == from {
			e.Name = to
		}
	}
	for _, d := range s.Domains {
		if d.Name == from {
			d.Name = to
		}
	}
	for _, c := range s.Composites {
		if c.Name == from {
			c.Name = to
		}
	}
	for _, x := range s.Ranges {
		if x.Name == from {
			x.Name = to
		}
	}
	r.retype(from, to)
}

// retype renames a type in every reference of the model.
func (r *reader) retype(from, to schema.Name) {
	s := r.out.Schema
	columns := func(list []*schema.Column) {
		for _, c := range list {
			retypeOne(&c.Type, from, to)
			retypeExpr(c.Default, from, to)
			retypeExpr(c.Expression, from, to)
		}
	}
	for _, t := range s.Tables {
		columns(t.Columns)
		for _, c := range t.Constraints {
			retypeExpr(c.Expr, from, to)
		}
	}
	for _, c := range s.Composites {
		columns(c.Fields)
	}
	for _, d := range s.Domains {
		retypeOne(&d.Base, from, to)
	}
	for _, x := range s.Ranges {
		retypeOne(&x.Subtype, from, to)
	}
	for _, f := range s.Functions {
		retypeOne(&f.Returns, from, to)
		for i := range f.Arguments {
			retypeOne(&f.Arguments[i], from, to)
		}
	}
}

func retypeOne(t *schema.Type, from, to schema.Name) {
	if t.Name == from {
		t.Name = to
	}
}

func retypeExpr(e *schema.Expr, from, to schema.Name) {
	e.Walk(func(x *schema.Expr) bool {
		retypeOne(&x.Type, from, to)
		return true
	})
}

func (r *reader) moveFunction(sig string, to func(schema.Name) schema.Name) {
	for _, f := range r.out.Schema.Functions {
		if signature(f.Name, f.Arguments) == sig {
			r.cat.functions[f.Name]--
			f.Name = to(f.Name)
			r.cat.functions[f.Name]++
		}
	}
}
