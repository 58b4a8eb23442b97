package diff

import (
	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
)

// sequence reads a sequence of its own or of a serial column. That of an
// identity column belongs to the column.
func (r *reader) sequence(rel *catalog.Relation) *fact {
	q := rel.Sequence
	if q.OwnerColumn != nil && q.OwnerColumn.Sequence == rel && q.OwnerColumn.Identity != "" {
		r.identityACL(rel)
		return nil
	}
	f := newFact("sequence", rel.Name.String(), rel.Line)
	n := q.Normal()
	f.set("type", internalInteger(n.Type))
	f.set("start", n.Start)
	f.set("increment", n.Increment)
	f.set("minimum", n.Min)
	f.set("maximum", n.Max)
	f.set("cache", n.Cache)
	f.flag("cycle", n.Cycle)
	if q.OwnerTable == nil {
		f.flag("unlogged", rel.Unlogged)
	}
	if q.OwnerTable != nil && q.OwnerColumn != nil {
		f.set("@unlogged", unloggedText(rel.Unlogged, q.OwnerTable.Unlogged))
		f.set("owned by", q.OwnerTable.Name.Member(q.OwnerColumn.Name.Name))
		f.parent = tableID(q.OwnerTable)
		f.twin = "column " + f.get("owned by")
	}
	f.show = func() string { return "CREATE SEQUENCE " + f.name + " (" + f.textOf(f.keys()) + ")" }
	return r.add(f)
}

// identityACL keeps what is granted on the sequence of an identity column.
func (r *reader) identityACL(rel *catalog.Relation) {
	f := newFact("sequence", rel.Name.String(), rel.Line)
	f.id = tableID(rel.Sequence.OwnerTable)
	o := rel.Object
	o.Kind, o.Owner = "sequence", rel.Sequence.OwnerTable.Owner
	r.grants(&o, f)
	r.comment(&o, f)
}

func internalInteger(name string) string {
	switch name {
	case "smallint":
		name = "int2"
	case "integer", "int":
		name = "int4"
	case "bigint":
		name = "int8"
	}
	return catalog.DisplayType(expr.Type{Name: name})
}
