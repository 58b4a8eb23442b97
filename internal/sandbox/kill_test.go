package sandbox_test

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// cleanUp runs Clean until the killed sessions have noticed.
func cleanUp(t *testing.T, admin *postgres.Admin) {
	t.Helper()
	for range 500 {
		if _, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{}, false); err != nil {
			t.Error(err)
		}
		busy := slices.ContainsFunc(listed(t, admin), func(sb *sandbox.Sandbox) bool { return sb.State != sandbox.Ready })
		if !busy {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("still busy")
}

// dropKilled drops a sandbox once the server has noticed that the session
// which held its lock was killed.
func dropKilled(t *testing.T, admin *postgres.Admin, sb *sandbox.Sandbox) {
	t.Helper()
	var err error
	for range 500 {
		if err = sandbox.Drop(t.Context(), admin, sb); !errors.Is(err, sandbox.ErrBusy) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		t.Error(err)
	}
}

// everyStep runs f killed after 1, 2, 3 … statements, until it comes through;
// only after each eleventh where there is no time for a soak.
func everyStep(t *testing.T, admin *postgres.Admin, f func(*postgres.Admin) error, after func(n int)) {
	t.Helper()
	stride := 11
	if pgtest.Soak() {
		stride = 1
	}
	for n := 1; n < 200; n += stride {
		cut := pgtest.NewCutter(t, admin, n)
		err := f(cut.Admin)
		alive, sent := cut.Alive()
		cut.Die()
		after(n)
		if alive {
			if err != nil {
				t.Errorf("with nothing cut: %v", err)
			}
			t.Logf("%d statements", sent)
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
				dropKilled(t, admin, sb)
			}
		}
		cleanUp(t, admin)
		if got := pgtest.Remains(t, admin); len(got) > 0 {
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
		fresh := create(t, admin, sandbox.Spec{NameHint: "kill", Seed: seed, Roles: []string{"app"}})
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
				t.Errorf("killed after statement %d: %s is left, %s", n, sb.Name, sb.State)
				dropKilled(t, admin, sb)
			}
		}
		if got := len(pgtest.Remains(t, admin)); got < 3 || got > 4 {
			t.Fatalf("killed after statement %d: left %v", n, pgtest.Remains(t, admin))
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
	role, database := "effigy_kill_"+other+"_decoy", "effigy_kill_"+other+"_0000000000"
	for _, sql := range []string{
		"CREATE ROLE " + role, "COMMENT ON ROLE " + role + ` IS '{"effigy":1,"name":"` + database + `","state":"building"}'`,
		"CREATE DATABASE " + database + " OWNER " + postgres.Ident(other),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, sql := range []string{"DROP DATABASE IF EXISTS " + database, "DROP ROLE IF EXISTS " + role} {
			if _, err := conn.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	return func() {
		got, err := postgres.Strings(t.Context(), conn, `SELECT rolname FROM pg_roles WHERE rolname = $1
			UNION ALL SELECT datname FROM pg_database WHERE datname = $2`, role, database)
		if err != nil || len(got) != 2 {
			t.Errorf("decoys left: %v (%v)", got, err)
		}
	}
}
