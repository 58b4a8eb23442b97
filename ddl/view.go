package ddl

import (
	"slices"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

func (r *reader) createView(s *pg.ViewStmt) {
	name := r.cat.create(rangeName(s.View))
	r.about("view", name)
	r.addView(&schema.View{Name: name, DependsOn: r.relationsOf(s.Query), Line: r.src.Line})
}

// addView adds a view, in place of the one it replaces: pg_dump prints a
// view that needs a key twice.
func (r *reader) addView(v *schema.View) {
	r.cat.relations[v.Name] = isView
	for i, have := range r.out.Schema.Views {
		if have.Name == v.Name {
			r.out.Schema.Views[i] = v
			return
		}
	}
	r.out.Schema.Views = append(r.out.Schema.Views, v)
}

// relationsOf lists the relations of the text that a query names.
func (r *reader) relationsOf(n *pg.Node) []schema.Name {
	var out []schema.Name
	visitAny(n, func(x any) {
		v, ok := x.(*pg.RangeVar)
		if !ok {
			return
		}
		name := r.cat.relation(v)
		if r.cat.relations[name] != 0 && !slices.Contains(out, name) {
			out = append(out, name)
		}
	})
	return out
}

// createAs reads CREATE TABLE AS, SELECT INTO and CREATE MATERIALIZED VIEW.
// A table made from a query has the columns whose types the query says.
func (r *reader) createAs(s *pg.CreateTableAsStmt) {
	name := r.cat.create(rangeName(s.Into.GetRel()))
	if s.Objtype == pg.ObjectType_OBJECT_MATVIEW {
		r.about("materialized view", name)
		r.addView(&schema.View{Name: name, Materialized: true, DependsOn: r.relationsOf(s.Query), Line: r.src.Line})
		return
	}
	r.about("table", name)
	if r.cat.relations[name] != 0 {
		return
	}
	r.cat.relations[name] = isTable
	t := &schema.Table{Name: name, Line: r.src.Line, Unlogged: s.Into.GetRel().GetRelpersistence() == "u"}
	for i, n := range s.Query.GetSelectStmt().GetTargetList() {
		c := r.queryColumn(n.GetResTarget())
		if c == nil {
			r.item.Opaque = true
			return
		}
		if i < len(s.Into.GetColNames()) {
			c.Name = words(s.Into.ColNames)[i]
		}
		t.Columns = append(t.Columns, c)
	}
	r.addTable(t)
}

// queryColumn is a column of a query that says its type itself; nil where a
// server would have to be asked.
func (r *reader) queryColumn(t *pg.ResTarget) *schema.Column {
	c := &schema.Column{Name: t.GetName(), Line: r.src.Line}
	if c.Name == "" {
		if c.Name = autoname.Column(t.GetVal()); c.Name == "" {
			c.Name = "?column?"
		}
	}
	switch e := r.expr(t.GetVal()); {
	case e == nil:
		return nil
	case e.Kind == schema.ExprConst && e.Type.Name.Name == "" && !e.Null:
		c.Type = builtinType("text")
	case e.Kind == schema.ExprConst, e.Kind == schema.ExprCast:
		c.Type = e.Type
	}
	if c.Type.Name.Name == "" {
		return nil
	}
	return c
}
