package diff

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// TestServerVerdict mutates a text and asks the server: where its dumps are
// equal the verdict must be no drift, and where they differ something must be
// found. EFFIGY_MUTATIONS says how many (8), EFFIGY_SEED which.
func TestServerVerdict(t *testing.T) {
	if testing.Short() {
		t.Skip("many databases")
	}
	n, seed := number("EFFIGY_MUTATIONS", 8), number("EFFIGY_SEED", 1)
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	files, _ := filepath.Glob("testdata/*.sql")
	bases := map[string]string{}
	for done, tries := 0, 0; done < n && tries < 20*n; tries++ {
		file := files[r.IntN(len(files))]
		text := readFile(t, file)
		mutated, what := mutate(r, text)
		if mutated == text || unread(mutated) > 0 {
			continue
		}
		t.Run(strconv.Itoa(tries), func(t *testing.T) {
			if bases[file] == "" {
				base, err := dumped(t, text)
				if err != nil {
					t.Fatal(err)
				}
				bases[file] = plain(base)
			}
			dump, err := dumped(t, mutated)
			if err != nil {
				return // no schema of any server
			}
			done++
			got := diffOf(t, text, mutated)
			switch same := bases[file] == plain(dump); {
			case same && got.Drift:
				t.Errorf("%s: no drift after %s: %+v", file, what, got.Changes)
			case !same && len(got.Changes) == 0:
				t.Errorf("%s: drift after %s", file, what)
			}
		})
	}
}

func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// plain is a dump without comments and the owner's name, which differs.
func plain(dump string) string {
	var out []string
	for line := range strings.Lines(dump) {
		if !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\`) && !strings.Contains(line, "OWNER TO") && strings.TrimSpace(line) != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
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

// words that a mutation puts in each other's place.
var words = map[string]string{
	"integer": "bigint", "int": "bigint", "text": "integer", "DESC": "ASC", "true": "false", "AND": "OR", ">": ">=", "<": "<>", "=": "<>",
	"STABLE": "IMMUTABLE", "BEFORE": "AFTER", "INSERT": "DELETE", "UNIQUE": "", "CASCADE": "RESTRICT", "RANGE": "LIST", "ALWAYS": "BY DEFAULT",
}

// mutate drops a statement, or changes one word, number or literal.
func mutate(r *rand.Rand, text string) (mutated, what string) {
	s := statement.Split(text)
	st := s.Statements[r.IntN(len(s.Statements))]
	if r.IntN(4) == 0 {
		return text[:st.Start] + text[st.End+1:], "dropping " + st.Text
	}
	for range 50 {
		tk := st.Tokens[r.IntN(len(st.Tokens))]
		with := tk.Text
		if w, ok := words[tk.Text]; ok {
			with = w
		} else if n, err := strconv.Atoi(tk.Text); err == nil {
			with = strconv.Itoa(n + 1)
		} else if strings.HasPrefix(tk.Text, "'") && len(tk.Text) > 2 {
			with = tk.Text[:len(tk.Text)-1] + "x'"
		}
		if with != tk.Text {
			at := st.Start + tk.Start
			return text[:at] + with + text[at+len(tk.Text):], tk.Text + " for " + with + " in " + st.Text
		}
	}
	return text, ""
}
