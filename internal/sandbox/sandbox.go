// Package sandbox is the life of a role-owned database: create, verify,
// extend, replace, drop, clean.
//
// A sandbox is authority made to be thrown away: a fresh LOGIN role without
// any attribute, one database that it owns, a second login that may only
// read, and a record that says when all of it goes. The record is the comment
// on the role, written in the transaction that creates the role, so that
// there is no sandbox without a record and no table to go stale. Everything
// is done by an admin that needs CREATEDB and CREATEROLE and no more, on
// PostgreSQL 15 and later, and everything survives being killed at any step:
// what is left is listed by List and removed by Drop or Clean.
//
// What may never happen here: an object touched that the record doesn't claim
// by name and OID; a password stored or printed, other than in the URLs that
// URLs returns; PUBLIC let into a sandbox's database.
//
// The password of a sandbox is derived, not stored: HMAC-SHA256 of the
// sandbox's id, login and a nonce of its record, under the random key of this
// machine (postgres.Admin.Secret). The server has the SCRAM verifier only.
// The key is random, not the admin's password, because whoever holds a
// derived password could try guesses of a key that a person chose. Rotate
// writes a new nonce. On another machine the key is another one, and the URL
// can only be had by Rotate.
package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// State is where a sandbox is in its life.
type State string

// The states. One that is not Ready and that nobody works on is an orphan.
const (
	Building State = "building"
	Ready    State = "ready"
	Deleting State = "deleting"
)

// Sandbox is one sandbox as its record has it.
type Sandbox struct {
	Record
	RoleOID uint32 `json:"-"`
	// Expired is judged by the server's clock.
	Expired   bool          `json:"expired"`
	ExpiresIn time.Duration `json:"-"`
	// Busy: a process builds or drops it right now.
	Busy bool `json:"busy"`
	// Orphaned: half-built or half-dropped, and nobody works on it.
	Orphaned bool `json:"orphaned"`
	// ServerVersion is such as "15.18".
	ServerVersion string `json:"server_version"`
	// Held is what kept Replace from dropping it.
	Held error `json:"-"`

	lock *postgres.Conn // holds lockSandbox from Create to FinishLoad, Replace or Drop
}

// Errors callers look for.
var (
	ErrNotFound  = errors.New("no such sandbox")
	ErrAmbiguous = errors.New("several sandboxes")
	ErrQuota     = errors.New("the owner's quota of sandboxes is used up")
	ErrNoSecret  = errors.New("the password was made with another machine's key; rotate it to get a new URL")
	ErrBusy      = errors.New("another process builds or drops the sandbox")
)

// release gives the sandbox's lock back. It is unlocked first, because the
// server notices the end of a session only some time after it.
func (sb *Sandbox) release(ctx context.Context) {
	if sb.lock == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if !sb.lock.IsClosed() {
		// A session that is broken loses its locks as it ends.
		_, _ = sb.lock.Exec(ctx, `SELECT pg_advisory_unlock($1, $2)`, int32(lockSandbox), int32(sb.RoleOID))
	}
	sb.lock.Close(ctx)
	sb.lock = nil
}
