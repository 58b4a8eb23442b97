package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// Spec is what a sandbox is asked to be.
type Spec struct {
	NameHint  string // part of the name; letters and digits survive
	Owner     string // whom the quota counts for
	TTL       time.Duration
	Labels    map[string]string
	Seed      string
	Now       string // the instant of the data, as given or chosen
	SchemaSHA string // hex
	// Roles are the roles that the schema text names.
	Roles []string
	// Quota bounds the sandboxes of one owner; 0 is DefaultQuota.
	Quota int
	// ConnectionLimit of the role after FinishLoad, and of the reader; 0 is 10.
	ConnectionLimit int
	// StatementTimeout, IdleTimeout (in a transaction) and LockTimeout are
	// settings of the role; 0 is 60 s, 60 s and 10 s.
	StatementTimeout, IdleTimeout, LockTimeout time.Duration
	// HideRows leaves out the reader's policies on tables with row security.
	HideRows bool
}

// Defaults of a Spec.
const (
	DefaultQuota = 20
	DefaultTTL   = 24 * time.Hour
	defaultLimit = 10
)

// Create makes an empty sandbox: its roles, and a database that none but they
// (and the admin, where an extension needs it) may connect to. It is
// Building, and locked by this process, until FinishLoad or Replace. On an
// error nothing is left. The order of a build: Create; Extension for each the
// text has; DDL and rows through the owner's URL; verification; FinishLoad, or
// Replace where asked for; and Drop on any error.
func Create(ctx context.Context, admin *postgres.Admin, spec Spec) (*Sandbox, error) {
	conn, err := postgres.Connect(ctx, admin.URL)
	if err != nil {
		return nil, err
	}
	sb := &Sandbox{lock: conn, ServerVersion: conn.Version()}
	if sb.Record, err = newRecord(spec, fingerprint(admin.Secret)); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	err = createRoles(ctx, conn, admin, sb, spec)
	if err == nil {
		err = createDatabase(ctx, conn, sb)
	}
	if err == nil {
		return sb, nil
	}
	err = fmt.Errorf("creating sandbox %s: %w", sb.Name, err)
	if sb.RoleOID == 0 {
		sb.release(ctx)
		return nil, err
	}
	// Also where a COMMIT was interrupted, which may have been done or not.
	return nil, errors.Join(err, undo(ctx, admin, sb))
}

// undo drops what an interrupted Create made. Its own session may hold the
// sandbox's lock for a moment more: the server sees the end of a client late.
func undo(ctx context.Context, admin *postgres.Admin, sb *Sandbox) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	for {
		err := Drop(ctx, admin, sb)
		if !errors.Is(err, ErrBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func newRecord(spec Spec, key string) (Record, error) {
	name, err := newName(spec.NameHint, rand.Reader)
	if err != nil {
		return Record{}, err
	}
	id, err := randomHex(16, rand.Reader)
	if err != nil {
		return Record{}, err
	}
	nonce, err := randomHex(16, rand.Reader)
	if err != nil {
		return Record{}, err
	}
	reader := name + "_reader"
	return Record{
		Format: recordFormat, ID: id, Name: name, Hint: spec.NameHint, Reader: reader,
		Owner: spec.Owner, Labels: spec.Labels, State: Building,
		Seed: spec.Seed, Now: spec.Now, SchemaSHA: spec.SchemaSHA,
		Roles: nameRoles(name, reader, spec.Roles), Nonce: nonce, Key: key,
		Limit: orDefault(spec.ConnectionLimit, defaultLimit), HideRows: spec.HideRows,
		Settings: map[string]string{
			"statement_timeout":                   milliseconds(spec.StatementTimeout, time.Minute),
			"idle_in_transaction_session_timeout": milliseconds(spec.IdleTimeout, time.Minute),
			"lock_timeout":                        milliseconds(spec.LockTimeout, 10*time.Second),
		},
	}, nil
}

func orDefault[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

func milliseconds(d, otherwise time.Duration) string {
	return strconv.FormatInt(max(1, orDefault(d, otherwise).Milliseconds()), 10)
}

// createRoles makes all roles, with the record, in one transaction that holds
// the owner's quota. The session then holds the sandbox's lock.
func createRoles(ctx context.Context, conn *postgres.Conn, admin *postgres.Admin, sb *Sandbox, spec Spec) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	ttl := orDefault(spec.TTL, DefaultTTL)
	if err := tx.QueryRow(ctx, `SELECT now(), now() + $1::interval, session_user::text`, ttl).Scan(&sb.Created, &sb.Expires, &sb.Creator); err != nil {
		return err
	}
	if err := holdQuota(ctx, conn, sb, spec.Quota); err != nil {
		return err
	}
	statements, err := roleStatements(admin, &sb.Record, conn.Major())
	if err != nil {
		return err
	}
	if err := conn.Script(ctx, statements...); err != nil {
		return err
	}
	const hold = `SELECT oid, pg_advisory_lock($1, oid::int8::bit(32)::int4) IS NULL FROM pg_roles WHERE rolname = $2`
	if err := tx.QueryRow(ctx, hold, int32(lockSandbox), sb.Name).Scan(&sb.RoleOID, nil); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// holdQuota locks the owner's count for the transaction and checks it. Another
// admin's sandboxes don't count: this one could drop none of them.
func holdQuota(ctx context.Context, conn *postgres.Conn, mine *Sandbox, quota int) error {
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, int32(lockQuota), mine.Owner); err != nil {
		return err
	}
	all, err := list(ctx, conn, 0)
	if err != nil {
		return err
	}
	n, quota := 0, orDefault(quota, DefaultQuota)
	for _, sb := range all {
		if sb.Owner == mine.Owner && sb.Creator == mine.Creator && sb.State != Deleting {
			n++
		}
	}
	if n >= quota {
		who := strconv.Quote(mine.Owner) + " has"
		if mine.Owner == "" {
			who = "without --owner there are"
		}
		return fmt.Errorf("%w: %s %d of %d", ErrQuota, who, n, quota)
	}
	return nil
}

// roleStatements create the roles. No attribute is named that a role lacks
// anyway: managed services refuse NOSUPERUSER of an admin who is none.
func roleStatements(admin *postgres.Admin, r *Record, major int) ([]string, error) {
	comment, err := r.comment()
	if err != nil {
		return nil, err
	}
	owner, err := r.verifier(admin.Secret, ownerLogin)
	if err != nil {
		return nil, err
	}
	reader, err := r.verifier(admin.Secret, readerLogin)
	if err != nil {
		return nil, err
	}
	until := " VALID UNTIL " + postgres.Literal(r.Expires.UTC().Format(time.RFC3339Nano))
	statements := []string{
		"CREATE ROLE " + postgres.Ident(r.Name) + " LOGIN PASSWORD " + postgres.Literal(owner) + until, comment,
		"CREATE ROLE " + postgres.Ident(r.Reader) + " LOGIN PASSWORD " + postgres.Literal(reader) + until +
			" CONNECTION LIMIT " + strconv.Itoa(r.Limit),
		"ALTER ROLE " + postgres.Ident(r.Reader) + " SET default_transaction_read_only = on",
	}
	for _, role := range r.roles() {
		if role != r.Name && role != r.Reader {
			statements = append(statements, "CREATE ROLE "+postgres.Ident(role)+" NOLOGIN")
		}
	}
	for _, setting := range slices.Sorted(maps.Keys(r.Settings)) {
		for _, role := range []string{r.Name, r.Reader} {
			statements = append(statements, "ALTER ROLE "+postgres.Ident(role)+" SET "+postgres.Ident(setting)+" = "+postgres.Literal(r.Settings[setting]))
		}
	}
	statements = append(statements, grantToAdmin(r, major))
	if len(r.Roles) > 0 { // until FinishLoad: ALTER DEFAULT PRIVILEGES FOR ROLE asks for it
		inherit := ""
		if major >= 16 {
			inherit = " WITH INHERIT TRUE, SET FALSE"
		}
		statements = append(statements, "GRANT "+r.named()+" TO "+postgres.Ident(r.Name)+inherit)
	}
	return statements, nil
}

// named lists the roles of the text, quoted.
func (r *Record) named() string {
	var quoted []string
	for _, text := range slices.Sorted(maps.Keys(r.Roles)) {
		quoted = append(quoted, postgres.Ident(r.Roles[text]))
	}
	return strings.Join(quoted, ", ")
}

// grantToAdmin lets the admin act as the roles, which a superuser may anyway.
// From 16 on a creator has ADMIN only, and the options have to be named.
func grantToAdmin(r *Record, major int) string {
	quoted := make([]string, 0, len(r.Roles)+2)
	for _, role := range r.roles() {
		quoted = append(quoted, postgres.Ident(role))
	}
	grant := "GRANT " + strings.Join(quoted, ", ") + " TO CURRENT_USER"
	if major >= 16 {
		grant += " WITH INHERIT TRUE, SET TRUE"
	}
	return grant
}

// createDatabase makes the database closed, shuts PUBLIC out, reads the
// rights back, and opens it. It acts as the owner, so that an admin with
// NOINHERIT will do.
func createDatabase(ctx context.Context, conn *postgres.Conn, sb *Sandbox) error {
	name := postgres.Ident(sb.Name)
	create := "CREATE DATABASE " + name + " OWNER " + name + " TEMPLATE template0 ENCODING 'UTF8' ALLOW_CONNECTIONS false"
	if _, err := conn.Exec(ctx, create); err != nil {
		return err
	}
	return change(ctx, conn, sb, func(r *Record) ([]string, error) {
		err := conn.Script(ctx, "SET LOCAL ROLE "+name, "REVOKE ALL ON DATABASE "+name+" FROM PUBLIC", "SET LOCAL ROLE NONE")
		if err != nil {
			return nil, err
		}
		var public int
		const acl = `SELECT oid, (SELECT count(*) FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE grantee = 0)
			FROM pg_database WHERE datname = $1`
		if err := conn.QueryRow(ctx, acl, r.Name).Scan(&r.Database, &public); err != nil {
			return nil, err
		}
		if public > 0 {
			return nil, errors.New("the server kept PUBLIC's rights on the database")
		}
		return []string{"SET LOCAL ROLE " + name, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS true", "SET LOCAL ROLE NONE"}, nil
	})
}
