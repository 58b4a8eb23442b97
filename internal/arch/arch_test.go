package arch

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/effigydb/effigy/"

// edges are the allowed imports inside the module. A package stands for all
// below it; what is not listed may import nothing of the module.
var edges = map[string]map[string]string{
	"schema": {},
	"ddl": {
		"schema": "texts become the model",
	},
	"generator": {
		"schema": "rows are planned from the model",
	},
	"internal/git":    {},
	"internal/config": {},
	"internal/github": {},
	"internal/postgres": {
		"schema":    "tables and types are named by it",
		"generator": "it loads what the generator makes",
	},
	"internal/pgtest": {
		"internal/postgres": "a real server for tests",
	},
	"internal/sandbox": {
		"internal/postgres": "the admin's connection",
		"schema":            "names are quoted by it",
	},
	"internal/gate": {
		"ddl":               "the verdict on one SELECT",
		"internal/postgres": "the reader's connection",
		"schema":            "names are quoted by it",
	},
	"internal/report": {
		"schema":    "names and the graph are printed",
		"ddl":       "findings are printed",
		"generator": "plans are printed",
	},
	"pipeline": {
		"schema": "the stages hand the model on", "ddl": "read, sanitize, diff, parse", "generator": "plan",
		"internal/postgres": "dump, load, verify", "internal/sandbox": "create, replace, drop",
		"internal/git": "texts of revisions", "internal/github": "events that close production", "internal/config": "settings", "internal/report": "events and results",
	},
	"bench": {
		"ddl": "tables of its own", "generator": "their rows", "schema": "their names", "internal/postgres": "a server and the load",
	},
	"cmd": {
		"pipeline": "the work", "internal/sandbox": "the sandbox commands", "internal/report": "output",
		"internal/config": "settings", "internal/postgres": "the server commands", "internal/gate": "the query commands",
		"ddl": "findings are told by level", "internal/git": "the repository around", "internal/github": "the Action",
	},
}

// outside are third parties that only some rooms may import.
var outside = map[string]map[string]string{
	"github.com/sqlc-dev/oliphant": {"ddl": "so that the parser can be exchanged in one place"},
	"github.com/jackc/pgx":         {"internal/postgres": "so that what opens connections is in one place"},
	"os/exec":                      {"internal/postgres": "pg_dump and the server's programs", "bench": "what is compared", "internal/git": "git", "cmd": "sync's child, which has no production credential"},
	"github.com/urfave/cli":        {"cmd": "the command line"},
	"github.com/vbauerster/mpb":    {"internal/report": "progress on a terminal"},
	"github.com/google/go-github":  {"internal/github": "GitHub's API"},
	"github.com/sethvargo":         {"internal/github": "the runner's commands"},
}

// forbidden are names that say nothing.
var forbidden = []string{"util", "utils", "common", "helpers", "helper", "types", "misc", "base", "pkg"}

type pkg struct {
	ImportPath, Dir, Name, Doc string
	GoFiles                    []string
	Imports                    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Name,Doc,GoFiles,Imports", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// room is the longest key of the table that a path is below.
func room[V any](table map[string]V, path string) string {
	best := ""
	for key := range table {
		if (path == key || strings.HasPrefix(path, key+"/")) && len(key) > len(best) {
			best = key
		}
	}
	return best
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		mine := room(edges, from)
		if mine == "" && from != "internal/arch" {
			t.Errorf("%s: no room of that name in the plan of the house", from)
		}
		for _, i := range p.Imports {
			if users := outside[room(outside, i)]; users != nil && room(users, from) == "" {
				t.Errorf("%s imports %s, which only %v may", from, i, keys(users))
			}
			to, inside := strings.CutPrefix(i, module)
			if !inside {
				continue
			}
			other := room(edges, to)
			if other != mine && edges[mine][other] == "" {
				t.Errorf("%s imports %s: not in the plan of the house", from, to)
			}
		}
	}
}

func keys(m map[string]string) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

func TestPackages(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		want := "Package " + p.Name + " "
		if p.Name == "main" {
			want = "Command " + filepath.Base(p.Dir) + " "
		}
		if len(p.GoFiles) > 0 && !strings.HasPrefix(p.Doc, want) {
			t.Errorf("%s: its documentation does not open with %q", name, want)
		}
		if slices.Contains(forbidden, filepath.Base(p.Dir)) {
			t.Errorf("%s: that name says nothing", name)
		}
	}
}

// TestSizes holds files under 500 lines and functions under 80; tables of
// test cases are exempt.
func TestSizes(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if n := set.Position(file.End()).Line; n > 500 {
			t.Errorf("%s has %d lines", path, n)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := set.Position(f.Pos()).Line, set.Position(f.End()).Line
			if to-from+1 > 80 {
				t.Errorf("%s:%d: %s has %d lines", path, from, f.Name.Name, to-from+1)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
