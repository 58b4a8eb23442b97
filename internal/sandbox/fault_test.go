package sandbox_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// super runs statements as the superuser, in a database.
func super(t *testing.T, database string, statements ...string) {
	t.Helper()
	url, err := postgres.WithDatabase(pgtest.Superuser(t), database)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, url, statements...)
}

func TestDropSurvivesWhatTheOwnerMayDo(t *testing.T) {
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) {
			admin := pgtest.Admin(t, attribute)
			sb := finish(t, admin, create(t, admin, sandbox.Spec{Roles: []string{"app"}}))
			owner, reader := urls(t, admin, sb)
			name := postgres.Ident(sb.Name)
			sessions := []*postgres.Conn{pgtest.Connect(t, owner), pgtest.Connect(t, reader)}
			exec(t, owner,
				"alter database "+name+" is_template true", "alter database "+name+" connection limit 0",
				"grant connect on database "+name+" to public", "alter role "+name+" set statement_timeout = 0",
				"alter role "+name+" password 'mine'", "create table t(); grant all on t to public",
				"alter table t owner to "+name, "alter database "+name+" set search_path = 'nowhere'")
			drop(t, admin, sb)
			for _, conn := range sessions {
				if _, err := conn.Exec(t.Context(), "select 1"); err == nil {
					t.Error("a session goes on")
				}
			}
			if got := left(t, sb.Name); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
		})
	}
}

func TestDropKeepsTheRecordOfWhatIsHeld(t *testing.T) {
	admin := pgtest.Admin(t)
	other := pgtest.New(t)
	for name, c := range map[string]struct {
		hold, letGo func(t *testing.T, sb *sandbox.Sandbox)
		reason      string
	}{
		"rights in another database": {
			func(t *testing.T, sb *sandbox.Sandbox) {
				super(t, other.Name, "create table held(x int); grant select on held to "+postgres.Ident(sb.Name))
			},
			func(t *testing.T, _ *sandbox.Sandbox) { super(t, other.Name, "drop table held") },
			"rights in: " + other.Name,
		},
		"objects in another database": {
			func(t *testing.T, sb *sandbox.Sandbox) {
				super(t, other.Name, "create table owned(x int); alter table owned owner to "+postgres.Ident(sb.Name))
			},
			func(t *testing.T, _ *sandbox.Sandbox) { super(t, other.Name, "drop table owned") },
			"rights in: " + other.Name,
		},
		"the reader's rights in another database": {
			func(t *testing.T, sb *sandbox.Sandbox) {
				super(t, other.Name, "create table read(x int); grant select on read to "+postgres.Ident(sb.Reader))
			},
			func(t *testing.T, _ *sandbox.Sandbox) { super(t, other.Name, "drop table read") },
			"rights in: " + other.Name,
		},
		"another owner": {
			func(t *testing.T, sb *sandbox.Sandbox) {
				super(t, "postgres", "alter database "+postgres.Ident(sb.Name)+" owner to "+postgres.Ident(other.Name))
			},
			func(t *testing.T, sb *sandbox.Sandbox) {
				super(t, "postgres", "alter database "+postgres.Ident(sb.Name)+" owner to "+postgres.Ident(sb.Name))
			},
			"can't be closed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
			c.hold(t, sb)
			checkHeld(t, admin, sb, c.reason)
			c.letGo(t, sb)
			gone, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false)
			if err != nil || len(gone) != 1 {
				t.Errorf("cleaned %v (%v)", gone, err)
			}
		})
	}
}

func TestDropReportsASuperusersSession(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
	url, err := postgres.WithDatabase(pgtest.Superuser(t), sb.Name)
	if err != nil {
		t.Fatal(err)
	}
	conn := pgtest.Connect(t, url)
	checkHeld(t, admin, sb, "sessions that the admin may not end: postgres")
	conn.Close(t.Context())
	drop(t, admin, sb)
}

func checkHeld(t *testing.T, admin *postgres.Admin, sb *sandbox.Sandbox, reason string) {
	t.Helper()
	err := sandbox.Drop(t.Context(), admin, sb)
	var held *sandbox.Held
	if !errors.As(err, &held) || !strings.Contains(held.Reason, reason) {
		t.Errorf("got %v, want %s", err, reason)
	}
	found, err := sandbox.Find(t.Context(), admin, sb.Name)
	if err != nil || found.State != sandbox.Deleting || !found.Orphaned {
		t.Errorf("got %+v (%v)", found, err)
	}
}

func TestVerifyFindsTampering(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{TTL: time.Hour, Roles: []string{"app"}}))
	other := pgtest.New(t)
	name, reader, app := postgres.Ident(sb.Name), postgres.Ident(sb.Reader), postgres.Ident(sb.Roles["app"])
	packet, err := sandbox.Verify(t.Context(), admin, sb, false)
	if err != nil || !packet.Verified() {
		t.Fatalf("got %+v (%v)", packet, err)
	}
	expires := sb.Expires.UTC().Format(time.RFC3339Nano)
	for what, c := range map[string]struct{ do, undo, problem string }{
		"superuser":   {"alter role " + name + " superuser", "alter role " + name + " nosuperuser", "the role has SUPERUSER"},
		"createdb":    {"alter role " + name + " createdb", "alter role " + name + " nocreatedb", "the role has CREATEDB"},
		"createrole":  {"alter role " + name + " createrole", "alter role " + name + " nocreaterole", "the role has CREATEROLE"},
		"bypassrls":   {"alter role " + name + " bypassrls", "alter role " + name + " nobypassrls", "the role has BYPASSRLS"},
		"membership":  {"grant pg_monitor to " + name, "revoke pg_monitor from " + name, "the role is a member of pg_monitor"},
		"member":      {"grant " + name + " to " + other.Name, "revoke " + name + " from " + other.Name, other.Name + " can act as the role"},
		"owner":       {"alter database " + name + " owner to " + other.Name, "alter database " + name + " owner to " + name, "the role does not own the database"},
		"public":      {"grant connect on database " + name + " to public", "revoke connect on database " + name + " from public", "PUBLIC may connect to the sandbox's database"},
		"stranger":    {"grant connect on database " + name + " to " + other.Name, "revoke connect on database " + name + " from " + other.Name, other.Name + " may connect to the sandbox's database"},
		"timeout":     {"alter role " + name + " set statement_timeout = 0", "alter role " + name + " set statement_timeout = 60000", "statement_timeout is 0, not 60000"},
		"by database": {"alter role " + name + " in database " + name + " set lock_timeout = 0", "alter role " + name + " in database " + name + " reset all", "lock_timeout is 0, not 10000"},
		"limit":       {"alter role " + name + " connection limit -1", "alter role " + name + " connection limit 10", "the connection limit is -1, not 10"},
		"reader":      {"alter role " + reader + " superuser", "alter role " + reader + " nosuperuser", sb.Reader + " has SUPERUSER"},
		"app":         {"grant pg_monitor to " + app, "revoke pg_monitor from " + app, sb.Roles["app"] + " is a member of pg_monitor"},
		"for ever":    {"alter role " + name + " valid until 'infinity'", "alter role " + name + " valid until '" + expires + "'", "the login ends at no time, not "},
		"mute":        {"alter role " + name + " in database " + name + " set statement_timeout = 1", "alter role " + name + " in database " + name + " reset all", ""},
		"expired":     {"alter role " + name + " valid until '2001-01-01'", "alter role " + name + " valid until '" + expires + "'", "the sandbox's URL does not log in: SQLSTATE 28P01"},
	} {
		t.Run(what, func(t *testing.T) {
			super(t, "postgres", c.do)
			defer super(t, "postgres", c.undo)
			packet, err := sandbox.Verify(t.Context(), admin, sb, false)
			if err != nil || len(packet.Problems) == 0 || !strings.Contains(strings.Join(packet.Problems, "; "), c.problem) {
				t.Errorf("got %q (%v), want %s", packet.Problems, err, c.problem)
			}
		})
	}
	t.Run("another database", func(t *testing.T) {
		super(t, "postgres", "grant connect on database "+other.Name+" to "+name)
		defer super(t, "postgres", "revoke connect on database "+other.Name+" from "+name)
		for _, strict := range []bool{false, true} {
			packet, err := sandbox.Verify(t.Context(), admin, sb, strict)
			if err != nil || packet.Verified() == strict || !strings.Contains(strings.Join(packet.OtherDatabases, " "), other.Name) {
				t.Errorf("strict %v: got %+v (%v)", strict, packet, err)
			}
		}
	})
	if packet, err := sandbox.Verify(t.Context(), admin, sb, false); err != nil || !packet.Verified() {
		t.Errorf("after all: %+v (%v)", packet, err)
	}
	drop(t, admin, sb)
}
