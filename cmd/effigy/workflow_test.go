package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rhysd/actionlint"
)

// lint runs actionlint over a workflow.
func lint(t *testing.T, path string, text []byte) {
	t.Helper()
	l, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Lint(path, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s:%d: %s", path, f.Line, f.Message)
	}
}

// plain are the workflows that init writes for a schema.sql.
func plain(t *testing.T) map[string]string {
	t.Helper()
	s := (&program{dir: t.TempDir()}).setup(found{schema: "schema.sql"})
	texts := map[string]string{}
	for _, name := range []string{"effigy-sync", "effigy-check", "effigy-comment"} {
		text, err := s.workflow(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	return texts
}

// TestWorkflows lints the workflows that init writes and those of this
// repository, and holds that every Action of others is pinned to a commit and
// that no workflow has rights it does not name.
func TestWorkflows(t *testing.T) {
	texts := plain(t)
	own, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(own) < 3 {
		t.Fatal("no workflows", err)
	}
	for _, path := range own {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	pinned := regexp.MustCompile(`^(\./|effigydb/effigy@main|[\w./-]+@[0-9a-f]{40} # v[\d.]+)$`)
	for path, text := range texts {
		lint(t, path, []byte(text))
		for _, m := range regexp.MustCompile(`(?m)uses: (.*)$`).FindAllStringSubmatch(text, -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s: not pinned: %s", path, m[1])
			}
		}
		if !regexp.MustCompile(`(?m)^permissions:( \{\}|\n  contents: read)$`).MatchString(text) {
			t.Errorf("%s: rights are not least by default", path)
		}
		if strings.Contains(text, "pull_request_target") {
			t.Errorf("%s: pull_request_target", path)
		}
	}
	for _, name := range []string{"effigy-check", "effigy-comment"} {
		if strings.Contains(texts[name], "secrets.") {
			t.Errorf("%s has a secret", name)
		}
	}
}

// TestActionInputs holds that no input of the Action is put into the words of
// a script, and that each reaches the program.
func TestActionInputs(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]any
		Runs   struct{ Steps []step }
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	passed := ""
	for _, s := range action.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("interpolated: %s", s.Run)
		}
		passed += s.Dir
		for _, v := range s.Env {
			passed += v
		}
	}
	for name := range action.Inputs {
		if !strings.Contains(passed, "${{ inputs."+name+" }}") {
			t.Errorf("input %s goes nowhere", name)
		}
	}
}

// TestInit runs init in five kinds of repository: what it finds, that nothing
// is overwritten, that the workflows are clean, and that the check runs.
func TestInit(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	r.built = true
	change := "CREATE TABLE public.extra (id bigint PRIMARY KEY);\n"
	for _, c := range []struct {
		name, folder, schema, add string
		files                     map[string]string
	}{
		{"rails", "", "db/structure.sql", "db/structure.sql", map[string]string{"Gemfile": "gem 'rails'\n", "db/migrate/1_a.rb": "class A\nend\n", "db/structure.sql": shop, "Makefile": "test:\n\ttrue"}},
		{"sqlc", "", "sql/tables.sql", "sql/tables.sql", map[string]string{"sqlc.yaml": "version: \"2\"\nsql:\n  - schema: sql/tables.sql\n    engine: postgresql\n", "sql/tables.sql": shop}},
		{"prisma", "", "prisma/migrations", "prisma/migrations/2/migration.sql", map[string]string{"prisma/schema.prisma": "model X {}\n", "prisma/migrations/1/migration.sql": shop}},
		{"plain", "", "schema.sql", "schema.sql", map[string]string{"schema.sql": shop, "AGENTS.md": "# Agents\n"}},
		{"monorepo", "services/api", "db/schema.sql", "services/api/db/schema.sql", map[string]string{"services/api/db/schema.sql": shop, "services/web/package.json": "{}\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := *r
			x.t, x.origin = t, t.TempDir()
			x.git(x.origin, "init", "-q", "-b", "main")
			for name, text := range c.files {
				x.commit(name, text)
			}
			x.initialised(c.folder)
			if settings := string(must(os.ReadFile(filepath.Join(x.origin, c.folder, "effigy.yaml")))); !strings.Contains(settings, "schema: "+c.schema+"\n") {
				t.Errorf("settings: %s", settings)
			}
			for name, text := range c.files {
				if now := string(must(os.ReadFile(filepath.Join(x.origin, name)))); !strings.HasPrefix(now, text) {
					t.Errorf("%s was overwritten: %q", name, now)
				}
			}
			before := x.git(x.origin, "rev-parse", "HEAD^{tree}")
			x.initialised(c.folder)
			if now := x.git(x.origin, "rev-parse", "HEAD^{tree}"); now != before {
				t.Error("a second init changed something")
			}
			files, err := filepath.Glob(filepath.Join(x.origin, ".github/workflows/*.yml"))
			if err != nil || len(files) != 3 {
				t.Fatalf("%v, %v", files, err)
			}
			for _, f := range files {
				lint(t, f, must(os.ReadFile(f)))
			}
			x.branch("more", c.add, c.files[c.add]+change)
			check, _ := filepath.Glob(filepath.Join(x.origin, ".github/workflows/effigy-check*.yml"))
			ran := x.run(job{workflow: filepath.Base(check[0]), event: "pull_request", branch: "more"})
			x.want(ran, 0, "**added** table `public.extra`", "verified: 3 tables")
		})
	}
}
