package ddl

import (
	"strings"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

func (r *reader) createIndex(s *pg.IndexStmt) {
	table := r.cat.relation(s.Relation)
	x := &schema.Index{
		Name: schema.Name{Schema: table.Schema, Name: s.Idxname}, Line: r.src.Line,
		Unique: s.Unique, NullsNotDistinct: s.NullsNotDistinct, Method: s.AccessMethod,
	}
	all := append(append([]*pg.Node(nil), s.IndexParams...), s.IndexIncludingParams...)
	if s.Idxname == "" {
		x.Name.Name = r.cat.relationName(table.Schema, table.Name, autoname.Joined(autoname.IndexColumns(all)), "idx", false)
	}
	r.about("index", x.Name)
	r.target(table)
	if s.IfNotExists && r.cat.relations[x.Name] != 0 {
		return
	}
	for _, n := range s.IndexIncludingParams {
		x.Including = append(x.Including, n.GetIndexElem().GetName())
	}
	r.indexKeys(x, s)
	r.cat.relations[x.Name] = isIndex
	if t := r.tables[table]; t != nil {
		t.Indexes = append(t.Indexes, x)
	}
}

// indexKeys reads the keys, with their source cut from the list in brackets
// after the table and its method, and the predicate.
func (r *reader) indexKeys(x *schema.Index, s *pg.IndexStmt) {
	at := r.src.find(r.src.at(s.Relation.GetLocation()), len(r.src.Tokens()), "(") + 1
	for _, n := range s.IndexParams {
		end := r.src.elementEnd(at)
		x.Keys = append(x.Keys, r.indexKey(n.GetIndexElem(), r.keyText(at, end)))
		at = end + 1
	}
	if s.WhereClause == nil {
		return
	}
	if w := r.src.find(at, len(r.src.Tokens()), "where"); w >= 0 {
		x.Where = r.root(s.WhereClause, r.src.text(w+1, len(r.src.Tokens())))
	}
}

// keyText is the expression at the start of an index key: in brackets, or a
// function call; what follows is collation, operator class and order.
func (r *reader) keyText(at, end int) string {
	if r.src.is(at, "(") {
		return unbracket(r.src.text(at, r.src.closing(at)+1))
	}
	if open := r.src.find(at, end, "("); open >= 0 {
		return r.src.text(at, r.src.closing(open)+1)
	}
	return ""
}

func (r *reader) indexKey(e *pg.IndexElem, sql string) schema.IndexKey {
	k := schema.IndexKey{Column: e.GetName(), Collation: dotted(words(e.GetCollation())), OpClass: dotted(words(e.GetOpclass()))}
	if k.Column == "" {
		k.Expr = r.root(e.GetExpr(), sql)
	}
	return k
}

// unbracket takes one pair of brackets off an expression that is one pair.
func unbracket(sql string) string {
	if !strings.HasPrefix(sql, "(") || !strings.HasSuffix(sql, ")") {
		return sql
	}
	return strings.TrimSpace(sql[1 : len(sql)-1])
}

// attachIndex folds the key or index of a partition into its parent's.
func (r *reader) attachIndex(child schema.Name) {
	for _, t := range r.tables {
		if t.Name.Schema != child.Schema || t.PartitionOf == nil {
			continue
		}
		t.Constraints = deleteFirst(t.Constraints, func(c *schema.Constraint) bool {
			return indexed(c.Kind) && c.Name == child.Name
		})
		t.Indexes = deleteFirst(t.Indexes, func(x *schema.Index) bool { return x.Name == child })
	}
}
