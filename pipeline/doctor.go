package pipeline

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// Check is one thing the doctor looked at.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Text   string `json:"text"`
	Advice string `json:"advice,omitempty"`
}

// Doctor looks at what a run needs and at what an agent could find, and
// changes nothing. It opens no server but the one of the admin URL.
func (r *Run) Doctor(ctx context.Context, environ []string) []Check {
	checks := []Check{r.checkServer(ctx), r.checkDump()}
	return append(checks, r.exposed(environ)...)
}

func (r *Run) checkServer(ctx context.Context) Check {
	if admin := r.Env(AdminURL); admin != "" {
		return r.checkAdmin(ctx, admin)
	}
	bin, err := postgres.FindServer(r.Env)
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		return Check{Name: "server", Text: err.Error(), Advice: missing.Hint}
	}
	if err != nil {
		return Check{Name: "server", Text: err.Error()}
	}
	return Check{Name: "server", OK: true, Text: fmt.Sprintf("a local server can run: PostgreSQL %s in %s", bin.Version, bin.Dir)}
}

func (r *Run) checkAdmin(ctx context.Context, admin string) Check {
	c := Check{Name: "server"}
	if _, err := r.Admin(ctx); err != nil {
		c.Text = err.Error()
		return c
	}
	conn, err := postgres.Connect(ctx, admin)
	if err != nil {
		c.Text = err.Error()
		return c
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var createdb, createrole bool
	err = conn.QueryRow(ctx, `SELECT rolcreatedb OR rolsuper, rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user`).Scan(&createdb, &createrole)
	c.OK = err == nil && createdb && createrole && conn.Major() >= 15
	c.Text = fmt.Sprintf("the server of %s: PostgreSQL %s, createdb %t, createrole %t", AdminURL, conn.Version(), createdb, createrole)
	if !c.OK {
		c.Advice = "sandboxes need PostgreSQL 15 or later and ALTER ROLE … CREATEDB CREATEROLE"
	}
	return c
}

func (r *Run) checkDump() Check {
	path, version, err := postgres.FindDump(r.Env, 15)
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		return Check{Name: "pg_dump", Text: err.Error(), Advice: missing.Hint}
	}
	if err != nil {
		return Check{Name: "pg_dump", Text: err.Error()}
	}
	return Check{Name: "pg_dump", OK: true, Text: fmt.Sprintf("pg_dump %s in %s", version, filepath.Dir(path))}
}

// dsn finds connection strings with a password.
var dsn = regexp.MustCompile(`postgres(?:ql)?://[^\s:/@"']+:[^\s@"']+@[^\s"'` + "`" + `]+`)

// lookedAt are the files of a working tree that agents read and people put
// connection strings into.
var lookedAt = []string{
	".env", ".env.local", ".env.development", ".env.production", ".mcp.json", "mcp.json", ".cursor/mcp.json",
	".vscode/mcp.json", "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "config/database.yml",
}

// exposed looks for connection strings that are no sandbox's, and tells where
// they stand, never what they are.
func (r *Run) exposed(environ []string) []Check {
	var checks []Check
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		if name != AdminURL && foreign(value) {
			checks = append(checks, Check{
				Name: "environment", Text: name + " holds a connection string with a password that is no sandbox's",
				Advice: "an agent started from here can read it; start it without " + name,
			})
		}
	}
	for _, file := range lookedAt {
		lines, err := r.linesWithDSN(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			checks = append(checks, Check{Name: "files", Text: err.Error()})
		}
		for _, n := range lines {
			checks = append(checks, Check{
				Name: "files", Text: fmt.Sprintf("%s:%d holds a connection string with a password that is no sandbox's", file, n),
				Advice: "an agent working here can read it; keep it out of the working tree",
			})
		}
	}
	if len(checks) == 0 {
		checks = []Check{{Name: "exposed", OK: true, Text: "no connection string of another database within reach"}}
	}
	return checks
}

func (r *Run) linesWithDSN(file string) ([]int, error) {
	f, err := os.Open(r.path(file))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []int
	scanner := bufio.NewScanner(f)
	for n := 1; scanner.Scan(); n++ {
		if foreign(scanner.Text()) {
			lines = append(lines, n)
		}
	}
	return lines, scanner.Err()
}

// foreign reports whether a text holds a connection string with a password
// that leads to another machine.
func foreign(text string) bool {
	for _, found := range dsn.FindAllString(text, -1) {
		u, err := url.Parse(found)
		if err != nil {
			return true
		}
		switch u.Hostname() {
		case "localhost", "127.0.0.1", "::1", "":
		default:
			return true
		}
	}
	return false
}
