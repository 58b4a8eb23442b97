package diff

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// typ reads an enum, domain, range or base type.
func (r *reader) typ(t *catalog.Type) {
	f := newFact(t.Kind, t.Name.String(), t.Line)
	f.id = "type " + f.name
	f.show = statementText(t.Text)
	switch {
	case t.Kind == "domain":
		r.domain(t, f)
		return
	case t.Attributes["form"] == "enum":
		labels := make([]string, len(t.Labels))
		for i, l := range t.Labels {
			labels[i] = schema.Literal(l)
		}
		f.set("labels", strings.Join(labels, ", "))
		f.flag("enum", true)
	case t.Attributes["form"] == "range":
		f.setMap("", t.Attributes)
		f.set("subtype", r.cat.TypeOf(t.Subtype).Name)
		f.set("multirange", t.Multirange.String())
		if c := r.cat.Collation(t.Collation, typePath(t)); c != "" {
			f.set("collation", c)
		}
	default:
		f.setMap("", t.Attributes)
		f.flag("shell", t.Shell)
		normalBase(f)
	}
	r.add(f)
	r.about(&t.Object, f)
}

// normalBase leaves out the defaults of CREATE TYPE.
func normalBase(f *fact) {
	for k, usual := range map[string]string{
		"alignment": "int4", "storage": "plain", "delimiter": ",", "category": "u", "internallength": "variable",
		"preferred": "false", "collatable": "false",
	} {
		if f.get(k) == usual {
			delete(f.attrs, k)
		}
	}
	if f.get("internallength") == "-1" {
		delete(f.attrs, "internallength")
	}
}

func (r *reader) domain(t *catalog.Type, f *fact) {
	base := r.cat.TypeOf(t.Base)
	f.setShown("base", base.String(), func() string { return catalog.DisplayType(base) })
	f.flag("not null", t.NotNull)
	if c := r.cat.Collation(t.Collation, typePath(t)); c != "" {
		f.set("collation", c)
	}
	if t.Default != nil {
		if form := r.form2(t.Default, base); form != "NULL" {
			f.setShown("default", form, source(t.Default.Node))
		}
	}
	r.add(f)
	r.about(&t.Object, f)
	for _, k := range t.Constraints {
		g := newFact("constraint", t.Name.Member(k.Name.Name), k.Line)
		g.id, g.parent, g.table, g.auto = "domain "+g.id, f.id, f.name, autoNamed(k.Name.Name)
		a := r.cat.Analyzer(k.Path, k.At).WithRelation(&expr.Relation{
			Name: f.name, Columns: []expr.Column{{Name: "value", Real: "VALUE", Type: base}},
		}, "", "")
		g.set("form", "CHECK")
		g.setShown("check", a.Condition(k.Node.RawExpr).String(), source(k.Node.RawExpr))
		r.note(a)
		g.flag("not valid", !k.Validated)
		g.show = func() string { return constraintText(k, g) }
		r.add(g)
		r.commentOn(&k.Object, g.name, g)
	}
}

// form2 is the canonical form of an expression that sees no table.
func (r *reader) form2(e *catalog.Expr, to expr.Type) string {
	a := r.cat.Analyzer(e.Path, e.At)
	out := a.Expr(e.Node, to).String()
	r.note(a)
	return out
}

// composite reads a composite type: the order of its fields counts.
func (r *reader) composite(rel *catalog.Relation) *fact {
	f := newFact("type", rel.Name.String(), rel.Line)
	var fields []string
	for _, col := range rel.Columns {
		text := schema.Quote(col.Name.Name) + " " + catalog.DisplayType(r.cat.ColumnType(col))
		if c := r.cat.Collation(col.Collation, col.Type.Path); c != "" {
			text += " COLLATE " + c
		}
		fields = append(fields, text)
	}
	f.set("fields", strings.Join(fields, ", "))
	f.flag("composite", true)
	f.show = statementText(rel.Text)
	return r.add(f)
}

// typePath is the search path of the statement that made a type.
func typePath(t *catalog.Type) []string {
	if t.Base.Name != nil {
		return t.Base.Path
	}
	return t.Subtype.Path
}
