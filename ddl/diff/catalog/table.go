package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

// column finds a column by the name it has now.
func (r *Relation) column(name string) *Column {
	for _, c := range r.Columns {
		if c.Name.Name == name {
			return c
		}
	}
	return nil
}

// ColumnAt finds the column that had a name at a statement.
func (r *Relation) ColumnAt(name string, at int) *Column {
	for _, c := range r.Columns {
		for _, f := range c.former {
			if f.name == name && f.until > at {
				return c
			}
		}
	}
	return r.column(name)
}

func (r *Relation) constraint(name string) *Constraint {
	for _, k := range r.Constraints {
		if k.Name.Name == name {
			return k
		}
	}
	return nil
}

func (c *Catalog) createTable(s *pg.CreateStmt) error {
	kind := "table"
	if s.Relation.GetRelpersistence() == "t" {
		return nil // gone with the session
	}
	r, err := c.newRelation(s.Relation, kind)
	if err != nil || r == nil {
		return err
	}
	return c.defineTable(r, s)
}

// newRelation makes a relation; nil when there is one by that name already.
func (c *Catalog) newRelation(v *pg.RangeVar, kind string) (*Relation, error) {
	n := c.creation(v.GetSchemaname(), v.GetRelname())
	if c.Relations[n] != nil {
		return nil, nil
	}
	r := &Relation{Object: c.object(kind, n), Options: map[string]string{}, ServerOptions: map[string]string{}}
	r.Unlogged = v.GetRelpersistence() == "u"
	return r, nil
}

func (c *Catalog) defineTable(r *Relation, s *pg.CreateStmt) error {
	if err := c.parents(r, s); err != nil {
		return err
	}
	if s.OfTypename != nil {
		if err := c.ofType(r, s.OfTypename); err != nil {
			return err
		}
	}
	if err := c.likes(s); err != nil {
		return err
	}
	r.ACL = c.initialACL("table", r.Name.Schema)
	r.AccessMethod, r.Tablespace = c.accessAM, c.tablespace
	if s.AccessMethod != "" && s.AccessMethod != "heap" {
		r.AccessMethod = s.AccessMethod
	}
	if s.Tablespacename != "" {
		r.Tablespace = s.Tablespacename
	}
	if s.Partspec != nil {
		r.PartitionBy = &PartitionBy{s.Partspec, c.path, c.at}
		r.AccessMethod = s.AccessMethod
	}
	setOptions(r.Options, s.Options)
	c.put(r)
	b := &tableBuilder{c: c, r: r}
	b.inherit()
	for _, e := range s.TableElts {
		b.element(e)
	}
	for _, k := range s.Constraints {
		b.constraint(k.GetConstraint(), nil)
	}
	b.finish()
	if r.Kind != "foreign table" { // there are no rows: NOT VALID means nothing
		for _, k := range r.Constraints {
			k.Validated = k.Enforced
		}
	}
	return nil
}

// parents resolves INHERITS and PARTITION OF.
func (c *Catalog) parents(r *Relation, s *pg.CreateStmt) error {
	for _, n := range s.InhRelations {
		p, err := c.rangeVar(n.GetRangeVar())
		if err != nil {
			return err
		}
		if s.Partbound != nil {
			r.PartitionOf = p
			r.Bound = &Bound{s.Partbound, c.path, c.at}
		} else {
			r.Inherits = append(r.Inherits, p)
		}
	}
	return nil
}

// likes checks that the tables of LIKE are there before anything is made.
func (c *Catalog) likes(s *pg.CreateStmt) error {
	for _, e := range s.TableElts {
		if l := e.GetTableLikeClause(); l != nil {
			if _, err := c.rangeVar(l.Relation); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Catalog) ofType(r *Relation, t *pg.TypeName) error {
	schemaName, name := expr.LastTwo(t.Names)
	ct := c.relation(schemaName, name)
	if ct == nil {
		return errMissing
	}
	ref := c.typeRef(t)
	r.OfType = &ref
	for _, col := range ct.Columns {
		k := c.newColumn(r, col.Name.Name)
		k.Type, k.Collation, k.Local = col.Type, col.Collation, true
		r.Columns = append(r.Columns, k)
	}
	return nil
}

func (c *Catalog) newColumn(r *Relation, name string) *Column {
	col := &Column{Object: c.object("column", r.Name), Options: map[string]string{}, Server: map[string]string{}, at: c.at}
	col.Name.Name = name
	return col
}

func (c *Catalog) createForeignTable(s *pg.CreateForeignTableStmt) error {
	r, err := c.newRelation(s.BaseStmt.GetRelation(), "foreign table")
	if err != nil || r == nil {
		return err
	}
	r.Server = s.Servername
	setOptions(r.ServerOptions, s.Options)
	return c.defineTable(r, s.BaseStmt)
}

// setOptions applies SET, ADD and DROP of a list of options.
func setOptions(into map[string]string, options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		if d == nil {
			continue
		}
		name := d.Defname
		if d.Defnamespace != "" {
			name = d.Defnamespace + "." + name
		}
		if d.Defaction == pg.DefElemAction_DEFELEM_DROP {
			delete(into, name)
			continue
		}
		v := value(d.Arg)
		if d.Arg == nil {
			v = "true"
		}
		if name == "oids" && v == "false" {
			continue // the only way since version 12
		}
		into[name] = v
	}
}

// detached are the children of a table.
func (r *Relation) addChild(child *Relation) { r.children = append(r.children, child) }

func (r *Relation) removeChild(child *Relation) {
	for i, k := range r.children {
		if k == child {
			r.children = append(r.children[:i:i], r.children[i+1:]...)
			return
		}
	}
}
