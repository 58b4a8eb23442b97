package ddl

import (
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// opaqueKind is the word and the name of a statement that the model has no
// place for.
func (r *reader) opaqueKind(n *pg.Node) (kind, name string) {
	switch s := n.Node.(type) {
	case *pg.Node_CreateCastStmt:
		c := s.CreateCastStmt
		return "cast", "(" + typeText(r.typeRef(c.Sourcetype)) + " AS " + typeText(r.typeRef(c.Targettype)) + ")"
	case *pg.Node_CreateOpClassStmt:
		return "operator class", r.cat.create(dotted(words(s.CreateOpClassStmt.Opclassname))).String()
	case *pg.Node_CreateOpFamilyStmt:
		return "operator family", r.cat.create(dotted(words(s.CreateOpFamilyStmt.Opfamilyname))).String()
	case *pg.Node_AlterOpFamilyStmt:
		return "operator family", r.cat.create(dotted(words(s.AlterOpFamilyStmt.Opfamilyname))).String()
	case *pg.Node_CreateStatsStmt:
		return "statistics", r.cat.create(dotted(words(s.CreateStatsStmt.Defnames))).String()
	case *pg.Node_CreateConversionStmt:
		return "conversion", r.cat.create(dotted(words(s.CreateConversionStmt.ConversionName))).String()
	case *pg.Node_CreateTransformStmt:
		t := s.CreateTransformStmt
		return "transform", "FOR " + typeText(r.typeRef(t.TypeName)) + " LANGUAGE " + t.Lang
	case *pg.Node_AlterTsconfigurationStmt:
		return "text search configuration", r.cat.create(dotted(words(s.AlterTsconfigurationStmt.Cfgname))).String()
	case *pg.Node_AlterTsdictionaryStmt:
		return "text search dictionary", r.cat.create(dotted(words(s.AlterTsdictionaryStmt.Dictname))).String()
	case *pg.Node_AlterFunctionStmt:
		return "function", r.routine(s.AlterFunctionStmt.Func)
	case *pg.Node_RefreshMatViewStmt:
		return "refresh", r.cat.relation(s.RefreshMatViewStmt.Relation).String()
	case *pg.Node_ClusterStmt:
		return "table", r.cat.relation(s.ClusterStmt.Relation).String()
	case *pg.Node_SecLabelStmt:
		_, on := r.object(s.SecLabelStmt.Objtype, s.SecLabelStmt.Object)
		return "security label", on
	}
	return clusterKind(n)
}

// clusterKind names what has no schema.
func clusterKind(n *pg.Node) (kind, name string) {
	switch s := n.Node.(type) {
	case *pg.Node_CreateFdwStmt:
		return "foreign data wrapper", schema.Quote(s.CreateFdwStmt.Fdwname)
	case *pg.Node_CreateForeignServerStmt:
		return "server", schema.Quote(s.CreateForeignServerStmt.Servername)
	case *pg.Node_CreateUserMappingStmt:
		return "user mapping", schema.Quote(s.CreateUserMappingStmt.Servername)
	case *pg.Node_ImportForeignSchemaStmt:
		return "foreign schema", schema.Quote(s.ImportForeignSchemaStmt.RemoteSchema)
	case *pg.Node_CreateEventTrigStmt:
		return "event trigger", schema.Quote(s.CreateEventTrigStmt.Trigname)
	case *pg.Node_AlterEventTrigStmt:
		return "event trigger", schema.Quote(s.AlterEventTrigStmt.Trigname)
	case *pg.Node_CreatePlangStmt:
		return "language", schema.Quote(s.CreatePlangStmt.Plname)
	case *pg.Node_CreateAmStmt:
		return "access method", schema.Quote(s.CreateAmStmt.Amname)
	case *pg.Node_CreatePublicationStmt:
		return "publication", schema.Quote(s.CreatePublicationStmt.Pubname)
	case *pg.Node_AlterPublicationStmt:
		return "publication", schema.Quote(s.AlterPublicationStmt.Pubname)
	case *pg.Node_CreateSubscriptionStmt:
		return "subscription", schema.Quote(s.CreateSubscriptionStmt.Subname)
	case *pg.Node_AlterSubscriptionStmt:
		return "subscription", schema.Quote(s.AlterSubscriptionStmt.Subname)
	case *pg.Node_CreateTableSpaceStmt:
		return "tablespace", schema.Quote(s.CreateTableSpaceStmt.Tablespacename)
	case *pg.Node_AlterSystemStmt:
		return "system setting", s.AlterSystemStmt.GetSetstmt().GetName()
	case *pg.Node_AlterDatabaseSetStmt:
		return "database", schema.Quote(s.AlterDatabaseSetStmt.Dbname)
	case *pg.Node_AlterDatabaseStmt:
		return "database", schema.Quote(s.AlterDatabaseStmt.Dbname)
	case *pg.Node_CreatedbStmt:
		return "database", schema.Quote(s.CreatedbStmt.Dbname)
	case *pg.Node_AlterExtensionStmt:
		return "extension", schema.Quote(s.AlterExtensionStmt.Extname)
	case *pg.Node_AlterExtensionContentsStmt:
		return "extension", schema.Quote(s.AlterExtensionContentsStmt.Extname)
	}
	return "other", ""
}

// defaultPrivileges names default privileges as psql does: whose,
// where, on what.
func defaultPrivileges(s *pg.AlterDefaultPrivilegesStmt) string {
	var parts []string
	for _, o := range s.Options {
		d := o.GetDefElem()
		for _, item := range d.GetArg().GetList().GetItems() {
			switch {
			case item.GetRoleSpec() != nil:
				parts = append(parts, "for role "+schema.Quote(item.GetRoleSpec().Rolename))
			case item.GetString_() != nil:
				parts = append(parts, "in schema "+schema.Quote(item.GetString_().Sval))
			}
		}
	}
	return strings.Join(append(parts, "on "+objectWord(s.Action.GetObjtype())+"s"), " ")
}
