package sandbox

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// ReaderPolicy is the name of the policies that FinishLoad adds to tables
// with row security, so that the reader sees their rows.
const ReaderPolicy = "effigy_reader"

// FinishLoad ends the build: the reader is let in (SELECT, and nothing that
// runs the owner's functions), the connection limit holds, the role is no
// member of the text's roles any more, the record says Ready. It comes after
// every check that compares grants and policies with the text, because it adds
// some: see ReaderPolicy, grants to the reader, and EXECUTE taken from PUBLIC.
func FinishLoad(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	if err := admitReader(ctx, admin, sb); err != nil {
		return fmt.Errorf("sandbox %s: admitting the reader: %w", sb.Name, err)
	}
	conn, done, err := sb.session(ctx, admin)
	if err != nil {
		return err
	}
	defer done()
	err = change(ctx, conn, sb, func(r *Record) ([]string, error) { return r.ready(), nil })
	if err != nil {
		return fmt.Errorf("sandbox %s: %w", sb.Name, err)
	}
	sb.release(ctx)
	return nil
}

// ready makes the record Ready and returns the statements that do the same to
// the role.
func (r *Record) ready() []string {
	r.State = Ready
	statements := []string{"ALTER ROLE " + postgres.Ident(r.Name) + " CONNECTION LIMIT " + strconv.Itoa(r.Limit)}
	if len(r.Roles) > 0 {
		statements = append(statements, "REVOKE "+r.named()+" FROM "+postgres.Ident(r.Name))
	}
	return statements
}

// session is the connection that holds the sandbox's lock, or a new one.
func (sb *Sandbox) session(ctx context.Context, admin *postgres.Admin) (conn *postgres.Conn, done func(), err error) {
	if sb.lock != nil && !sb.lock.IsClosed() {
		return sb.lock, func() {}, nil
	}
	conn, err = postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, nil, err
	}
	return conn, func() { conn.Close(context.WithoutCancel(ctx)) }, nil
}

// The objects of the owner's in the database, each ready to go into a GRANT, but
// for those of a session that has yet to end (pg_temp_3).
// Extensions' are left as they are: their functions are what types and
// operators are made of.
const (
	ownSchemas = `SELECT quote_ident(nspname) FROM pg_namespace
		WHERE pg_has_role(current_user, nspowner, 'USAGE') AND nspname NOT LIKE 'pg\_%' AND nspname <> 'information_schema' ORDER BY 1`
	ownTables = `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND c.relowner = current_user::regrole AND n.nspname NOT LIKE 'pg\_%'
		AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') ORDER BY 1`
	ownRoutines = `SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
		WHERE p.proowner = current_user::regrole AND n.nspname NOT LIKE 'pg\_%'
		AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0)
		AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`
	hiddenTables = `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relrowsecurity AND c.relowner = current_user::regrole AND n.nspname NOT LIKE 'pg\_%'
		AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = '` + ReaderPolicy + `') ORDER BY 1`
)

// admitReader gives the reader its rights, as the owner, in one transaction;
// a second time changes nothing.
func admitReader(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	url, _, err := URLs(admin, sb)
	if err != nil {
		return err
	}
	conn, err := postgres.ConnectForLoad(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if _, err := tx.Exec(ctx, "SET LOCAL search_path = ''"); err != nil {
		return err
	}
	statements, err := readerRights(ctx, conn, sb)
	if err != nil {
		return err
	}
	if err := conn.Script(ctx, statements...); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func readerRights(ctx context.Context, conn *postgres.Conn, sb *Sandbox) ([]string, error) {
	reader := postgres.Ident(sb.Reader)
	statements := []string{
		"GRANT CONNECT ON DATABASE " + postgres.Ident(sb.Name) + " TO " + reader,
		"ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO " + reader,
		"ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO " + reader,
		"ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON ROUTINES FROM PUBLIC",
	}
	for _, right := range []struct{ objects, before, after string }{
		{ownSchemas, "GRANT USAGE ON SCHEMA ", " TO " + reader},
		{ownTables, "GRANT SELECT ON ", " TO " + reader},
		{ownRoutines, "REVOKE EXECUTE ON ROUTINE ", " FROM PUBLIC"},
	} {
		objects, err := postgres.Strings(ctx, conn, right.objects)
		if err != nil {
			return nil, err
		}
		if len(objects) > 0 {
			statements = append(statements, right.before+strings.Join(objects, ", ")+right.after)
		}
	}
	if sb.HideRows {
		return statements, nil
	}
	tables, err := postgres.Strings(ctx, conn, hiddenTables)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		statements = append(statements, "CREATE POLICY "+ReaderPolicy+" ON "+table+" FOR SELECT TO "+reader+" USING (true)")
	}
	return statements, nil
}
