package catalog

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// ACL is who may do what with an object, beside its owner.
type ACL struct {
	// Grants are privileges by grantee; true is with grant option.
	Grants map[string]map[string]bool
	// Revoked are privileges that a REVOKE took by name: they matter for the
	// owner, who has all others.
	Revoked map[string]map[string]bool
	Line    int
}

func newACL() *ACL {
	return &ACL{Grants: map[string]map[string]bool{}, Revoked: map[string]map[string]bool{}}
}

// publicACL is that of the schema public since PostgreSQL 15.
func publicACL() *ACL {
	a := newACL()
	a.grant("public", "USAGE", false)
	return a
}

func (a *ACL) clone() *ACL {
	out := newACL()
	for who, privs := range a.Grants {
		for p, opt := range privs {
			out.grant(who, p, opt)
		}
	}
	return out
}

func (a *ACL) grant(who, priv string, option bool) {
	if a.Grants[who] == nil {
		a.Grants[who] = map[string]bool{}
	}
	a.Grants[who][priv] = a.Grants[who][priv] || option
	delete(a.Revoked[who], priv)
}

func (a *ACL) revoke(who, priv string, optionOnly bool) {
	if optionOnly {
		if _, ok := a.Grants[who][priv]; ok {
			a.Grants[who][priv] = false
		}
		return
	}
	delete(a.Grants[who], priv)
	if len(a.Grants[who]) == 0 {
		delete(a.Grants, who)
	}
	if a.Revoked[who] == nil {
		a.Revoked[who] = map[string]bool{}
	}
	a.Revoked[who][priv] = true
}

// privileges of a kind of object, in the order Postgres prints them.
var privileges = map[string][]string{
	"table":          {"SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN"},
	"column":         {"SELECT", "INSERT", "UPDATE", "REFERENCES"},
	"sequence":       {"SELECT", "USAGE", "UPDATE"},
	"function":       {"EXECUTE"},
	"type":           {"USAGE"},
	"schema":         {"USAGE", "CREATE"},
	"language":       {"USAGE"},
	"foreign server": {"USAGE"},
	"fdw":            {"USAGE"},
	"database":       {"CREATE", "CONNECT", "TEMPORARY"},
	"tablespace":     {"CREATE"},
	"large object":   {"SELECT", "UPDATE"},
	"parameter":      {"SET", "ALTER SYSTEM"},
}

// Privileges lists the privileges a kind of object knows.
func Privileges(kind string) []string { return privileges[kind] }

// builtinDefaults are what PUBLIC may do from the start.
func builtinDefaults(kind string) *ACL {
	a := newACL()
	switch kind {
	case "function":
		a.grant("public", "EXECUTE", false)
	case "type", "language":
		a.grant("public", "USAGE", false)
	}
	return a
}

// ImpliedACL is what an object of the kind has that nobody granted anything
// on.
func ImpliedACL(kind string) *ACL { return builtinDefaults(kind) }

// initialACL is the ACL of a new object of the session's role: the built-in
// one, or the role's default for everywhere, and the default of the schema.
func (c *Catalog) initialACL(kind, in string) *ACL {
	a := builtinDefaults(kind)
	if d := c.Defaults[defaultKey(c.role, "", kind)]; d != nil {
		a = d.ACL.clone()
	}
	if d := c.Defaults[defaultKey(c.role, in, kind)]; d != nil && in != "" {
		for who, privs := range d.ACL.Grants {
			for p, opt := range privs {
				a.grant(who, p, opt)
			}
		}
	}
	return a
}

// DefaultACL is what ALTER DEFAULT PRIVILEGES has set up for a kind.
type DefaultACL struct {
	Role, Schema, Kind string
	ACL                *ACL
	Line               int
	Text               string
}

func defaultKey(role, in, kind string) string { return role + "\x00" + in + "\x00" + kind }

// String is the name as findings print it.
func (d *DefaultACL) String() string {
	var parts []string
	if d.Role != "" {
		parts = append(parts, "for role "+d.Role)
	}
	if d.Schema != "" {
		parts = append(parts, "in schema "+d.Schema)
	}
	return strings.Join(append(parts, "on "+d.Kind+"s"), " ")
}

func (c *Catalog) alterDefaults(s *pg.AlterDefaultPrivilegesStmt) error {
	rolesOf, schemas := []string{c.role}, []string{""}
	for _, o := range s.Options {
		d := o.GetDefElem()
		switch d.GetDefname() {
		case "roles":
			rolesOf = roles(itemsOf(d.Arg))
		case "schemas":
			schemas = nil
			for _, n := range itemsOf(d.Arg) {
				schemas = append(schemas, n.GetString_().GetSval())
			}
		}
	}
	kind := grantKind(s.Action.Objtype)
	if kind == "" {
		return errOpaque
	}
	for _, r := range rolesOf {
		if r == "CURRENT_USER" || r == "SESSION_USER" {
			r = c.role
		}
		for _, in := range schemas {
			c.alterDefault(r, in, kind, s.Action)
		}
	}
	return nil
}

func (c *Catalog) alterDefault(r, in, kind string, s *pg.GrantStmt) {
	key := defaultKey(r, in, kind)
	d := c.Defaults[key]
	if d == nil {
		d = &DefaultACL{Role: r, Schema: in, Kind: kind, ACL: newACL(), Line: c.line, Text: c.text}
		if in == "" {
			d.ACL = builtinDefaults(kind)
		}
		c.Defaults[key] = d
	}
	names, _ := grantPrivileges(s, kind)
	applyGrant(d.ACL, s, names)
}

func grantPrivileges(s *pg.GrantStmt, kind string) (whole []string, columns map[string][]string) {
	columns = map[string][]string{}
	if len(s.Privileges) == 0 {
		return privileges[kind], columns
	}
	for _, n := range s.Privileges {
		p := n.GetAccessPriv()
		names := []string{strings.ToUpper(p.GetPrivName())}
		if names[0] == "TEMP" {
			names[0] = "TEMPORARY"
		}
		if names[0] == "" || names[0] == "ALL" {
			names = privileges[kind]
			if len(p.GetCols()) > 0 {
				names = privileges["column"]
			}
		}
		if len(p.GetCols()) == 0 {
			whole = append(whole, names...)
			continue
		}
		for _, col := range p.Cols {
			name := col.GetString_().GetSval()
			columns[name] = append(columns[name], names...)
		}
	}
	return whole, columns
}

func applyGrant(a *ACL, s *pg.GrantStmt, names []string) {
	for _, n := range s.Grantees {
		who := role(n.GetRoleSpec())
		for _, p := range names {
			if s.IsGrant {
				a.grant(who, p, s.GrantOption)
			} else {
				a.revoke(who, p, s.GrantOption)
			}
		}
	}
}

// Effective lists the grants of an ACL as "who: A, B*", those of the owner
// left out unless something was taken from him.
func (a *ACL) Effective(kind, owner string, rename func(string) string) []string {
	var out []string
	for who, privs := range a.Grants {
		if who == owner && owner != "" || len(privs) == 0 {
			continue
		}
		out = append(out, rename(who)+": "+printPrivileges(kind, privs))
	}
	if gone := a.Revoked[owner]; owner != "" && len(gone) > 0 {
		out = append(out, rename(owner)+" without: "+printPrivileges(kind, gone))
	}
	slices.Sort(out)
	return out
}

func printPrivileges(kind string, privs map[string]bool) string {
	var out []string
	for _, p := range privileges[kind] {
		if opt, ok := privs[p]; ok {
			if opt {
				p += "*"
			}
			out = append(out, p)
		}
	}
	return strings.Join(out, ", ")
}
