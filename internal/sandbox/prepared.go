package sandbox

import (
	"context"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// A prepared transaction outlives its session and holds its database. Only
// whoever prepared it, or a superuser, may end it, and from that database.
const (
	ownPrepared = `SELECT quote_literal(gid) FROM pg_prepared_xacts WHERE database = $1 AND owner = $2 ORDER BY 1`
	allPrepared = `SELECT quote_literal(gid) || ' of ' || owner FROM pg_prepared_xacts WHERE database = $1 ORDER BY 1`
)

// rollBackPrepared ends the prepared transactions of the sandbox's roles in a
// database of its own. Others' are reported: they hold the sandbox.
func (sb *Sandbox) rollBackPrepared(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, database string) error {
	left, err := postgres.Strings(ctx, conn, allPrepared, database)
	if err != nil || len(left) == 0 {
		return err
	}
	tried := sb.rollBackOwn(ctx, conn, admin, database)
	if left, err = postgres.Strings(ctx, conn, allPrepared, database); err != nil || len(left) == 0 {
		return err
	}
	return sb.held("prepared transactions; in its database: ROLLBACK PREPARED "+strings.Join(left, ", "), tried)
}

// rollBackOwn lets the admin into the database, which is about to be dropped,
// to act as each role there.
func (sb *Sandbox) rollBackOwn(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, database string) error {
	db := postgres.Ident(database)
	err := as(ctx, conn, sb.Name, "ALTER DATABASE "+db+" CONNECTION LIMIT -1", "ALTER DATABASE "+db+" ALLOW_CONNECTIONS true",
		"GRANT CONNECT ON DATABASE "+db+" TO "+postgres.Ident(sb.Creator))
	if err != nil {
		return err
	}
	url, err := postgres.WithDatabase(admin.URL, database)
	if err != nil {
		return err
	}
	inside, err := postgres.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer inside.Close(context.WithoutCancel(ctx))
	roles, err := existing(ctx, conn, sb.roles()...)
	if err != nil {
		return err
	}
	for _, role := range roles {
		own, err := postgres.Strings(ctx, conn, ownPrepared, database, role)
		if err != nil {
			return err
		}
		for _, gid := range own {
			if err := as(ctx, inside, role, "ROLLBACK PREPARED "+gid); err != nil {
				return fmt.Errorf("rolling back: %w", err)
			}
		}
	}
	return nil
}
