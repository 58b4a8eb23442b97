package sanitize

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/effigydb/effigy/ddl/pattern"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

// withRoles are the statements whose trees name roles.
var withRoles = wordSet(`grant_stmt grant_role_stmt alter_default_privileges_stmt alter_owner_stmt alter_table_stmt
create_policy_stmt alter_policy_stmt create_schema_stmt create_role_stmt alter_role_stmt alter_role_set_stmt
drop_role_stmt create_user_mapping_stmt alter_user_mapping_stmt drop_user_mapping_stmt drop_owned_stmt
reassign_owned_stmt create_table_space_stmt`)

// roleSpecs lists the places of a statement that name a role.
func roleSpecs(st *statement.Statement) []*pg.RoleSpec {
	if st.Node == nil || !withRoles[nodeName(st.Node)] {
		return nil
	}
	if st.Node.GetAlterTableStmt() != nil && !mentions(st.Text, "owner") {
		return nil
	}
	var out []*pg.RoleSpec
	statement.Walk(st.Node.ProtoReflect(), func(m protoreflect.Message) {
		if r, ok := m.Interface().(*pg.RoleSpec); ok && r.Roletype == pg.RoleSpecType_ROLESPEC_CSTRING {
			out = append(out, r)
		}
	})
	return out
}

// mentions says whether a word stands anywhere in a text, in either case.
func mentions(text, word string) bool {
	return strings.Contains(text, word) || strings.Contains(text, strings.ToUpper(word)) || strings.Contains(strings.ToLower(text), word)
}

// collectRoles notes every name that the script shows to be a role's.
func (p *pass) collectRoles() {
	for i := range p.script.Statements {
		st := &p.script.Statements[i]
		for _, r := range roleSpecs(st) {
			p.role(r.Rolename)
		}
		switch n := st.Node.GetNode().(type) {
		case *pg.Node_CreateRoleStmt:
			p.role(n.CreateRoleStmt.Role)
		case *pg.Node_GrantRoleStmt:
			for _, g := range n.GrantRoleStmt.GrantedRoles {
				p.role(g.GetAccessPriv().GetPrivName())
			}
		case *pg.Node_VariableSetStmt:
			p.roleSetting(n.VariableSetStmt)
		case *pg.Node_CreateFunctionStmt:
			for _, o := range n.CreateFunctionStmt.Options {
				p.roleSetting(o.GetDefElem().GetArg().GetVariableSetStmt())
			}
		}
	}
	for _, m := range ownerLine().FindAllStringSubmatch(p.script.Text, -1) {
		p.role(m[2])
	}
	p.roleWords = wordPattern(p.roles)
}

func (p *pass) roleSetting(n *pg.VariableSetStmt) {
	if n != nil && (n.Name == "role" || n.Name == "session_authorization") && len(n.Args) > 0 {
		p.role(n.Args[0].GetAConst().GetSval().GetSval())
	}
}

// role notes a name that tells something.
func (p *pass) role(name string) {
	if p.tells(name) {
		p.roles[name] = true
	}
}

// tells is false for the names that every server has, for those that an
// earlier pass has written, and for what pg_has_role is asked.
func (p *pass) tells(name string) bool {
	switch strings.ToLower(name) {
	case "", "-", "public", "postgres", "none", "current_user", "session_user", "current_role", "member", "usage", "set":
		return false
	}
	return !strings.HasPrefix(name, "pg_") && !rolePattern().MatchString(name) && !p.given[name]
}

// wordPattern finds the names inside longer texts; those that are plain words
// are left out, they would be found everywhere.
func wordPattern(names map[string]bool) *regexp.Regexp {
	var alternatives []string
	for n := range names {
		if len(n) >= 5 && !plainWord().MatchString(n) {
			alternatives = append(alternatives, regexp.QuoteMeta(n))
		}
	}
	if alternatives == nil {
		return nil
	}
	slices.Sort(alternatives)
	slices.Reverse(alternatives)
	return regexp.MustCompile(`\b(?:` + strings.Join(alternatives, "|") + `)\b`)
}

var plainWord = pattern.Of(`^[a-z]+$`)

// mapRoles replaces the role names of a statement that stays.
func (r *region) mapRoles(st *statement.Statement) {
	for _, spec := range roleSpecs(st) {
		if !r.p.roles[spec.Rolename] {
			continue
		}
		for _, t := range r.toks {
			if t.start == int(spec.Location) {
				r.mapRole(t)
			}
		}
	}
}

func (r *region) mapRole(t token) {
	f := found{Finding: Finding{Class: "role", Kind: "role-name", Object: r.object, Line: r.lineAt(t.start), Action: "redacted"}, shape: roleShape, limit: -1}
	f.entry = r.p.vault.add(name(t), "role", rolesScope)
	if r.mode == silent {
		return
	}
	if r.mode == keep {
		return
	}
	r.p.found = append(r.p.found, f)
	r.edits = append(r.edits, edit{t.start, t.end, func() string { return schema.Quote(r.p.vault.token(f.entry, roleShape, -1)) }})
}

// rolesScope keeps all roles of a text apart from one another.
const rolesScope = "roles"

// roleWord maps a role in the code of a body: SET ROLE x, GRANT … TO x.
func (r *region) roleWord(i int) {
	t := r.toks[i]
	if r.nested == 0 || t.kind == symbol || !r.p.roles[name(t)] {
		return
	}
	before := r.at(r.before(i))
	if before.is("role") || before.is("authorization") || before.is("to") || before.is("user") || before.is("from") && r.revokes(i) {
		r.mapRole(t)
	}
}

func (r *region) revokes(i int) bool {
	for j := i; j >= 0 && j > i-20 && r.toks[j].text != ";"; j-- {
		if r.toks[j].is("revoke") {
			return true
		}
	}
	return false
}
