package ddl

import (
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// serials are the pseudo types that make a sequence.
var serials = map[string]string{
	"serial": "int4", "serial4": "int4", "bigserial": "int8", "serial8": "int8",
	"smallserial": "int2", "serial2": "int2",
}

// addColumn reads a column with its constraints. A definition without a type
// (PARTITION OF, OF type) adds to a column that is there.
func (r *reader) addColumn(t *schema.Table, def *pg.ColumnDef) []made {
	c := t.Column(def.Colname)
	if c == nil {
		c = &schema.Column{Name: def.Colname, Line: r.line(def.Location)}
		t.Columns = append(t.Columns, c)
	}
	if def.TypeName != nil {
		r.columnTypeOf(t, c, def)
	}
	c.Inherited = false
	out := r.columnConstraints(t, c, def)
	if r.ownSequence(c) == nil && c.Default != nil && c.Sequence == nil {
		c.Sequence = r.defaultSequence(c.Default)
	}
	return out
}

func (r *reader) columnTypeOf(t *schema.Table, c *schema.Column, def *pg.ColumnDef) {
	parts := words(def.TypeName.Names)
	c.Type = r.typeRef(def.TypeName)
	if def.CollClause != nil {
		c.Collation = dotted(words(def.CollClause.Collname))
	}
	in := serials[parts[len(parts)-1]]
	if in == "" || len(parts) > 1 && parts[0] != schema.Catalog || c.Type.Name.Schema != schema.Catalog {
		return
	}
	c.Type = builtinType(in)
	c.NotNull = true
	name := r.cat.relationName(t.Name.Schema, t.Name.Name, c.Name, "seq", false)
	c.Sequence = r.addSequence(schema.Name{Schema: t.Name.Schema, Name: name}, c.Type)
	c.Sequence.OwnedBy, c.Sequence.Column = t.Name, c.Name
	c.Default = nextval(c.Sequence.Name)
}

// nextval is the default a serial column gets.
func nextval(n schema.Name) *schema.Expr {
	arg := &schema.Expr{Kind: schema.ExprConst, Value: n.String(), Type: builtinType("regclass")}
	return &schema.Expr{
		Kind: schema.ExprCall, Name: "nextval", Args: []*schema.Expr{arg},
		SQL: "nextval(" + literal(n.String()) + "::regclass)",
	}
}

// columnConstraints reads what follows a column's type. DEFERRABLE and its
// kin stand in the tree as constraints of their own, after the one they say
// something of.
func (r *reader) columnConstraints(t *schema.Table, c *schema.Column, def *pg.ColumnDef) []made {
	var out []made
	var last *schema.Constraint
	for _, n := range def.Constraints {
		k := n.GetConstraint()
		if k == nil {
			continue
		}
		if attribute(last, k.Contype) {
			continue
		}
		last = nil
		switch k.Contype {
		case pg.ConstrType_CONSTR_NOTNULL:
			last = r.columnNotNull(t, c, k)
		case pg.ConstrType_CONSTR_DEFAULT:
			c.Default = stored(r.root(k.RawExpr, r.clause(def, k, 1)))
		case pg.ConstrType_CONSTR_GENERATED:
			c.Generated = generatedKind(k)
			at := r.src.at(k.Location)
			c.Expression = r.root(k.RawExpr, r.src.inside(at))
		case pg.ConstrType_CONSTR_IDENTITY:
			r.identity(t, c, k)
		default:
			for _, m := range r.columnKey(t, c, k) {
				out = append(out, m)
				last = m.model
			}
		}
	}
	return out
}

// stored is the default that Postgres keeps: a bare DEFAULT NULL is none.
func stored(e *schema.Expr) *schema.Expr {
	if e != nil && e.Kind == schema.ExprConst && e.Null && e.Type.Name.Name == "" {
		return nil
	}
	return e
}

func generatedKind(k *pg.Constraint) string {
	if k.GeneratedKind == "v" {
		return "virtual"
	}
	return "stored"
}

// attribute applies DEFERRABLE, INITIALLY DEFERRED, NOT ENFORCED to the
// constraint before it.
func attribute(c *schema.Constraint, kind pg.ConstrType) bool {
	switch kind {
	case pg.ConstrType_CONSTR_ATTR_DEFERRABLE, pg.ConstrType_CONSTR_ATTR_NOT_DEFERRABLE,
		pg.ConstrType_CONSTR_ATTR_DEFERRED, pg.ConstrType_CONSTR_ATTR_IMMEDIATE,
		pg.ConstrType_CONSTR_ATTR_ENFORCED, pg.ConstrType_CONSTR_ATTR_NOT_ENFORCED:
	default:
		return false
	}
	if c == nil {
		return true
	}
	switch kind {
	case pg.ConstrType_CONSTR_ATTR_DEFERRABLE:
		c.Deferrable = true
	case pg.ConstrType_CONSTR_ATTR_DEFERRED:
		c.Deferrable, c.InitiallyDeferred = true, true
	case pg.ConstrType_CONSTR_ATTR_NOT_ENFORCED:
		c.NotEnforced = true
	}
	return true
}

// clause is the source of a column constraint, from so many tokens after its
// start to the next constraint.
func (r *reader) clause(def *pg.ColumnDef, k *pg.Constraint, skip int) string {
	from := r.src.at(k.Location)
	if r.src.is(from, "constraint") {
		skip += 2
	}
	return r.src.text(from+skip, r.clauseEnd(def, k))
}

// clauseEnd is the token after a column constraint: the start of the next
// one, of a COLLATE, or the end of the column.
func (r *reader) clauseEnd(def *pg.ColumnDef, k *pg.Constraint) int {
	return clauseEnd(r.src, def, k)
}

func clauseEnd(src source, def *pg.ColumnDef, k *pg.Constraint) int {
	end := src.elementEnd(src.at(k.Location))
	for _, n := range def.Constraints {
		if o := n.GetConstraint(); o != nil && o.Location > k.Location {
			end = min(end, src.at(o.Location))
		}
	}
	if def.CollClause != nil && def.CollClause.Location > k.Location {
		end = min(end, src.at(def.CollClause.Location))
	}
	return end
}

// columnNotNull sets NOT NULL; a constraint only where the text names it.
func (r *reader) columnNotNull(t *schema.Table, c *schema.Column, k *pg.Constraint) *schema.Constraint {
	c.NotNull = true
	if k.Conname == "" {
		return nil
	}
	m := &schema.Constraint{
		Name: k.Conname, Kind: schema.NotNull, Columns: []string{c.Name},
		NoInherit: k.IsNoInherit, Line: r.line(k.Location),
	}
	t.Constraints = append(t.Constraints, m)
	r.cat.constraints[schema.Name{Schema: t.Name.Schema, Name: m.Name}]++
	return m
}

func (r *reader) identity(t *schema.Table, c *schema.Column, k *pg.Constraint) {
	c.NotNull = true
	c.Identity = "by default"
	if k.GeneratedWhen == "a" {
		c.Identity = "always"
	}
	name := schema.Name{Schema: t.Name.Schema}
	for _, o := range k.Options {
		if d := o.GetDefElem(); d.GetDefname() == "sequence_name" {
			name = dotted(words(d.Arg.GetList().GetItems()))
		}
	}
	if name.Name == "" {
		name.Name = r.cat.relationName(t.Name.Schema, t.Name.Name, c.Name, "seq", false)
	} else if name.Schema == "" {
		name.Schema = t.Name.Schema
	}
	q := r.addSequence(name, c.Type)
	q.OwnedBy, q.Column = t.Name, c.Name
	r.sequenceOptions(q, k.Options)
	c.Sequence = q
}

func (r *reader) ownSequence(c *schema.Column) *schema.Sequence {
	if c.Identity != "" {
		return c.Sequence
	}
	return nil
}

// defaultSequence is the sequence that a nextval default names.
func (r *reader) defaultSequence(e *schema.Expr) *schema.Sequence {
	for e.Kind == schema.ExprCast && len(e.Args) == 1 && e.Args[0] != nil {
		e = e.Args[0]
	}
	if e.Kind != schema.ExprCall || e.Name != "nextval" || len(e.Args) != 1 || e.Args[0] == nil {
		return nil
	}
	arg := e.Args[0]
	for arg.Kind == schema.ExprCast && len(arg.Args) == 1 && arg.Args[0] != nil {
		arg = arg.Args[0]
	}
	if arg.Kind != schema.ExprConst {
		return nil
	}
	return r.sequence(r.cat.find(dotted(splitDots(arg.Value))))
}
