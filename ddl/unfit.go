package ddl

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// Reasons why a sandbox does without a statement.
const (
	needsSuperuser = "only a superuser can create it"
	foreign        = "a sandbox holds no foreign data"
	clusterWide    = "it belongs to the server, not to a database"
	outward        = "a sandbox sends and receives no changes"
)

// unfit is why a role without SUPERUSER can't or should not run a statement;
// "" when it may.
func unfit(n *pg.Node) string {
	switch s := n.Node.(type) {
	case *pg.Node_CreateFunctionStmt:
		return unfitFunction(s.CreateFunctionStmt)
	case *pg.Node_DefineStmt:
		switch s.DefineStmt.Kind {
		case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_TSPARSER, pg.ObjectType_OBJECT_TSTEMPLATE:
			return needsSuperuser
		}
	case *pg.Node_CreatePlangStmt:
		if s.CreatePlangStmt.Plname != "plpgsql" { // there in every database
			return needsSuperuser
		}
	case *pg.Node_CreateOpClassStmt, *pg.Node_CreateOpFamilyStmt, *pg.Node_AlterOpFamilyStmt,
		*pg.Node_CreateAmStmt, *pg.Node_CreateTransformStmt, *pg.Node_CreateEventTrigStmt, *pg.Node_AlterEventTrigStmt,
		*pg.Node_LoadStmt:
		return needsSuperuser
	case *pg.Node_CreateCastStmt:
		if s.CreateCastStmt.Func == nil && !s.CreateCastStmt.Inout {
			return needsSuperuser
		}
	case *pg.Node_CreateFdwStmt, *pg.Node_AlterFdwStmt, *pg.Node_CreateForeignServerStmt, *pg.Node_AlterForeignServerStmt,
		*pg.Node_CreateUserMappingStmt, *pg.Node_AlterUserMappingStmt, *pg.Node_DropUserMappingStmt, *pg.Node_ImportForeignSchemaStmt,
		*pg.Node_CreateForeignTableStmt:
		return foreign
	case *pg.Node_CreateTableSpaceStmt, *pg.Node_DropTableSpaceStmt, *pg.Node_AlterTableSpaceOptionsStmt, *pg.Node_AlterSystemStmt,
		*pg.Node_AlterTableMoveAllStmt:
		return clusterWide
	case *pg.Node_CreatePublicationStmt, *pg.Node_AlterPublicationStmt, *pg.Node_CreateSubscriptionStmt, *pg.Node_AlterSubscriptionStmt,
		*pg.Node_DropSubscriptionStmt:
		return outward
	case *pg.Node_SecLabelStmt:
		return "its label provider is not loaded"
	}
	return ""
}

// unfitFunction refuses functions in languages that are not trusted; by
// convention their names end in u.
func unfitFunction(s *pg.CreateFunctionStmt) string {
	for _, o := range s.Options {
		d := o.GetDefElem()
		if d.GetDefname() != "language" {
			continue
		}
		switch lang := strings.ToLower(d.Arg.GetString_().GetSval()); {
		case lang == "c", lang == "internal":
			return "a function in language " + lang + " needs a superuser"
		case strings.HasPrefix(lang, "pl") && strings.HasSuffix(lang, "u"), lang == "plsh", lang == "plr":
			return "language " + lang + " is not trusted"
		}
	}
	return ""
}
