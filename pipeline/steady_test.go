package pipeline

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

const (
	steadyTeam   = "CREATE TABLE public.team (id integer PRIMARY KEY, name text NOT NULL UNIQUE, founded date CHECK (founded > '1990-01-01'));"
	steadyMember = `CREATE TABLE public.member (id bigint PRIMARY KEY, team_id integer NOT NULL REFERENCES public.team,
		email text UNIQUE, age integer CHECK (age BETWEEN 18 AND 99), born_on date);`
	steadyOther = "CREATE TABLE public.room (id integer PRIMARY KEY, label text NOT NULL);"
)

// contents fills a text and returns each query's checksum of its rows.
func contents(t *testing.T, admin *postgres.Admin, text string, queries ...string) []string {
	t.Helper()
	r := runOn(t, admin, text)
	rows := int64(60)
	result, err := r.Rebuild(t.Context(), Order{
		Source: "schema.sql", Rows: &rows, Seed: "5", Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Owner: "steady",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer dropped(t, admin, result.Sandbox.Name)
	conn, err := postgres.Connect(t.Context(), result.Sandbox.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var sums []string
	for _, q := range queries {
		sum, err := postgres.Strings(t.Context(), conn, "SELECT md5(string_agg(x::text, ';' ORDER BY x::text)) FROM ("+q+") x")
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, strings.Join(sum, ""))
	}
	return sums
}

func dropped(t *testing.T, admin *postgres.Admin, name string) {
	t.Helper()
	list, err := sandbox.List(context.Background(), admin)
	if err != nil {
		t.Fatal(err)
	}
	for _, sb := range list {
		if sb.Name == name {
			if err := sandbox.Drop(context.Background(), admin, sb); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSteady holds that cells depend on nothing but their own table and
// column: not on a new column, an unrelated table or another table's name.
func TestSteady(t *testing.T) {
	admin := pgtest.Admin(t)
	team, member := "SELECT id, name, founded FROM public.team", "SELECT id, team_id, email, age, born_on FROM public.member"
	want := contents(t, admin, steadyTeam+steadyMember+steadyOther, team, member)
	for name, text := range map[string]string{
		"a new column":         strings.Replace(steadyTeam, "(id", "(motto text, id", 1) + strings.Replace(steadyMember, "age integer", "shoe integer, age integer", 1) + steadyOther,
		"an unrelated table":   "CREATE TABLE public.aardvark (id integer PRIMARY KEY);" + steadyTeam + steadyMember + steadyOther,
		"another table's name": strings.Replace(steadyOther, "room", "chamber", 1) + steadyTeam + steadyMember,
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(want, contents(t, admin, text, team, member)); d != "" {
				t.Error(d)
			}
		})
	}
}
