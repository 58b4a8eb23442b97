package sandbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Filter picks what Clean looks at; its zero value is everything.
type Filter struct {
	Owner  string
	Labels map[string]string
}

func (f Filter) takes(sb *Sandbox) bool {
	if f.Owner != "" && sb.Owner != f.Owner {
		return false
	}
	for k, v := range f.Labels {
		if sb.Labels[k] != v {
			return false
		}
	}
	return true
}

// Clean drops the expired and orphaned sandboxes that the filter picks and
// returns those that are gone; with dry, those that would be. What could not
// be dropped is in the joined error, and stays. One that is being built or
// dropped by a living process is left alone, expired or not; so is, unless
// the admin is a superuser, what another admin made and alone can drop.
func Clean(ctx context.Context, admin *postgres.Admin, f Filter, dry bool) ([]*Sandbox, error) {
	all, err := droppable(ctx, admin)
	if err != nil {
		return nil, err
	}
	var gone []*Sandbox
	var errs []error
	for _, sb := range all {
		if !f.takes(sb) || sb.Busy {
			continue
		}
		if !sb.Expired && !sb.Orphaned {
			if !dry {
				errs = append(errs, sweep(ctx, admin, sb))
			}
			continue
		}
		if !dry {
			err := remove(ctx, admin, sb, true)
			if errors.Is(err, ErrBusy) || errors.Is(err, errAlive) {
				continue // another drops it, or it was extended, meanwhile
			}
			if err != nil {
				errs = append(errs, err)
				continue
			}
		}
		gone = append(gone, sb)
	}
	return gone, errors.Join(errs...)
}

// droppable lists what the admin made; for a superuser, everything.
func droppable(ctx context.Context, admin *postgres.Admin) ([]*Sandbox, error) {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var me string
	var super bool
	if err := conn.QueryRow(ctx, `SELECT session_user::text, rolsuper FROM pg_roles WHERE rolname = session_user`).Scan(&me, &super); err != nil {
		return nil, err
	}
	all, err := list(ctx, conn, 0)
	return slices.DeleteFunc(all, func(sb *Sandbox) bool { return !super && sb.Creator != me }), err
}

// sweep drops what a killed Reset left of a sandbox that lives on.
func sweep(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, done, err := hold(ctx, admin, sb)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	return dropLeftovers(ctx, conn, admin, sb)
}

// Extend moves the end of the sandbox to d from the server's now.
func Extend(ctx context.Context, admin *postgres.Admin, sb *Sandbox, d time.Duration) error {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = change(ctx, conn, sb, func(r *Record) ([]string, error) {
		if err := conn.QueryRow(ctx, `SELECT now() + $1::interval`, d).Scan(&r.Expires); err != nil {
			return nil, err
		}
		until := " VALID UNTIL " + postgres.Literal(r.Expires.UTC().Format(time.RFC3339Nano))
		return []string{"ALTER ROLE " + postgres.Ident(r.Name) + until, "ALTER ROLE " + postgres.Ident(r.Reader) + until}, nil
	})
	if err != nil {
		return err
	}
	sb.Expired, sb.ExpiresIn = d <= 0, d
	return nil
}

// Rotate gives both logins new passwords, made with this machine's key.
func Rotate(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return change(ctx, conn, sb, func(r *Record) ([]string, error) { return r.rotate(admin.Secret) })
}
