package diff

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// schema reads a schema; public is there by itself.
func (r *reader) schema(o *catalog.Object) {
	f := newFact("schema", o.Name.String(), o.Line)
	f.show = statementText(o.Text)
	if o.Name.Name != "public" {
		r.add(f)
	}
	r.about(o, f)
}

// entry reads an object of the kinds that are kept as attributes.
func (r *reader) entry(e *catalog.Entry) {
	f := newFact(e.Kind, e.String(), e.Line)
	if e.Kind == "operator family" && r.comesWithClass(e) {
		r.about(&e.Object, f)
		return
	}
	for k, v := range e.Attributes {
		switch {
		case k == "implied":
		case e.Secret[k]:
			f.setShown(k, v+" ", func() string { return "(not shown)" })
		default:
			f.set(k, v+blank(v))
		}
	}
	for k, x := range e.Expressions {
		f.setShown(k, r.form(e.Table, x, expr.Type{}), source(x.Node))
	}
	if e.Table != nil {
		f.set("table", e.Table.Name.String())
	}
	r.members(e, f)
	if e.Kind == "extension" {
		f.attrs["schema"] = attr{value: e.Attributes["schema"]}
	}
	r.add(f)
	r.about(&e.Object, f)
}

// comesWithClass: an operator class makes a family of its name by itself, and
// pg_dump writes it out.
func (r *reader) comesWithClass(e *catalog.Entry) bool {
	for k := range e.Attributes {
		if k != "implied" {
			return false
		}
	}
	return e.Attributes["implied"] != "" || r.cat.Entries["operator class "+e.String()] != nil
}

// blank keeps an empty value from being no value.
func blank(v string) string {
	if v == "" {
		return "''"
	}
	return ""
}

// members reads the tables of a publication.
func (r *reader) members(e *catalog.Entry, f *fact) {
	for _, m := range e.Members {
		text := "published"
		if len(m.Columns) > 0 {
			text += " (" + quoted(m.Columns) + ")"
		}
		if m.Where != nil {
			text += " where " + r.form(m.Relation, m.Where, expr.Type{Name: "bool"})
		}
		f.set("table "+m.Relation.Name.String(), text)
	}
}

// opaque reads what was not understood. Equal statements are counted.
func (r *reader) opaque() {
	count := map[string]int{}
	for _, o := range r.cat.Opaque {
		f := newFact(o.Kind, o.Name, o.Line)
		count[o.Tokens]++
		f.id = "opaque " + o.Name + "\x00" + o.Tokens + "\x00" + itoa(count[o.Tokens])
		f.set("statement", o.Tokens)
		f.environment = o.Environment
		f.show = statementText(o.Text)
		if o.Environment { // roles may come with a password
			f.show = func() string { return o.Name }
			f.setShown("statement", o.Tokens, f.show)
		}
		r.add(f)
	}
}

// optionList prints options as a set.
func optionList(nodes []*pg.Node) string {
	var out []string
	for _, n := range nodes {
		d := n.GetDefElem()
		out = append(out, schema.Quote(d.GetDefname())+"="+catalog.Value(d.GetArg()))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
