package diff

import (
	"maps"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// reader turns a catalog into facts.
type reader struct {
	cat     *catalog.Catalog
	opt     Options
	roles   map[string]string
	facts   []*fact
	indexes map[*catalog.Relation][]*catalog.Relation
	// maintain is whether MAINTAIN is a right of its own.
	maintain bool
	// mentions collects what the expressions of the fact at hand refer to.
	mentions map[string]bool
}

func read(cat *catalog.Catalog, opt Options, roles map[string]string, maintain bool) []*fact {
	r := &reader{cat: cat, opt: opt, roles: roles, maintain: maintain, indexes: map[*catalog.Relation][]*catalog.Relation{}}
	relations := sorted(cat.Relations)
	for _, rel := range relations {
		if rel.Index != nil && rel.Index.Stmt != nil {
			r.indexes[rel.Index.Table] = append(r.indexes[rel.Index.Table], rel)
		}
	}
	for _, rel := range relations {
		r.relation(rel)
	}
	for _, t := range sortedTypes(cat.Types) {
		r.typ(t)
	}
	for _, k := range slices.Sorted(maps.Keys(cat.Routines)) {
		r.routine(cat.Routines[k])
	}
	for _, k := range slices.Sorted(maps.Keys(cat.Schemas)) {
		r.schema(cat.Schemas[k])
	}
	for _, k := range slices.Sorted(maps.Keys(cat.Entries)) {
		r.entry(cat.Entries[k])
	}
	for _, k := range slices.Sorted(maps.Keys(cat.Implied)) {
		r.implied(cat.Implied[k])
	}
	for _, k := range slices.Sorted(maps.Keys(cat.Defaults)) {
		r.defaults(cat.Defaults[k])
	}
	r.opaque()
	return r.facts
}

func sorted(m map[schema.Name]*catalog.Relation) []*catalog.Relation {
	out := make([]*catalog.Relation, 0, len(m))
	for _, r := range m {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *catalog.Relation) int { return a.Name.Compare(b.Name) })
	return out
}

func sortedTypes(m map[schema.Name]*catalog.Type) []*catalog.Type {
	out := make([]*catalog.Type, 0, len(m))
	for _, t := range m {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *catalog.Type) int { return a.Name.Compare(b.Name) })
	return out
}

func (r *reader) add(f *fact) *fact {
	f.mentions, r.mentions = r.mentions, nil
	r.facts = append(r.facts, f)
	return f
}

// relation reads a relation of any kind with all its parts.
func (r *reader) relation(rel *catalog.Relation) {
	var f *fact
	switch {
	case rel.Index != nil:
		if rel.Index.Stmt == nil {
			return
		}
		f = r.index(rel)
	case rel.Sequence != nil:
		f = r.sequence(rel)
	case rel.IsView():
		f = r.view(rel)
	case rel.Kind == "type":
		f = r.composite(rel)
	default:
		f = r.table(rel)
	}
	if f == nil {
		return
	}
	r.about(&rel.Object, f)
	if rel.Index != nil || rel.Sequence != nil {
		return
	}
	r.parts(rel, f)
}

// parts reads triggers, rules, policies, and what is said about columns.
func (r *reader) parts(rel *catalog.Relation, f *fact) {
	for _, t := range rel.Triggers {
		r.trigger(rel, t, f)
	}
	for _, u := range rel.Rules {
		r.rule(rel, u, f)
	}
	for _, p := range rel.Policies {
		r.policy(rel, p, f)
	}
	if rel.IsView() || rel.Kind == "type" {
		for _, col := range rel.Columns {
			r.viewDefault(rel, col, f)
			r.aboutColumn(rel, col, f)
		}
	}
}

// about reads owner, grants, comment and labels of an object.
func (r *reader) about(o *catalog.Object, f *fact) {
	r.owner(o, f)
	r.grants(o, f)
	r.comment(o, f)
	r.labels(o, f)
}

func (r *reader) role(name string) string {
	if to, ok := r.roles[name]; ok {
		return to
	}
	if to, ok := r.roles[strings.Trim(name, `"`)]; ok {
		return schema.Quote(to)
	}
	return name
}

// row is an analyzer that sees the columns of a table.
func (r *reader) row(rel *catalog.Relation, path []string, at int) *expr.Analyzer {
	return r.cat.Analyzer(path, at).WithRelation(r.cat.Row(rel, at), rel.Name.Name, "")
}

// form is the canonical form of an expression of a table.
func (r *reader) form(rel *catalog.Relation, e *catalog.Expr, to expr.Type) string {
	if e == nil {
		return ""
	}
	a := r.row(rel, e.Path, e.At)
	out := a.Expr(e.Node, to).String()
	r.note(a)
	return out
}

func (r *reader) note(a *expr.Analyzer) {
	for m := range a.Mentions() {
		if r.mentions == nil {
			r.mentions = map[string]bool{}
		}
		r.mentions[m] = true
	}
}

// source prints an expression for people.
func source(n *pg.Node) func() string {
	return func() string {
		sel := &pg.SelectStmt{
			TargetList:  []*pg.Node{{Node: &pg.Node_ResTarget{ResTarget: &pg.ResTarget{Val: n}}}},
			LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg.SetOperation_SETOP_NONE,
		}
		return deparse(&pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: sel}}, "SELECT ")
	}
}

// query prints a query for people.
func query(n *pg.Node) func() string { return func() string { return deparse(n, "") } }

func deparse(n *pg.Node, prefix string) (out string) {
	defer func() {
		if recover() != nil {
			out = "?"
		}
	}()
	text, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: n}}})
	if err != nil {
		return "?"
	}
	return strings.TrimPrefix(text, prefix)
}
