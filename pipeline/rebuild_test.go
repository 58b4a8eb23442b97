package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
)

const smallSchema = `
CREATE TYPE public.mood AS ENUM ('calm', 'cross');
CREATE TABLE public.team (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE public.member (
    id bigint PRIMARY KEY,
    team_id integer NOT NULL REFERENCES public.team,
    boss bigint REFERENCES public.member,
    mood public.mood,
    moods public.mood[],
    age integer CHECK (age BETWEEN 18 AND 99)
);
CREATE INDEX member_mood ON public.member (mood);
CREATE VIEW public.calm AS SELECT id FROM public.member WHERE mood = 'calm';`

// interrupter cancels a run when a stage begins.
type interrupter struct {
	stage  string
	cancel context.CancelFunc
}

func (i interrupter) Event(e report.Event) {
	if e.Kind == report.Begin && e.Stage == i.stage {
		i.cancel()
	}
}

func (interrupter) Close() {}

func runOn(t *testing.T, admin *postgres.Admin, text string) *Run {
	t.Helper()
	r := newRun(t, map[string]string{AdminURL: admin.URL, ProductionURL: ""})
	if err := os.WriteFile(filepath.Join(r.Dir, "schema.sql"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return r
}

// left counts the sandboxes of an owner.
func left(t *testing.T, admin *postgres.Admin, owner string) int {
	t.Helper()
	list, err := sandbox.List(context.Background(), admin)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, sb := range list {
		if sb.Owner == owner {
			n++
		}
	}
	return n
}

// TestInterrupted holds that a run that ends early, at whatever stage,
// leaves nothing behind.
func TestInterrupted(t *testing.T) {
	admin := pgtest.Admin(t)
	rows := int64(20)
	for _, stage := range []string{"server", "sandbox", "tables", "plan", "rows", "constraints", "verify", "finish"} {
		t.Run(stage, func(t *testing.T) {
			r := runOn(t, admin, smallSchema)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r.Sink = interrupter{stage, cancel}
			_, err := r.Rebuild(ctx, Order{Source: "schema.sql", Rows: &rows, Owner: "interrupted"})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want the context's", err)
			}
			if n := left(t, admin, "interrupted"); n > 0 {
				t.Errorf("%d sandboxes are left", n)
			}
		})
	}
}

// TestDigest holds that the digest says whether rows are the same, whatever
// the number of streams and whatever OIDs the database gave.
// TestEndless: code of a text that never ends stops the build, by its line.
func TestEndless(t *testing.T) {
	const loop = "CREATE FUNCTION f(int) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN LOOP END LOOP; END';\n"
	admin := pgtest.Admin(t)
	for name, c := range map[string]struct{ text, want string }{
		"a block":      {"CREATE TABLE t (id int);\nDO 'BEGIN LOOP END LOOP; END';\nCREATE TABLE u (id int);", "do, line 2: "},
		"a constraint": {loop + "CREATE TABLE t (id int CHECK (f(id)));", "judging public.t"},
	} {
		r := runOn(t, admin, c.text)
		r.Limit = 300 * time.Millisecond
		_, err := r.Rebuild(t.Context(), Order{Source: "schema.sql", Owner: name})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", name, err)
		}
		if n := left(t, admin, name); n > 0 {
			t.Errorf("%s: %d sandboxes are left", name, n)
		}
	}
}

func TestDigest(t *testing.T) {
	admin := pgtest.Admin(t)
	rows := int64(300)
	build := func(seed string, jobs int) string {
		t.Helper()
		r := runOn(t, admin, smallSchema)
		result, err := r.Rebuild(t.Context(), Order{
			Source: "schema.sql", Rows: &rows, Seed: seed, Jobs: jobs, Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Discard: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !result.Verified {
			t.Fatalf("not verified: %v", result.Problems)
		}
		return result.Digest
	}
	one, same, other := build("7", 1), build("7", 3), build("8", 1)
	if one != same || one == other {
		t.Errorf("digests %.8s %.8s %.8s, want the first two the same", one, same, other)
	}
}
