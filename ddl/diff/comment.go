package diff

import (
	"github.com/effigydb/effigy/ddl/diff/catalog"
)

// comment reads the comment on an object; one on an extension is the
// packaging's.
func (r *reader) comment(o *catalog.Object, parent *fact) { r.commentOn(o, parent.name, parent) }

func (r *reader) commentOn(o *catalog.Object, name string, parent *fact) {
	if o.Comment == "" || o.Kind == "schema" && name == "public" && o.Comment == "standard public schema" {
		return
	}
	f := newFact("comment", name, o.CommentLine)
	f.id, f.parent = "comment "+o.Kind+" "+name, parent.id
	f.environment = o.Kind == "extension"
	f.set("comment", o.Comment)
	r.add(f)
}

// labels reads the security labels of an object.
func (r *reader) labels(o *catalog.Object, parent *fact) { r.labelsOn(o, parent.name, parent) }

func (r *reader) labelsOn(o *catalog.Object, name string, parent *fact) {
	for provider, text := range o.Labels {
		f := newFact("security label", name, o.Line)
		f.id, f.parent = "label "+provider+" "+o.Kind+" "+name, parent.id
		f.set("for "+provider, text)
		r.add(f)
	}
}
