// Package pgtest gives tests a real Postgres.
//
// EFFIGY_TEST_URL, a superuser's, names the server; without it the tests
// share a throwaway cluster of their own, apart from the user's local server
// and, like that one, left running for the next run. Where no Postgres can be
// had a test is skipped, unless CI is set: there it fails. Nothing outside
// tests imports this package.
package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// patience bounds one piece of set-up or clean-up.
const patience = 2 * time.Minute

// settings let tests see what a server of the user's may have and a local one
// does not.
var settings = map[string]string{"max_prepared_transactions": "20"}

// server is the one server of this test binary.
var server = sync.OnceValues(func() (string, error) {
	if url := os.Getenv("EFFIGY_TEST_URL"); url != "" {
		return url, nil
	}
	dir, err := postgres.CacheDir(os.Getenv)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s, err := (&postgres.Local{Getenv: os.Getenv, Dir: dir + "/tests", Settings: settings}).Ensure(ctx)
	if err != nil {
		return "", err
	}
	return s.Admin.Superuser, nil
})

// Soak reports whether tests may take as long as they need: every step, hundreds
// of cycles. See make soak.
func Soak() bool { return os.Getenv("EFFIGY_TEST_SOAK") != "" }

// Superuser returns the superuser's URL.
func Superuser(t testing.TB) string {
	t.Helper()
	url, err := server()
	var missing *postgres.NotFoundError
	switch {
	case errors.As(err, &missing) && os.Getenv("CI") == "":
		t.Skipf("%v (%s)", err, missing.Hint)
	case err != nil:
		t.Fatal(err)
	}
	return url
}

// DB is a fresh, empty database of one test, dropped when the test ends.
type DB struct {
	// URL is its owner's, a role without any attribute.
	URL  string
	Name string
}

// New makes a database owned by a fresh role of the same name.
func New(t testing.TB) *DB {
	t.Helper()
	super := Superuser(t)
	name, password := "test_"+strings.ToLower(rand.Text()[:16]), rand.Text()
	run(t, super,
		"CREATE ROLE "+postgres.Ident(name)+" LOGIN PASSWORD "+postgres.Literal(password),
		"CREATE DATABASE "+postgres.Ident(name)+" OWNER "+postgres.Ident(name))
	t.Cleanup(func() {
		run(t, super,
			"DROP DATABASE "+postgres.Ident(name)+" WITH (FORCE)",
			"DROP OWNED BY "+postgres.Ident(name),
			"DROP ROLE "+postgres.Ident(name))
	})
	return &DB{URL: login(t, super, name, password, name), Name: name}
}

// Connect opens a connection as the owner, closed when the test ends.
func (d *DB) Connect(t testing.TB) *postgres.Conn {
	t.Helper()
	return Connect(t, d.URL)
}

// Connect opens a connection that is closed when the test ends.
func Connect(t testing.TB, url string) *postgres.Conn {
	t.Helper()
	conn, err := postgres.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// Admin returns the server as an admin who is no superuser but has CREATEDB
// and CREATEROLE, a role of the test's own. What sandboxes it leaves are
// removed when the test ends. Further attributes, such as NOINHERIT, may be
// given.
func Admin(t testing.TB, attributes ...string) *postgres.Admin {
	t.Helper()
	super := Superuser(t)
	name, password := "test_admin_"+strings.ToLower(rand.Text()[:12])+" Ä's", rand.Text() // names are quoted everywhere, or this shows
	run(t, super, oneAtATime,
		"CREATE ROLE "+postgres.Ident(name)+" LOGIN CREATEDB CREATEROLE "+strings.Join(attributes, " ")+" PASSWORD "+postgres.Literal(password),
		"GRANT CONNECT ON DATABASE postgres TO "+postgres.Ident(name))
	t.Cleanup(func() { sweep(t, super, name) })
	return &postgres.Admin{URL: login(t, super, name, password, "postgres"), Secret: []byte(rand.Text())}
}

// sweep removes an admin with everything that it made.
func sweep(t testing.TB, super, admin string) {
	conn := Connect(t, super)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	const made = `SELECT rolname FROM pg_roles r WHERE shobj_description(r.oid, 'pg_authid') LIKE '%"creator":"' || $1 || '"%'`
	const databases = `SELECT datname FROM pg_database d WHERE datdba IN
		(SELECT oid FROM pg_roles WHERE rolname = $1 OR starts_with(rolname, $1 || '_'))`
	const roles = `SELECT rolname FROM pg_roles WHERE rolname = $1 OR starts_with(rolname, $1 || '_') ORDER BY length(rolname) DESC`
	owners := list(ctx, t, conn, made, admin)
	owners = append(owners, admin)
	// A template belongs to the admin and holds rights of the others.
	for _, owner := range owners {
		for _, name := range list(ctx, t, conn, databases, owner) {
			run(t, super, "ALTER DATABASE "+postgres.Ident(name)+" IS_TEMPLATE false", "DROP DATABASE "+postgres.Ident(name)+" WITH (FORCE)")
		}
	}
	for _, owner := range owners {
		for _, role := range list(ctx, t, conn, roles, owner) {
			run(t, super, oneAtATime, "DROP OWNED BY "+postgres.Ident(role)+" CASCADE", "DROP ROLE "+postgres.Ident(role))
		}
	}
}

func list(ctx context.Context, t testing.TB, conn *postgres.Conn, sql, owner string) []string {
	names, err := postgres.Strings(ctx, conn, sql, owner)
	if err != nil {
		t.Error(err)
	}
	return names
}

func login(t testing.TB, base, user, password, database string) string {
	t.Helper()
	url, err := postgres.Login(base, user, password, database)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// oneAtATime goes before a change of the rights on the database postgres: they
// stand in one row of the catalog, and the server refuses the second of two who
// change it at once. The lock is kept until the session of run closes.
const oneAtATime = "SELECT pg_advisory_lock(7270)"

func run(t testing.TB, url string, statements ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := postgres.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}
