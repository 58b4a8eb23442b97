package ddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// RenameRoles returns the step with the roles it names replaced, at the
// places where they stand for a role and nowhere else. A role that the map
// lacks stays.
func RenameRoles(step Step, roles map[string]string) Step {
	if len(step.Roles) == 0 {
		return step
	}
	st, err := statement.Parse(step.SQL)
	if err != nil {
		return step
	}
	src := source{st}
	var b strings.Builder
	at := 0
	for _, spec := range roleSpecs(st.Node) {
		to, ok := roles[spec.Rolename]
		i := src.at(spec.Location)
		if !ok || i >= len(src.Tokens()) || identifier(src.Tokens()[i].Text) != spec.Rolename {
			continue
		}
		start := src.offset(i)
		b.WriteString(src.Text[at:start] + schema.Quote(to))
		at = start + len(src.Tokens()[i].Text)
	}
	step.SQL = b.String() + src.Text[at:]
	step.Roles = slices.Clone(step.Roles)
	for i, name := range step.Roles {
		if to, ok := roles[name]; ok {
			step.Roles[i] = to
		}
	}
	return step
}

// roleSpecs lists the named roles of a statement by their place.
func roleSpecs(n *pg.Node) []*pg.RoleSpec {
	var out []*pg.RoleSpec
	visitAny(n, func(x any) {
		if s, ok := x.(*pg.RoleSpec); ok && s.Roletype == pg.RoleSpecType_ROLESPEC_CSTRING && s.Rolename != "" {
			out = append(out, s)
		}
	})
	slices.SortFunc(out, func(a, b *pg.RoleSpec) int { return cmp.Compare(a.Location, b.Location) })
	return out
}

// rolesIn lists the roles that a statement can be rid of by RenameRoles.
func rolesIn(n *pg.Node) []string {
	switch n.Node.(type) {
	case *pg.Node_GrantStmt, *pg.Node_AlterDefaultPrivilegesStmt, *pg.Node_CreatePolicyStmt, *pg.Node_AlterPolicyStmt:
	default:
		return nil
	}
	var out []string
	for _, s := range roleSpecs(n) {
		if !slices.Contains(out, s.Rolename) {
			out = append(out, s.Rolename)
		}
	}
	return out
}
