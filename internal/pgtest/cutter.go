package pgtest

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/effigydb/effigy/internal/postgres"
)

// Cutter is a proxy that dies after a number of statements have gone to the
// server: to the server that is a client killed with -9, after a statement
// that it has received and before its answer. Whatever the client would do
// about it finds the proxy gone.
type Cutter struct {
	// Admin is the admin by way of the proxy.
	Admin *postgres.Admin
	// Cut is called when the proxy dies of its count.
	Cut func()

	listener net.Listener
	target   string
	mu       sync.Mutex
	left     int
	sent     int
	conns    []net.Conn
}

// NewCutter makes a proxy to the admin's server that lives for a number of
// statements. Cut has to be set before the first.
func NewCutter(t testing.TB, admin *postgres.Admin, statements int) *Cutter {
	t.Helper()
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &Cutter{listener: l, target: u.Host, left: statements, Cut: func() {}}
	u.Host = l.Addr().String()
	c.Admin = &postgres.Admin{URL: u.String(), Secret: admin.Secret}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(client)
		}
	}()
	t.Cleanup(c.Die)
	return c
}

// Alive reports whether the proxy was never cut, and after how many statements.
func (c *Cutter) Alive() (alive bool, sent int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left > 0, c.sent
}

// Die ends the proxy with all its connections.
func (c *Cutter) Die() {
	c.listener.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

func (c *Cutter) serve(client net.Conn) {
	server, err := net.Dial("tcp", c.target)
	if err != nil {
		client.Close()
		return
	}
	c.mu.Lock()
	c.conns = append(c.conns, client, server)
	c.mu.Unlock()
	go func() {
		io.Copy(client, server)
		client.Close()
	}()
	defer server.Close()
	for first := true; c.forward(client, server, first); first = false {
	}
}

// forward passes one message of the client's on; false at the end.
func (c *Cutter) forward(client, server net.Conn, first bool) bool {
	head := make([]byte, 5)
	if first {
		head = head[:4] // the start-up message has no type
	}
	if _, err := io.ReadFull(client, head); err != nil {
		return false
	}
	body := make([]byte, binary.BigEndian.Uint32(head[len(head)-4:])-4)
	if _, err := io.ReadFull(client, body); err != nil {
		return false
	}
	if _, err := server.Write(append(slices.Clone(head), body...)); err != nil {
		return false
	}
	if !first && (head[0] == 'Q' || head[0] == 'S') {
		c.mu.Lock()
		c.sent++
		c.left--
		over := c.left == 0
		c.mu.Unlock()
		if over {
			c.Die()
			c.Cut()
			return false
		}
	}
	return true
}

// Remains lists the roles that an admin made, and the databases of theirs and
// of its own.
func Remains(t testing.TB, admin *postgres.Admin) []string {
	t.Helper()
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	conn, err := postgres.Connect(ctx, Superuser(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) // a soak asks hundreds of times
	got, err := postgres.Strings(ctx, conn, `
		WITH made AS (SELECT roleid FROM pg_auth_members m JOIN pg_roles a ON a.oid = m.member WHERE a.rolname = $1)
		SELECT DISTINCT roleid::regrole::text FROM made
		UNION ALL SELECT datname FROM pg_database WHERE datdba IN (SELECT roleid FROM made UNION SELECT oid FROM pg_roles WHERE rolname = $1)
		ORDER BY 1`, u.User.Username())
	if err != nil {
		t.Fatal(err)
	}
	return got
}
