// Package pgtest gives tests a real Postgres.
//
// EFFIGY_TEST_URL, a superuser's, names the server; without it the tests
// share a throwaway cluster of their own, apart from the user's local server.
// Where no Postgres can be had a test is skipped, unless CI is set: there it
// fails. Nothing outside tests imports this package.
package pgtest

import (
	"context"
	"testing"

	"github.com/effigydb/effigy/internal/postgres"
)

// DB is a fresh, empty database of one test, dropped when the test ends.
type DB struct {
	// URL is its owner's, a role without any attribute.
	URL  string
	Name string
}

// New makes a database owned by a fresh role.
func New(t testing.TB) *DB {
	t.Helper()
	t.Skip("not there yet")
	return nil
}

// Connect opens a connection as the owner, closed when the test ends.
func (d *DB) Connect(t testing.TB) *postgres.Conn {
	t.Helper()
	conn, err := postgres.Connect(context.Background(), d.URL)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Admin returns the server as an admin who is no superuser but has CREATEDB
// and CREATEROLE. The role is the test's own.
func Admin(t testing.TB) *postgres.Admin {
	t.Helper()
	t.Skip("not there yet")
	return nil
}

// Superuser returns the superuser's URL.
func Superuser(t testing.TB) string {
	t.Helper()
	t.Skip("not there yet")
	return ""
}
