package sandbox_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

func create(t *testing.T, admin *postgres.Admin, spec sandbox.Spec) *sandbox.Sandbox {
	t.Helper()
	sb, err := sandbox.Create(t.Context(), admin, spec)
	if err != nil {
		t.Fatal(err)
	}
	return sb
}

func finish(t *testing.T, admin *postgres.Admin, sb *sandbox.Sandbox) *sandbox.Sandbox {
	t.Helper()
	if err := sandbox.FinishLoad(t.Context(), admin, sb); err != nil {
		t.Fatal(err)
	}
	return sb
}

func drop(t *testing.T, admin *postgres.Admin, sb *sandbox.Sandbox) {
	t.Helper()
	if err := sandbox.Drop(t.Context(), admin, sb); err != nil {
		t.Error(err)
	}
}

// urls returns the owner's and the reader's.
func urls(t *testing.T, admin *postgres.Admin, sb *sandbox.Sandbox) (owner, reader string) {
	t.Helper()
	owner, reader, err := sandbox.URLs(admin, sb)
	if err != nil {
		t.Fatal(err)
	}
	return owner, reader
}

func exec(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := postgres.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// refusal is the SQLSTATE a statement is refused with, or empty.
func refusal(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := postgres.Connect(t.Context(), url)
	if err != nil {
		return postgres.Code(err)
	}
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), sql)
	return postgres.Code(err)
}

// left lists what the server has under the sandbox's name.
func left(t *testing.T, name string) []string {
	t.Helper()
	got, err := postgres.Strings(t.Context(), pgtest.Connect(t, pgtest.Superuser(t)),
		`SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1) UNION ALL SELECT datname FROM pg_database WHERE starts_with(datname, $1)`, name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

var text = []string{
	`create schema "Odd"`, `create table "Odd"."T"(x int)`, `create table public.secret(x int)`, `insert into public.secret values (1), (2)`,
	`alter table public.secret enable row level security`, `create policy p on public.secret for select using (false)`,
	`create function public.f(int, text default 'a') returns int language sql as 'select 1'`,
	`create aggregate public.a(int) (sfunc = int4pl, stype = int)`, `create procedure public.p() language sql as 'select 1'`,
	`create view public.v as select count(*) from public.secret`, `create sequence public.s`,
}

func TestLife(t *testing.T) {
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) {
			admin := pgtest.Admin(t, attribute)
			sb := create(t, admin, sandbox.Spec{
				NameHint: "Ünï-Shop v2", Owner: "ann", TTL: time.Hour, Labels: map[string]string{"branch": `it's \ "odd"`},
				Roles: []string{"app", "App", "reader", strings.Repeat("long", 20)}, Seed: "7",
			})
			if !strings.HasPrefix(sb.Name, "effigy_n_shop_v2_") && !strings.HasPrefix(sb.Name, "effigy_n_shop") || len(sb.Name) > 45 {
				t.Errorf("name %s", sb.Name)
			}
			owner, reader := urls(t, admin, sb)
			exec(t, owner, text...)
			exec(t, owner, `grant select on public.secret to `+postgres.Ident(sb.Roles["App"]))
			if err := sandbox.Extension(t.Context(), admin, sb, "citext", "ext"); err != nil {
				t.Error(err)
			}
			if got := refusal(t, reader, "select 1"); got != "42501" {
				t.Errorf("the reader was let in early: %q", got)
			}
			finish(t, admin, sb)
			checkReader(t, reader)
			found, err := sandbox.Find(t.Context(), admin, "Ünï-Shop v2")
			if err != nil || found.Name != sb.Name || found.Seed != "7" || found.Labels["branch"] != `it's \ "odd"` || found.State != sandbox.Ready {
				t.Errorf("got %+v (%v)", found, err)
			}
			packet, err := sandbox.Verify(t.Context(), admin, found, false)
			if err != nil || !packet.Verified() {
				t.Errorf("got %+v (%v)", packet, err)
			}
			drop(t, admin, found)
			drop(t, admin, found)
			if got := left(t, sb.Name); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
		})
	}
}

func checkReader(t *testing.T, reader string) {
	t.Helper()
	for sql, want := range map[string]string{
		`select * from "Odd"."T"`:                         "",
		`select 1/(count(*) - 1) from secret`:             "", // two rows, by its policy
		`select * from v`:                                 "",
		`select 'a'::ext.citext = 'A'`:                    "",
		`select f(1)`:                                     "42501",
		`select a(1)`:                                     "42501",
		`call p()`:                                        "42501",
		`insert into secret values (1)`:                   "25006",
		`begin read write; insert into secret values (1)`: "42501",
		`create temp table x()`:                           "25006",
		`begin read write; create temp table x()`:         "42501",
		`begin read write; create table public.x()`:       "42501",
		`begin read write; select nextval('public.s')`:    "42501",
	} {
		if got := refusal(t, reader, sql); got != want {
			t.Errorf("reader: %s: got %q, want %q", sql, got, want)
		}
	}
}

func TestNobodyElseGetsIn(t *testing.T) {
	admin := pgtest.Admin(t)
	a := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "a"}))
	b := finish(t, admin, create(t, admin, sandbox.Spec{NameHint: "b"}))
	url, _ := urls(t, admin, a)
	other, err := postgres.WithDatabase(url, b.Name)
	if err != nil {
		t.Fatal(err)
	}
	if got := refusal(t, other, "select 1"); got != "42501" {
		t.Errorf("a is let into b: %q", got)
	}
	if got := refusal(t, pgtest.New(t).URL, "select 1"); got != "" {
		t.Errorf("control: %q", got)
	}
	stranger, err := postgres.WithDatabase(pgtest.New(t).URL, a.Name)
	if err != nil {
		t.Fatal(err)
	}
	if got := refusal(t, stranger, "select 1"); got != "42501" {
		t.Errorf("a stranger is let in: %q", got)
	}
	drop(t, admin, a)
	drop(t, admin, b)
}

func TestQuotaHoldsAtOnce(t *testing.T) {
	admin := pgtest.Admin(t)
	type result struct {
		sb  *sandbox.Sandbox
		err error
	}
	results := make(chan result)
	for range 4 {
		go func() {
			sb, err := sandbox.Create(context.Background(), admin, sandbox.Spec{Owner: "me", Quota: 2})
			results <- result{sb, err}
		}()
	}
	made := 0
	for range 4 {
		r := <-results
		switch {
		case r.err == nil:
			made++
			defer drop(t, admin, r.sb)
		case !errors.Is(r.err, sandbox.ErrQuota):
			t.Error(r.err)
		}
	}
	if made != 2 {
		t.Errorf("made %d", made)
	}
	other := create(t, admin, sandbox.Spec{Owner: "you", Quota: 2})
	drop(t, admin, other)
}

func TestRotateAndExtend(t *testing.T) {
	admin := pgtest.Admin(t)
	sb := finish(t, admin, create(t, admin, sandbox.Spec{TTL: time.Hour}))
	before, _ := urls(t, admin, sb)
	elsewhere := &postgres.Admin{URL: admin.URL, Secret: []byte("another machine's key of 32 byte")}
	if _, _, err := sandbox.URLs(elsewhere, sb); !errors.Is(err, sandbox.ErrNoSecret) {
		t.Errorf("got %v", err)
	}
	if err := sandbox.Rotate(t.Context(), elsewhere, sb); err != nil {
		t.Fatal(err)
	}
	after, reader := urls(t, elsewhere, sb)
	if got := []string{refusal(t, before, "select 1"), refusal(t, after, "select 1"), refusal(t, reader, "select 1")}; !slices.Equal(got, []string{"28P01", "", ""}) {
		t.Errorf("got %q", got)
	}
	if err := sandbox.Extend(t.Context(), admin, sb, -time.Minute); err != nil {
		t.Fatal(err)
	}
	if got := refusal(t, after, "select 1"); got != "28P01" {
		t.Errorf("an expired sandbox lets in: %q", got)
	}
	gone, err := sandbox.Clean(t.Context(), admin, sandbox.Filter{Owner: "nobody"}, false)
	if err != nil || len(gone) != 0 {
		t.Errorf("cleaned %v (%v)", gone, err)
	}
	for _, dry := range []bool{true, false} {
		gone, err = sandbox.Clean(t.Context(), admin, sandbox.Filter{}, dry)
		if err != nil || len(gone) != 1 || gone[0].Name != sb.Name {
			t.Errorf("cleaned %v (%v)", gone, err)
		}
	}
	if got := left(t, sb.Name); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
}

func TestReplaceKeepsTheURLs(t *testing.T) {
	for _, attribute := range []string{"INHERIT", "NOINHERIT"} {
		t.Run(attribute, func(t *testing.T) {
			admin := pgtest.Admin(t, attribute)
			old := create(t, admin, sandbox.Spec{NameHint: "dev", Roles: []string{"app", "gone"}})
			owner, reader := urls(t, admin, old)
			exec(t, owner, "create table t as select 1 as x")
			finish(t, admin, old)
			fresh := create(t, admin, sandbox.Spec{NameHint: "dev", Roles: []string{"app", "new"}, Seed: "2"})
			freshOwner, _ := urls(t, admin, fresh)
			exec(t, freshOwner, "create table t as select 2 as x", "grant select on t to "+fresh.Roles["app"])
			// An application that comes back as soon as it is thrown out.
			ctx, stop := context.WithCancel(t.Context())
			pool := make(chan struct{})
			go func() {
				defer close(pool)
				for ctx.Err() == nil {
					if conn, err := postgres.Connect(ctx, owner); err == nil {
						conn.Exec(ctx, "select pg_sleep(10)")
						conn.Close(ctx)
					}
				}
			}()
			time.Sleep(50 * time.Millisecond)
			name, freshName := old.Name, fresh.Name
			same, err := sandbox.Replace(t.Context(), admin, old, fresh)
			stop()
			<-pool
			if err != nil || !same {
				t.Fatalf("got %v (%v)", same, err)
			}
			for _, url := range []string{owner, reader} {
				got, err := postgres.Strings(t.Context(), pgtest.Connect(t, url), "SELECT x::text FROM t")
				if err != nil || !slices.Equal(got, []string{"2"}) {
					t.Errorf("got %v (%v)", got, err)
				}
			}
			if got := left(t, freshName); len(got) > 0 {
				t.Errorf("left: %v", got)
			}
			found, err := sandbox.Find(t.Context(), admin, "dev")
			if err != nil || found.Name != name || found.Seed != "2" || found.Roles["new"] != name+"_new" {
				t.Fatalf("got %+v (%v)", found, err)
			}
			if packet, err := sandbox.Verify(t.Context(), admin, found, false); err != nil || !packet.Verified() {
				t.Errorf("got %+v (%v)", packet, err)
			}
			drop(t, admin, found)
		})
	}
}
