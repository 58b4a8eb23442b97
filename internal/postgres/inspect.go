package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/schema"
	"github.com/jackc/pgx/v5"
)

// LoginFacts is what a login is and may do in its database.
type LoginFacts struct {
	User       string   `json:"user"`
	Version    string   `json:"server_version"`
	Major      int      `json:"-"`
	Replica    bool     `json:"replica"`
	Superuser  bool     `json:"superuser"`
	CreateDB   bool     `json:"createdb"`
	CreateRole bool     `json:"createrole"`
	Replicates bool     `json:"replication"`
	BypassRLS  bool     `json:"bypassrls"`
	MemberOf   []string `json:"member_of"` // directly or through other roles
	Owns       int      `json:"owns"`      // relations and routines in the database
	CanCreate  bool     `json:"can_create"`
	Writable   []string `json:"writable"`   // tables it may INSERT into, UPDATE, DELETE from or TRUNCATE
	Unreadable []string `json:"unreadable"` // tables whose definition pg_dump could not read
	Grants     []string `json:"grants"`     // that would make them readable
	Waiting    int      `json:"waiting"`    // sessions that wait for a lock in the database
	Database   string   `json:"database"`
	Schemas    []string `json:"schemas"` // that hold tables

	unreadable []schema.Name
}

const loginSQL = `
SELECT current_user::text, current_database()::text, pg_is_in_recovery(), r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.rolreplication, r.rolbypassrls,
	ARRAY(SELECT g.rolname::text FROM pg_roles g WHERE g.oid <> r.oid AND NOT r.rolsuper AND pg_has_role(r.oid, g.oid, 'MEMBER') ORDER BY 1),
	(SELECT count(*) FROM pg_class WHERE relowner = r.oid) + (SELECT count(*) FROM pg_proc WHERE proowner = r.oid),
	has_database_privilege(current_database(), 'CREATE')
		OR EXISTS (SELECT FROM pg_namespace WHERE nspname NOT LIKE 'pg\_%' AND has_schema_privilege(oid, 'CREATE')),
	(SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
FROM pg_roles r WHERE rolname = current_user`

// tablesSQL lists what pg_dump locks, and so needs SELECT on: tables, not
// views and sequences, and not what belongs to an extension.
const tablesSQL = `
SELECT n.nspname, c.relname,
	NOT (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')),
	has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
	AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'
	AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'i'))
ORDER BY 1, 2`

// Inspect logs in and reads the catalogs, in a READ ONLY transaction: the one
// thing besides Dump that may be done with a production URL.
func Inspect(ctx context.Context, url string) (*LoginFacts, error) {
	conn, err := Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("inspecting the login: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	f := &LoginFacts{Version: conn.Version(), Major: conn.Major()}
	if _, err := tx.Exec(ctx, "SET LOCAL search_path = pg_catalog; SET LOCAL statement_timeout = '30s'; SET LOCAL lock_timeout = '5s'"); err != nil {
		return nil, fmt.Errorf("inspecting the login: %w", err)
	}
	err = tx.QueryRow(ctx, loginSQL).Scan(&f.User, &f.Database, &f.Replica, &f.Superuser, &f.CreateDB, &f.CreateRole, &f.Replicates, &f.BypassRLS,
		&f.MemberOf, &f.Owns, &f.CanCreate, &f.Waiting)
	if err != nil {
		return nil, fmt.Errorf("inspecting the login: %w", err)
	}
	if err := f.tables(ctx, tx); err != nil {
		return nil, fmt.Errorf("inspecting the login: %w", err)
	}
	return f, nil
}

func (f *LoginFacts) tables(ctx context.Context, q Querier) error {
	rows, err := q.Query(ctx, tablesSQL)
	if err != nil {
		return err
	}
	var name schema.Name
	var unreadable, writable bool
	_, err = pgx.ForEachRow(rows, []any{&name.Schema, &name.Name, &unreadable, &writable}, func() error {
		if n := len(f.Schemas); n == 0 || f.Schemas[n-1] != name.Schema {
			f.Schemas = append(f.Schemas, name.Schema)
		}
		if writable {
			f.Writable = append(f.Writable, name.String())
		}
		if unreadable {
			f.unreadable = append(f.unreadable, name)
		}
		return nil
	})
	f.LeaveOut(nil)
	return err
}

// LeaveOut works Unreadable and Grants out for a dump without some schemas.
func (f *LoginFacts) LeaveOut(schemas []string) {
	f.Unreadable, f.Grants = nil, nil
	last := ""
	for _, name := range f.unreadable {
		if slices.Contains(schemas, name.Schema) {
			continue
		}
		f.Unreadable = append(f.Unreadable, name.String())
		if name.Schema != last {
			f.Grants = append(f.Grants, reads(name.Schema, schema.Quote(f.User))...)
			last = name.Schema
		}
	}
}

func reads(in, user string) []string {
	in = schema.Quote(in)
	return []string{
		"GRANT USAGE ON SCHEMA " + in + " TO " + user + ";",
		"GRANT SELECT ON ALL TABLES IN SCHEMA " + in + " TO " + user + ";",
	}
}

// DumpRole is the SQL that makes a login which can dump the database and do
// nothing else. Default privileges are per creating role, so what a migration
// creates later stays readable only when its role runs the last statements.
func (f *LoginFacts) DumpRole(name string) []string {
	user := schema.Quote(name)
	list := []string{
		"CREATE ROLE " + user + " LOGIN NOINHERIT CONNECTION LIMIT 4 PASSWORD '…';",
		"ALTER ROLE " + user + " SET default_transaction_read_only = on;",
		"GRANT CONNECT ON DATABASE " + schema.Quote(f.Database) + " TO " + user + ";",
	}
	for _, s := range f.Schemas {
		list = append(list, reads(s, user)...)
		list = append(list, "ALTER DEFAULT PRIVILEGES IN SCHEMA "+schema.Quote(s)+" GRANT SELECT ON TABLES TO "+user+";")
	}
	return list
}
