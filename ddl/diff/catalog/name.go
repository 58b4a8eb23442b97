package catalog

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// creation is where an object without a schema is made.
func (c *Catalog) creation(schemaName, name string) schema.Name {
	if schemaName == "" {
		schemaName = c.firstSchema()
	}
	return schema.Name{Schema: schemaName, Name: name}
}

func (c *Catalog) firstSchema() string {
	for _, s := range c.path {
		if s != "" && s != "pg_catalog" && s != "$user" {
			return s
		}
	}
	return "public"
}

// search lists the schemas an unqualified name may be in.
func search(path []string) []string {
	out := slices.DeleteFunc(slices.Clone(path), func(s string) bool { return s == "" || s == "$user" })
	if !slices.Contains(out, "public") {
		out = append(out, "public")
	}
	return out
}

func (c *Catalog) put(r *Relation) {
	c.Relations[r.Name] = r
	c.names[r.Name] = append(c.names[r.Name], &naming{rel: r, from: c.at})
}

// remove ends the name of a relation.
func (c *Catalog) remove(r *Relation) {
	if c.Relations[r.Name] == r {
		delete(c.Relations, r.Name)
	}
	for _, n := range c.names[r.Name] {
		if n.rel == r && n.until == 0 {
			n.until = c.at
		}
	}
}

// relation finds a relation by the name it has now.
func (c *Catalog) relation(schemaName, name string) *Relation {
	if schemaName != "" {
		return c.Relations[schema.Name{Schema: schemaName, Name: name}]
	}
	for _, s := range search(c.path) {
		if r := c.Relations[schema.Name{Schema: s, Name: name}]; r != nil {
			return r
		}
	}
	return nil
}

func (c *Catalog) rangeVar(v *pg.RangeVar) (*Relation, error) {
	if r := c.relation(v.GetSchemaname(), v.GetRelname()); r != nil {
		return r, nil
	}
	return nil, missing("relation", schema.Name{Schema: v.GetSchemaname(), Name: v.GetRelname()})
}

// relationAt finds the relation that had a name when a statement was made; a
// text may also name what it creates later.
func (c *Catalog) relationAt(path []string, schemaName, name string, at int) *Relation {
	schemas := []string{schemaName}
	if schemaName == "" {
		schemas = search(path)
	}
	for _, s := range schemas {
		if r := c.nameAt(schema.Name{Schema: s, Name: name}, at); r != nil {
			return r
		}
	}
	return nil
}

func (c *Catalog) nameAt(n schema.Name, at int) *Relation {
	all := c.names[n]
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].from <= at && (all[i].until == 0 || all[i].until > at) {
			return all[i].rel
		}
	}
	if r := c.Relations[n]; r != nil {
		return r
	}
	if len(all) > 0 && !all[len(all)-1].rel.dropped {
		return all[len(all)-1].rel
	}
	return nil
}

// qualified reads the parts of a name list.
func qualified(nodes []*pg.Node) (schemaName, name string) { return expr.LastTwo(nodes) }

// list are the names in a node that holds a list of strings or one string.
func list(n *pg.Node) []*pg.Node {
	switch v := n.GetNode().(type) {
	case *pg.Node_List:
		return v.List.Items
	case *pg.Node_String_:
		return []*pg.Node{n}
	case *pg.Node_TypeName:
		return v.TypeName.Names
	}
	return nil
}

func role(r *pg.RoleSpec) string {
	switch r.GetRoletype() {
	case pg.RoleSpecType_ROLESPEC_PUBLIC:
		return "public"
	case pg.RoleSpecType_ROLESPEC_CURRENT_USER, pg.RoleSpecType_ROLESPEC_CURRENT_ROLE:
		return "CURRENT_USER"
	case pg.RoleSpecType_ROLESPEC_SESSION_USER:
		return "SESSION_USER"
	}
	return schema.Quote(r.GetRolename())
}

// value prints the argument of an option.
func value(n *pg.Node) string {
	switch v := n.GetNode().(type) {
	case nil:
		return ""
	case *pg.Node_String_:
		return v.String_.Sval
	case *pg.Node_Integer:
		return fmt.Sprint(v.Integer.Ival)
	case *pg.Node_Float:
		return v.Float.Fval
	case *pg.Node_Boolean:
		return fmt.Sprint(v.Boolean.Boolval)
	case *pg.Node_TypeName:
		return strings.Join(expr.Strings(v.TypeName.Names), ".")
	case *pg.Node_List:
		var parts []string
		for _, i := range v.List.Items {
			parts = append(parts, value(i))
		}
		return strings.Join(parts, ", ")
	case *pg.Node_AConst:
		return constValue(v.AConst)
	case *pg.Node_DefElem:
		return v.DefElem.Defname + "=" + value(v.DefElem.Arg)
	case *pg.Node_RangeVar:
		return schema.Name{Schema: v.RangeVar.Schemaname, Name: v.RangeVar.Relname}.String()
	}
	return expr.Raw(n)
}

func constValue(k *pg.A_Const) string {
	switch v := k.Val.(type) {
	case *pg.A_Const_Ival:
		return fmt.Sprint(v.Ival.Ival)
	case *pg.A_Const_Fval:
		return v.Fval.Fval
	case *pg.A_Const_Boolval:
		return fmt.Sprint(v.Boolval.Boolval)
	case *pg.A_Const_Sval:
		return v.Sval.Sval
	case *pg.A_Const_Bsval:
		return v.Bsval.Bsval
	}
	return "NULL"
}

// Value prints the argument of an option.
func Value(n *pg.Node) string { return value(n) }
