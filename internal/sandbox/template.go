package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// ErrNoTemplate is returned by Reset where there is nothing to copy.
var ErrNoTemplate = errors.New("the sandbox has no template; it was rebuilt without one, or that is gone")

const templateSuffix = "_template"

// Template keeps a copy of the sandbox's database as it is, for Reset. It
// comes after FinishLoad, when nobody is connected. The copy belongs to the
// admin and lets nobody in, so that the sandbox can't touch it; that it is
// there says that it is complete. Its name is in the record before it exists.
func Template(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, done, err := hold(ctx, admin, sb)
	if err != nil {
		return err
	}
	defer done()
	if err := makeTemplate(ctx, conn, sb); err != nil {
		return fmt.Errorf("template of %s: %w", sb.Name, err)
	}
	return nil
}

func makeTemplate(ctx context.Context, conn *postgres.Conn, sb *Sandbox) error {
	if err := dropTemplate(ctx, conn, sb); err != nil {
		return err
	}
	err := change(ctx, conn, sb, func(r *Record) ([]string, error) {
		if r.State != Ready { // it was replaced in the meantime
			return nil, named(ErrNotFound, r.Name)
		}
		r.Template, r.TemplateOID = r.Name+templateSuffix, 0
		return nil, nil
	})
	if err != nil {
		return err
	}
	if err := deserted(ctx, conn, sb, sb.Name); err != nil {
		return err
	}
	err = copyDatabase(ctx, conn, sb.Name, sb.Template, "IS_TEMPLATE true")
	if postgres.Code(err) == "42501" {
		err = copyAsTemplate(ctx, conn, sb)
	}
	if err != nil {
		return err
	}
	return change(ctx, conn, sb, func(r *Record) ([]string, error) {
		const own = `SELECT oid FROM pg_database WHERE datname = $1 AND datdba = quote_ident(session_user)::regrole`
		err := conn.QueryRow(ctx, own, r.Template).Scan(&r.TemplateOID)
		return nil, err
	})
}

// deserted ends the sessions in a database and waits until they are gone.
func deserted(ctx context.Context, conn *postgres.Conn, sb *Sandbox, name string) error {
	for started := time.Now(); ; {
		if err := terminate(ctx, conn, sb, name); err != nil {
			return err
		}
		var n int
		const sessions = `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND usename IS NOT NULL`
		if err := conn.QueryRow(ctx, sessions, name).Scan(&n); err != nil {
			return err
		}
		if n == 0 || time.Since(started) > patience {
			return nil // CREATE DATABASE says who is there
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// logged is the size up to which copying a database block by block through
// the log is faster than a checkpoint and copying files (both measured on 15
// and 18).
const logged = 32 << 20

// copyDatabase makes a closed copy of a database.
func copyDatabase(ctx context.Context, conn *postgres.Conn, from, to, options string) error {
	var size int64
	if err := conn.QueryRow(ctx, `SELECT pg_database_size(oid) FROM pg_database WHERE datname = $1`, from).Scan(&size); err != nil {
		size = 0 // an admin that may not connect may not measure
	}
	strategy := "wal_log"
	if size > logged {
		strategy = "file_copy"
	}
	_, err := conn.Exec(ctx, "CREATE DATABASE "+postgres.Ident(to)+" TEMPLATE "+postgres.Ident(from)+
		" STRATEGY "+strategy+" ALLOW_CONNECTIONS false "+options)
	return err
}

// copyAsTemplate is for an admin with NOINHERIT, who may copy another's
// database only while that is a template.
func copyAsTemplate(ctx context.Context, conn *postgres.Conn, sb *Sandbox) error {
	name := postgres.Ident(sb.Name)
	if err := as(ctx, conn, sb.Name, "ALTER DATABASE "+name+" IS_TEMPLATE true"); err != nil {
		return err
	}
	err := copyDatabase(ctx, conn, sb.Name, sb.Template, "IS_TEMPLATE true")
	return errors.Join(err, as(context.WithoutCancel(ctx), conn, sb.Name, "ALTER DATABASE "+name+" IS_TEMPLATE false"))
}

// Reset gives the sandbox the database of its template again: same names,
// same passwords, same data as when Template kept it. The copy is made beside
// the database and swapped in by one transaction. ErrNoTemplate where there
// is nothing to copy, ErrBusy while another process resets it.
func Reset(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, done, err := hold(ctx, admin, sb)
	if err != nil {
		return err
	}
	defer done()
	if err := reset(ctx, conn, admin, sb); err != nil {
		return fmt.Errorf("resetting %s: %w", sb.Name, err)
	}
	return nil
}

func reset(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, sb *Sandbox) error {
	now, err := list(ctx, conn, sb.RoleOID)
	if err != nil {
		return err
	}
	if len(now) == 0 {
		return ErrNotFound
	}
	sb.Record = now[0].Record
	var there bool
	const template = `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND oid = $2 AND datistemplate)`
	if err := conn.QueryRow(ctx, template, sb.Template, sb.TemplateOID).Scan(&there); err != nil {
		return err
	}
	if !there {
		return ErrNoTemplate
	}
	if err := dropLeftovers(ctx, conn, admin, sb); err != nil {
		return err
	}
	fresh, err := newName("", rand.Reader)
	if err != nil {
		return err
	}
	if err := copyDatabase(ctx, conn, sb.Template, fresh, "OWNER "+postgres.Ident(sb.Name)); err != nil {
		return err
	}
	stop, err := keepEmpty(ctx, admin, sb)
	if err != nil {
		return err
	}
	err = takeOver(ctx, conn, sb, fresh)
	stop()
	return errors.Join(err, dropLeftovers(context.WithoutCancel(ctx), conn, admin, sb))
}

// takeOver gives a copy the sandbox's name, with the rights that a copy does
// not have, and the old database another name, which makes it a leftover.
func takeOver(ctx context.Context, conn *postgres.Conn, sb *Sandbox, fresh string) error {
	old, err := newName("", rand.Reader)
	if err != nil {
		return err
	}
	return change(ctx, conn, sb, func(r *Record) ([]string, error) {
		if err := conn.QueryRow(ctx, `SELECT oid FROM pg_database WHERE datname = $1`, fresh).Scan(&r.Database); err != nil {
			return nil, err
		}
		name, owner, copied := postgres.Ident(r.Name), postgres.Ident(r.Name), postgres.Ident(fresh)
		return []string{
			"ALTER ROLE " + owner + " CREATEDB", "SET LOCAL ROLE " + owner,
			"REVOKE ALL ON DATABASE " + copied + " FROM PUBLIC",
			"GRANT CONNECT ON DATABASE " + copied + " TO " + postgres.Ident(r.Reader),
			"ALTER DATABASE " + name + " RENAME TO " + postgres.Ident(old),
			"ALTER DATABASE " + copied + " RENAME TO " + name,
			"ALTER DATABASE " + name + " ALLOW_CONNECTIONS true",
			"SET LOCAL ROLE NONE", "ALTER ROLE " + owner + " NOCREATEDB",
		}, nil
	})
}

// dropLeftovers drops what a reset, finished or killed, leaves: databases of
// the role's other than the record's.
func dropLeftovers(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, sb *Sandbox) error {
	names, err := postgres.Strings(ctx, conn, `SELECT datname FROM pg_database WHERE datdba = $1 AND oid <> $2 ORDER BY 1`, sb.RoleOID, sb.Database)
	if err != nil {
		return err
	}
	return dropAll(ctx, conn, admin, sb, names)
}

// dropTemplate drops the template that the record claims: by its name, and by
// its OID once that is known, and only as the admin's.
func dropTemplate(ctx context.Context, conn *postgres.Conn, sb *Sandbox) error {
	if sb.Template == "" {
		return nil
	}
	const claimed = `SELECT datname FROM pg_database WHERE datname = $1 AND (oid = $2 OR $2 = 0::oid) AND datdba = (SELECT oid FROM pg_roles WHERE rolname = $3)`
	names, err := postgres.Strings(ctx, conn, claimed, sb.Template, sb.TemplateOID, sb.Creator)
	if err != nil || len(names) == 0 {
		return err
	}
	db := postgres.Ident(sb.Template)
	invalid, err := invalidDatabase(ctx, conn, sb.Template)
	if err == nil && !invalid {
		_, err = conn.Exec(ctx, "ALTER DATABASE "+db+" IS_TEMPLATE false")
	}
	if err != nil {
		return sb.held("its template can't be dropped: "+postgres.Message(err), err)
	}
	return sb.insist(ctx, conn, sb.Template, func() error {
		_, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+db+" WITH (FORCE)")
		return err
	})
}
