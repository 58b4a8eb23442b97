package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// find looks an object up the way COMMENT ON, ALTER … OWNER and so on name
// it.
func (c *Catalog) find(t pg.ObjectType, n *pg.Node) (*Object, error) {
	switch t {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW, pg.ObjectType_OBJECT_SEQUENCE,
		pg.ObjectType_OBJECT_INDEX, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		return c.findRelation(list(n), n.GetRangeVar())
	case pg.ObjectType_OBJECT_COLUMN, pg.ObjectType_OBJECT_ATTRIBUTE:
		return c.findColumn(list(n))
	case pg.ObjectType_OBJECT_TABCONSTRAINT, pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_RULE, pg.ObjectType_OBJECT_POLICY:
		return c.findMember(t, list(n))
	case pg.ObjectType_OBJECT_DOMCONSTRAINT:
		return c.findDomainConstraint(itemsOf(n))
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		f, err := c.routine(n.GetObjectWithArgs())
		if err != nil {
			return nil, err
		}
		return &f.Object, nil
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return c.findType(list(n))
	case pg.ObjectType_OBJECT_SCHEMA:
		if s := c.Schemas[value(n)]; s != nil {
			return s, nil
		}
		return nil, missing("schema", schema.Name{Name: value(n)})
	}
	return c.findEntry(t, n)
}

func (c *Catalog) findRelation(names []*pg.Node, v *pg.RangeVar) (*Object, error) {
	schemaName, name := qualified(names)
	if v != nil {
		schemaName, name = v.Schemaname, v.Relname
	}
	if r := c.relation(schemaName, name); r != nil {
		return &r.Object, nil
	}
	return nil, missing("relation", schema.Name{Schema: schemaName, Name: name})
}

func (c *Catalog) findColumn(names []*pg.Node) (*Object, error) {
	if len(names) < 2 {
		return nil, errOpaque
	}
	schemaName, table := qualified(names[:len(names)-1])
	r := c.relation(schemaName, table)
	name := names[len(names)-1].GetString_().GetSval()
	if r == nil {
		return nil, missing("relation", schema.Name{Schema: schemaName, Name: table})
	}
	if col := r.column(name); col != nil {
		return &col.Object, nil
	}
	if r.Query != nil || r.Index != nil {
		return &c.viewPart(r, name).Object, nil
	}
	return nil, errMissing
}

func (c *Catalog) findMember(t pg.ObjectType, names []*pg.Node) (*Object, error) {
	if len(names) < 2 {
		return nil, errOpaque
	}
	schemaName, table := qualified(names[:len(names)-1])
	r := c.relation(schemaName, table)
	if r == nil {
		return nil, missing("relation", schema.Name{Schema: schemaName, Name: table})
	}
	name := names[len(names)-1].GetString_().GetSval()
	if o := r.member(t, name); o != nil {
		return o, nil
	}
	if t == pg.ObjectType_OBJECT_TABCONSTRAINT {
		for _, col := range r.Columns {
			if col.NotNull && col.notNullName(r) == name {
				return &Object{}, nil
			}
		}
	}
	return nil, errMissing
}

func (r *Relation) member(t pg.ObjectType, name string) *Object {
	switch t {
	case pg.ObjectType_OBJECT_TABCONSTRAINT:
		if k := r.constraint(name); k != nil {
			return &k.Object
		}
	case pg.ObjectType_OBJECT_TRIGGER:
		for _, m := range r.Triggers {
			if m.Name.Name == name {
				return &m.Object
			}
		}
	case pg.ObjectType_OBJECT_RULE:
		for _, m := range r.Rules {
			if m.Name.Name == name {
				return &m.Object
			}
		}
	case pg.ObjectType_OBJECT_POLICY:
		for _, m := range r.Policies {
			if m.Name.Name == name {
				return &m.Object
			}
		}
	}
	return nil
}

func (c *Catalog) findDomainConstraint(parts []*pg.Node) (*Object, error) {
	if len(parts) != 2 {
		return nil, errOpaque
	}
	t, err := c.typ(list(parts[0]))
	if err != nil {
		return nil, err
	}
	for _, k := range t.Constraints {
		if k.Name.Name == value(parts[1]) {
			return &k.Object, nil
		}
	}
	return nil, errMissing
}

func (c *Catalog) findType(names []*pg.Node) (*Object, error) {
	t, err := c.typ(names)
	if err == nil {
		return &t.Object, nil
	}
	schemaName, name := expr.LastTwo(names)
	if r := c.relation(schemaName, name); r != nil {
		return &r.Object, nil
	}
	return nil, err
}

// entryKinds are the words for kinds that are kept as entries.
var entryKinds = map[pg.ObjectType]string{
	pg.ObjectType_OBJECT_ACCESS_METHOD:   "access method",
	pg.ObjectType_OBJECT_CAST:            "cast",
	pg.ObjectType_OBJECT_COLLATION:       "collation",
	pg.ObjectType_OBJECT_CONVERSION:      "other",
	pg.ObjectType_OBJECT_EVENT_TRIGGER:   "event trigger",
	pg.ObjectType_OBJECT_EXTENSION:       "extension",
	pg.ObjectType_OBJECT_FDW:             "foreign data wrapper",
	pg.ObjectType_OBJECT_FOREIGN_SERVER:  "server",
	pg.ObjectType_OBJECT_LANGUAGE:        "language",
	pg.ObjectType_OBJECT_OPCLASS:         "operator class",
	pg.ObjectType_OBJECT_OPERATOR:        "operator",
	pg.ObjectType_OBJECT_OPFAMILY:        "operator family",
	pg.ObjectType_OBJECT_PUBLICATION:     "publication",
	pg.ObjectType_OBJECT_SUBSCRIPTION:    "subscription",
	pg.ObjectType_OBJECT_STATISTIC_EXT:   "statistics",
	pg.ObjectType_OBJECT_TRANSFORM:       "other",
	pg.ObjectType_OBJECT_TSCONFIGURATION: "text search configuration",
	pg.ObjectType_OBJECT_TSDICTIONARY:    "text search dictionary",
	pg.ObjectType_OBJECT_TSPARSER:        "text search parser",
	pg.ObjectType_OBJECT_TSTEMPLATE:      "text search template",
}

func (c *Catalog) findEntry(t pg.ObjectType, n *pg.Node) (*Object, error) {
	e, err := c.entryOf(t, n)
	if err != nil {
		return nil, err
	}
	return &e.Object, nil
}

func (c *Catalog) entryOf(t pg.ObjectType, n *pg.Node) (*Entry, error) {
	kind := entryKinds[t]
	if kind == "" {
		return nil, errOpaque
	}
	for _, label := range c.entryLabels(t, n) {
		if e := c.Entries[kind+" "+label]; e != nil {
			return e, nil
		}
	}
	return nil, missing(kind, schema.Name{Name: value(n)})
}

// entryLabels are the names an entry may be meant by, along the search path.
func (c *Catalog) entryLabels(t pg.ObjectType, n *pg.Node) []string {
	switch t {
	case pg.ObjectType_OBJECT_OPERATOR:
		return c.operatorLabels(n.GetObjectWithArgs())
	case pg.ObjectType_OBJECT_OPCLASS, pg.ObjectType_OBJECT_OPFAMILY:
		if names := itemsOf(n); len(names) > 1 {
			var out []string
			for _, l := range c.pathLabels(names[1:]) {
				out = append(out, l+" USING "+value(names[0]))
			}
			return out
		}
	case pg.ObjectType_OBJECT_CAST, pg.ObjectType_OBJECT_TRANSFORM:
		if parts := itemsOf(n); len(parts) == 2 && t == pg.ObjectType_OBJECT_CAST {
			return []string{"(" + c.typeName(parts[0].GetTypeName()) + " AS " + c.typeName(parts[1].GetTypeName()) + ")"}
		} else if len(parts) == 2 {
			return []string{"TRANSFORM FOR " + c.typeName(parts[0].GetTypeName()) + " LANGUAGE " + value(parts[1])}
		}
	}
	names := list(n)
	if len(names) > 1 || hasSchema(t) {
		return c.pathLabels(names)
	}
	return []string{schema.Quote(value(n))}
}

func hasSchema(t pg.ObjectType) bool {
	switch t {
	case pg.ObjectType_OBJECT_COLLATION, pg.ObjectType_OBJECT_CONVERSION, pg.ObjectType_OBJECT_STATISTIC_EXT,
		pg.ObjectType_OBJECT_TSCONFIGURATION, pg.ObjectType_OBJECT_TSDICTIONARY, pg.ObjectType_OBJECT_TSPARSER, pg.ObjectType_OBJECT_TSTEMPLATE:
		return true
	}
	return false
}

func (c *Catalog) pathLabels(names []*pg.Node) []string {
	schemaName, name := qualified(names)
	if schemaName != "" {
		return []string{schema.Name{Schema: schemaName, Name: name}.String()}
	}
	var out []string
	for _, s := range search(c.path) {
		out = append(out, schema.Name{Schema: s, Name: name}.String())
	}
	return out
}

func (c *Catalog) operatorLabels(o *pg.ObjectWithArgs) []string {
	schemaName, name := qualified(o.GetObjname())
	var types []string
	for _, a := range o.GetObjargs() {
		if a.GetTypeName() == nil {
			types = append(types, "NONE")
			continue
		}
		types = append(types, c.typeName(a.GetTypeName()))
	}
	args := "(" + strings.Join(types, ",") + ")"
	schemas := []string{schemaName}
	if schemaName == "" {
		schemas = search(c.path)
	}
	var out []string
	for _, s := range schemas {
		out = append(out, schema.Quote(s)+"."+name+args)
	}
	return out
}
