package diff

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// view reads a view or a materialized view: its query in canonical form and
// the columns that come out of it.
func (r *reader) view(rel *catalog.Relation) *fact {
	kind := "view"
	if rel.Kind == "materialized view" {
		kind = rel.Kind
	}
	f := newFact(kind, rel.Name.String(), rel.Line)
	a := r.cat.Analyzer(rel.Query.Path, rel.Query.At)
	form, cols := a.Query(rel.Query.Node, rel.Names)
	r.note(a)
	f.setShown("query", form.String(), query(rel.Query.Node))
	var shown []string
	for _, c := range cols {
		text := schema.Quote(c.Name)
		if c.Type.Name != "" {
			text += " " + c.Type.String()
		}
		shown = append(shown, text)
	}
	f.set("columns", strings.Join(shown, ", "))
	for k, v := range rel.Options {
		f.set("option "+k, normalOption(v))
	}
	f.set("@access method", rel.AccessMethod)
	f.set("@tablespace", tablespace(rel.Tablespace))
	f.show = statementText(rel.Text)
	return r.add(f)
}

// viewDefault reads the default that a view gives to one of its columns.
func (r *reader) viewDefault(rel *catalog.Relation, col *catalog.Column, view *fact) {
	if col.Default == nil || rel.Kind == "type" {
		return
	}
	t := expr.Type{}
	for _, c := range r.cat.ColumnsOf(rel) {
		if c.Name == col.Name.Name {
			t = c.Type
		}
	}
	f := newFact("column", rel.Name.Member(col.Name.Name), col.Line)
	f.parent, f.table = view.id, view.name
	f.setShown("default", r.form2(col.Default, t), source(col.Default.Node))
	r.add(f)
}

// normalOption reads the spellings of a boolean as one; off is the default.
func normalOption(v string) string {
	switch strings.ToLower(v) {
	case "true", "on", "1", "yes":
		return "true"
	case "false", "off", "0", "no":
		return ""
	}
	return v
}
