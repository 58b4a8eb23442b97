package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Held is what keeps a sandbox from being dropped. Its record stays.
type Held struct {
	Name   string // the sandbox
	Reason string
	err    error
}

// Error names the sandbox and what holds it.
func (e *Held) Error() string { return "sandbox " + e.Name + " stays: " + e.Reason }

// Unwrap returns the server's error.
func (e *Held) Unwrap() error { return e.err }

// patience is how long Drop goes on ending sessions.
const patience = 3 * time.Second

// Drop removes the sandbox: sessions, database, rights elsewhere, roles and
// with them the record, in that order. When something holds it (a superuser's
// session, a prepared transaction, rights in another database) the record
// stays and the error, a *Held, names it. Dropping what is gone already is no
// error; ErrBusy when another process builds or drops it.
func Drop(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	return remove(ctx, admin, sb, false)
}

// errAlive is what remove returns of a sandbox that is spared.
var errAlive = errors.New("the sandbox lives on")

// remove drops the sandbox; with spare, not one that is Ready and has not
// expired by the time that its record is locked.
func remove(ctx context.Context, admin *postgres.Admin, sb *Sandbox, spare bool) error {
	conn, done, err := hold(ctx, admin, sb)
	if err != nil {
		return err
	}
	defer done()
	defer sb.release(ctx)
	var mine bool
	const member = `SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE oid = $1`
	switch err := conn.QueryRow(ctx, member, sb.RoleOID).Scan(&mine); {
	case errors.Is(err, postgres.ErrNoRows):
		return nil
	case err != nil:
		return err
	case !mine:
		return sb.held("it was made by "+sb.Creator+", who alone can drop it", nil)
	}
	err = change(ctx, conn, sb, func(r *Record) ([]string, error) {
		expired := !spare || r.State != Ready
		if !expired {
			if err := conn.QueryRow(ctx, `SELECT now() >= $1`, r.Expires).Scan(&expired); err != nil {
				return nil, err
			}
		}
		if !expired {
			return nil, errAlive
		}
		r.State = Deleting
		return nil, nil
	})
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case errors.Is(err, errAlive):
		return err
	case err != nil:
		return sb.held("its record can't be changed: "+postgres.Message(err), err)
	}
	err = dropDatabases(ctx, conn, admin, sb)
	if err == nil {
		err = dropRoles(ctx, conn, sb)
	}
	var held *Held
	if err != nil && !errors.As(err, &held) {
		return sb.held(postgres.Message(err), err)
	}
	return err
}

// hold returns a session that holds the sandbox's lock, and what gives both
// back; a sandbox that is being built keeps its own.
func hold(ctx context.Context, admin *postgres.Admin, sb *Sandbox) (conn *postgres.Conn, done func(), err error) {
	conn, done, err = sb.session(ctx, admin)
	if err != nil || sb.lock != nil && conn == sb.lock {
		return conn, done, err
	}
	var mine bool
	if err = conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1, $2)`, int32(lockSandbox), int32(sb.RoleOID)).Scan(&mine); err == nil && !mine {
		err = named(ErrBusy, sb.Name)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	holder := &Sandbox{RoleOID: sb.RoleOID, lock: conn}
	return conn, func() { holder.release(ctx) }, nil
}

func (sb *Sandbox) held(reason string, err error) error { return &Held{sb.Name, reason, err} }

// dropDatabases drops the template, what the sandbox's role owns, whatever
// its name, and the database of the record, whoever owns it by now.
func dropDatabases(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, sb *Sandbox) error {
	if err := dropTemplate(ctx, conn, sb); err != nil {
		return err
	}
	const own = `SELECT datname FROM pg_database WHERE datdba = $1 OR oid = $2 AND datname = $3 ORDER BY 1`
	names, err := postgres.Strings(ctx, conn, own, sb.RoleOID, sb.Database, sb.Name)
	if err != nil {
		return err
	}
	return dropAll(ctx, conn, admin, sb, names)
}

func dropAll(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, sb *Sandbox, names []string) error {
	for _, name := range names {
		if err := sb.rollBackPrepared(ctx, conn, admin, name); err != nil {
			return err
		}
		if err := dropDatabase(ctx, conn, sb, name); err != nil {
			return err
		}
	}
	return nil
}

// dropDatabase closes the database, ends its sessions and drops it, as its
// owner.
func dropDatabase(ctx context.Context, conn *postgres.Conn, sb *Sandbox, name string) error {
	db := postgres.Ident(name)
	invalid, err := invalidDatabase(ctx, conn, name)
	if err != nil {
		return err
	}
	if !invalid {
		err = as(ctx, conn, sb.Name, "ALTER DATABASE "+db+" IS_TEMPLATE false", "ALTER DATABASE "+db+" ALLOW_CONNECTIONS false")
	}
	if err != nil && postgres.Code(err) != "3D000" {
		return sb.held("its database can't be closed: "+postgres.Message(err), err)
	}
	return sb.insist(ctx, conn, name, func() error {
		if err := terminate(ctx, conn, sb, name); err != nil {
			return err
		}
		return as(ctx, conn, sb.Name, "DROP DATABASE IF EXISTS "+db+" WITH (FORCE)")
	})
}

// as runs statements one by one as a role of the sandbox's. DROP DATABASE
// stands in no transaction, so the role is the session's for a while.
func as(ctx context.Context, conn *postgres.Conn, role string, statements ...string) error {
	if _, err := conn.Exec(ctx, "SET ROLE "+postgres.Ident(role)); err != nil {
		return err
	}
	var failed error
	for _, sql := range statements {
		if _, failed = conn.Exec(ctx, sql); failed != nil {
			break
		}
	}
	_, err := conn.Exec(context.WithoutCancel(ctx), "RESET ROLE")
	return errors.Join(failed, err)
}

// dropRoles takes what rights the roles have in the admin's database and on
// databases, and drops them and the record with them, in one transaction.
func dropRoles(ctx context.Context, conn *postgres.Conn, sb *Sandbox) error {
	roles, err := existing(ctx, conn, sb.roles()...)
	if err != nil {
		return err
	}
	var statements []string
	for _, role := range roles {
		role = postgres.Ident(role)
		statements = append(statements, "SET LOCAL ROLE "+role, "DROP OWNED BY "+role, "SET LOCAL ROLE NONE", "DROP ROLE "+role)
	}
	if err := conn.Script(ctx, statements...); err != nil {
		return sb.held(clinging(ctx, conn, sb, err), err)
	}
	return nil
}

// clinging says in which databases a role still owns or may do something.
func clinging(ctx context.Context, conn *postgres.Conn, sb *Sandbox, err error) string {
	const where = `SELECT DISTINCT coalesce(d.datname, 'all databases') FROM pg_shdepend s LEFT JOIN pg_database d ON d.oid = s.dbid
		WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid IN (SELECT oid FROM pg_roles WHERE rolname = ANY ($1)) ORDER BY 1`
	names, lookErr := postgres.Strings(context.WithoutCancel(ctx), conn, where, sb.roles())
	if lookErr != nil || len(names) == 0 {
		return "its roles can't be dropped: " + postgres.Message(err)
	}
	roles := sb.roles()
	for i := range roles {
		roles[i] = postgres.Ident(roles[i])
	}
	return fmt.Sprintf("its roles own objects or have rights in: %s; there: DROP OWNED BY %s", strings.Join(names, ", "), strings.Join(roles, ", "))
}
