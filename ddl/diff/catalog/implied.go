package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// implied is an object that every database has: the text does not make it,
// but may grant rights on it. Nil for what no database brings along.
func (c *Catalog) implied(t pg.ObjectType, n *pg.Node) *Object {
	switch t {
	case pg.ObjectType_OBJECT_LANGUAGE:
		return c.keepImplied("language", schema.Name{Name: value(n)}, "")
	case pg.ObjectType_OBJECT_FDW: // an extension's
		return c.keepImplied("foreign data wrapper", schema.Name{Name: value(n)}, "")
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW:
		v := n.GetRangeVar()
		if isSystem(v.GetSchemaname()) || v.GetSchemaname() == "" && builtin.Core().Relations[v.GetRelname()] != nil {
			in := v.GetSchemaname()
			if in == "" {
				in = "pg_catalog"
			}
			return c.keepImplied("table", schema.Name{Schema: in, Name: v.GetRelname()}, "")
		}
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE:
		o := n.GetObjectWithArgs()
		in, name := expr.LastTwo(o.GetObjname())
		if in == "pg_catalog" || in == "" && len(builtin.Core().Functions[name]) > 0 {
			return c.keepImplied("function", schema.Name{Schema: "pg_catalog", Name: name}, c.classArgs(o.GetObjargs()))
		}
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		in, name := expr.LastTwo(list(n))
		if _, ok := builtin.Core().Types[name]; ok && (in == "" || in == "pg_catalog") {
			return c.keepImplied("type", schema.Name{Schema: "pg_catalog", Name: name}, "")
		}
	case pg.ObjectType_OBJECT_SCHEMA:
		if isSystem(value(n)) {
			return c.keepImplied("schema", schema.Name{Name: value(n)}, "")
		}
	}
	return nil
}

func isSystem(schemaName string) bool {
	return schemaName == "pg_catalog" || schemaName == "information_schema"
}

func (c *Catalog) keepImplied(kind string, n schema.Name, args string) *Object {
	key := kind + " " + n.String() + args
	if o := c.Implied[key]; o != nil {
		return o
	}
	o := c.object(kind, n)
	o.Args, o.ACL = args, newACL()
	c.Implied[key] = &o
	return &o
}

// Withdrawn lists what a REVOKE took, as Effective lists what is granted: for
// an object whose rights at the start are not known, both count.
func (a *ACL) Withdrawn(kind string, rename func(string) string) []string {
	gone := newACL()
	for who, privs := range a.Revoked {
		for p := range privs {
			if _, again := a.Grants[who][p]; !again {
				gone.grant(who, p, false)
			}
		}
	}
	return gone.Effective(kind, "", rename)
}
