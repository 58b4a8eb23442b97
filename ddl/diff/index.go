package diff

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// index reads an index that CREATE INDEX made. Nil for one that a partition
// has because its parent has it.
func (r *reader) index(rel *catalog.Relation) *fact {
	ix := rel.Index
	f := newFact("index", rel.Name.String(), rel.Line)
	f.parent, f.table, f.auto = tableID(ix.Table), ix.Table.Name.String(), autoNamed(rel.Name.Name)
	r.indexBody(rel, f)
	if ix.Attached != nil || r.parentIndex(rel, f) {
		return nil
	}
	f.set("table", ix.Table.Name.String())
	f.set("@tablespace", tablespace(rel.Tablespace))
	for n, v := range ix.Statistics {
		f.set("statistics of column "+n, v)
	}
	f.show = statementText(rel.Text)
	return r.add(f)
}

func tableID(rel *catalog.Relation) string { return rel.Kind + " " + rel.Name.String() }

func (r *reader) indexBody(rel *catalog.Relation, f *fact) {
	ix := rel.Index
	s := ix.Stmt
	method := s.AccessMethod
	if method == "" || method == "rtree" {
		method = "btree"
	}
	f.flag("unique", s.Unique)
	f.set("method", method)
	f.flag("nulls not distinct", s.NullsNotDistinct)
	var cols, include []string
	for _, n := range s.IndexParams {
		cols = append(cols, r.indexElement(ix.Table, n.GetIndexElem(), method, ix.Path, ix.At))
	}
	for _, n := range s.IndexIncludingParams {
		include = append(include, r.columnNow(ix.Table, n.GetIndexElem().GetName(), ix.At))
	}
	f.set("columns", strings.Join(cols, ", "))
	f.set("include", strings.Join(include, ", "))
	if w := s.WhereClause; w != nil {
		f.setShown("where", r.form(ix.Table, &catalog.Expr{Node: w, Path: ix.Path, At: ix.At}, expr.Type{Name: "bool"}), source(w))
	}
	f.setMap("option ", rel.Options)
}

// parentIndex reports whether the parent of a partition has an equal index
// that took this one in: one made later, and not ON ONLY the parent.
func (r *reader) parentIndex(rel *catalog.Relation, f *fact) bool {
	for p := rel.Index.Table.PartitionOf; p != nil; p = p.PartitionOf {
		for _, o := range r.indexes[p] {
			if v := o.Index.Stmt.Relation; v != nil && !v.Inh || o.Index.At < rel.Index.At {
				continue
			}
			g := newFact("index", "", 0)
			r.indexBody(o, g)
			if g.definition() == f.definition() {
				return true
			}
		}
	}
	return false
}

// indexElement prints a column of an index: the default operator class,
// collation and order are left out.
func (r *reader) indexElement(rel *catalog.Relation, e *pg.IndexElem, method string, path []string, at int) string {
	key, named := uncollated(e)
	text := r.columnNow(rel, e.GetName(), at)
	typ := expr.Type{}
	collation := ""
	if key != nil {
		a := r.row(rel, path, at)
		form := a.Expr(key, expr.Type{})
		r.note(a)
		text, typ = form.String(), form.Type
	} else {
		for _, c := range r.cat.ColumnsOf(rel) {
			if c.Name == e.GetName() || schema.Quote(c.Name) == text {
				typ = c.Type
			}
		}
		if col := rel.ColumnAt(e.GetName(), at); col != nil {
			collation = r.cat.Collation(col.Collation, col.Type.Path)
		}
	}
	if c := r.cat.Collation(named, path); c != collation && len(named) > 0 {
		text += " collate " + c
	}
	if o := r.cat.Opclass(e.GetOpclass(), method, typ); o != "" {
		text += " " + o
	}
	if opts := optionList(e.GetOpclassopts()); opts != "" {
		text += " (" + opts + ")"
	}
	if order := expr.SortOrder(e.GetOrdering(), e.GetNullsOrdering()); order != "" {
		text += " " + order
	}
	return text
}

// uncollated is the expression of a key, nil for a column, and its collation:
// (name COLLATE "C") is the column with that collation.
func uncollated(e *pg.IndexElem) (key *pg.Node, collation []*pg.Node) {
	key, collation = e.GetExpr(), e.GetCollation()
	for key.GetCollateClause() != nil {
		if c := key.GetCollateClause(); len(collation) == 0 {
			collation = c.Collname
		}
		key = key.GetCollateClause().Arg
	}
	return key, collation
}

func (r *reader) columnNow(rel *catalog.Relation, name string, at int) string {
	if col := rel.ColumnAt(name, at); col != nil {
		return schema.Quote(col.Name.Name)
	}
	return schema.Quote(name)
}
