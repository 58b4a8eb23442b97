package diff

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// TestServerVerdict mutates texts and asks the server's catalogs: where they
// are equal the verdict must be no drift, and where they differ something must
// be found. EFFIGY_MUTATIONS says how many (20), EFFIGY_SEED which, EFFIGY_TEXTS
// of which files.
func TestServerVerdict(t *testing.T) {
	if testing.Short() {
		t.Skip("many schemas")
	}
	n, seed, pattern := number("EFFIGY_MUTATIONS", 20), number("EFFIGY_SEED", 1), "testdata/*.sql"
	if p := os.Getenv("EFFIGY_TEXTS"); p != "" {
		pattern = p
	}
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	files, _ := filepath.Glob(pattern)
	server := &oracle{conn: pgtest.Connect(t, pgtest.New(t).URL), query: readFile(t, "testdata/oracle/catalogs.sql"), known: map[string]string{}}
	done := 0
	for tries := 0; done < n && tries < 100*n; tries++ {
		file := files[r.IntN(len(files))]
		text := readFile(t, file)
		mutated, what := mutate(r, text)
		if mutated == text || unread(mutated) > 0 {
			continue
		}
		before, ok := server.remembered(t, file, text)
		if !ok {
			continue
		}
		after, ok := server.catalogs(t, mutated)
		if !ok {
			continue // no schema of any server
		}
		done++
		got := diffOf(t, text, mutated)
		switch same := plain(before) == plain(after); {
		case same && got.Drift:
			t.Errorf("%s: no drift after %s: %+v", file, what, got.Changes)
		case !same && len(got.Changes) == 0:
			t.Errorf("%s: drift after %s", file, what)
		}
	}
	t.Logf("%d mutations", done)
}

// oracle is a server that tells what a text makes.
type oracle struct {
	conn  *postgres.Conn
	query string
	known map[string]string
}

func (o *oracle) remembered(t *testing.T, name, text string) (string, bool) {
	t.Helper()
	if _, ok := o.known[name]; !ok {
		o.known[name], _ = o.catalogs(t, text)
	}
	return o.known[name], o.known[name] != ""
}

// catalogs prints what a text makes, in a transaction of which nothing is
// left; false where the server refuses the text.
func (o *oracle) catalogs(t *testing.T, text string) (out string, ok bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tx, err := o.conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	for _, st := range statement.Cut(text).Statements {
		if _, err := tx.Exec(ctx, st.Text); err != nil {
			return "", false
		}
	}
	if _, err := tx.Exec(ctx, "SET LOCAL search_path = ''"); err != nil {
		t.Fatal(err)
	}
	if err := tx.QueryRow(ctx, o.query).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out, true
}

var (
	castLiteral = regexp.MustCompile(`(?i)('(?:[^']|'')*'|\b\d+(?:\.\d+)?)::[a-z_." ]+(\(\d+(?:,\d+)?\))?(\[\])?`)
	lateName    = regexp.MustCompile(`\(('(?:[^']|'')*')::text\)::reg`)
	bareLiteral = regexp.MustCompile(`\(('(?:[^']|'')*'|\d+(?:\.\d+)?)\)`)
)

// plain drops the casts of literals, which say nothing where they change no
// value.
func plain(catalogs string) string {
	catalogs = lateName.ReplaceAllString(catalogs, "late $1::reg") // looked up at each call
	for {
		next := bareLiteral.ReplaceAllString(castLiteral.ReplaceAllString(catalogs, "$1"), "$1")
		if next == catalogs {
			return next
		}
		catalogs = next
	}
}

func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

func unread(text string) int {
	n := 0
	for _, st := range statement.Split(text).Statements {
		if st.Err != nil {
			n++
		}
	}
	return n
}
