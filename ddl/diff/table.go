package diff

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// table reads a table, ordinary, partitioned, foreign or a partition.
func (r *reader) table(rel *catalog.Relation) *fact {
	f := newFact(rel.Kind, rel.Name.String(), rel.Line)
	f.flag("unlogged", rel.Unlogged)
	f.setMap("option ", rel.Options)
	f.flag("row security", rel.RowSecurity)
	f.flag("force row security", rel.ForceRowSecurity)
	f.set("replica identity", rel.ReplicaIdentity)
	f.set("cluster on", rel.ClusterOn)
	f.set("server", rel.Server)
	f.setMap("server option ", rel.ServerOptions)
	f.set("@access method", rel.AccessMethod)
	f.set("@tablespace", tablespace(rel.Tablespace))
	if rel.OfType != nil {
		f.set("of type", r.cat.TypeOf(*rel.OfType).Name)
	}
	if rel.PartitionBy != nil {
		f.set("partition by", r.partitionKey(rel))
	}
	r.inheritance(rel, f)
	if rel.Query != nil {
		r.copiedColumns(rel, f)
	}
	f.show = statementText(rel.Text)
	r.add(f)
	if rel.PartitionOf != nil {
		r.partition(rel, f)
	}
	for _, col := range rel.Columns {
		r.column(rel, col, f)
	}
	for _, k := range rel.Constraints {
		r.constraint(rel, k, f)
	}
	return f
}

func tablespace(name string) string {
	if name == "pg_default" {
		return ""
	}
	return name
}

// inheritance: who the parents are counts; their order, the order of columns
// and what a child repeats of its parents do not.
func (r *reader) inheritance(rel *catalog.Relation, f *fact) {
	var parents, order, local []string
	for _, p := range rel.Inherits {
		parents = append(parents, p.Name.String())
	}
	f.set("~order of parents", strings.Join(parents, ", "))
	slices.Sort(parents)
	f.set("inherits", strings.Join(parents, ", "))
	for _, col := range rel.Columns {
		order = append(order, schema.Quote(col.Name.Name))
		if col.Inherited && col.Local && rel.PartitionOf == nil {
			local = append(local, schema.Quote(col.Name.Name))
		}
	}
	for _, k := range rel.Constraints {
		if k.Inherited && k.Local && rel.PartitionOf == nil {
			local = append(local, schema.Quote(k.Name.Name))
		}
	}
	slices.Sort(local)
	f.set(columnOrder, strings.Join(order, ", "))
	f.set("~repeats of its parents", strings.Join(local, ", "))
}

// columnOrder is compared over the columns that both sides have.
const columnOrder = "~order of columns"

// partitionKey is PARTITION BY in canonical form.
func (r *reader) partitionKey(rel *catalog.Relation) string {
	p := rel.PartitionBy
	parts := []string{p.Spec.Strategy.String()}
	for _, n := range p.Spec.PartParams {
		e := n.GetPartitionElem()
		text := schema.Quote(e.GetName())
		typ := expr.Type{}
		if e.GetExpr() != nil {
			a := r.row(rel, p.Path, p.At)
			form := a.Expr(e.Expr, expr.Type{})
			text, typ = form.String(), form.Type
		} else if col := rel.ColumnAt(e.GetName(), p.At); col != nil {
			text, typ = schema.Quote(col.Name.Name), r.cat.ColumnType(col)
		}
		if c := r.cat.Collation(e.GetCollation(), p.Path); c != "" {
			text += " collate " + c
		}
		method := "btree"
		if p.Spec.Strategy == pg.PartitionStrategy_PARTITION_STRATEGY_HASH {
			method = "hash"
		}
		if o := r.cat.Opclass(e.GetOpclass(), method, typ); o != "" {
			text += " " + o
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// partition reads the attachment of a partition and its bound.
func (r *reader) partition(rel *catalog.Relation, table *fact) {
	f := newFact("partition", rel.Name.String(), rel.Line)
	f.parent = table.id
	f.set("of", rel.PartitionOf.Name.String())
	f.set("values", r.bound(rel))
	r.add(f)
}

// bound is FOR VALUES: the values of a list are a set.
func (r *reader) bound(rel *catalog.Relation) string {
	b := rel.Bound.Spec
	var types []expr.Type // with the modifiers that values are stored under
	if by := rel.PartitionOf.PartitionBy; by != nil {
		for _, n := range by.Spec.PartParams {
			types = append(types, r.keyType(rel.PartitionOf, n.GetPartitionElem()))
		}
	}
	datum := func(i int, n *pg.Node) string {
		if d := n.GetColumnRef(); d != nil {
			return strings.ToUpper(strings.Join(expr.Strings(d.Fields), "."))
		}
		t := expr.Type{}
		if i < len(types) {
			t = types[i]
		}
		stored := t.Mod
		t.Mod = ""
		return expr.Scaled(r.cat.Analyzer(rel.Bound.Path, rel.Bound.At).Expr(n, t), stored).String()
	}
	switch {
	case b.IsDefault:
		return "DEFAULT"
	case b.Strategy == "h":
		return "MODULUS " + itoa(int(b.Modulus)) + " REMAINDER " + itoa(int(b.Remainder))
	case b.Strategy == "l":
		var in []string
		for _, n := range b.Listdatums {
			in = append(in, datum(0, n))
		}
		slices.Sort(in)
		return "IN (" + strings.Join(in, ", ") + ")"
	}
	var from, to []string
	for i, n := range b.Lowerdatums {
		from = append(from, datum(i, n))
	}
	for i, n := range b.Upperdatums {
		to = append(to, datum(i, n))
	}
	return "FROM (" + strings.Join(from, ", ") + ") TO (" + strings.Join(to, ", ") + ")"
}

func (r *reader) keyType(parent *catalog.Relation, e *pg.PartitionElem) expr.Type {
	if e.GetExpr() != nil {
		p := parent.PartitionBy
		return r.row(parent, p.Path, p.At).Expr(e.Expr, expr.Type{}).Type
	}
	if col := parent.ColumnAt(e.GetName(), parent.PartitionBy.At); col != nil {
		return r.cat.ColumnType(col)
	}
	return expr.Type{}
}

// copiedColumns reads the columns of CREATE TABLE AS.
func (r *reader) copiedColumns(rel *catalog.Relation, table *fact) {
	for _, c := range r.cat.ColumnsOf(rel) {
		f := newFact("column", rel.Name.Member(c.Name), rel.Line)
		f.parent = table.id
		f.set("type", c.Type.String())
		r.add(f)
	}
}

func statementText(text string) func() string {
	return func() string { return strings.TrimSpace(text) }
}
