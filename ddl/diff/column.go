package diff

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

func itoa(i int) string { return strconv.Itoa(i) }

// column reads a column of a table.
func (r *reader) column(rel *catalog.Relation, col *catalog.Column, table *fact) {
	t := r.cat.ColumnType(col)
	f := newFact("column", rel.Name.Member(col.Name.Name), col.Line)
	f.parent, f.table = table.id, rel.Name.String()
	if p := parentOf(rel, col.Name.Name); p != nil && col.Inherited {
		f.twin = "column " + p.Name.Member(col.Name.Name)
	}
	f.setShown("type", t.String(), func() string { return catalog.DisplayType(t) })
	f.flag("not null", col.NotNull)
	f.flag("not null no inherit", col.NotNull && col.NotNullSet.NoInherit)
	f.flag("not null not valid", col.NotNull && col.NotNullSet.NotValid)
	r.columnValue(rel, col, t, f)
	if c := r.cat.Collation(col.Collation, col.Type.Path); c != "" {
		f.set("collation", c)
	}
	f.set("storage", r.storage(col, t))
	f.set("compression", col.Compress)
	f.set("statistics", col.Statistics)
	f.setMap("option ", col.Options)
	f.setMap("server option ", col.Server)
	f.show = func() string { return columnText(f) }
	r.add(f)
	r.notNullName(rel, col, f)
	r.aboutColumn(rel, col, f)
}

// parentOf finds the table that a column or constraint is inherited from.
func parentOf(rel *catalog.Relation, column string) *catalog.Relation {
	parents := rel.Inherits
	if rel.PartitionOf != nil {
		parents = []*catalog.Relation{rel.PartitionOf}
	}
	for _, p := range parents {
		for _, c := range p.Columns {
			if c.Name.Name == column {
				return p
			}
		}
	}
	return nil
}

// columnValue reads where a value comes from when none is given.
func (r *reader) columnValue(rel *catalog.Relation, col *catalog.Column, t expr.Type, f *fact) {
	shared := rel.PartitionOf != nil && parentHasIdentity(rel, col.Name.Name)
	if col.Identity != "" && !shared {
		f.set("identity", col.Identity)
		if col.Sequence != nil && col.Sequence.Sequence != nil {
			f.set("identity sequence", identityOptions(col, t))
			f.set("@identity unlogged", unloggedText(col.Sequence.Unlogged, rel.Unlogged))
		}
	}
	if col.Default == nil || col.Identity != "" {
		return
	}
	form := r.form(rel, col.Default, t)
	show := source(col.Default.Node)
	if col.Generated != "" {
		f.set("generated", col.Generated)
		f.setShown("expression", form, show)
		return
	}
	if form != "NULL" {
		f.setShown("default", form, show)
		f.flag("~serial", isSerial(r.cat, rel, col))
	}
}

func unloggedText(seq, table bool) string {
	if seq == table {
		return ""
	}
	return "differs"
}

func parentHasIdentity(rel *catalog.Relation, column string) bool {
	for p := rel.PartitionOf; p != nil; p = p.PartitionOf {
		for _, c := range p.Columns {
			if c.Name.Name == column && c.Identity != "" {
				return true
			}
		}
	}
	return false
}

// identityOptions prints what is not the default of an identity's sequence.
func identityOptions(col *catalog.Column, t expr.Type) string {
	q := *col.Sequence.Sequence
	q.Type = t.Name
	n, d := q.Normal(), (&catalog.Sequence{Type: t.Name, Increment: q.Increment}).Normal()
	var parts []string
	add := func(word, have, usual string) {
		if have != usual {
			parts = append(parts, word+" "+have)
		}
	}
	add("INCREMENT", n.Increment, "1")
	add("MINVALUE", n.Min, d.Min)
	add("MAXVALUE", n.Max, d.Max)
	usual := n.Min
	if strings.HasPrefix(n.Increment, "-") {
		usual = n.Max
	}
	add("START", n.Start, usual)
	add("CACHE", n.Cache, "1")
	if n.Cycle {
		parts = append(parts, "CYCLE")
	}
	return strings.Join(parts, " ")
}

// isSerial reports whether the column draws from a sequence that it owns.
func isSerial(cat *catalog.Catalog, rel *catalog.Relation, col *catalog.Column) bool {
	for _, s := range cat.SequencesOf(rel) {
		if s.Sequence.OwnerColumn == col && !s.Sequence.Identity {
			return true
		}
	}
	return false
}

// storage is the strategy where it is not the one of the type.
func (r *reader) storage(col *catalog.Column, t expr.Type) string {
	if col.Storage == "" || col.Storage == "DEFAULT" {
		return ""
	}
	usual := byte('x')
	if info, ok := r.cat.TypeInfo(t.Name); ok && !t.IsArray() {
		usual = info.Storage
	}
	names := map[byte]string{'p': "PLAIN", 'e': "EXTERNAL", 'm': "MAIN", 'x': "EXTENDED"}
	if names[usual] == col.Storage {
		return ""
	}
	return col.Storage
}

// notNullName reads a NOT NULL constraint that has a name somebody or
// something else than this column gave. It is a name only.
func (r *reader) notNullName(rel *catalog.Relation, col *catalog.Column, column *fact) {
	name := col.NotNullSet.Name
	if !col.NotNull || name == "" || name == catalog.NotNullName(rel, col) {
		return
	}
	f := newFact("constraint", rel.Name.Member(name), col.Line)
	f.id = "not null " + rel.Name.Member(col.Name.Name)
	f.parent, f.soft = column.id, true
	f.set("~name", schema.Quote(name))
	r.add(f)
}

// columnText prints a column as CREATE TABLE would.
func columnText(f *fact) string {
	parts := []string{f.attrs["type"].String()}
	add := func(key, before, after string) {
		if a, ok := f.attrs[key]; ok {
			parts = append(parts, before+a.String()+after)
		}
	}
	add("collation", "COLLATE ", "")
	if f.get("not null") != "" {
		parts = append(parts, "NOT NULL")
	}
	add("default", "DEFAULT ", "")
	add("expression", "GENERATED ALWAYS AS (", ") "+strings.ToUpper(f.get("generated")))
	add("identity", "GENERATED ", " AS IDENTITY")
	add("identity sequence", "(", ")")
	for _, k := range f.keys() {
		switch k {
		case "type", "collation", "not null", "default", "expression", "identity", "identity sequence", "generated":
		default:
			if !strings.HasPrefix(k, cosmeticMark) && !strings.HasPrefix(k, environmentMark) {
				parts = append(parts, strings.TrimSuffix(k, " ")+" "+f.attrs[k].String())
			}
		}
	}
	return strings.Join(parts, " ")
}

// aboutColumn reads grants, comment and labels of a column.
func (r *reader) aboutColumn(rel *catalog.Relation, col *catalog.Column, parent *fact) {
	if col.ACL == nil && col.Comment == "" && len(col.Labels) == 0 {
		return
	}
	o := col.Object
	f := newFact("column", rel.Name.Member(col.Name.Name), col.Line)
	f.id = parent.id
	if parent.kind != "column" {
		f.id = parent.id
	}
	r.columnGrants(rel, &o, f)
	r.commentOn(&o, rel.Name.Member(col.Name.Name), f)
	r.labelsOn(&o, rel.Name.Member(col.Name.Name), f)
}
