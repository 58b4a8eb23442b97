package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// log takes what is not part of the table.
var log = os.Stderr

// lab is where a run measures: a server of its own, and the programs.
type lab struct {
	size   float64
	dir    string // removed at the end
	effigy string // the binary
	bin    string // folder of psql and the others
	local  *postgres.Local
	server *postgres.Server
}

func newLab(ctx context.Context, program string, size float64) (*lab, error) {
	programs, err := postgres.FindServer(os.Getenv)
	if err != nil {
		return nil, err
	}
	program, err = filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	server, err := filepath.EvalSymlinks(filepath.Join(programs.Dir, "postgres"))
	if err != nil { // links to the server's programs alone may stand elsewhere
		return nil, err
	}
	l := &lab{size: size, bin: filepath.Dir(server), effigy: program}
	if l.dir, err = os.MkdirTemp("", "effigy-bench"); err != nil {
		return nil, err
	}
	if err := os.Chmod(l.dir, 0o755); err != nil { // root's server runs under another account
		return nil, err
	}
	l.local = &postgres.Local{Getenv: os.Getenv, Dir: filepath.Join(l.dir, "server")}
	if l.server, err = l.local.Ensure(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(l.dir))
	}
	return l, nil
}

func (l *lab) close() {
	if _, err := l.local.Stop(context.Background()); err != nil {
		fmt.Fprintln(log, "stopping the server:", err)
	}
	os.RemoveAll(l.dir)
}

// rows scales a number of rows.
func (l *lab) rows(n int64) int64 { return max(1, int64(float64(n)*l.size)) }

// open connects as superuser to a database.
func (l *lab) open(ctx context.Context, database string) (*postgres.Conn, error) {
	u, err := postgres.WithDatabase(l.server.Admin.Superuser, database)
	if err != nil {
		return nil, err
	}
	return postgres.ConnectForLoad(ctx, u)
}

// sql runs statements as superuser in the database postgres, one by one.
func (l *lab) sql(ctx context.Context, statements ...string) error {
	conn, err := l.open(ctx, "postgres")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// usage is what a process took.
type usage struct {
	wall, cpu time.Duration
	peak      int64 // bytes of resident memory
	out       []byte
}

// tool runs a program of Postgres on the lab's server.
func (l *lab) tool(ctx context.Context, name string, args ...string) (usage, error) {
	return l.toolAt(ctx, l.server, name, args...)
}

func (l *lab) toolAt(ctx context.Context, s *postgres.Server, name string, args ...string) (usage, error) {
	u, err := url.Parse(s.Admin.Superuser)
	if err != nil {
		return usage{}, errors.New("the server's address is no URL")
	}
	password, _ := u.User.Password()
	env := []string{"PGHOST=" + u.Hostname(), "PGPORT=" + u.Port(), "PGUSER=" + u.User.Username(), "PGPASSWORD=" + password, "PGOPTIONS=-c client_min_messages=warning"}
	return execute(ctx, env, filepath.Join(l.bin, name), args...)
}

// run runs effigy with the lab's server as its admin's.
func (l *lab) run(ctx context.Context, args ...string) (usage, error) {
	return execute(ctx, []string{"EFFIGY_ADMIN_URL=" + l.server.Admin.Superuser}, l.effigy, args...)
}

func execute(ctx context.Context, env []string, program string, args ...string) (usage, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	began := time.Now()
	err := cmd.Run()
	u := usage{wall: time.Since(began), out: out.Bytes()}
	if err != nil {
		return u, fmt.Errorf("%s %s: %w: %s", filepath.Base(program), args[0], err, strings.TrimSpace(problem.String()))
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peak = r.Maxrss
		if runtime.GOOS == "linux" {
			u.peak *= 1024
		}
	}
	return u, nil
}

// machine names the processor and the number of cores, and says how busy they
// are: a figure taken beside other work tells little.
func machine() string {
	name := runtime.GOARCH
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
		}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	busy, _, _ := strings.Cut(string(load), " ")
	return fmt.Sprintf("%s, %d cores, %s, load %s at the start", name, runtime.NumCPU(), runtime.GOOS, cmp.Or(busy, "unknown"))
}

func ms(n int64) float64 { return float64(n) / 1000 }
