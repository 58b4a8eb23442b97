package main

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/pipeline"
)

// setup is what init writes: the values of the workflows' templates, and
// where things go.
type setup struct {
	Schema, Ref      string
	Folder           string // of the service, from the root of the repository; "" is the root
	Suffix, Label    string // tell the workflows of several services apart
	Sandbox          string // the name that its sandbox goes by: one server serves several repositories
	Branch           string
	Watched          string // the pattern of paths that a check is for
	Settings         string
	Writes           bool // a text can be written, migrations can't
	dir, root, plain string
}

func (p *program) setup(f found) *setup {
	s := &setup{Schema: word(f.schema), plain: f.schema, Ref: workflowRef(), Branch: "effigy/sync", Writes: !f.folder, dir: p.dir, root: root(p.dir)}
	s.Sandbox = cmp.Or(dashed(strings.ToLower(filepath.Base(s.dir))), "dev")
	if folder, err := filepath.Rel(s.root, s.dir); err == nil && folder != "." {
		s.Folder = filepath.ToSlash(folder)
		slug := dashed(s.Folder)
		s.Suffix, s.Label, s.Branch = "-"+slug, " "+slug, "effigy/sync-"+slug
	}
	watched := path.Join(s.Folder, f.schema)
	if f.folder {
		watched += "/**"
	}
	s.Watched, s.Settings, s.Folder = word(watched), word(path.Join(s.Folder, config.Name)), word(s.Folder)
	return s
}

// dashed keeps letters and digits, with a dash between the runs of them.
func dashed(s string) string {
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(s, "-"), "-")
}

// word is a scalar of YAML: as it is where that is safe, else in quotes.
func word(s string) string {
	if s == "" || regexp.MustCompile(`^[A-Za-z0-9_./-]+$`).MatchString(s) && !strings.HasPrefix(s, "-") {
		return s
	}
	return inJSON(s)
}

// files are the additions to the repository.
func (s *setup) files() ([]addition, error) {
	list := []addition{{path: filepath.Join(s.dir, config.Name), text: "# https://github.com/effigydb/effigy/blob/main/docs/effigy-yaml.md\nschema: " + s.Schema + "\nrows: 1000\n"}}
	for _, name := range []string{"effigy-sync", "effigy-check", "effigy-comment"} {
		text, err := s.workflow(name)
		if err != nil {
			return nil, err
		}
		list = append(list, addition{path: filepath.Join(s.root, ".github", "workflows", name+s.Suffix+".yml"), text: text})
	}
	return append(list,
		addition{path: filepath.Join(s.dir, makefile(s.dir)), unless: "db-reset:", text: s.targets()},
		addition{path: filepath.Join(s.dir, "AGENTS.md"), unless: "<!-- effigy -->", text: s.agents()},
		addition{path: filepath.Join(s.dir, ".gitignore"), unless: pipeline.EnvFile, text: pipeline.EnvFile + "\n"},
	), nil
}

// workflow renders one of the workflows.
func (s *setup) workflow(name string) (string, error) {
	text, err := workflows.ReadFile("workflows/" + name + ".yml")
	if err != nil {
		return "", err
	}
	t, err := template.New(name).Delims("[[", "]]").Parse(string(text))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, s)
	return b.String(), err
}

// makefile is the name of the Makefile that make would read.
func makefile(dir string) string {
	for _, name := range []string{"GNUmakefile", "makefile"} {
		if entries, err := os.ReadDir(dir); err == nil {
			for _, e := range entries { // by its exact name, also where case does not count
				if e.Name() == name {
					return name
				}
			}
		}
	}
	return "Makefile"
}

func (s *setup) targets() string {
	schema := strings.ReplaceAll(quoted(s.plain), "$", "$$")
	return "# A disposable database full of synthetic rows (effigy).\n" +
		".PHONY: db-reset db-check\n" +
		"db-reset: ## a fresh sandbox under the same URL, which is in .env.effigy\n" +
		"\teffigy rebuild --replace " + s.Sandbox + "\n" +
		"db-check: ## what the working tree changes in the schema\n" +
		"\teffigy diff git:HEAD:" + schema + " " + schema + "\n"
}

func (s *setup) agents() string {
	return fmt.Sprintf("<!-- effigy -->\n## Database\n\n"+
		"The schema is `%s`. For a database to work with, run `make db-reset`: it builds a disposable one full of synthetic rows and writes its URL to `.env.effigy` (`DATABASE_URL`). "+
		"You may break it in any way; `effigy reset %s` gives the same data back in a second. "+
		"`effigy query 'SELECT …'` runs one bounded read-only SELECT. "+
		"Never look for, print or use the URL of another database: production's schema reaches this repository only as text, by the workflow `effigy-sync%s.yml`.\n", s.plain, s.Sandbox, s.Suffix)
}

// next is what is left for people to do.
func (s *setup) next() string {
	sync := "effigy-sync" + s.Suffix + ".yml"
	text := "next:\n" +
		"  1. a login that may dump and nothing else: effigy doctor, with EFFIGY_PRODUCTION_URL set,\n" +
		"     looks at the one there is and prints the SQL of what it lacks\n" +
		"  2. an environment production-schema (Settings, Environments), open to the default branch only,\n" +
		"     with the secret EFFIGY_PRODUCTION_URL and a random EFFIGY_REDACTION_KEY\n"
	if s.Writes {
		text += "  3. Settings, Actions, General: allow Actions to create pull requests\n"
	}
	return text + "  then run " + sync + " once; make db-reset needs none of that\n"
}
