package pipeline

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

var (
	schemas = flag.Uint64("schemas", 3, "how many schemas TestSchemas composes")
	from    = flag.Uint64("from", 1, "the seed of the first of them")
	whole   = flag.Bool("whole", true, "build a sandbox of each, instead of loading its rows in a transaction")
	shrink  = flag.Bool("shrink", false, "reduce a schema that fails")
)

// deadline of one schema: far more than any of them takes.
const deadline = 2 * time.Minute

// FuzzSchema composes schemas that can be filled and holds that each is:
// verified, with as many rows as were asked for or, where a constraint is
// named, as many as its witnesses at least. `make fuzz` runs it.
func FuzzSchema(f *testing.F) {
	l := newLaboratory(f)
	for seed := range byte(3) {
		f.Add([]byte{seed, 200, seed})
	}
	f.Fuzz(func(t *testing.T, data []byte) { l.examine(t, choicesOf(data)) })
}

// TestSchemas is the same for a row of seeds.
func TestSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("builds databases")
	}
	l := newLaboratory(t)
	l.whole = *whole
	defer func() { t.Log(l.tally) }()
	for seed := *from; seed < *from+*schemas; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { l.examine(t, seeded(seed)) })
	}
}

// laboratory is what all schemas of a process share.
type laboratory struct {
	whole bool // build sandboxes
	admin *postgres.Admin
	db    *pgtest.DB
	conn  *postgres.Conn
	owner testing.TB // of the connections
	tally *tally
	mu    sync.Mutex
}

func newLaboratory(t testing.TB) *laboratory {
	db := pgtest.New(t)
	return &laboratory{admin: pgtest.Admin(t), db: db, conn: db.Connect(t), owner: t, tally: &tally{began: time.Now(), of: map[string]int{}}}
}

// examine composes one schema and builds it.
func (l *laboratory) examine(t *testing.T, ch *choices) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !*shrink { // which takes many times as long as its schema
		defer watch(t)()
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	l.reopen()
	rows := int64(oneOf(ch, 12, 7, 30))
	s, err := compose(ctx, l.conn, ch, int(rows))
	if err != nil {
		l.tally.note("uncomposed:")
		t.Fatalf("composing: %v", err)
	}
	wrong := l.wrong(t, s, rows)
	l.tally.note(wrong)
	if wrong == "" {
		return
	}
	if *shrink {
		wrong = l.reduce(t, s, rows, wrong)
	}
	t.Errorf("%s\n%s", wrong, s.text())
}

// wrong builds a schema and says what is not as it should be, or "".
func (l *laboratory) wrong(t *testing.T, s *composed, rows int64) (wrong string) {
	l.reopen()
	defer func() {
		if p := recover(); p != nil {
			wrong = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if !l.whole {
		return l.quick(t, s, rows)
	}
	return l.rebuild(t, s, rows)
}

// reopen gives what follows a hang, whose end closed the connection, a new one.
func (l *laboratory) reopen() {
	if l.conn.IsClosed() {
		l.conn = l.db.Connect(l.owner)
	}
}

// rebuild builds a sandbox of a schema.
func (l *laboratory) rebuild(t *testing.T, s *composed, rows int64) string {
	r := newRun(t, map[string]string{AdminURL: l.admin.URL, ProductionURL: ""})
	if err := os.WriteFile(filepath.Join(r.Dir, "schema.sql"), []byte(s.text()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	result, err := r.Rebuild(ctx, Order{Source: "schema.sql", Rows: &rows, Seed: "5", Jobs: 2, Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Discard: true})
	var refused *Refused
	switch {
	case ctx.Err() != nil:
		return "hang: " + fmt.Sprint(err)
	case errors.As(err, &refused):
		var list []string
		for _, x := range refused.List {
			list = append(list, fmt.Sprintf("refused: %s %s: %s", x.Object, x.Constraint, x.Reason))
		}
		return strings.Join(list, "\n")
	case err != nil:
		return "error: " + err.Error()
	case !result.Verified:
		return fmt.Sprintf("unverified: %q", result.Problems)
	}
	return s.short(rows, func(name string) (int64, string) {
		i := slices.IndexFunc(result.Tables, func(x report.Table) bool { return x.Name == name })
		return result.Tables[i].Rows, result.Tables[i].CappedBy
	})
}

// short says which tables have fewer rows than they can have, or than were
// asked for and no reason.
func (s *composed) short(rows int64, of func(table string) (int64, string)) string {
	var short []string
	for _, r := range s.relations {
		if s.left[r.name] {
			continue
		}
		switch n, by := of(r.name); {
		case n < rows && by == "":
			short = append(short, fmt.Sprintf("silent: %s has %d rows of %d and no reason", r.name, n, rows))
		case n < min(rows, int64(r.witnesses)):
			short = append(short, fmt.Sprintf("short: %s has %d rows, capped by %s, and room for %d", r.name, n, by, r.witnesses))
		}
	}
	return strings.Join(short, "\n")
}

// reduce leaves out of a schema what its first problem does not need.
func (l *laboratory) reduce(t *testing.T, s *composed, rows int64, wrong string) string {
	kind := wrong[:min(len(wrong), 24)]
	attempt := func(names ...string) {
		for _, n := range names {
			s.left[n] = true
		}
		if again := l.wrong(t, s, rows); strings.HasPrefix(again, kind) && !strings.Contains(again, "does not exist") {
			wrong = again
			return
		}
		for _, n := range names {
			delete(s.left, n)
		}
	}
	for i := len(s.relations) - 1; i >= 0; i-- {
		attempt(s.relations[i].name)
	}
	for _, r := range s.relations {
		if s.left[r.name] {
			continue
		}
		for _, p := range r.parts {
			attempt(p.table + "." + p.name)
		}
		for _, x := range r.columns {
			attempt(r.name + "." + x.name)
		}
	}
	for _, sql := range s.before {
		attempt(sql)
	}
	return wrong
}
