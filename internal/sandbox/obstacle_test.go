package sandbox_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// inside is a superuser's connection to a database.
func inside(t *testing.T, database string) *postgres.Conn {
	t.Helper()
	url, err := postgres.WithDatabase(pgtest.Superuser(t), database)
	if err != nil {
		t.Fatal(err)
	}
	return pgtest.Connect(t, url)
}

func TestDropRollsBackWhatWasPrepared(t *testing.T) {
	got, err := postgres.Strings(t.Context(), inside(t, "postgres"), "SELECT current_setting('max_prepared_transactions')")
	if err != nil {
		t.Fatal(err)
	}
	if got[0] == "0" {
		t.Skip("max_prepared_transactions is 0 on this server")
	}
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) {
			admin := pgtest.Admin(t, attribute)
			sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
			owner, _ := urls(t, admin, sb)
			exec(t, owner, "create table t(x int)", "begin", "insert into t values (1)", `prepare transaction 'it''s \ mine'`,
				"alter database "+postgres.Ident(sb.Name)+" connection limit 0")
			foreign := inside(t, sb.Name)
			gid := "foreign " + sb.Name
			for _, sql := range []string{"begin", "create table f()", "prepare transaction " + postgres.Literal(gid)} {
				if _, err := foreign.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			checkHeld(t, admin, sb, "ROLLBACK PREPARED '"+gid+"' of postgres")
			if _, err := foreign.Exec(t.Context(), "rollback prepared "+postgres.Literal(gid)); err != nil {
				t.Fatal(err)
			}
			foreign.Close(t.Context())
			drop(t, admin, sb)
			if got := left(t, sb.Name); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
		})
	}
}

func TestDropOfATemplateInUse(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
	if err := sandbox.Template(t.Context(), admin, sb); err != nil {
		t.Fatal(err)
	}
	super(t, "postgres", "alter database "+postgres.Ident(sb.Template)+" allow_connections true")
	user := inside(t, sb.Template)
	checkHeld(t, admin, sb, "sessions that the admin may not end: postgres")
	user.Close(t.Context())
	drop(t, admin, sb)
	if got := left(t, sb.Name); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

// TestDropOfWhatIsHalfGone: roles and databases that somebody dropped by hand.
func TestDropOfWhatIsHalfGone(t *testing.T) {
	admin := pgtest.Admin(t)
	for what, by := range map[string]func(sb *sandbox.Sandbox) string{
		"reader": func(sb *sandbox.Sandbox) string { return "drop role " + postgres.Ident(sb.Reader) },
		"a role of the text": func(sb *sandbox.Sandbox) string {
			return "drop role " + postgres.Ident(sb.Roles["app"])
		},
		"a database half-dropped": func(sb *sandbox.Sandbox) string { // as the server marks it
			return "update pg_database set datconnlimit = -2 where datname = " + postgres.Literal(sb.Name)
		},
		"database": func(sb *sandbox.Sandbox) string { return "drop database " + postgres.Ident(sb.Name) },
	} {
		t.Run(what, func(t *testing.T) {
			sb := create(t, admin, sandbox.Spec{Roles: []string{"app"}})
			if what == "database" {
				finish(t, admin, sb)
			}
			super(t, "postgres", by(sb))
			drop(t, admin, sb)
			if got := left(t, sb.Name); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
		})
	}
}

// TestAnotherAdminChangesNothing holds that a drop which can't succeed does
// not mark the sandbox as being dropped.
func TestAnotherAdminChangesNothing(t *testing.T) {
	admin, other := pgtest.Admin(t), pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "theirs"}))
	if err := sandbox.Extend(t.Context(), admin, sb, -time.Minute); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	var held *sandbox.Held
	if err := sandbox.Drop(t.Context(), other, sb); !errors.As(err, &held) || !strings.Contains(held.Reason, "made by "+u.User.Username()) {
		t.Errorf("got %v", err)
	}
	if gone, err := sandbox.Clean(t.Context(), other, sandbox.Filter{}, false); err != nil || len(gone) > 0 {
		t.Errorf("cleaned %v (%v)", gone, err)
	}
	if found, err := sandbox.Find(t.Context(), admin, sb.Name); err != nil || found.State != sandbox.Ready {
		t.Errorf("got %+v (%v)", found, err)
	}
	drop(t, admin, sb)
}

// TestASandboxCantPassForBusy: an advisory lock that its owner takes.
func TestASandboxCantPassForBusy(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
	owner, _ := urls(t, admin, sb)
	if _, err := pgtest.Connect(t, owner).Exec(t.Context(), `SELECT pg_advisory_lock(251598338, $1::bigint::bit(32)::int)`, int64(sb.RoleOID)); err != nil {
		t.Fatal(err)
	}
	found, err := sandbox.Find(t.Context(), admin, sb.Name)
	if err != nil || found.Busy {
		t.Errorf("got %+v (%v)", found, err)
	}
	drop(t, admin, sb)
}

// TestHostileRecords: comments that claim what is somebody else's, or nothing.
func TestHostileRecords(t *testing.T) {
	admin := pgtest.Admin(t)
	victim := pgtest.New(t)
	u, err := url.Parse(admin.URL)
	if err != nil {
		t.Fatal(err)
	}
	sb := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "real"}))
	role := "effigy_hostile_" + victim.Name
	exec(t, admin.URL, "create role "+role+" login")
	defer super(t, "postgres", "drop role "+role)
	fields := `"id":"x","name":"` + role + `","state":"deleting","expires_at":"2001-01-01T00:00:00Z","creator":"` + u.User.Username() + `"`
	for _, comment := range []string{
		`{"effigy":`, `{"effigy":1}`, `{"effigy":"1","name":[]}`, `{"effigy":1,` + fields + `,"reader":"` + victim.Name + `"}`,
		`{"effigy":1,` + fields + `,"reader":"` + role + `_r","roles":{"x":"` + victim.Name + `"}}`,
		`{"effigy":1,` + fields + `,"reader":"` + role + `_r","template":"` + victim.Name + `"}`,
		`{"effigy":2,` + fields + `,"reader":"` + role + `_r"}`,
		`{"effigy":1,"id":"x","name":"` + sb.Name + `","state":"deleting","reader":"` + sb.Name + `_reader"}`,
		`{"effigy":1,` + fields + `,"created_at":"` + strings.Repeat("9", 10000) + `"}`,
	} {
		super(t, "postgres", "comment on role "+role+" is "+postgres.Literal(comment))
		for _, other := range listed(t, admin) {
			if other.Name != sb.Name || other.State != sandbox.Ready {
				t.Errorf("%.80s: listed as %s", comment, other.Name)
			}
		}
		if gone, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false); err != nil || len(gone) > 0 {
			t.Errorf("%.80s: cleaned %v (%v)", comment, gone, err)
		}
	}
	if got := refusal(t, victim.URL, "select 1"); got != "" {
		t.Errorf("the victim is gone: %s", got)
	}
	drop(t, admin, sb)
}

func TestFindTakesNothingForAName(t *testing.T) {
	admin := pgtest.Admin(t)
	long := strings.Repeat("feature-with-a-long-name-", 3)
	plain := finish(t, admin, create(t, admin, sandbox.Spec{}))
	first := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: long + "1"}))
	second := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: long + "2"}))
	for _, name := range []string{"!!!", "%", plain.Name + "x", strings.ToUpper(plain.Name), long, first.Hint[:20], plain.Name + "'; DROP ROLE x; --"} {
		if found, err := sandbox.Find(t.Context(), admin, name); !errors.Is(err, sandbox.ErrNotFound) {
			t.Errorf("%s: got %+v (%v)", name, found, err)
		}
	}
	if found, err := sandbox.Find(t.Context(), admin, long+"2"); err != nil || found.Name != second.Name {
		t.Errorf("got %+v (%v)", found, err)
	}
	if _, err := sandbox.Find(t.Context(), admin, ""); !errors.Is(err, sandbox.ErrAmbiguous) {
		t.Errorf("got %v", err)
	}
	for _, sb := range []*sandbox.Sandbox{plain, first, second} {
		drop(t, admin, sb)
	}
}

// TestOddNames: whatever a person or a schema text calls things.
func TestOddNames(t *testing.T) {
	admin := pgtest.Admin(t)
	odd := []string{`a"b`, `a'b`, `a\b`, "ä", "Ä", strings.Repeat("x", 63), strings.Repeat("x", 62) + "y", "reader", "Reader", "READER!", " ", "$1", "a\nb", "日本語"}
	sb := create(t, admin, sandbox.Spec{
		NameHint: `"; DROP ROLE x; --` + "\n\t日本", Owner: `o'"\` + "\n", Labels: map[string]string{`k"'\`: "v\n日本"}, Roles: odd,
	})
	var names []string
	for _, role := range odd {
		name := sb.Roles[role]
		if !strings.HasPrefix(name, sb.Name+"_") || len(name) > 63 || name == sb.Reader || slices.Contains(names, name) {
			t.Errorf("%q is %q", role, name)
		}
		names = append(names, name)
	}
	finish(t, admin, sb)
	found, err := sandbox.Find(t.Context(), admin, sb.Hint)
	if err != nil || found.Name != sb.Name || found.Labels[`k"'\`] != "v\n日本" || found.Roles["日本語"] != sb.Roles["日本語"] {
		t.Errorf("got %+v (%v)", found, err)
	}
	if packet, err := sandbox.Verify(t.Context(), admin, found, false); err != nil || !packet.Verified() {
		t.Errorf("got %+v (%v)", packet, err)
	}
	drop(t, admin, found)
	if got := left(t, sb.Name); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

func TestRotateAfterTheOwnerChangedIt(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
	owner, _ := urls(t, admin, sb)
	exec(t, owner, "alter role "+postgres.Ident(sb.Name)+" password 'mine'")
	packet, err := sandbox.Verify(t.Context(), admin, sb, false)
	if err != nil || !slices.Contains(packet.Problems, "the sandbox's URL does not log in: SQLSTATE 28P01") {
		t.Errorf("got %+v (%v)", packet, err)
	}
	if err := sandbox.Rotate(t.Context(), admin, sb); err != nil {
		t.Fatal(err)
	}
	if packet, err := sandbox.Verify(t.Context(), admin, sb, false); err != nil || !packet.Verified() {
		t.Errorf("got %+v (%v)", packet, err)
	}
	drop(t, admin, sb)
}

// TestCleanersMeet holds that cleaners at once do not fail because of each other.
func TestCleanersMeet(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{}))
	if err := sandbox.Extend(t.Context(), admin, sb, -time.Minute); err != nil {
		t.Fatal(err)
	}
	results := make(chan error)
	for range 3 {
		go func() {
			_, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false)
			results <- err
		}()
	}
	for range 3 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if got := left(t, sb.Name); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}
