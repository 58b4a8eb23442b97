package sanitize

import (
	"fmt"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// verdict is what becomes of a statement.
type verdict struct {
	action string // "keep", "drop", "refuse"
	class  string
	kind   string
	note   string
}

var kept = verdict{action: "keep"}

func dropped(class, kind string) verdict { return verdict{action: "drop", class: class, kind: kind} }

func refusal(class, kind, note string) verdict { return verdict{"refuse", class, kind, note} }

// keeps are the statements that stay, by the name the parser gives them.
// What is on no list is refused.
var keeps = wordSet(`
create_schema_stmt alter_table_stmt alter_collation_stmt alter_domain_stmt create_stmt
create_extension_stmt alter_extension_stmt alter_extension_contents_stmt
create_fdw_stmt alter_fdw_stmt create_foreign_server_stmt alter_foreign_server_stmt create_foreign_table_stmt
create_policy_stmt alter_policy_stmt create_am_stmt create_trig_stmt create_event_trig_stmt alter_event_trig_stmt
create_plang_stmt create_seq_stmt alter_seq_stmt define_stmt create_domain_stmt create_op_class_stmt
create_op_family_stmt alter_op_family_stmt drop_stmt index_stmt create_stats_stmt alter_stats_stmt
create_function_stmt alter_function_stmt do_stmt rename_stmt alter_object_depends_stmt alter_object_schema_stmt
alter_operator_stmt alter_type_stmt rule_stmt transaction_stmt composite_type_stmt create_enum_stmt
create_range_stmt alter_enum_stmt view_stmt cluster_stmt create_table_as_stmt refresh_mat_view_stmt
create_conversion_stmt create_cast_stmt create_transform_stmt alter_tsdictionary_stmt alter_tsconfiguration_stmt
create_publication_stmt alter_publication_stmt constraints_set_stmt`)

// drops are the statements that never leave, whatever the policy.
var drops = map[string]verdict{
	"create_subscription_stmt":         dropped("secret", "subscription"),
	"alter_subscription_stmt":          dropped("secret", "subscription"),
	"drop_subscription_stmt":           dropped("secret", "subscription"),
	"create_user_mapping_stmt":         dropped("secret", "user-mapping"),
	"alter_user_mapping_stmt":          dropped("secret", "user-mapping"),
	"drop_user_mapping_stmt":           dropped("secret", "user-mapping"),
	"create_table_space_stmt":          dropped("network", "tablespace"),
	"drop_table_space_stmt":            dropped("network", "tablespace"),
	"alter_table_space_options_stmt":   dropped("network", "tablespace"),
	"alter_table_move_all_stmt":        dropped("network", "tablespace"),
	"sec_label_stmt":                   dropped("statement", "security-label"),
	"create_role_stmt":                 dropped("role", "role"),
	"alter_role_stmt":                  dropped("role", "role"),
	"alter_role_set_stmt":              dropped("role", "role"),
	"drop_role_stmt":                   dropped("role", "role"),
	"grant_role_stmt":                  dropped("role", "membership"),
	"drop_owned_stmt":                  dropped("role", "owner"),
	"reassign_owned_stmt":              dropped("role", "owner"),
	"alter_database_refresh_coll_stmt": dropped("statement", "database"),
}

// rights leave with their roles unless roles are mapped.
var rights = map[string]string{
	"grant_stmt": "grant", "alter_default_privileges_stmt": "default-privileges", "alter_owner_stmt": "owner",
}

var dataStatements = wordSet("update_stmt delete_stmt merge_stmt truncate_stmt copy_stmt")

// judge says what becomes of a statement.
func (p *pass) judge(st *statement.Statement) verdict {
	if st.Err != nil {
		return refusal("statement", "unreadable", fmt.Sprintf("column %d: %s", st.Err.Column, "a statement that does not parse"))
	}
	kind := nodeName(st.Node)
	if d, ok := drops[kind]; ok {
		return d
	}
	if right, ok := rights[kind]; ok {
		if p.opt.Roles == "map" {
			return kept
		}
		return dropped("privilege", right)
	}
	switch n := st.Node.Node.(type) {
	case *pg.Node_AlterTableStmt:
		return p.alterTable(n.AlterTableStmt)
	case *pg.Node_VariableSetStmt:
		return setting(n.VariableSetStmt)
	case *pg.Node_SelectStmt:
		return query(st.Text, n.SelectStmt)
	case *pg.Node_InsertStmt:
		return bookkeeping(n.InsertStmt, st.Text)
	case *pg.Node_CommentStmt:
		return p.comment(n.CommentStmt)
	}
	switch {
	case keeps[kind]:
		return kept
	case dataStatements[kind]:
		return refusal("data", words(kind), "rows: this is not a schema-only dump")
	}
	return refusal("statement", words(kind), "no schema text holds this")
}

// nodeName is the parser's name of a node: "create_stmt".
func nodeName(n *pg.Node) string {
	m := n.ProtoReflect()
	if f := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); f != nil {
		return string(f.Name())
	}
	return ""
}

func words(kind string) string {
	return strings.ReplaceAll(strings.TrimSuffix(kind, "_stmt"), "_", " ")
}

// alterTable drops a statement that only moves the table to an owner or a
// tablespace.
func (p *pass) alterTable(n *pg.AlterTableStmt) verdict {
	owners, spaces := 0, 0
	for _, c := range n.Cmds {
		switch c.GetAlterTableCmd().GetSubtype() {
		case pg.AlterTableType_AT_ChangeOwner:
			owners++
		case pg.AlterTableType_AT_SetTableSpace:
			spaces++
		}
	}
	switch {
	case owners > 0 && owners+spaces == len(n.Cmds) && p.opt.Roles != "map":
		return dropped("privilege", "owner")
	case spaces > 0 && spaces == len(n.Cmds):
		return dropped("network", "tablespace")
	case spaces > 0:
		return refusal("statement", "alter table", "SET TABLESPACE together with other changes")
	}
	return kept
}

// setting keeps the server's own settings.
func setting(n *pg.VariableSetStmt) verdict {
	value := ""
	if len(n.Args) > 0 {
		value = n.Args[0].GetAConst().GetSval().GetSval()
	}
	switch {
	case n.Name == "session_authorization" || n.Name == "role":
		return dropped("role", "session-role")
	case n.Name == "standard_conforming_strings" && value != "on" && len(n.Args) > 0:
		return refusal("statement", "setting", "standard_conforming_strings is off: string literals read differently")
	case (n.Name == "default_tablespace" || n.Name == "temp_tablespaces") && value != "":
		return dropped("network", "tablespace")
	case strings.Contains(n.Name, ".") && !knownSetting(n.Name):
		return dropped("setting", "custom-setting")
	}
	return kept
}

// query passes what pg_dump prints: set_config on a setting of the server.
func query(text string, n *pg.SelectStmt) verdict {
	call := onlyCall(n)
	if call == nil {
		return refusal("data", "select", "a query: no schema text holds this")
	}
	switch fn := lastName(call.Funcname); fn {
	case "set_config":
		s := call.Args[0].GetAConst().GetSval().GetSval()
		if s != "" && !strings.Contains(s, ".") && s != "role" && s != "session_authorization" {
			return kept
		}
	case "setval":
		return refusal("data", "setval", "a sequence's value: this is not a schema-only dump")
	}
	return refusal("data", "select", "a call that runs when the text is loaded")
}

func onlyCall(n *pg.SelectStmt) *pg.FuncCall {
	if len(n.TargetList) != 1 || len(n.FromClause) > 0 || n.WhereClause != nil || n.Larg != nil || n.WithClause != nil {
		return nil
	}
	call := n.TargetList[0].GetResTarget().GetVal().GetFuncCall()
	if call == nil || len(call.Args) == 0 {
		return nil
	}
	return call
}

func lastName(parts []*pg.Node) string {
	if len(parts) == 0 {
		return ""
	}
	return parts[len(parts)-1].GetString_().GetSval()
}

// commentDrops are the objects whose comments leave with them, or are
// written by the extension itself.
var commentDrops = map[pg.ObjectType]bool{
	pg.ObjectType_OBJECT_EXTENSION: true, pg.ObjectType_OBJECT_DATABASE: true, pg.ObjectType_OBJECT_ROLE: true,
	pg.ObjectType_OBJECT_TABLESPACE: true, pg.ObjectType_OBJECT_SUBSCRIPTION: true, pg.ObjectType_OBJECT_LARGEOBJECT: true,
}

func (p *pass) comment(n *pg.CommentStmt) verdict {
	if p.opt.Comments == "drop" || commentDrops[n.Objtype] {
		return dropped("statement", "comment")
	}
	return kept
}
