package diff

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/diff/catalog"
)

// owner reads who owns an object, where the text says so.
func (r *reader) owner(o *catalog.Object, parent *fact) {
	if parent.kind == "index" || parent.kind == "sequence" && parent.get("owned by") != "" {
		return // the owner of the table
	}
	if o.Owner == "" || o.Kind == "schema" && o.Name.Name == "public" && o.Owner == "pg_database_owner" {
		return
	}
	f := newFact("owner", parent.name, o.OwnerLine)
	f.id, f.parent = "owner "+parent.id, parent.id
	f.set("owner", r.role(o.Owner))
	r.add(f)
}

// grants reads the rights on an object where they are others than those that
// come with owning it and with its kind.
func (r *reader) grants(o *catalog.Object, parent *fact) {
	if o.ACL == nil {
		return
	}
	kind := o.GrantKind()
	have := r.rights(o.ACL, kind, o.Owner)
	usual := r.rights(catalog.ImpliedACL(kind), kind, "")
	if o.Kind == "schema" && o.Name.Name == "public" {
		usual = []string{"public: USAGE"}
	}
	if slices.Equal(have, usual) {
		return
	}
	line := o.ACL.Line
	if line == 0 {
		line = o.Line
	}
	f := newFact("grant", parent.name, line)
	f.id, f.parent = "grant "+parent.id+" "+parent.name, parent.id
	f.set("rights", strings.Join(have, "; "))
	if len(have) == 0 {
		f.set("rights", "none")
	}
	r.add(f)
}

// implied reads what a text grants and revokes on an object of the system.
func (r *reader) implied(o *catalog.Object) {
	kind := o.GrantKind()
	have := r.rights(o.ACL, kind, "")
	for _, gone := range o.ACL.Withdrawn(kind, r.role) {
		have = append(have, "not "+gone)
	}
	if len(have) == 0 {
		return
	}
	f := newFact("grant", o.String(), o.ACL.Line)
	f.id = "grant system " + o.Kind + " " + f.name
	f.set("rights", strings.Join(have, "; "))
	r.add(f)
}

// columnGrants reads the rights on one column.
func (r *reader) columnGrants(rel *catalog.Relation, o *catalog.Object, parent *fact) {
	if o.ACL == nil {
		return
	}
	have := r.rights(o.ACL, "column", rel.Owner)
	if len(have) == 0 {
		return
	}
	f := newFact("grant", parent.name, o.ACL.Line)
	f.id, f.parent = "grant column "+parent.name, parent.id
	f.set("rights", strings.Join(have, "; "))
	r.add(f)
}

// rights lists grants with ALL for all that the kind knows. Tables know
// MAINTAIN since version 17 only: between texts that are older, or do not
// name it, it is no part of ALL.
func (r *reader) rights(a *catalog.ACL, kind, owner string) []string {
	out := a.Effective(kind, owner, r.role)
	full := catalog.Privileges(kind)
	if !r.maintain {
		full = slices.DeleteFunc(slices.Clone(full), func(p string) bool { return p == "MAINTAIN" })
	}
	for i, entry := range out {
		who, list, _ := strings.Cut(entry, ": ")
		if !r.maintain {
			list = strings.TrimSuffix(strings.TrimSuffix(list, ", MAINTAIN"), ", MAINTAIN*")
		}
		out[i] = who + ": " + allOf(list, full)
	}
	slices.Sort(out)
	return out
}

func allOf(list string, full []string) string {
	for _, mark := range []string{"", "*"} {
		if list == strings.Join(full, mark+", ")+mark && len(full) > 1 {
			return "ALL" + mark
		}
	}
	return list
}

// openPublic drops the grant of all rights on the schema public to everyone
// where the other text is of a server before 15: there it needs no words.
func openPublic(facts []*fact, other *catalog.Catalog) []*fact {
	if other.Version == 0 || other.Version > 14 {
		return facts
	}
	return slices.DeleteFunc(facts, func(f *fact) bool {
		return f.kind == "grant" && f.name == "public" && f.get("rights") == "public: ALL"
	})
}

// knowsMaintain reports whether the right MAINTAIN counts between two texts.
func knowsMaintain(a, b *catalog.Catalog, old, new string) bool {
	for _, v := range []int{a.Version, b.Version} {
		if v > 0 && v < 17 {
			return false
		}
	}
	named := func(text string) bool { return strings.Contains(text, "MAINTAIN") }
	return a.Version >= 17 || b.Version >= 17 || named(old) || named(new)
}

// defaults reads ALTER DEFAULT PRIVILEGES.
func (r *reader) defaults(d *catalog.DefaultACL) {
	have := r.rights(d.ACL, d.Kind, "")
	usual := []string{}
	if d.Schema == "" {
		usual = r.rights(catalog.ImpliedACL(d.Kind), d.Kind, "")
		have = slices.DeleteFunc(have, func(s string) bool { return d.Role != "" && strings.HasPrefix(s, d.Role+": ALL") })
	}
	if slices.Equal(have, usual) || len(have) == 0 && len(usual) == 0 {
		return
	}
	e := *d
	if e.Role != "" {
		e.Role = r.role(e.Role)
	}
	f := newFact("default privileges", e.String(), d.Line)
	f.set("rights", strings.Join(have, "; "))
	if len(have) == 0 {
		f.set("rights", "none")
	}
	r.add(f)
}
