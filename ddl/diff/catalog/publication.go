package catalog

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) createPublication(s *pg.CreatePublicationStmt) error {
	e := c.entry("publication", schema.Name{Name: s.Pubname})
	e.Members = map[string]*Member{}
	if s.ForAllTables {
		e.Attributes["for"] = "ALL TABLES"
	}
	e.publicationOptions(s.Options)
	if err := c.publish(e, s.Pubobjects); err != nil {
		return err
	}
	return c.putEntry(e)
}

// publicationOptions: what is published is a set, and all of it the default.
func (e *Entry) publicationOptions(options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		v := value(d.GetArg())
		if d.GetDefname() == "publish" {
			parts := strings.Split(strings.ReplaceAll(v, " ", ""), ",")
			slices.Sort(parts)
			v = strings.Join(parts, ", ")
			if v == "delete, insert, truncate, update" {
				delete(e.Attributes, "publish")
				continue
			}
		}
		if d.Arg == nil {
			v = "true"
		}
		if v == "false" || v == "none" {
			delete(e.Attributes, d.Defname)
			continue
		}
		e.Attributes[d.Defname] = v
	}
}

// publish adds tables and schemas.
func (c *Catalog) publish(e *Entry, objects []*pg.Node) error {
	for _, n := range objects {
		o := n.GetPublicationObjSpec()
		if o.GetPubtable() == nil {
			name := o.GetName()
			if o.GetPubobjtype() == pg.PublicationObjSpecType_PUBLICATIONOBJ_TABLES_IN_CUR_SCHEMA {
				name = c.firstSchema()
			}
			e.Attributes["schema "+name] = "published"
			continue
		}
		r, err := c.rangeVar(o.Pubtable.Relation)
		if err != nil {
			return err
		}
		cols := expr.Strings(o.Pubtable.Columns)
		slices.Sort(cols)
		c.member(e, r, &Member{r, cols, c.expr(o.Pubtable.WhereClause), c.line}, o.Pubtable.Relation.Inh)
	}
	return nil
}

// member publishes a table and, unless ONLY is written, those that inherit
// from it.
func (c *Catalog) member(e *Entry, r *Relation, m *Member, recurse bool) {
	own := *m
	own.Relation = r
	e.Members[r.Name.String()] = &own
	if !recurse || r.PartitionBy != nil {
		return
	}
	for _, child := range r.children {
		c.member(e, child, m, true)
	}
}

func (c *Catalog) alterPublication(s *pg.AlterPublicationStmt) error {
	e := c.Entries["publication "+schema.Quote(s.Pubname)]
	if e == nil {
		return errMissing
	}
	e.publicationOptions(s.Options)
	switch s.Action {
	case pg.AlterPublicationAction_AP_DropObjects:
		for _, n := range s.Pubobjects {
			o := n.GetPublicationObjSpec()
			if o.GetPubtable() == nil {
				delete(e.Attributes, "schema "+o.GetName())
			} else if r, err := c.rangeVar(o.Pubtable.Relation); err == nil {
				delete(e.Members, r.Name.String())
			}
		}
		return nil
	case pg.AlterPublicationAction_AP_SetObjects:
		if len(s.Pubobjects) > 0 {
			e.Members = map[string]*Member{}
		}
	}
	return c.publish(e, s.Pubobjects)
}

func (c *Catalog) createSubscription(s *pg.CreateSubscriptionStmt) error {
	e := c.entry("subscription", schema.Name{Name: s.Subname})
	e.Secret = map[string]bool{"connection": true}
	e.Attributes["connection"] = s.Conninfo
	pubs := expr.Strings(s.Publication)
	slices.Sort(pubs)
	e.Attributes["publication"] = strings.Join(pubs, ", ")
	e.subscriptionOptions(s.Options)
	return c.putEntry(e)
}

// subscriptionDefaults are what CREATE SUBSCRIPTION takes by itself.
var subscriptionDefaults = map[string]string{
	"synchronous_commit": "off", "origin": "any", "password_required": "true", "streaming": "off", "two_phase": "off",
	"enabled": "true",
}

// subscriptionOptions: connect, enabled and the like say how to start one.
func (e *Entry) subscriptionOptions(options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		v := plainValue(d)
		switch d.GetDefname() {
		case "connect", "create_slot", "copy_data", "refresh":
			continue
		}
		e.Attributes[d.GetDefname()] = strings.ToLower(v)
		if usual, ok := subscriptionDefaults[d.GetDefname()]; v == "false" && d.GetDefname() != "enabled" || ok && v == usual {
			delete(e.Attributes, d.GetDefname())
		}
		if d.GetDefname() == "slot_name" && v == e.Name.Name {
			delete(e.Attributes, "slot_name")
		}
	}
}

func (c *Catalog) alterSubscription(s *pg.AlterSubscriptionStmt) error {
	e := c.Entries["subscription "+schema.Quote(s.Subname)]
	if e == nil {
		return errMissing
	}
	if s.Conninfo != "" {
		e.Attributes["connection"] = s.Conninfo
	}
	e.subscriptionOptions(s.Options)
	return nil
}
