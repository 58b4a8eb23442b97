package sandbox

import (
	"context"
	"strings"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// invalidDatabase tells of one whose dropping was cut short by the end of the
// server: it can be dropped again, and whoever does anything else with it is
// thrown out.
func invalidDatabase(ctx context.Context, conn *postgres.Conn, name string) (invalid bool, err error) {
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datconnlimit = -2)`, name).Scan(&invalid)
	return invalid, err
}

// insist drops a database, again while sessions in it go on.
func (sb *Sandbox) insist(ctx context.Context, conn *postgres.Conn, name string, drop func() error) error {
	for started := time.Now(); ; {
		err := drop()
		if err == nil {
			return nil
		}
		code := postgres.Code(err)
		if code != "55006" && code != "42501" || ctx.Err() != nil || time.Since(started) > patience {
			return sb.held(holders(ctx, conn, name, err), err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// terminate ends the admin's sessions in a database as the admin, and each
// login's, wherever they are, as that login: an admin with NOINHERIT may not
// end others'.
func terminate(ctx context.Context, conn *postgres.Conn, sb *Sandbox, name string) error {
	const end = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
	logins, err := existing(ctx, conn, sb.Name, sb.Reader)
	if err != nil {
		return err
	}
	statements := []string{end + " AND datname = " + postgres.Literal(name)}
	for _, role := range logins {
		statements = append(statements, "SET LOCAL ROLE "+postgres.Ident(role), end)
	}
	return conn.Script(ctx, statements...)
}

// existing keeps the roles that are there: somebody may have dropped one.
func existing(ctx context.Context, conn *postgres.Conn, roles ...string) ([]string, error) {
	return postgres.Strings(ctx, conn, `SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS r(name, n)
		WHERE name IN (SELECT rolname FROM pg_roles) ORDER BY n`, roles)
}

// holders says who is connected to a database that can't be dropped.
func holders(ctx context.Context, conn *postgres.Conn, name string, err error) string {
	const sessions = `SELECT DISTINCT usename || ' (pid ' || pid || ')' FROM pg_stat_activity WHERE datname = $1 AND usename IS NOT NULL ORDER BY 1`
	who, lookErr := postgres.Strings(context.WithoutCancel(ctx), conn, sessions, name)
	if lookErr != nil || len(who) == 0 {
		return "its database can't be dropped: " + postgres.Message(err)
	}
	return "sessions that the admin may not end: " + strings.Join(who, ", ")
}
