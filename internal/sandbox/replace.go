package sandbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Replace ends the build of fresh as FinishLoad does and swaps it in for old:
// it takes over old's names and passwords, so that old's URLs lead to it, and
// old is dropped. That fresh is Ready and that the two are swapped is one
// transaction; killed before its end nothing has changed and fresh, which is
// still Building, is an orphan for Clean, after it old is. fresh holds its new
// names afterwards, with its own seed, labels and expiry. When old's passwords
// can't be known (see ErrNoSecret) fresh keeps its own, and samePassword is
// false. Errors: ErrNotFound when old is gone or was swapped for another,
// ErrBusy while another process is at it; any error leaves old as it was and
// fresh Building. Where old can't be dropped after the swap that is no error
// of Replace: old.Held says why, and old is Clean's.
func Replace(ctx context.Context, admin *postgres.Admin, old, fresh *Sandbox) (samePassword bool, err error) {
	if err := admitReader(ctx, admin, fresh); err != nil {
		return false, fmt.Errorf("sandbox %s: admitting the reader: %w", fresh.Name, err)
	}
	conn, done, err := hold(ctx, admin, fresh)
	if err != nil {
		return false, err
	}
	defer done()
	if err := own(ctx, admin, old); err != nil {
		return false, err
	}
	defer old.release(ctx)
	stop, err := keepEmpty(ctx, admin, old, fresh)
	if err != nil {
		return false, err
	}
	same, err := swap(ctx, conn, admin, old, fresh)
	stop()
	if err != nil {
		return false, fmt.Errorf("swapping %s for %s: %w", old.Name, fresh.Name, err)
	}
	fresh.release(ctx)
	old.Held = Drop(ctx, admin, old)
	return same, nil
}

// own takes the lock of a sandbox and keeps it until its release, so that
// nobody resets it or makes a template of it between its end and its drop.
func own(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	conn, _, err := hold(ctx, admin, sb)
	if err == nil {
		sb.lock = conn
	}
	return err
}

// keepEmpty ends the sessions in both databases again and again, because a
// database with a session in it can't be renamed and an application's pool
// comes back at once.
func keepEmpty(ctx context.Context, admin *postgres.Admin, both ...*Sandbox) (stop func(), err error) {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, err
	}
	copies := make([]Sandbox, len(both))
	for i, sb := range both {
		copies[i] = Sandbox{Record: sb.Record}
	}
	ctx, cancel := context.WithCancel(ctx)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		defer conn.Close(context.WithoutCancel(ctx))
		for ctx.Err() == nil {
			for i := range copies {
				// A session that can't be ended makes the swap fail, and that says so.
				_ = terminate(ctx, conn, &copies[i], copies[i].Name)
			}
			select {
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() { cancel(); <-finished }, nil
}

// swap exchanges the names of the two by way of a third, and their passwords.
func swap(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, old, fresh *Sandbox) (same bool, err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	a, b, err := lockBoth(ctx, conn, old, fresh)
	if err != nil {
		return false, err
	}
	aside, err := newName("", rand.Reader)
	if err != nil {
		return false, err
	}
	oldName, freshName := a.Name, b.Name
	statements := append(b.ready(), a.rename(aside)...)
	statements = append(statements, b.rename(oldName)...)
	statements = append(statements, a.rename(freshName)...)
	a.State = Deleting
	b.Hint = a.Hint
	if same = a.Key == fingerprint(admin.Secret); same {
		a.ID, b.ID = b.ID, a.ID
		a.Nonce, b.Nonce = b.Nonce, a.Nonce
		b.Key = a.Key
		passwords, err := b.setPasswords(admin.Secret)
		if err != nil {
			return false, err
		}
		statements = append(statements, passwords...)
	}
	for _, r := range []*Record{a, b} {
		comment, err := r.comment()
		if err != nil {
			return false, err
		}
		statements = append(statements, comment)
	}
	if err := conn.Script(ctx, statements...); err != nil {
		return false, err
	}
	if err := tx.Commit(ctx); err != nil {
		return false, err
	}
	old.Record, fresh.Record = *a, *b
	return same, nil
}

// lockBoth locks both records, in one order, and reads them again. The
// sandboxes' own locks are held, so that nobody else is at them.
func lockBoth(ctx context.Context, conn *postgres.Conn, old, fresh *Sandbox) (a, b *Record, err error) {
	low, high := min(old.RoleOID, fresh.RoleOID), max(old.RoleOID, fresh.RoleOID)
	for _, oid := range []uint32{low, high} {
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_xact_lock($1, $2)`, int32(lockRecord), int32(oid)); err != nil {
			return nil, nil, err
		}
	}
	for _, sb := range []*Sandbox{old, fresh} {
		now, err := list(ctx, conn, sb.RoleOID)
		if err != nil {
			return nil, nil, err
		}
		if len(now) == 0 || now[0].Name != sb.Name {
			return nil, nil, named(ErrNotFound, sb.Name)
		}
		if sb == old && now[0].State != Ready {
			return nil, nil, named(ErrBusy, sb.Name)
		}
		a, b = b, &now[0].Record
	}
	return a, b, nil
}

// rename gives the record another name and returns the statements that do the
// same to roles and database. The database is renamed by its owner, which has
// CREATEDB for that moment and inside of the transaction only: an admin with
// NOINHERIT may not rename what it does not own.
func (r *Record) rename(to string) []string {
	from := r.Name
	var statements []string
	for _, role := range r.roles() {
		statements = append(statements, "ALTER ROLE "+postgres.Ident(role)+" RENAME TO "+postgres.Ident(renamed(role, from, to)))
	}
	r.Name, r.Reader = to, renamed(r.Reader, from, to)
	roles := make(map[string]string, len(r.Roles))
	for text, role := range r.Roles {
		roles[text] = renamed(role, from, to)
	}
	r.Roles = roles
	owner := postgres.Ident(to)
	return append(statements,
		"ALTER ROLE "+owner+" CREATEDB", "SET LOCAL ROLE "+owner,
		"ALTER DATABASE "+postgres.Ident(from)+" RENAME TO "+owner,
		"SET LOCAL ROLE NONE", "ALTER ROLE "+owner+" NOCREATEDB")
}
