package ddl

import (
	"slices"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// columnKey reads a CHECK, key or reference of a column.
func (r *reader) columnKey(t *schema.Table, c *schema.Column, k *pg.Constraint) []made {
	m := r.constraint(t, k)
	if m == nil {
		return nil
	}
	if m.Kind != schema.Check {
		m.Columns = []string{c.Name}
	}
	t.Constraints = append(t.Constraints, m)
	return []made{{node: k, model: m, column: c.Name}}
}

func (r *reader) tableConstraint(t *schema.Table, k *pg.Constraint) []made {
	m := r.constraint(t, k)
	if m == nil {
		return nil
	}
	if m.Kind == schema.NotNull {
		for _, name := range m.Columns {
			if c := t.Column(name); c != nil {
				c.NotNull = true
			}
		}
		if m.Name == "" {
			return nil
		}
	}
	t.Constraints = append(t.Constraints, m)
	return []made{{node: k, model: m}}
}

// constraint reads a constraint without giving it a name; nil for what is
// none.
func (r *reader) constraint(t *schema.Table, k *pg.Constraint) *schema.Constraint {
	m := &schema.Constraint{
		Name: k.Conname, Line: r.line(k.Location),
		Deferrable: k.Deferrable, InitiallyDeferred: k.Initdeferred,
		NoInherit: k.IsNoInherit, NotValid: k.SkipValidation && !k.InitiallyValid,
	}
	switch k.Contype {
	case pg.ConstrType_CONSTR_CHECK:
		m.Kind = schema.Check
		m.NotEnforced = !k.IsEnforced
		m.Expr = r.root(k.RawExpr, r.checkText(k))
	case pg.ConstrType_CONSTR_PRIMARY:
		m.Kind = schema.PrimaryKey
	case pg.ConstrType_CONSTR_UNIQUE:
		m.Kind = schema.Unique
		m.NullsNotDistinct = k.NullsNotDistinct
	case pg.ConstrType_CONSTR_EXCLUSION:
		m.Kind = schema.Exclude
		r.exclude(m, k)
	case pg.ConstrType_CONSTR_FOREIGN:
		m.Kind = schema.ForeignKey
		m.NotEnforced = !k.IsEnforced
		r.reference(t, m, k)
	case pg.ConstrType_CONSTR_NOTNULL:
		m.Kind = schema.NotNull
	default:
		return nil
	}
	if len(k.Keys) > 0 {
		m.Columns = words(k.Keys)
	}
	m.WithoutOverlaps = k.WithoutOverlaps
	m.Including = words(k.Including)
	r.usingIndex(t, m, k)
	return m
}

// checkText is what stands between the brackets of CHECK (…).
func (r *reader) checkText(k *pg.Constraint) string {
	at := r.src.find(r.src.at(k.Location), len(r.src.Tokens()), "check")
	if at < 0 {
		return ""
	}
	return r.src.inside(at)
}

func (r *reader) reference(t *schema.Table, m *schema.Constraint, k *pg.Constraint) {
	m.RefTable = r.cat.relation(k.Pktable)
	if r.cat.relations[m.RefTable] == 0 && k.Pktable.GetSchemaname() == "" && k.Pktable.GetRelname() == t.Name.Name {
		m.RefTable = t.Name
	}
	if len(k.FkAttrs) > 0 {
		m.Columns = words(k.FkAttrs)
	}
	m.RefColumns = words(k.PkAttrs)
	m.Match = "simple"
	if k.FkMatchtype == "f" {
		m.Match = "full"
	}
	m.OnUpdate, m.OnDelete = action(k.FkUpdAction), action(k.FkDelAction)
	m.Period = k.FkWithPeriod
}

func action(code string) string {
	switch code {
	case "r":
		return "restrict"
	case "c":
		return "cascade"
	case "n":
		return "set null"
	case "d":
		return "set default"
	}
	return "no action"
}

func (r *reader) exclude(m *schema.Constraint, k *pg.Constraint) {
	m.Method = k.AccessMethod
	for _, x := range k.Exclusions {
		pair := x.GetList().GetItems()
		if len(pair) != 2 {
			continue
		}
		key := r.indexKey(pair[0].GetIndexElem(), "")
		m.Elements = append(m.Elements, schema.ExcludeElement{Key: key, Operator: symbol(pair[1].GetList().GetItems())})
		if key.Column != "" {
			m.Columns = append(m.Columns, key.Column)
		} else {
			m.Columns = append(m.Columns, key.Expr.Columns()...)
		}
	}
	if k.WhereClause != nil {
		from := r.src.at(k.Location)
		if w := r.src.find(from, r.src.elementEnd(from), "where"); w >= 0 {
			m.Where = r.root(k.WhereClause, r.src.inside(w))
		}
	}
}

// usingIndex takes over an index of the table: ADD … USING INDEX.
func (r *reader) usingIndex(t *schema.Table, m *schema.Constraint, k *pg.Constraint) {
	if k.Indexname == "" {
		return
	}
	for i, x := range t.Indexes {
		if x.Name.Name != k.Indexname {
			continue
		}
		for _, key := range x.Keys {
			m.Columns = append(m.Columns, key.Column)
		}
		m.Including, m.NullsNotDistinct = x.Including, x.NullsNotDistinct
		t.Indexes = slices.Delete(t.Indexes, i, i+1)
		delete(r.cat.relations, x.Name)
		break
	}
	if m.Name == "" {
		m.Name = k.Indexname
	}
}

// nameConstraints gives the names that Postgres would, in its order: CHECKs,
// the primary key, the other keys, foreign keys.
func (r *reader) nameConstraints(t *schema.Table, list []made) {
	for pass := range 4 {
		for _, m := range list {
			if namingPass(m.model.Kind) != pass {
				continue
			}
			if r.merge(t, list, m) {
				continue
			}
			r.nameConstraint(t, m)
		}
	}
}

// merge leaves out a key that repeats one of the same statement, as
// transformIndexConstraints does.
func (r *reader) merge(t *schema.Table, list []made, m made) bool {
	if m.model.Kind != schema.Unique {
		return false
	}
	after := false
	for _, o := range list {
		c := o.model
		if c == m.model {
			after = true
			continue
		}
		if c.Kind != schema.PrimaryKey && (c.Kind != schema.Unique || after) || c.Deferrable != m.model.Deferrable || c.InitiallyDeferred != m.model.InitiallyDeferred ||
			c.NullsNotDistinct != m.model.NullsNotDistinct || !slices.Equal(c.Columns, m.model.Columns) || !slices.Equal(c.Including, m.model.Including) {
			continue
		}
		t.Constraints = deleteFirst(t.Constraints, func(x *schema.Constraint) bool { return x == m.model })
		return true
	}
	return false
}

func namingPass(k schema.ConstraintKind) int {
	switch k {
	case schema.Check, schema.NotNull:
		return 0
	case schema.PrimaryKey:
		return 1
	case schema.ForeignKey:
		return 3
	}
	return 2
}

func (r *reader) nameConstraint(t *schema.Table, m made) {
	c := m.model
	in := t.Name.Schema
	if c.Kind == schema.Check {
		wholeRow(t, c.Expr)
		c.Columns = slices.DeleteFunc(c.Expr.Columns(), func(name string) bool {
			return name != "*" && t.Column(name) == nil
		})
	}
	if c.Name == "" {
		c.AutoNamed = true
		c.Name = r.autoName(t, m)
	}
	n := schema.Name{Schema: in, Name: c.Name}
	r.cat.constraints[n]++
	if indexed(c.Kind) {
		r.cat.relations[n] = isIndex
	}
	r.out.facts.names[m.node] = c.Name
}

// wholeRow finds the table's own name used as a row.
func wholeRow(t *schema.Table, e *schema.Expr) {
	e.Walk(func(x *schema.Expr) bool {
		if x.Kind == schema.ExprColumn && x.Name == t.Name.Name && t.Column(x.Name) == nil {
			x.Name = "*"
		}
		return true
	})
}

func (r *reader) autoName(t *schema.Table, m made) string {
	c, in, table := m.model, t.Name.Schema, t.Name.Name
	switch c.Kind {
	case schema.Check:
		one := ""
		if len(c.Columns) == 1 && c.Columns[0] != "*" {
			one = c.Columns[0]
		}
		return r.cat.constraintName(in, table, one, "check")
	case schema.ForeignKey:
		return r.cat.constraintName(in, table, autoname.Joined(c.Columns), "fkey")
	case schema.PrimaryKey:
		return r.cat.relationName(in, table, "", "pkey", true)
	case schema.Exclude:
		var keys []*pg.Node
		for _, x := range m.node.Exclusions {
			keys = append(keys, x.GetList().GetItems()[0])
		}
		return r.cat.relationName(in, table, autoname.Joined(autoname.IndexColumns(keys)), "excl", true)
	case schema.NotNull:
		return r.cat.constraintName(in, table, autoname.Joined(c.Columns), "not_null")
	}
	return r.cat.relationName(in, table, autoname.Joined(append(slices.Clone(c.Columns), c.Including...)), "key", true)
}
