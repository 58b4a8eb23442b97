package sandbox_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

func TestReset(t *testing.T) {
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) {
			admin := pgtest.Admin(t, attribute)
			sb := create(t, admin, sandbox.Spec{NameHint: "reset"})
			owner, reader := urls(t, admin, sb)
			exec(t, owner, "create table t as select 1 as x")
			finish(t, admin, sb)
			if err := sandbox.Reset(t.Context(), admin, sb); !errors.Is(err, sandbox.ErrNoTemplate) {
				t.Errorf("got %v", err)
			}
			if err := sandbox.Template(t.Context(), admin, sb); err != nil {
				t.Fatal(err)
			}
			template, err := postgres.WithDatabase(owner, sb.Template)
			if err != nil {
				t.Fatal(err)
			}
			if got := refusal(t, template, "select 1"); got != "55000" && got != "42501" {
				t.Errorf("the sandbox gets into its template: %q", got)
			}
			for range 2 {
				exec(t, owner, "update t set x = 2", "create table junk()")
				pgtest.Connect(t, owner) // a session that is in the way
				if err := sandbox.Reset(t.Context(), admin, sb); err != nil {
					t.Fatal(err)
				}
				for _, url := range []string{owner, reader} {
					got, err := postgres.Strings(t.Context(), pgtest.Connect(t, url), "SELECT x::text || coalesce(to_regclass('junk')::text, '') FROM t")
					if err != nil || !slices.Equal(got, []string{"1"}) {
						t.Errorf("got %v (%v)", got, err)
					}
				}
			}
			packet, err := sandbox.Verify(t.Context(), admin, sb, false)
			if err != nil || !packet.Verified() {
				t.Errorf("got %+v (%v)", packet, err)
			}
			if got := left(t, sb.Name); len(got) != 4 { // two roles, two databases
				t.Errorf("there is %v", got)
			}
			drop(t, admin, sb)
			if got := left(t, sb.Name); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
		})
	}
}

func TestResetKilledAtEveryStep(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := create(t, admin, sandbox.Spec{NameHint: "kill"})
	owner, _ := urls(t, admin, sb)
	exec(t, owner, "create table t as select 1 as x")
	finish(t, admin, sb)
	everyStep(t, admin, func(a *postgres.Admin) error {
		if err := sandbox.Template(t.Context(), a, sb); err != nil {
			return err
		}
		return sandbox.Reset(t.Context(), a, sb)
	}, func(n int) {
		for range 100 { // until the killed session has noticed
			found, err := sandbox.Find(t.Context(), admin, sb.Name)
			if err != nil {
				t.Fatal(err)
			}
			if !found.Busy {
				break
			}
		}
		cleanUp(t, admin)
		if got := refusal(t, owner, "select x from t"); got != "" {
			t.Fatalf("killed after statement %d: %s", n, got)
		}
		if got := len(pgtest.Remains(t, admin)); got != 3 && got != 4 { // with a template, or without
			t.Fatalf("killed after statement %d: left %v", n, pgtest.Remains(t, admin))
		}
	})
	drop(t, admin, sb)
	if got := left(t, sb.Name); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}
