package sandbox_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// cutter is a proxy that dies after a number of statements have gone to the
// server: to the server that is a client killed with -9, after a statement
// that it has received and before its answer. Whatever the client would do
// about it finds the proxy gone.
type cutter struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	left     int
	sent     int
	conns    []net.Conn
}

func newCutter(t *testing.T, target string, left int) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{listener: l, target: target, left: left}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(client)
		}
	}()
	t.Cleanup(c.die)
	return c
}

func (c *cutter) die() {
	c.listener.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

func (c *cutter) serve(client net.Conn) {
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
func (c *cutter) forward(client, server net.Conn, first bool) bool {
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
			c.die()
			return false
		}
	}
	return true
}

// through is the admin by way of the proxy.
func through(t *testing.T, admin *postgres.Admin, left int) (*postgres.Admin, *cutter) {
	t.Helper()
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := newCutter(t, u.Host, left)
	u.Host = c.listener.Addr().String()
	return &postgres.Admin{URL: u.String(), Secret: admin.Secret}, c
}

// remains lists roles the admin made and databases that they own.
func remains(t *testing.T, admin *postgres.Admin) []string {
	t.Helper()
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	got, err := postgres.Strings(t.Context(), pgtest.Connect(t, pgtest.Superuser(t)), `
		WITH made AS (SELECT roleid FROM pg_auth_members m JOIN pg_roles a ON a.oid = m.member WHERE a.rolname = $1)
		SELECT DISTINCT roleid::regrole::text FROM made
		UNION ALL SELECT datname FROM pg_database WHERE datdba IN (SELECT roleid FROM made)`, u.User.Username())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// cleanUp runs Clean until the killed sessions have noticed.
func cleanUp(t *testing.T, admin *postgres.Admin) {
	t.Helper()
	for range 100 {
		if _, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false); err != nil {
			t.Error(err)
		}
		all, err := sandbox.List(t.Context(), admin)
		if err != nil {
			t.Fatal(err)
		}
		busy := slices.ContainsFunc(all, func(sb *sandbox.Sandbox) bool { return sb.State != sandbox.Ready })
		if !busy {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("still busy")
}

// everyStep runs f killed after 1, 2, 3 … statements, until it comes through;
// only after each eleventh unless EFFIGY_TEST_EVERY_STEP is set.
func everyStep(t *testing.T, admin *postgres.Admin, f func(*postgres.Admin) error, after func(n int)) {
	t.Helper()
	stride := 11
	if os.Getenv("EFFIGY_TEST_EVERY_STEP") != "" {
		stride = 1
	}
	for n := 1; n < 200; n += stride {
		proxied, cut := through(t, admin, n)
		err := f(proxied)
		alive := cut.left > 0
		cut.die()
		after(n)
		if alive {
			if err != nil {
				t.Errorf("with nothing cut: %v", err)
			}
			t.Logf("%d statements", cut.sent)
			return
		}
	}
	t.Error("it never comes through")
}

func TestBuildKilledAtEveryStep(t *testing.T) {
	admin := pgtest.Admin(t)
	decoy := decoys(t)
	everyStep(t, admin, func(a *postgres.Admin) error {
		sb, err := sandbox.Create(t.Context(), a, sandbox.Spec{NameHint: "kill", Roles: []string{"app"}})
		if err != nil {
			return err
		}
		if err := sandbox.FinishLoad(t.Context(), a, sb); err != nil {
			return err
		}
		return sandbox.Drop(t.Context(), a, sb)
	}, func(n int) {
		for _, sb := range listed(t, admin) {
			if sb.State == sandbox.Ready {
				drop(t, admin, sb)
			}
		}
		cleanUp(t, admin)
		if got := remains(t, admin); len(got) > 0 {
			t.Fatalf("killed after statement %d: left %v", n, got)
		}
	})
	decoy()
}

func TestReplaceKilledAtEveryStep(t *testing.T) {
	admin := pgtest.Admin(t)
	old := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "kill"}))
	owner, _ := urls(t, admin, old)
	seed := ""
	everyStep(t, admin, func(a *postgres.Admin) error {
		seed += "x"
		fresh := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "kill", Seed: seed}))
		now, err := sandbox.Find(t.Context(), admin, old.Name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = sandbox.Replace(t.Context(), a, now, fresh)
		return err
	}, func(n int) {
		cleanUp(t, admin)
		if got := refusal(t, owner, "select 1"); got != "" {
			t.Fatalf("killed after statement %d: the URL is dead: %s", n, got)
		}
		for _, sb := range listed(t, admin) {
			if sb.Name != old.Name {
				drop(t, admin, sb)
			}
		}
		if got := len(remains(t, admin)); got != 3 {
			t.Fatalf("killed after statement %d: left %v", n, remains(t, admin))
		}
	})
	last, err := sandbox.Find(t.Context(), admin, old.Name)
	if err != nil || last.Seed != seed {
		t.Errorf("got %+v (%v)", last, err)
	}
}

func listed(t *testing.T, admin *postgres.Admin) []*sandbox.Sandbox {
	t.Helper()
	all, err := sandbox.List(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(sb *sandbox.Sandbox) bool { return sb.Creator != u.User.Username() })
}

// decoys makes things with confusing names and returns a check that they
// are still there.
func decoys(t *testing.T) func() {
	t.Helper()
	conn := pgtest.Connect(t, pgtest.Superuser(t))
	other := pgtest.New(t).Name
	for _, sql := range []string{
		"CREATE ROLE effigy_kill_decoy", `COMMENT ON ROLE effigy_kill_decoy IS '{"effigy":1,"name":"effigy_kill_0000000000","state":"building"}'`,
		"CREATE DATABASE effigy_kill_0000000000 OWNER " + postgres.Ident(other),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, sql := range []string{"DROP DATABASE IF EXISTS effigy_kill_0000000000", "DROP ROLE IF EXISTS effigy_kill_decoy"} {
			if _, err := conn.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	return func() {
		got, err := postgres.Strings(t.Context(), conn, `SELECT 'x' FROM pg_roles WHERE rolname = 'effigy_kill_decoy'
			UNION ALL SELECT 'x' FROM pg_database WHERE datname = 'effigy_kill_0000000000'`)
		if err != nil || len(got) != 2 {
			t.Errorf("decoys left: %d (%v)", len(got), err)
		}
	}
}
