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
// sandbox's id, role and a nonce of its record, under the random key of this
// machine (postgres.Admin.Secret). The server has the SCRAM verifier only.
// Rotate writes a new nonce. On another machine the key is another one, and
// the URL can only be had by Rotate.
package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// State is where a sandbox is in its life.
type State string

// The states. A building sandbox whose builder is gone is an orphan.
const (
	Building State = "building"
	Ready    State = "ready"
	Deleting State = "deleting"
)

// Spec is what a sandbox is asked to be.
type Spec struct {
	NameHint  string // part of the name; letters, digits, underscores survive
	Owner     string // whom the quota counts for
	TTL       time.Duration
	Labels    map[string]string
	Seed      string
	Now       string // the instant of the data, as given or chosen
	SchemaSHA string // hex
	// Roles are the roles that the schema text names.
	Roles []string
	// Quota bounds the live sandboxes of one owner; 0 is DefaultQuota.
	Quota int
	// ConnectionLimit of the role after FinishLoad; 0 is 10.
	ConnectionLimit int
	// StatementTimeout, IdleTimeout (in a transaction) and LockTimeout are
	// settings of the role; 0 is 60 s, 60 s and 10 s.
	StatementTimeout, IdleTimeout, LockTimeout time.Duration
	// HideRows leaves out the reader's policies on tables with row security.
	HideRows bool
}

// The default quota of live sandboxes an owner has.
const DefaultQuota = 20

// Sandbox is one sandbox as its record has it.
type Sandbox struct {
	Record
	RoleOID uint32 `json:"-"`
	// Expired is judged by the server's clock.
	Expired   bool   `json:"expired"`
	ExpiresIn string `json:"-"`
	Orphaned  bool   `json:"orphaned"` // building, and the builder is gone
	// ServerVersion is the server's, such as "15.18".
	ServerVersion string `json:"server_version"`
	lock          *postgres.Conn
}

// Record is the comment on the sandbox's role, as JSON.
type Record struct {
	Format    int               `json:"effigy"`
	ID        string            `json:"id"`
	Name      string            `json:"name"` // of the database and of the role
	Hint      string            `json:"hint,omitempty"`
	Reader    string            `json:"reader"`
	Owner     string            `json:"owner,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`
	State     State             `json:"state"`
	Created   time.Time         `json:"created_at"`
	Expires   time.Time         `json:"expires_at"`
	Seed      string            `json:"seed,omitempty"`
	Now       string            `json:"now,omitempty"`
	SchemaSHA string            `json:"schema_sha256,omitempty"`
	Roles     map[string]string `json:"roles,omitempty"` // name in the text → name in the sandbox
	Nonce     string            `json:"nonce"`
	Creator   string            `json:"creator"`
	Database  uint32            `json:"database_oid,omitempty"`
	Limit     int               `json:"connection_limit"`
	HideRows  bool              `json:"hide_rows,omitempty"`
}

// Errors callers look for.
var (
	ErrNotFound  = errors.New("no such sandbox")
	ErrAmbiguous = errors.New("several sandboxes go by that name")
	ErrQuota     = errors.New("the owner's quota of sandboxes is used up")
	ErrNoSecret  = errors.New("the password was made on another machine")
)

var errNotYet = errors.New("not there yet")

// Create makes an empty sandbox: roles, database, the admin's and nobody
// else's way in but the sandbox role's own. It is Building, and locked by
// this process, until FinishLoad. On an error nothing is left. The order of
// a build: Create, DDL and rows through URLs' owner, Extension where the text
// has one, verification, FinishLoad (or Replace), and on any error Drop.
func Create(ctx context.Context, admin *postgres.Admin, spec Spec) (*Sandbox, error) {
	return nil, errNotYet
}

// FinishLoad ends the build: the reader is let in (SELECT, and nothing that
// runs the owner's functions), the connection limit holds, the record says
// Ready. It comes after every check that compares grants and policies with
// the text, because it adds some.
func FinishLoad(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error { return errNotYet }

// Extension creates an extension in the sandbox's database, in a schema if
// one is given (made, owned by the role, where missing).
func Extension(ctx context.Context, admin *postgres.Admin, sb *Sandbox, name, schema string) error {
	return errNotYet
}

// RefusedExtension says why a sandbox never gets that extension, because it
// opens network, files or another language than SQL; or is empty.
func RefusedExtension(name string) string { return "" }

// URLs returns the owner's and the reader's connection strings, passwords
// included. ErrNoSecret when this machine can't know them.
func URLs(admin *postgres.Admin, sb *Sandbox) (owner, reader string, err error) {
	return "", "", errNotYet
}

// Rotate gives both logins new passwords.
func Rotate(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error { return errNotYet }

// List returns all sandboxes of the server, by name: ready, half-built,
// half-deleted, expired.
func List(ctx context.Context, admin *postgres.Admin) ([]*Sandbox, error) { return nil, errNotYet }

// Find returns the sandbox of that name; a hint will do where only one
// sandbox that is Ready has it. An empty name finds the only ready one.
// Errors: ErrNotFound, ErrAmbiguous.
func Find(ctx context.Context, admin *postgres.Admin, name string) (*Sandbox, error) {
	return nil, errNotYet
}

// Extend moves the end of the sandbox to d from the server's now.
func Extend(ctx context.Context, admin *postgres.Admin, sb *Sandbox, d time.Duration) error {
	return errNotYet
}

// Replace swaps fresh, which has been through FinishLoad, in for old, in one
// transaction: it takes over old's names and passwords, so that old's URLs
// lead to it, and old is dropped afterwards. fresh holds the new names then.
// When old's password can't be known (see ErrNoSecret) fresh keeps its own,
// and samePassword is false.
func Replace(ctx context.Context, admin *postgres.Admin, old, fresh *Sandbox) (samePassword bool, err error) {
	return false, errNotYet
}

// Drop removes the sandbox: sessions, database, roles, record, in that order.
// When something holds it (a superuser's session, a prepared transaction,
// rights elsewhere) the record stays and the error names it.
func Drop(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error { return errNotYet }

// Filter picks what Clean looks at; its zero value is everything.
type Filter struct {
	Owner  string
	Labels map[string]string
}

// Clean drops the expired and orphaned sandboxes that the filter picks and
// returns them; with dry, it only returns them. Those that could not be
// dropped are in the joined error, and stay.
func Clean(ctx context.Context, admin *postgres.Admin, f Filter, dry bool) ([]*Sandbox, error) {
	return nil, errNotYet
}
