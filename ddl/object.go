package ddl

import (
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// objectWord is Postgres' word for a kind of object.
func objectWord(t pg.ObjectType) string {
	switch t {
	case pg.ObjectType_OBJECT_MATVIEW:
		return "materialized view"
	case pg.ObjectType_OBJECT_TABCONSTRAINT, pg.ObjectType_OBJECT_DOMCONSTRAINT:
		return "constraint"
	case pg.ObjectType_OBJECT_FDW:
		return "foreign data wrapper"
	case pg.ObjectType_OBJECT_FOREIGN_SERVER:
		return "server"
	case pg.ObjectType_OBJECT_OPCLASS:
		return "operator class"
	case pg.ObjectType_OBJECT_OPFAMILY:
		return "operator family"
	case pg.ObjectType_OBJECT_STATISTIC_EXT:
		return "statistics"
	case pg.ObjectType_OBJECT_TSCONFIGURATION:
		return "text search configuration"
	case pg.ObjectType_OBJECT_TSDICTIONARY:
		return "text search dictionary"
	case pg.ObjectType_OBJECT_TSPARSER:
		return "text search parser"
	case pg.ObjectType_OBJECT_TSTEMPLATE:
		return "text search template"
	case pg.ObjectType_OBJECT_LARGEOBJECT:
		return "large object"
	case pg.ObjectType_OBJECT_DEFACL:
		return "default privileges"
	}
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(t.String(), "OBJECT_"), "_", " "))
}

// object is the kind and the printed name of what a COMMENT, DROP, ALTER or
// GRANT names.
func (r *reader) object(t pg.ObjectType, o *pg.Node) (kind, name string) {
	return objectWord(t), r.objectName(t, o)
}

func (r *reader) objectName(t pg.ObjectType, o *pg.Node) string {
	parts := nameParts(o)
	switch t {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW, pg.ObjectType_OBJECT_SEQUENCE,
		pg.ObjectType_OBJECT_INDEX, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		return r.cat.find(dotted(parts)).String()
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return r.cat.findType(dotted(parts)).String()
	case pg.ObjectType_OBJECT_COLUMN, pg.ObjectType_OBJECT_TABCONSTRAINT, pg.ObjectType_OBJECT_TRIGGER,
		pg.ObjectType_OBJECT_POLICY, pg.ObjectType_OBJECT_RULE:
		if len(parts) > 1 {
			return r.cat.find(dotted(parts[:len(parts)-1])).Member(parts[len(parts)-1])
		}
	case pg.ObjectType_OBJECT_DOMCONSTRAINT:
		items := o.GetList().GetItems()
		if len(items) == 2 {
			return r.cat.findType(dotted(nameParts(items[0]))).Member(nameParts(items[1])[0])
		}
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		return r.routine(o.GetObjectWithArgs())
	case pg.ObjectType_OBJECT_CAST:
		items := o.GetList().GetItems()
		if len(items) == 2 {
			return "(" + typeText(r.typeRef(items[0].GetTypeName())) + " AS " + typeText(r.typeRef(items[1].GetTypeName())) + ")"
		}
	case pg.ObjectType_OBJECT_COLLATION, pg.ObjectType_OBJECT_CONVERSION, pg.ObjectType_OBJECT_STATISTIC_EXT,
		pg.ObjectType_OBJECT_TSCONFIGURATION, pg.ObjectType_OBJECT_TSDICTIONARY, pg.ObjectType_OBJECT_TSPARSER, pg.ObjectType_OBJECT_TSTEMPLATE:
		return r.cat.create(dotted(parts)).String()
	}
	return dotted(parts).String()
}

// comment puts the comments of tables and columns into the model.
func (r *reader) comment(s *pg.CommentStmt) {
	_, name := r.object(s.Objtype, s.Object)
	r.is("comment", name)
	parts := nameParts(s.Object)
	switch s.Objtype {
	case pg.ObjectType_OBJECT_TABLE:
		if t := r.tables[r.cat.find(dotted(parts))]; t != nil {
			t.Comment = s.Comment
		}
	case pg.ObjectType_OBJECT_COLUMN:
		if len(parts) < 2 {
			return
		}
		if t := r.tables[r.cat.find(dotted(parts[:len(parts)-1]))]; t != nil {
			if c := t.Column(parts[len(parts)-1]); c != nil {
				c.Comment = s.Comment
			}
		}
	}
}

func (r *reader) createTrigger(s *pg.CreateTrigStmt) {
	n := r.cat.relation(s.Relation)
	r.is("trigger", n.Member(s.Trigname))
	r.target(n)
	if t := r.tables[n]; t != nil {
		t.Triggers = append(deleteFirst(t.Triggers, func(m schema.Member) bool { return m.Name == s.Trigname }), schema.Member{Name: s.Trigname, Line: r.src.Line})
	}
}

func (r *reader) createRule(s *pg.RuleStmt) {
	n := r.cat.relation(s.Relation)
	r.is("rule", n.Member(s.Rulename))
	r.target(n)
	if t := r.tables[n]; t != nil && s.Rulename != "_RETURN" {
		t.Rules = append(deleteFirst(t.Rules, func(m schema.Member) bool { return m.Name == s.Rulename }), schema.Member{Name: s.Rulename, Line: r.src.Line})
	}
}

func (r *reader) createPolicy(s *pg.CreatePolicyStmt) {
	n := r.cat.relation(s.Table)
	r.is("policy", n.Member(s.PolicyName))
	r.target(n)
	p := &schema.Policy{Name: s.PolicyName, Command: s.CmdName, Permissive: s.Permissive, Line: r.src.Line}
	for _, role := range s.Roles {
		spec := role.GetRoleSpec()
		r.role(spec)
		switch spec.GetRoletype() {
		case pg.RoleSpecType_ROLESPEC_CSTRING:
			p.Roles = append(p.Roles, spec.Rolename)
		case pg.RoleSpecType_ROLESPEC_PUBLIC:
			p.Roles = append(p.Roles, "public")
		default:
			p.Roles = append(p.Roles, strings.ToLower(strings.TrimPrefix(spec.GetRoletype().String(), "ROLESPEC_")))
		}
	}
	if t := r.tables[n]; t != nil {
		t.Policies = append(t.Policies, p)
	}
}

func (r *reader) createSchema(s *pg.CreateSchemaStmt) {
	name := s.Schemaname
	if name == "" {
		name = s.Authrole.GetRolename()
	}
	r.role(s.Authrole)
	r.is("schema", schema.Quote(name))
	if !r.cat.schemas[name] {
		r.cat.schemas[name] = true
	}
	known := false
	for _, have := range r.out.Schema.Schemas {
		known = known || have == name
	}
	if !known {
		r.out.Schema.Schemas = append(r.out.Schema.Schemas, name)
	}
	path, item := r.cat.path, *r.item
	r.cat.path = append([]string{name}, path...)
	for _, e := range s.SchemaElts {
		r.read(e)
	}
	r.cat.path, *r.item = path, item
}

func (r *reader) createExtension(s *pg.CreateExtensionStmt) {
	r.is("extension", schema.Quote(s.Extname))
	e := &schema.Extension{Name: s.Extname, Line: r.src.Line}
	for _, o := range s.Options {
		switch d := o.GetDefElem(); d.GetDefname() {
		case "schema":
			e.Schema = d.Arg.GetString_().GetSval()
		case "new_version":
			e.Version = d.Arg.GetString_().GetSval()
		}
	}
	if in := r.cat.create(schema.Name{Name: e.Name}).Schema; e.Schema == "" && in != "public" {
		e.Schema = in // where search_path puts it
	}
	for _, have := range r.out.Schema.Extensions {
		if have.Name == e.Name {
			return
		}
	}
	r.out.Schema.Extensions = append(r.out.Schema.Extensions, e)
	for _, needed := range cascades[e.Name] {
		if _, ok := r.extensionSchema(needed); !ok {
			r.out.Schema.Extensions = append(r.out.Schema.Extensions, &schema.Extension{Name: needed, Schema: e.Schema, Line: e.Line})
		}
	}
}

// cascades are the extensions that CREATE EXTENSION … CASCADE brings along.
var cascades = map[string][]string{"earthdistance": {"cube"}}

func (r *reader) foreignTable(s *pg.CreateForeignTableStmt) {
	t := r.createTable(s.BaseStmt)
	r.item.Kind = "foreign table"
	if t != nil {
		t.Foreign, t.Server = true, s.Servername
	}
}
