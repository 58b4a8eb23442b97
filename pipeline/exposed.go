package pipeline

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// Bounds of the search through a working tree.
const (
	mostEntries = 50_000
	mostBytes   = 1 << 20
)

// skipped are folders of other people's files.
var skippedDirs = []string{".git", "node_modules", "vendor", ".venv", "venv", "target", "dist", ".terraform"}

// readByAgents are the names of files that people put connection strings
// into and agents read.
var readByAgents = regexp.MustCompile(`(?i)^(\.env.*|.*\.env|\.?mcp.*\.json|.*[-_.]mcp.*\.json|claude_desktop_config\.json|settings(\.local)?\.json|config\.toml|` +
	`(docker-)?compose.*\.ya?ml|database\.ya?ml|\.pgpass|pgpass\.conf|\.?pg_service\.conf)$`)

var (
	composeName = regexp.MustCompile(`(?i)^(docker-)?compose.*\.ya?ml$`)
	exampleName = regexp.MustCompile(`(?i)\.(example|sample|template|dist)$`)
	serviceLine = regexp.MustCompile(`(?m)^(?:  |    |\t)([\w.-]+):[ \t]*\r?$`)
)

// search is one look for connection strings.
type search struct {
	run        *Run
	production *dsn
	admin      *dsn
	services   []string // hosts that a compose file defines
	checks     []Check
}

// exposed looks for connection strings that an agent could read and that are
// no sandbox's. It tells where they stand, never what they are.
func (r *Run) exposed(environ []string) []Check {
	s := &search{run: r, production: one(r.Env(ProductionURL)), admin: one(r.Env(AdminURL))}
	root := r.treeRoot()
	files, err := agentFiles(root)
	if err != nil {
		s.add(Check{Name: "files", State: Odd, Text: "not all files could be looked at: " + err.Error()})
	}
	for _, f := range files {
		if composeName.MatchString(filepath.Base(f)) {
			s.noteServices(f)
		}
	}
	s.environment(environ)
	for _, f := range append(files, r.homeFiles(root)...) {
		s.file(f)
	}
	if len(s.checks) == 0 {
		return []Check{{Name: "exposed", State: Good, Text: "no connection string of another database within an agent's reach"}}
	}
	return s.checks
}

func (s *search) add(c Check) {
	if !slices.Contains(s.checks, c) {
		s.checks = append(s.checks, c)
	}
}

// treeRoot is the root of the repository around the run's folder, or the
// folder itself.
func (r *Run) treeRoot() string {
	for dir := r.Dir; ; {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return r.Dir
		}
		dir = parent
	}
}

// agentFiles lists the files of a tree that are looked into.
func agentFiles(root string) ([]string, error) {
	var files []string
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if seen++; seen > mostEntries {
			return fmt.Errorf("more than %d files", mostEntries)
		}
		switch {
		case err != nil && path != root:
			return nil // a folder we may not read is one an agent may not read
		case err != nil:
			return err
		case d.IsDir():
			if path != root && slices.Contains(skippedDirs, d.Name()) {
				return fs.SkipDir
			}
		case readByAgents.MatchString(d.Name()):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// homeFiles are settings of agents and of libpq outside the tree.
func (r *Run) homeFiles(root string) []string {
	home := r.Env("HOME")
	if home == "" || home == root {
		return nil
	}
	files := []string{r.Env("PGPASSFILE"), r.Env("PGSERVICEFILE")}
	for _, name := range []string{".pgpass", ".pg_service.conf", ".claude.json", ".mcp.json", ".cursor/mcp.json", ".codex/config.toml"} {
		files = append(files, filepath.Join(home, name))
	}
	return slices.DeleteFunc(files, func(f string) bool { return f == "" || strings.HasPrefix(f, root+string(filepath.Separator)) })
}

func readBounded(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

func (s *search) noteServices(path string) {
	for _, m := range serviceLine.FindAllStringSubmatch(readBounded(path), -1) {
		s.services = append(s.services, strings.ToLower(m[1]))
	}
}

func (s *search) environment(environ []string) {
	for _, x := range inEnvironment(environ) {
		if x.variable == ProductionURL {
			s.add(Check{
				Name: "environment", State: Odd, Place: "environment", Variable: ProductionURL,
				Text:   ProductionURL + " is set: whatever is started from here can read it",
				Advice: "set it for dump and sync alone, and start no agent from this shell",
			})
			continue
		}
		s.judge(x, "environment", "environment", "an agent started from here can read it; start it without "+x.variable)
	}
}

func (s *search) file(path string) {
	text := readBounded(path)
	name := path
	if rel, err := filepath.Rel(s.run.Dir, path); err == nil && !strings.HasPrefix(rel, "..") {
		name = rel
	}
	for _, x := range inText(filepath.Base(path), text) {
		if exampleName.MatchString(path) || strings.HasSuffix(filepath.Base(path), "pgpass") {
			x.example = true
		}
		s.judge(x, "files", fmt.Sprintf("%s:%d", filepath.ToSlash(name), x.line), "an agent working here can read it; keep it where only its program can, and give agents a sandbox's")
	}
}

// judge decides what a connection string is worth telling.
func (s *search) judge(x found, name, place, advice string) {
	d := x.dsn
	if x.variable == AdminURL || s.sandbox(d) {
		return
	}
	what := "a connection string that is no sandbox's"
	state := Bad
	switch {
	case s.production != nil && d.same(s.production):
		what = "production's connection string"
	case d.local() || slices.Contains(s.services, d.host):
		state, what = Odd, "a connection string of this machine that is no sandbox's"
	case !d.secret:
		state, what = Odd, "a connection string without a password that is no sandbox's"
	case x.example:
		state = Odd
	}
	text := place
	if x.variable != "" {
		text = strings.TrimPrefix(place+" ", "environment ") + x.variable
	}
	s.add(Check{Name: name, State: state, Place: place, Variable: x.variable, Text: text + " holds " + what, Advice: advice})
}

// sandbox reports whether a connection string leads to one, by its names and
// its server.
func (s *search) sandbox(d dsn) bool {
	named := strings.HasPrefix(d.user, sandbox.Prefix) && strings.HasPrefix(d.database, sandbox.Prefix) && strings.HasPrefix(d.user, d.database)
	return named && (d.local() || s.admin != nil && s.admin.host == d.host)
}

// one reads a single connection string; nil when it is none.
func one(text string) *dsn {
	if text == "" {
		return nil
	}
	if all := connectionStrings(text); len(all) > 0 {
		return &all[0]
	}
	return nil
}

// same compares by server and database; see postgres.SameDatabase.
func (d dsn) same(other *dsn) bool {
	if d.text != "" && other.text != "" {
		if same, err := postgres.SameDatabase(d.text, other.text); err == nil {
			return same
		}
	}
	return d.host == other.host && d.database == other.database
}
