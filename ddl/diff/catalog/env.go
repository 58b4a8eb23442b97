package catalog

import (
	"slices"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// env resolves names as they stood at a statement. It is an expr.Env.
type env struct {
	*Catalog
	at int
}

// analyzer reads an expression of a statement.
func (c *Catalog) analyzer(path []string, at int) *expr.Analyzer { return expr.New(env{c, at}, path) }

// Analyzer is an analyzer for an expression that the catalog holds.
func (c *Catalog) Analyzer(path []string, at int) *expr.Analyzer { return c.analyzer(path, at) }

// Relation finds a relation with its columns, the system's own included.
func (e env) Relation(path []string, schemaName, name string) *expr.Relation {
	core := builtin.Core().Relations
	if schemaName == "" && slices.Index(path, "pg_catalog") > 0 { // searched where it is named
		if r := e.relationAt(path, schemaName, name, e.at); r != nil {
			return &expr.Relation{Name: r.Name.String(), Columns: e.columnsAt(r, e.at), Type: r.Name.String()}
		}
	}
	switch {
	case schemaName == "pg_catalog", schemaName == "" && core[name] != nil:
		return systemRelation(name, core[name])
	case schemaName == "information_schema":
		return systemRelation("information_schema."+name, core["information_schema."+name])
	}
	if r := e.relationAt(path, schemaName, name, e.at); r != nil {
		return &expr.Relation{Name: r.Name.String(), Columns: e.columnsAt(r, e.at), Type: r.Name.String()}
	}
	for _, x := range e.extensions {
		if cols := x.catalog.Relations[name]; cols != nil && (schemaName == "" || schemaName == x.schema) {
			return systemRelation(schema.Name{Schema: x.schema, Name: name}.String(), cols)
		}
	}
	return nil
}

func systemRelation(name string, cols []builtin.Column) *expr.Relation {
	if cols == nil {
		return nil
	}
	r := &expr.Relation{Name: name, Type: name}
	for _, c := range cols {
		r.Columns = append(r.Columns, expr.Column{Name: c.Name, Type: expr.Type{Name: c.Type}})
	}
	return r
}

// columnsAt are the columns a statement saw, by the names they had then.
func (c *Catalog) columnsAt(r *Relation, at int) []expr.Column {
	if r.Query != nil {
		return c.columnsOf(r)
	}
	existed := c.existed(r, at)
	out := make([]expr.Column, 0, len(r.Columns))
	for _, col := range r.Columns {
		if existed && col.at > at {
			continue
		}
		k := expr.Column{Name: col.Name.Name, Real: col.Name.Name, Type: c.ColumnType(col)}
		for _, f := range col.former {
			if f.until > at {
				k.Name = f.name
				break
			}
		}
		out = append(out, k)
	}
	return out
}

func (c *Catalog) existed(r *Relation, at int) bool {
	for _, n := range c.names[r.Name] {
		if n.rel == r {
			return n.from <= at
		}
	}
	return false
}

// ColumnType is the resolved type of a column.
func (c *Catalog) ColumnType(col *Column) expr.Type {
	if col.Type.Name == nil {
		return expr.Type{}
	}
	if c.final && col.resolved != nil {
		return *col.resolved
	}
	t := c.TypeOf(col.Type)
	if c.final {
		col.resolved = &t
	}
	return t
}

// TypeOf resolves a type name.
func (c *Catalog) TypeOf(t TypeRef) expr.Type {
	return c.analyzer(t.Path, t.At).TypeOf(t.Name)
}

// viewColumn is a column of a view.
type viewColumn = expr.Column

// columnsOf are the columns of a relation at the end; those of a view come
// from its query. A view over itself has none.
func (c *Catalog) columnsOf(r *Relation) []expr.Column {
	if r.Query == nil {
		return c.columnsAt(r, r.lastAt())
	}
	if cols, ok := c.viewCols[r]; ok {
		return cols
	}
	c.viewCols[r] = r.prior
	_, cols := c.analyzer(r.Query.Path, r.Query.At).Query(r.Query.Node, r.Names)
	if !c.final {
		delete(c.viewCols, r)
		return cols
	}
	c.viewCols[r] = cols
	return cols
}

// Columns are the columns of a relation of any kind.
func (c *Catalog) ColumnsOf(r *Relation) []expr.Column { return c.columnsOf(r) }

func (r *Relation) lastAt() int { return int(^uint(0) >> 1) }

// Type resolves a type name to its canonical form.
func (e env) Type(path []string, schemaName, name string) (string, bool) {
	core := builtin.Core().Types
	if schemaName == "pg_catalog" || schemaName == "" {
		if _, ok := core[name]; ok {
			return name, true
		}
		if builtin.Core().Relations[name] != nil {
			return name, true
		}
		if len(name) > 1 && name[0] == '_' {
			if _, ok := core[name[1:]]; ok {
				return name[1:] + "[]", true
			}
		}
		if schemaName != "" {
			return name, core[name].Name != ""
		}
	}
	schemas := []string{schemaName}
	if schemaName == "" {
		schemas = search(path)
	}
	for _, s := range schemas {
		if full, ok := e.userType(schema.Name{Schema: s, Name: name}); ok {
			return full, true
		}
	}
	for _, x := range e.extensions {
		full := schema.Name{Schema: x.schema, Name: name}.String()
		if _, ok := x.catalog.Types[full]; ok && (schemaName == "" || schemaName == x.schema) {
			return full, true
		}
	}
	if schemaName == "" {
		schemaName = schemas[0]
	}
	full := schema.Name{Schema: schemaName, Name: name}.String()
	_, known := core[full]
	return full, known
}

func (e env) userType(n schema.Name) (string, bool) {
	if t := e.Types[n]; t != nil {
		return n.String(), true
	}
	if r := e.nameAt(n, e.at); r != nil && r.Index == nil {
		return r.Name.String(), true
	}
	for _, t := range e.Types {
		if t.Multirange == n && n.Name != "" {
			return n.String(), true
		}
	}
	if t := e.formerType[n]; t != nil && !t.dropped {
		return t.Name.String(), true
	}
	return "", false
}

// Functions lists the candidates of a call.
func (e env) Functions(path []string, schemaName, name string) []builtin.Function {
	var out []builtin.Function
	if schemaName == "" || schemaName == "pg_catalog" {
		out = builtin.Core().Functions[name]
		if schemaName != "" || len(e.byFunction[name]) == 0 && len(e.extensions) == 0 {
			return out
		}
		out = slices.Clip(out)
	}
	for _, s := range e.schemas(path, schemaName) {
		for _, f := range e.byFunction[name] {
			if f.Name.Schema == s {
				out = append(out, *e.functionOf(f))
			}
		}
		for _, x := range e.extensions {
			if x.schema == s {
				out = append(out, x.catalog.Functions[name]...)
			}
		}
	}
	return out
}

func (e env) schemas(path []string, schemaName string) []string {
	if schemaName != "" {
		return []string{schemaName}
	}
	return search(path)
}

// Operators lists the candidates of an operator.
func (e env) Operators(path []string, schemaName, name string) []builtin.Operator {
	var out []builtin.Operator
	if schemaName == "" || schemaName == "pg_catalog" {
		out = builtin.Core().Operators[name]
		if schemaName != "" || len(e.userOps) == 0 && len(e.extensions) == 0 {
			return out
		}
		out = slices.Clip(out)
	}
	for _, s := range e.schemas(path, schemaName) {
		for _, o := range e.userOps[name] {
			if o.Schema == schema.Quote(s) {
				out = append(out, o)
			}
		}
		for _, x := range e.extensions {
			if x.schema == s {
				out = append(out, x.catalog.Operators[name]...)
			}
		}
	}
	return out
}

// Cast finds a cast between two types.
func (e env) Cast(from, to string) (builtin.Cast, bool) {
	key := [2]string{from, to}
	if c, ok := builtin.Core().Casts[key]; ok {
		return c, true
	}
	if c, ok := e.userCasts[key]; ok {
		return c, true
	}
	for _, x := range e.extensions {
		if c, ok := x.catalog.Casts[key]; ok {
			return c, true
		}
	}
	return builtin.Cast{}, false
}

// Row is a relation as an expression of the statement sees its columns.
func (c *Catalog) Row(r *Relation, at int) *expr.Relation {
	return &expr.Relation{Name: r.Name.String(), Columns: c.columnsAt(r, at), Type: r.Name.String()}
}

// Find is the relation that a name meant at a statement; nil when the text
// makes none.
func (c *Catalog) Find(path []string, schemaName, name string, at int) *Relation {
	return c.relationAt(path, schemaName, name, at)
}
