package diff

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
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
