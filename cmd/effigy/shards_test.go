package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

// shardedSQL needs a server to vet a function, and rows that are searched.
const shardedSQL = `CREATE FUNCTION public.ok(a integer, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT a + length(b) > 7 $$;
CREATE TABLE public.p (id integer PRIMARY KEY, name text NOT NULL, at timestamp NOT NULL);
CREATE TABLE public.c (id integer PRIMARY KEY, p_id integer NOT NULL REFERENCES public.p(id), a integer NOT NULL, b text NOT NULL, kind text, CONSTRAINT okc CHECK (public.ok(a, b)));
CREATE UNIQUE INDEX one ON public.c (p_id) WHERE kind = 'x';
`

// TestShards runs the command of each example manifest for every index, in
// folders that know no server: the parts of a file are the whole.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "schema.sql"), []byte(shardedSQL), 0o644); err != nil {
		t.Fatal(err)
	}
	admin := "EFFIGY_ADMIN_URL=" + pgtest.Admin(t).URL
	shell(t, dir, admin, "effigy plan schema.sql --rows 301 --seed 5 --out plan.json --quiet >plan.txt")
	shell(t, dir, "", "effigy generate --plan plan.json --format copy-binary --out whole --quiet")
	for _, manifest := range []string{"workflow.yml", "job.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "shards", manifest))
		if err != nil {
			t.Fatal(err)
		}
		if manifest == "workflow.yml" {
			lint(t, manifest, text)
		}
		command := regexp.MustCompile(`effigy generate .*`).FindString(string(text))
		for i := range 8 {
			index := fmt.Sprint(i)
			one := strings.NewReplacer("${{ matrix.shard }}", index, "/plan/", "", "/rows/$", "rows/$", "--out rows ", "--out rows/"+index+" ").Replace(command)
			shell(t, dir, "JOB_COMPLETION_INDEX="+index, one)
		}
		wholes, err := filepath.Glob(filepath.Join(dir, "whole", "*"))
		if err != nil || len(wholes) != 2 {
			t.Fatalf("%v: %v", wholes, err)
		}
		for _, whole := range wholes {
			want, err := os.ReadFile(whole)
			if err != nil {
				t.Fatal(err)
			}
			var got []byte
			for i := range 8 {
				part, err := os.ReadFile(filepath.Join(dir, "rows", fmt.Sprint(i), filepath.Base(whole)))
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, part...)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: the shards of %s are not the whole", manifest, filepath.Base(whole))
			}
		}
		if err := os.RemoveAll(filepath.Join(dir, "rows")); err != nil {
			t.Fatal(err)
		}
	}
}

// shell runs a line with the program under test, away from any server but
// the one that a variable names.
func shell(t *testing.T, dir, variable, line string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "EFFIGY_ADMIN_URL=", "EFFIGY_PG_BIN="+dir, "HOME="+dir, variable)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
}
