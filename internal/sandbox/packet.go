package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Packet is the proof of isolation: what the sandbox's login is and may do,
// as the server says, before and after logging in with it.
type Packet struct {
	Sandbox        string            `json:"sandbox"`
	Database       string            `json:"database"`
	CurrentUser    string            `json:"current_user"`
	SessionUser    string            `json:"session_user"`
	Superuser      bool              `json:"superuser"`
	CreateDB       bool              `json:"createdb"`
	CreateRole     bool              `json:"createrole"`
	Replication    bool              `json:"replication"`
	BypassRLS      bool              `json:"bypassrls"`
	Connections    int               `json:"connection_limit"`
	OwnsDatabase   bool              `json:"owns_database"`
	MemberOf       []string          `json:"member_of"`       // roles it can act as
	Members        []string          `json:"members"`         // roles that can act as it
	Elevated       []string          `json:"elevated"`        // what the sandbox's other roles are and should not be
	OtherDatabases []string          `json:"other_databases"` // it may CONNECT to
	TempElsewhere  []string          `json:"temp_elsewhere"`  // databases it may make temporary tables in
	PublicConnect  bool              `json:"public_connect"`
	Grantees       []string          `json:"grantees"` // that may CONNECT to the sandbox's database
	Settings       map[string]string `json:"settings"` // as they hold after logging in
	Extensions     []string          `json:"extensions"`
	Network        []string          `json:"network"` // ways out of the database
	Until          string            `json:"valid_until"`
	Expired        bool              `json:"expired"`
	Problems       []string          `json:"problems"`
}

// Verified reports whether nothing is off.
func (p *Packet) Verified() bool { return len(p.Problems) == 0 }

func (p *Packet) problem(format string, args ...any) {
	p.Problems = append(p.Problems, fmt.Sprintf(format, args...))
}

// Verify gathers the packet, as the admin and as the sandbox itself. strict
// makes another database that it may CONNECT to a problem instead of a line.
// That the sandbox does not let itself in is a problem, not an error.
func Verify(ctx context.Context, admin *postgres.Admin, sb *Sandbox, strict bool) (*Packet, error) {
	p := &Packet{Sandbox: sb.Name, Settings: map[string]string{}, Extensions: []string{}, Network: []string{}, Problems: []string{}}
	if err := p.outside(ctx, admin, sb); err != nil {
		return nil, fmt.Errorf("verifying %s: %w", sb.Name, err)
	}
	err := p.inside(ctx, admin, sb)
	switch code := postgres.Code(err); {
	case code == "53300": // says nothing of its isolation
		return nil, fmt.Errorf("verifying %s: all its connections are in use: %w", sb.Name, err)
	case code != "": // its own settings may keep it from answering
		p.problem("the sandbox does not answer: SQLSTATE %s", code)
	case err != nil:
		return nil, fmt.Errorf("verifying %s: %w", sb.Name, err)
	}
	p.judge(sb, strict)
	return p, nil
}

const attributesSQL = `
SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolconnlimit,
	coalesce(to_char(CASE WHEN isfinite(rolvaliduntil) THEN rolvaliduntil AT TIME ZONE 'UTC' END, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'no time'),
	EXISTS (SELECT FROM pg_database WHERE datname = $2 AND datdba = r.oid),
	ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid ORDER BY 1),
	ARRAY(SELECT DISTINCT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.member
		WHERE m.roleid = r.oid AND NOT g.rolsuper ORDER BY 1),
	ARRAY(SELECT datname::text FROM pg_database WHERE datname <> $2 AND datallowconn AND has_database_privilege(r.oid, oid, 'CONNECT') ORDER BY 1),
	ARRAY(SELECT datname::text FROM pg_database WHERE datname <> $2 AND datallowconn AND has_database_privilege(r.oid, oid, 'TEMP') ORDER BY 1)
FROM pg_roles r WHERE oid = $1`

// elevatedSQL looks at the sandbox's other roles: none may be more than its
// own, or act as a role that is not the sandbox's.
const elevatedSQL = `
SELECT format('%s has %s', r.rolname, a) FROM pg_roles r, unnest(ARRAY[
	CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
	CASE WHEN rolreplication THEN 'REPLICATION' END, CASE WHEN rolbypassrls THEN 'BYPASSRLS' END,
	CASE WHEN rolcanlogin AND rolname <> $2 THEN 'LOGIN' END]) a
WHERE rolname = ANY ($1) AND a IS NOT NULL
UNION ALL SELECT format('%s is a member of %s', r.rolname, g.rolname)
FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member JOIN pg_roles g ON g.oid = m.roleid
WHERE r.rolname = ANY ($1) AND g.rolname <> ALL ($1)
ORDER BY 1`

const granteesSQL = `
SELECT DISTINCT CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee)::text END
FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
WHERE datname = $1 AND privilege_type IN ('CONNECT', 'TEMPORARY') ORDER BY 1`

// outside is what the admin sees.
func (p *Packet) outside(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	now, err := list(ctx, conn, sb.RoleOID)
	if err != nil {
		return err
	}
	if len(now) == 0 {
		return ErrNotFound
	}
	*sb = Sandbox{Record: now[0].Record, RoleOID: sb.RoleOID, Expired: now[0].Expired, ExpiresIn: now[0].ExpiresIn,
		Busy: now[0].Busy, Orphaned: now[0].Orphaned, ServerVersion: now[0].ServerVersion, lock: sb.lock}
	p.Expired = sb.Expired
	err = conn.QueryRow(ctx, attributesSQL, sb.RoleOID, sb.Name).Scan(&p.Superuser, &p.CreateDB, &p.CreateRole, &p.Replication,
		&p.BypassRLS, &p.Connections, &p.Until, &p.OwnsDatabase, &p.MemberOf, &p.Members, &p.OtherDatabases, &p.TempElsewhere)
	if err != nil {
		return err
	}
	if p.Elevated, err = postgres.Strings(ctx, conn, elevatedSQL, sb.roles()[:len(sb.Roles)+1], sb.Reader); err != nil {
		return err
	}
	p.Grantees, err = postgres.Strings(ctx, conn, granteesSQL, sb.Name)
	p.PublicConnect = slices.Contains(p.Grantees, "PUBLIC")
	return err
}

const networkSQL = `
SELECT 'server ' || srvname FROM pg_foreign_server
UNION ALL SELECT 'subscription ' || subname FROM pg_subscription WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
UNION ALL SELECT 'language ' || lanname FROM pg_language WHERE NOT lanpltrusted AND lanname NOT IN ('internal', 'c')
ORDER BY 1`

// inside is what the sandbox's login sees. Its search_path is ours, because
// the database may hold functions made to be called by mistake.
func (p *Packet) inside(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	url, _, err := URLs(admin, sb)
	if err != nil {
		return err
	}
	conn, err := postgres.Connect(ctx, url)
	var refused *postgres.ConnectError
	if errors.As(err, &refused) && refused.Code != "" && refused.Code != "53300" {
		p.problem("the sandbox's URL does not log in: SQLSTATE %s", refused.Code)
		return nil
	}
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "SET search_path = pg_catalog"); err != nil {
		return err
	}
	err = conn.QueryRow(ctx, `SELECT current_database()::text, current_user::text, session_user::text`).Scan(&p.Database, &p.CurrentUser, &p.SessionUser)
	if err != nil {
		return err
	}
	for _, setting := range slices.Sorted(maps.Keys(sb.Settings)) {
		var value string
		if err := conn.QueryRow(ctx, `SELECT setting FROM pg_settings WHERE name = $1`, setting).Scan(&value); err != nil {
			return err
		}
		p.Settings[setting] = value
	}
	if p.Extensions, err = postgres.Strings(ctx, conn, `SELECT extname::text FROM pg_extension ORDER BY 1`); err != nil {
		return err
	}
	p.Network, err = postgres.Strings(ctx, conn, networkSQL)
	return err
}

// judge turns what was gathered into problems.
func (p *Packet) judge(sb *Sandbox, strict bool) {
	for _, a := range []struct {
		has  bool
		what string
	}{
		{p.Superuser, "SUPERUSER"}, {p.CreateDB, "CREATEDB"}, {p.CreateRole, "CREATEROLE"},
		{p.Replication, "REPLICATION"}, {p.BypassRLS, "BYPASSRLS"},
	} {
		if a.has {
			p.problem("the role has %s", a.what)
		}
	}
	if p.CurrentUser != "" && (p.CurrentUser != sb.Name || p.SessionUser != sb.Name || p.Database != sb.Name) {
		p.problem("the URL leads to user %s in database %s", p.CurrentUser, p.Database)
	}
	if !p.OwnsDatabase {
		p.problem("the role does not own the database")
	}
	if len(p.MemberOf) > 0 {
		p.problem("the role is a member of %s", strings.Join(p.MemberOf, ", "))
	}
	p.Problems = append(p.Problems, p.Elevated...)
	p.judgeAccess(sb, strict)
	if p.Until != sb.Expires.UTC().Format(time.RFC3339) {
		p.problem("the login ends at %s, not %s", p.Until, sb.Expires.UTC().Format(time.RFC3339))
	}
	if sb.State != Ready {
		p.problem("the sandbox is %s", sb.State)
	}
	if p.Expired {
		p.problem("the sandbox has expired")
	}
	if sb.State == Ready && p.Connections != sb.Limit {
		p.problem("the connection limit is %d, not %d", p.Connections, sb.Limit)
	}
	for _, setting := range slices.Sorted(maps.Keys(p.Settings)) {
		if p.Settings[setting] != sb.Settings[setting] {
			p.problem("%s is %s, not %s", setting, p.Settings[setting], sb.Settings[setting])
		}
	}
	for _, name := range p.Extensions {
		if why := RefusedExtension(name); why != "" {
			p.problem("extension %s: %s", name, why)
		}
	}
	for _, way := range p.Network {
		p.problem("a way out of the database: %s", way)
	}
}

// judgeAccess is about who may get in, and where else the role may.
func (p *Packet) judgeAccess(sb *Sandbox, strict bool) {
	for _, who := range p.Grantees {
		if who != sb.Name && who != sb.Reader {
			p.problem("%s may connect to the sandbox's database", who)
		}
	}
	for _, who := range p.Members {
		if who != sb.Creator {
			p.problem("%s can act as the role", who)
		}
	}
	if strict && len(p.OtherDatabases) > 0 {
		p.problem("the role may connect to %s", strings.Join(quoted(p.OtherDatabases), ", "))
	}
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return out
}
