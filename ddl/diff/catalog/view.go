package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

func (c *Catalog) createView(s *pg.ViewStmt) error {
	if s.View.GetRelpersistence() == "t" {
		return nil
	}
	n := c.creation(s.View.GetSchemaname(), s.View.GetRelname())
	r := c.Relations[n]
	if r == nil {
		r = &Relation{Object: c.object("view", n)}
		r.ACL = c.initialACL("table", n.Schema)
		c.put(r)
	} else if !s.Replace || r.Query == nil {
		return nil
	}
	if r.Query != nil {
		r.prior = c.columnsOf(r)
	}
	r.Line, r.Text = c.line, c.text
	r.Query, r.Names = c.expr(s.Query), expr.Strings(s.Aliases)
	r.Options = map[string]string{}
	setOptions(r.Options, s.Options)
	switch s.WithCheckOption {
	case pg.ViewCheckOption_LOCAL_CHECK_OPTION:
		r.Options["check_option"] = "local"
	case pg.ViewCheckOption_CASCADED_CHECK_OPTION:
		r.Options["check_option"] = "cascaded"
	}
	return nil
}

// createTableAs makes a materialized view, or a table whose columns come from
// a query.
func (c *Catalog) createTableAs(s *pg.CreateTableAsStmt) error {
	kind := "materialized view"
	if s.Objtype == pg.ObjectType_OBJECT_TABLE {
		kind = "table"
	}
	if s.Into.GetRel().GetRelpersistence() == "t" {
		return nil
	}
	r, err := c.newRelation(s.Into.GetRel(), kind)
	if err != nil || r == nil {
		return err
	}
	r.ACL = c.initialACL("table", r.Name.Schema)
	r.Query, r.Names = c.expr(s.Query), expr.Strings(s.Into.ColNames)
	r.copied = kind == "table"
	setOptions(r.Options, s.Into.Options)
	r.AccessMethod, r.Tablespace = c.accessAM, c.tablespace
	if a := s.Into.AccessMethod; a != "" && a != "heap" {
		r.AccessMethod = a
	}
	if s.Into.TableSpaceName != "" {
		r.Tablespace = s.Into.TableSpaceName
	}
	c.put(r)
	return nil
}

// IsView tells views and materialized views from tables.
func (r *Relation) IsView() bool { return r.Query != nil && !r.copied }
