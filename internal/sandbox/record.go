package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Record is the comment on the sandbox's role, as JSON.
type Record struct {
	Format    int               `json:"effigy"` // of the record
	ID        string            `json:"id"`
	Name      string            `json:"name"`           // of the database and of the role
	Hint      string            `json:"hint,omitempty"` // as it was given
	Reader    string            `json:"reader"`
	Owner     string            `json:"owner,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`
	State     State             `json:"state"`
	Created   time.Time         `json:"created_at"`
	Expires   time.Time         `json:"expires_at"`
	Seed      string            `json:"seed,omitempty"`
	Now       string            `json:"now,omitempty"`
	SchemaSHA string            `json:"schema_sha256,omitempty"`
	// Roles maps a name in the text to the name in the sandbox.
	Roles    map[string]string `json:"roles,omitempty"`
	Nonce    string            `json:"nonce"`
	Key      string            `json:"key"` // fingerprint of the key that made the passwords
	Creator  string            `json:"creator"`
	Database uint32            `json:"database_oid,omitempty"`
	// Template is the database that Reset copies, claimed before it is made.
	Template    string            `json:"template,omitempty"`
	TemplateOID uint32            `json:"template_oid,omitempty"`
	Limit       int               `json:"connection_limit"`
	Settings    map[string]string `json:"settings"`
	HideRows    bool              `json:"hide_rows,omitempty"`
}

// recordFormat is the format this program writes, and the newest it reads.
const recordFormat = 1

// The classes of advisory locks: the first is held while an owner's quota is
// counted, the second, keyed by the role's OID, by whoever builds or drops a
// sandbox, the third by whoever changes a record.
const (
	lockQuota   = 0x0eff1601
	lockSandbox = 0x0eff1602
	lockRecord  = 0x0eff1603
)

// sound reports whether the record claims only what a sandbox of that name may
// have: comments can be written by other admins, and what a record claims is
// dropped in the end.
func (r *Record) sound() bool {
	for _, role := range r.roles() {
		if role != r.Name && !strings.HasPrefix(role, r.Name+"_") {
			return false
		}
	}
	template := r.Template == "" || strings.HasPrefix(r.Template, Prefix) && strings.HasSuffix(r.Template, templateSuffix)
	return r.Format == recordFormat && r.ID != "" && template && slices.Contains([]State{Building, Ready, Deleting}, r.State)
}

// comment is the statement that writes the record.
func (r *Record) comment() (string, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	return "COMMENT ON ROLE " + postgres.Ident(r.Name) + " IS " + postgres.Literal(string(text)), nil
}

// roles are all roles of the sandbox, its own last, in an order that never
// varies.
func (r *Record) roles() []string {
	var all []string
	for _, role := range r.Roles {
		all = append(all, role)
	}
	slices.Sort(all)
	return append(all, r.Reader, r.Name)
}

// listSQL takes a lock for one of Effigy's only in the admin's database: in its
// own a sandbox may take what locks it likes.
const listSQL = `
SELECT r.rolname, r.oid, shobj_description(r.oid, 'pg_authid'), now(),
	EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted
		AND l.classid = $1::bigint::oid AND l.objid = r.oid
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
FROM pg_roles r
WHERE starts_with(r.rolname, $2) AND shobj_description(r.oid, 'pg_authid') LIKE '{"effigy":%'
	AND ($3 = 0::oid OR r.oid = $3)
ORDER BY r.rolname`

// list reads the records, of one role or (with 0) of all. A comment that is
// no record, or another role's, claims nothing.
func list(ctx context.Context, conn *postgres.Conn, oid uint32) ([]*Sandbox, error) {
	rows, err := conn.Query(ctx, listSQL, int64(lockSandbox), Prefix, oid)
	if err != nil {
		return nil, fmt.Errorf("listing sandboxes: %w", err)
	}
	defer rows.Close()
	var all []*Sandbox
	for rows.Next() {
		sb := &Sandbox{ServerVersion: conn.Version()}
		var role, text string
		var now time.Time
		if err := rows.Scan(&role, &sb.RoleOID, &text, &now, &sb.Busy); err != nil {
			return nil, fmt.Errorf("listing sandboxes: %w", err)
		}
		if json.Unmarshal([]byte(text), &sb.Record) != nil || sb.Name != role || !sb.sound() {
			continue
		}
		sb.Expired = !now.Before(sb.Expires)
		sb.ExpiresIn = max(0, sb.Expires.Sub(now))
		sb.Orphaned = sb.State != Ready && !sb.Busy
		all = append(all, sb)
	}
	return all, rows.Err()
}

// List returns all sandboxes of the server, by name: ready, half-built,
// half-deleted, expired.
func List(ctx context.Context, admin *postgres.Admin) ([]*Sandbox, error) {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return list(ctx, conn, 0)
}

// Find returns the sandbox of that name; a hint will do where only one that
// is Ready and not expired, and that this admin made, has it. An empty name
// finds the only such one. Errors: ErrNotFound, ErrAmbiguous.
func Find(ctx context.Context, admin *postgres.Admin, name string) (*Sandbox, error) {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var me string
	if err := conn.QueryRow(ctx, `SELECT session_user::text`).Scan(&me); err != nil {
		return nil, err
	}
	all, err := list(ctx, conn, 0)
	if err != nil {
		return nil, err
	}
	var found []*Sandbox
	for _, sb := range all {
		if sb.Name == name && name != "" {
			return sb, nil
		}
		if sb.State == Ready && !sb.Expired && sb.Creator == me && (name == "" || sb.Hint == name) {
			found = append(found, sb)
		}
	}
	switch len(found) {
	case 0:
		return nil, named(ErrNotFound, name)
	case 1:
		return found[0], nil
	}
	slices.SortFunc(found, func(a, b *Sandbox) int { return cmp.Compare(a.Name, b.Name) })
	names := make([]string, len(found))
	for i, sb := range found {
		names[i] = sb.Name
	}
	if name == "" {
		return nil, fmt.Errorf("%w, and none was named: %s", ErrAmbiguous, strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("%w go by the name %s: %s", ErrAmbiguous, name, strings.Join(names, ", "))
}

func named(err error, name string) error {
	if name == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, name)
}

// change rewrites the record in one transaction with the statements that
// belong to it, from what the record is by then.
func change(ctx context.Context, conn *postgres.Conn, sb *Sandbox, f func(*Record) ([]string, error)) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, $2)`, int32(lockRecord), int32(sb.RoleOID)); err != nil {
		return err
	}
	now, err := list(ctx, conn, sb.RoleOID)
	if err != nil {
		return err
	}
	if len(now) == 0 {
		return named(ErrNotFound, sb.Name)
	}
	record := now[0].Record
	statements, err := f(&record)
	if err != nil {
		return err
	}
	comment, err := record.comment()
	if err != nil {
		return err
	}
	if err := conn.Script(ctx, append(statements, comment)...); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	sb.Record = record
	return nil
}
