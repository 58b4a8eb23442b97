package diff

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// constraint reads a constraint of a table. What a partition has from its
// parent is not compared: whether a text repeats it depends on how the
// partition was made.
func (r *reader) constraint(rel *catalog.Relation, k *catalog.Constraint, table *fact) {
	f := newFact("constraint", rel.Name.Member(k.Name.Name), k.Line)
	f.parent, f.table, f.auto = table.id, rel.Name.String(), autoNamed(k.Name.Name)
	r.constraintBody(rel, k, f)
	f.flag("deferrable", k.Deferrable)
	f.flag("initially deferred", k.Deferred)
	f.flag("not valid", !k.Validated && k.Enforced)
	f.flag("not enforced", !k.Enforced)
	if r.repeatsParent(rel, k, f) {
		return
	}
	f.show = func() string { return constraintText(k, f) }
	r.add(f)
	r.commentOn(&k.Object, f.name, f)
}

func (r *reader) constraintBody(rel *catalog.Relation, k *catalog.Constraint, f *fact) {
	n := k.Node
	switch n.Contype {
	case pg.ConstrType_CONSTR_CHECK:
		f.set("form", "CHECK")
		f.setShown("check", r.form(rel, &catalog.Expr{Node: n.RawExpr, Path: k.Path, At: k.At}, expr.Type{Name: "bool"}), source(n.RawExpr))
		f.flag("no inherit", n.IsNoInherit)
	case pg.ConstrType_CONSTR_PRIMARY, pg.ConstrType_CONSTR_UNIQUE:
		f.set("form", map[bool]string{true: "PRIMARY KEY", false: "UNIQUE"}[n.Contype == pg.ConstrType_CONSTR_PRIMARY])
		f.set("columns", quoted(k.Columns))
		f.flag("nulls not distinct", n.NullsNotDistinct)
		f.flag("without overlaps", n.WithoutOverlaps)
		f.set("include", quoted(expr.Strings(n.Including)))
		r.constraintIndex(k, f)
	case pg.ConstrType_CONSTR_EXCLUSION:
		f.set("form", "EXCLUDE")
		r.exclusion(rel, k, f)
		r.constraintIndex(k, f)
	case pg.ConstrType_CONSTR_FOREIGN:
		f.set("form", "FOREIGN KEY")
		r.foreignKey(k, f)
	}
}

func (r *reader) constraintIndex(k *catalog.Constraint, f *fact) {
	f.setMap("option ", k.Options)
	if k.Index != nil {
		f.set("@tablespace", tablespace(k.Index.Tablespace))
	}
}

// foreignKey: the referenced columns are the primary key where none are named.
func (r *reader) foreignKey(k *catalog.Constraint, f *fact) {
	n := k.Node
	f.set("columns", quoted(k.Columns))
	target := r.cat.Find(k.Path, n.Pktable.GetSchemaname(), n.Pktable.GetRelname(), k.At)
	name := schema.Name{Schema: n.Pktable.GetSchemaname(), Name: n.Pktable.GetRelname()}.String()
	refs := k.RefColumns
	if target != nil {
		name = target.Name.String()
		if len(refs) == 0 {
			refs = primaryKey(target)
		}
	}
	f.set("references", name)
	f.set("referenced columns", quoted(refs))
	r.mentions = map[string]bool{name: true}
	f.set("on delete", action(n.FkDelAction))
	f.set("on update", action(n.FkUpdAction))
	f.set("set columns", quoted(expr.Strings(n.FkDelSetCols)))
	f.flag("match full", n.FkMatchtype == "f")
	f.flag("period", n.FkWithPeriod)
}

func primaryKey(rel *catalog.Relation) []string {
	for _, k := range rel.Constraints {
		if k.Node.Contype == pg.ConstrType_CONSTR_PRIMARY {
			return k.Columns
		}
	}
	return nil
}

func action(code string) string {
	return map[string]string{"c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT", "r": "RESTRICT"}[code]
}

func (r *reader) exclusion(rel *catalog.Relation, k *catalog.Constraint, f *fact) {
	method := k.Node.AccessMethod
	if method == "" {
		method = "btree"
	}
	f.set("method", method)
	var elems []string
	for _, n := range k.Node.Exclusions {
		items := n.GetList().GetItems()
		if len(items) != 2 {
			continue
		}
		op := expr.Strings(items[1].GetList().GetItems())
		with := ""
		if len(op) > 0 {
			with = op[len(op)-1]
		}
		elems = append(elems, r.indexElement(rel, items[0].GetIndexElem(), method, k.Path, k.At)+" WITH "+with)
	}
	f.set("elements", strings.Join(elems, ", "))
	f.set("include", quoted(expr.Strings(k.Node.Including)))
	if w := k.Node.WhereClause; w != nil {
		f.setShown("where", r.form(rel, &catalog.Expr{Node: w, Path: k.Path, At: k.At}, expr.Type{Name: "bool"}), source(w))
	}
}

// repeatsParent reports whether a constraint is only what the parent gives:
// an equal one of the same form on a partition, an inherited check elsewhere.
func (r *reader) repeatsParent(rel *catalog.Relation, k *catalog.Constraint, f *fact) bool {
	if k.Node.Contype == pg.ConstrType_CONSTR_CHECK {
		return k.Inherited && parentCheck(rel, k.Name.Name) != nil
	}
	for p := rel.PartitionOf; p != nil; p = p.PartitionOf {
		for _, o := range p.Constraints {
			if o.Node.Contype != k.Node.Contype || o.Only && k.Index != nil && k.Index.Index.Attached == nil {
				continue
			}
			g := newFact("constraint", "", 0)
			r.constraintBody(p, o, g)
			g.flag("deferrable", o.Deferrable)
			g.flag("initially deferred", o.Deferred)
			g.flag("not valid", !o.Validated && o.Enforced)
			g.flag("not enforced", !o.Enforced)
			if g.definition() == f.definition() {
				return true
			}
		}
	}
	return false
}

func parentCheck(rel *catalog.Relation, name string) *catalog.Constraint {
	parents := rel.Inherits
	if rel.PartitionOf != nil {
		parents = []*catalog.Relation{rel.PartitionOf}
	}
	for _, p := range parents {
		for _, k := range p.Constraints {
			if k.Name.Name == name && k.Node.Contype == pg.ConstrType_CONSTR_CHECK && !k.Node.IsNoInherit {
				return k
			}
		}
	}
	return nil
}

func quoted(names []string) string {
	out := slices.Clone(names)
	for i := range out {
		out[i] = schema.Quote(out[i])
	}
	return strings.Join(out, ", ")
}

var autoName = regexp.MustCompile(`_(check|key|fkey|pkey|excl|idx|not_null)\d*$`)

// autoNamed reports whether a name has the form that Postgres gives.
func autoNamed(name string) bool { return autoName.MatchString(name) }

func constraintText(k *catalog.Constraint, f *fact) string {
	n := k.Node
	parts := []string{f.get("form")}
	switch n.Contype {
	case pg.ConstrType_CONSTR_CHECK:
		parts = append(parts, "("+f.attrs["check"].String()+")")
	case pg.ConstrType_CONSTR_FOREIGN:
		parts = append(parts, "("+f.get("columns")+") REFERENCES "+f.get("references")+"("+f.get("referenced columns")+")")
	case pg.ConstrType_CONSTR_EXCLUSION:
		parts = append(parts, "USING "+f.get("method")+" ("+f.get("elements")+")")
	default:
		parts = append(parts, "("+f.get("columns")+")")
	}
	for _, k := range f.keys() {
		switch k {
		case "form", "check", "columns", "references", "referenced columns", "method", "elements":
		default:
			word := strings.ToUpper(strings.TrimLeft(k, "~@"))
			if v := f.attrs[k].String(); v != "yes" {
				word += " " + v
			}
			parts = append(parts, word)
		}
	}
	return strings.Join(parts, " ")
}
