package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/schema"
)

// grantKind is the kind of object as the privileges table names it.
func grantKind(t pg.ObjectType) string {
	switch t {
	case pg.ObjectType_OBJECT_TABLE:
		return "table"
	case pg.ObjectType_OBJECT_SEQUENCE:
		return "sequence"
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		return "function"
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return "type"
	case pg.ObjectType_OBJECT_SCHEMA:
		return "schema"
	case pg.ObjectType_OBJECT_LANGUAGE:
		return "language"
	case pg.ObjectType_OBJECT_FOREIGN_SERVER:
		return "foreign server"
	case pg.ObjectType_OBJECT_FDW:
		return "fdw"
	case pg.ObjectType_OBJECT_LARGEOBJECT:
		return "large object"
	}
	return ""
}

// GrantKind is the kind of privileges that an object has.
func (o *Object) GrantKind() string {
	switch o.Kind {
	case "view", "materialized view", "foreign table", "table":
		return "table"
	case "procedure", "aggregate", "function":
		return "function"
	case "domain", "type":
		return "type"
	case "server":
		return "foreign server"
	case "foreign data wrapper":
		return "fdw"
	}
	return o.Kind
}

func (c *Catalog) grant(s *pg.GrantStmt) error {
	kind := grantKind(s.Objtype)
	if kind == "" || kind == "large object" {
		return errOpaque
	}
	if s.Targtype == pg.GrantTargetType_ACL_TARGET_ALL_IN_SCHEMA {
		return c.grantAll(s, kind)
	}
	var targets []*Object
	for _, n := range s.Objects {
		o, err := c.grantee(s.Objtype, n)
		if isMissing(err) {
			if sys := c.implied(s.Objtype, n); sys != nil {
				o, err = sys, nil
			}
		}
		if err != nil {
			return err
		}
		targets = append(targets, o)
	}
	for i, o := range targets {
		if o == nil {
			continue
		}
		if err := c.grantOn(o, s, s.Objects[i]); err != nil {
			return err
		}
	}
	return nil
}

// grantee finds an object of GRANT … ON; nil for one the system brings along.
func (c *Catalog) grantee(t pg.ObjectType, n *pg.Node) (*Object, error) {
	switch v := n.Node.(type) {
	case *pg.Node_RangeVar:
		r, err := c.rangeVar(v.RangeVar)
		if err != nil {
			return nil, err
		}
		return &r.Object, nil
	case *pg.Node_ObjectWithArgs:
		f, err := c.routine(v.ObjectWithArgs)
		if err != nil {
			return nil, err
		}
		return &f.Object, nil
	}
	return c.find(t, n)
}

func (c *Catalog) grantOn(o *Object, s *pg.GrantStmt, n *pg.Node) error {
	kind := o.GrantKind()
	if s.Objtype == pg.ObjectType_OBJECT_SEQUENCE {
		kind = "sequence"
	}
	whole, columns := grantPrivileges(s, kind)
	if o.ACL == nil {
		o.ACL = builtinDefaults(kind)
	}
	o.ACL.Line = c.line
	if len(columns) > 0 {
		r, err := c.rangeVar(n.GetRangeVar())
		if err != nil {
			return err
		}
		for _, col := range r.Columns {
			if privs := columns[col.Name.Name]; len(privs) > 0 {
				c.grantColumn(col, s, privs)
				delete(columns, col.Name.Name)
			}
		}
		if err := c.viewColumnGrants(r, s, columns); err != nil {
			return err
		}
	}
	applyGrant(o.ACL, s, whole)
	return nil
}

func (c *Catalog) grantColumn(col *Column, s *pg.GrantStmt, privs []string) {
	if col.ACL == nil {
		col.ACL = newACL()
	}
	col.ACL.Line = c.line
	applyGrant(col.ACL, s, privs)
}

// viewColumnGrants keeps grants on the columns of a view, which are known
// only at the end, on columns of its own.
func (c *Catalog) viewColumnGrants(r *Relation, s *pg.GrantStmt, columns map[string][]string) error {
	if len(columns) == 0 {
		return nil
	}
	if r.Query == nil {
		return errMissing
	}
	for _, n := range s.Privileges {
		for _, col := range n.GetAccessPriv().GetCols() {
			name := col.GetString_().GetSval()
			if privs := columns[name]; len(privs) > 0 {
				c.grantColumn(c.viewPart(r, name), s, privs)
				delete(columns, name)
			}
		}
	}
	return nil
}

// viewPart is the place for what is said about a column of a view.
func (c *Catalog) viewPart(r *Relation, name string) *Column {
	if col := r.column(name); col != nil {
		return col
	}
	col := c.newColumn(r, name)
	r.Columns = append(r.Columns, col)
	return col
}

// grantAll is GRANT … ON ALL … IN SCHEMA: the objects there are so far.
func (c *Catalog) grantAll(s *pg.GrantStmt, kind string) error {
	names, _ := grantPrivileges(s, kind)
	for _, n := range s.Objects {
		in := n.GetString_().GetSval()
		for _, o := range c.allIn(in, kind, s.Objtype) {
			if o.ACL == nil {
				o.ACL = builtinDefaults(kind)
			}
			o.ACL.Line = c.line
			applyGrant(o.ACL, s, names)
		}
	}
	return nil
}

func (c *Catalog) allIn(in, kind string, t pg.ObjectType) []*Object {
	var out []*Object
	add := func(o *Object) {
		if o.Name.Schema == in && o.GrantKind() == kind {
			out = append(out, o)
		}
	}
	for _, r := range c.Relations {
		add(&r.Object)
	}
	for _, f := range c.Routines {
		if t == pg.ObjectType_OBJECT_PROCEDURE && f.Kind != "procedure" || t == pg.ObjectType_OBJECT_FUNCTION && f.Kind == "procedure" {
			continue
		}
		add(&f.Object)
	}
	return out
}

func (o *Object) setOwner(c *Catalog, who string) {
	if who == "CURRENT_USER" || who == "SESSION_USER" {
		who = schema.Quote(c.role)
		if c.role == "" {
			return
		}
	}
	o.Owner, o.OwnerLine = who, c.line
}
