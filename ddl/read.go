package ddl

import (
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// read takes one statement into the model: from here on the statement's kind
// decides. What has no place in the model is an opaque item.
func (r *reader) read(n *pg.Node) {
	switch s := n.Node.(type) {
	case *pg.Node_CreateStmt:
		r.createTable(s.CreateStmt)
	case *pg.Node_CreateForeignTableStmt:
		r.foreignTable(s.CreateForeignTableStmt)
	case *pg.Node_AlterTableStmt:
		r.alterTable(s.AlterTableStmt)
	case *pg.Node_IndexStmt:
		r.createIndex(s.IndexStmt)
	case *pg.Node_CreateSeqStmt:
		r.createSequence(s.CreateSeqStmt)
	case *pg.Node_AlterSeqStmt:
		r.alterSequence(s.AlterSeqStmt)
	case *pg.Node_CreateEnumStmt:
		r.createEnum(s.CreateEnumStmt)
	case *pg.Node_AlterEnumStmt:
		r.alterEnum(s.AlterEnumStmt)
	case *pg.Node_CreateDomainStmt:
		r.createDomain(s.CreateDomainStmt)
	case *pg.Node_AlterDomainStmt:
		r.alterDomain(s.AlterDomainStmt)
	case *pg.Node_CompositeTypeStmt:
		r.createComposite(s.CompositeTypeStmt)
	case *pg.Node_CreateRangeStmt:
		r.createRange(s.CreateRangeStmt)
	case *pg.Node_CreateFunctionStmt:
		r.createFunction(s.CreateFunctionStmt)
	case *pg.Node_DefineStmt:
		r.define(s.DefineStmt)
	case *pg.Node_ViewStmt:
		r.createView(s.ViewStmt)
	case *pg.Node_CreateTableAsStmt:
		r.createAs(s.CreateTableAsStmt)
	case *pg.Node_CreateTrigStmt:
		r.createTrigger(s.CreateTrigStmt)
	case *pg.Node_RuleStmt:
		r.createRule(s.RuleStmt)
	case *pg.Node_CreatePolicyStmt:
		r.createPolicy(s.CreatePolicyStmt)
	case *pg.Node_CommentStmt:
		r.comment(s.CommentStmt)
	case *pg.Node_CreateSchemaStmt:
		r.createSchema(s.CreateSchemaStmt)
	case *pg.Node_CreateExtensionStmt:
		r.createExtension(s.CreateExtensionStmt)
	case *pg.Node_RenameStmt:
		r.rename(s.RenameStmt)
	case *pg.Node_AlterObjectSchemaStmt:
		r.alterSchema(s.AlterObjectSchemaStmt)
	case *pg.Node_DropStmt:
		r.drop(s.DropStmt)
	default:
		r.readOther(n)
	}
}

// readOther takes the statements that say who may do what, set something,
// or bring data; the rest is opaque.
func (r *reader) readOther(n *pg.Node) {
	switch s := n.Node.(type) {
	case *pg.Node_GrantStmt:
		r.grant(s.GrantStmt)
	case *pg.Node_GrantRoleStmt, *pg.Node_CreateRoleStmt, *pg.Node_AlterRoleStmt, *pg.Node_AlterRoleSetStmt, *pg.Node_DropRoleStmt:
		r.opaqueItem("role", "")
		r.rolesOf(n)
	case *pg.Node_AlterDefaultPrivilegesStmt:
		r.opaqueItem("default privileges", defaultPrivileges(s.AlterDefaultPrivilegesStmt))
		r.rolesOf(n)
	case *pg.Node_AlterOwnerStmt:
		kind, name := r.object(s.AlterOwnerStmt.ObjectType, s.AlterOwnerStmt.Object)
		r.is("owner", kind+" "+name)
		r.role(s.AlterOwnerStmt.Newowner)
	case *pg.Node_AlterPolicyStmt:
		n := r.cat.relation(s.AlterPolicyStmt.Table)
		r.opaqueItem("policy", n.Member(s.AlterPolicyStmt.PolicyName))
		r.rolesOf(&pg.Node{Node: s})
	case *pg.Node_VariableSetStmt:
		r.set(s.VariableSetStmt)
	case *pg.Node_SelectStmt:
		r.selectStatement(s.SelectStmt)
	case *pg.Node_TransactionStmt:
		r.is("transaction", "")
	case *pg.Node_InsertStmt, *pg.Node_UpdateStmt, *pg.Node_DeleteStmt, *pg.Node_MergeStmt, *pg.Node_CopyStmt, *pg.Node_TruncateStmt:
		r.opaqueItem("data", "")
	case *pg.Node_DoStmt:
		r.opaqueItem("do", "")
	default:
		r.opaqueItem(r.opaqueKind(n))
	}
}

// rolesOf notes every role that a statement names.
func (r *reader) rolesOf(n *pg.Node) {
	visitAny(n, func(x any) {
		switch s := x.(type) {
		case *pg.RoleSpec:
			r.role(s)
		case *pg.CreateRoleStmt:
			r.roles[s.Role] = true
		case *pg.AccessPriv:
			if n.GetGrantRoleStmt() != nil && s.PrivName != "" {
				r.roles[s.PrivName] = true
			}
		}
	})
}

func (r *reader) grant(s *pg.GrantStmt) {
	name := ""
	if len(s.Objects) > 0 {
		if v := s.Objects[0].GetRangeVar(); v != nil {
			name = r.cat.relation(v).String()
		} else {
			name = r.objectName(s.Objtype, s.Objects[0])
		}
	}
	r.is("grant", strings.TrimSpace(objectWord(s.Objtype)+" "+name))
	for _, g := range s.Grantees {
		r.role(g.GetRoleSpec())
	}
	r.role(s.Grantor)
}

// set follows search_path, which later names are resolved by.
func (r *reader) set(s *pg.VariableSetStmt) {
	r.is("set", s.Name)
	if s.Name != "search_path" {
		return
	}
	var entries []string
	for _, a := range s.Args {
		entries = append(entries, a.GetAConst().GetSval().GetSval())
	}
	if s.Kind != pg.VariableSetKind_VAR_SET_VALUE {
		entries = []string{"public"}
	}
	r.cat.setPath(entries)
}

// selectStatement reads set_config('search_path', …) and setval; another
// SELECT does whatever its functions do.
func (r *reader) selectStatement(s *pg.SelectStmt) {
	for _, t := range s.TargetList {
		f := t.GetResTarget().GetVal().GetFuncCall()
		switch lastWord(words(f.GetFuncname())) {
		case "set_config":
			r.is("set", "")
			if len(f.Args) < 2 {
				return
			}
			r.item.Name = f.Args[0].GetAConst().GetSval().GetSval()
			if r.item.Name == "search_path" {
				r.cat.setPath(splitPath(f.Args[1].GetAConst().GetSval().GetSval()))
			}
			return
		case "setval":
			r.opaqueItem("data", "")
			return
		}
	}
	r.opaqueItem("other", "")
}

// pathText is the search_path in force, as SET search_path TO takes it; ""
// for the default.
func (r *reader) pathText() string {
	if len(r.cat.path) == 1 && r.cat.path[0] == "public" {
		return ""
	}
	if len(r.cat.path) == 0 {
		return "''"
	}
	quoted := make([]string, len(r.cat.path))
	for i, p := range r.cat.path {
		quoted[i] = schema.Quote(p)
	}
	return strings.Join(quoted, ", ")
}

// fromTokens guesses kind and name of a statement that does not parse:
// CREATE [OR REPLACE] kind name.
func (r *reader) fromTokens() (kind, name string) {
	t := r.src.Tokens()
	i := 1
	for i < len(t) && (r.src.is(i, "or") || r.src.is(i, "replace") || r.src.is(i, "unique") || r.src.is(i, "unlogged") || r.src.is(i, "constraint") || r.src.is(i, "only")) {
		i++
	}
	if i >= len(t) || len(t) == 0 {
		return "other", ""
	}
	kind = strings.ToLower(t[i].Text)
	if kind == "materialized" || kind == "foreign" || kind == "event" {
		i++
		kind += " " + strings.ToLower(r.src.text(i, i+1))
	}
	i++
	for r.src.is(i, "if") || r.src.is(i, "not") || r.src.is(i, "exists") || r.src.is(i, "only") || r.src.is(i, "concurrently") {
		i++
	}
	end := i + 1
	for r.src.is(end, ".") {
		end += 2
	}
	var parts []string
	for ; i < end && i < len(t); i += 2 {
		parts = append(parts, identifier(t[i].Text))
	}
	return kind, r.cat.create(dotted(parts)).String()
}

// identifier is the name a token stands for: folded unless quoted.
func identifier(token string) string {
	if strings.HasPrefix(token, `"`) && strings.HasSuffix(token, `"`) && len(token) > 1 {
		return strings.ReplaceAll(token[1:len(token)-1], `""`, `"`)
	}
	return strings.ToLower(token)
}

// renameWord exchanges an identifier in a text of SQL.
func renameWord(sql, from, to string) string {
	tokens, err := statement.Tokens(sql)
	if err != nil {
		return sql
	}
	var b strings.Builder
	at := 0
	for _, t := range tokens {
		if t.Kind != pg.Token_SCONST && identifier(t.Text) == from {
			b.WriteString(sql[at:t.Start] + schema.Quote(to))
			at = t.Start + len(t.Text)
		}
	}
	return b.String() + sql[at:]
}
