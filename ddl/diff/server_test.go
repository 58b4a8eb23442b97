package diff

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// dumped loads a text into a fresh database and returns what pg_dump prints;
// the error is the server's about the text.
func dumped(t *testing.T, text string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	db := pgtest.New(t)
	conn := pgtest.Connect(t, db.URL)
	for _, st := range statement.Cut(text).Statements {
		if _, err := conn.Exec(ctx, st.Text); err != nil {
			return "", err
		}
	}
	if err := conn.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, _, err := postgres.FindDump(os.Getenv, 0); err != nil {
		t.Skip(err)
	}
	d, err := postgres.Dump(ctx, db.URL, postgres.DumpOptions{Getenv: os.Getenv})
	if err != nil {
		t.Skipf("no pg_dump for this server: %v", err)
	}
	return d.Text, nil
}

// TestOwnDump: a hand-written schema equals the dump of the database it makes.
func TestOwnDump(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.sql")
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text := readFile(t, f)
			dump, err := dumped(t, text)
			if err != nil {
				t.Fatal(err)
			}
			r := diffOf(t, text, dump)
			for _, c := range r.Changes {
				if c.Level == Semantic {
					t.Errorf("%s %s %s:\n%s\n%s", c.Kind, c.Name, c.Change, c.Before, c.After)
				}
			}
		})
	}
}
