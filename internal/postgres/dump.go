package postgres

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// DumpOptions tune a Dump.
type DumpOptions struct {
	Getenv Getenv
	// LockWait bounds the wait for each table's ACCESS SHARE lock; 0 is 5 s.
	LockWait time.Duration
	// Deadline bounds the whole dump; 0 is 5 minutes.
	Deadline time.Duration
	// AllowSuperuser lets a superuser dump. Otherwise that is refused: a
	// superuser's dump holds the passwords of subscriptions and mappings.
	AllowSuperuser bool
	// ExcludeSchemas are left out, by exact name.
	ExcludeSchemas []string
	// KeepRights keeps owners and grants in the text.
	KeepRights bool
}

// Dumped is the schema text of a database, and where it comes from.
type Dumped struct {
	Text          string
	ServerVersion string
	DumpVersion   string
	Replica       bool
	// Login is who dumped.
	Login *LoginFacts
}

// Errors of a Dump that callers look for.
var (
	ErrSuperuser  = errors.New("the login is a superuser, whose dump may hold passwords of other servers")
	ErrIncomplete = errors.New("the dump is not complete")
	ErrDeadline   = errors.New("the dump took longer than its deadline")
	ErrLocked     = errors.New("somebody holds a lock on a table for longer than the dump may wait")
	ErrKilled     = errors.New("pg_dump was killed")
)

// UnreadableError lists what a dump needs and the login lacks.
type UnreadableError struct {
	User   string
	Tables []string // without SELECT, or in a schema without USAGE
	Grants []string // the statements that would give it
}

// Error names the first tables.
func (e *UnreadableError) Error() string {
	const most = 5
	names, more := e.Tables, ""
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf(" and %d more", len(e.Tables)-most)
	}
	return "the login may not read the definition of " + strings.Join(names, ", ") + more + ": pg_dump needs SELECT on every table"
}

// completeMark ends every dump that pg_dump finished.
const completeMark = "-- PostgreSQL database dump complete"

// Dump runs pg_dump --schema-only within a deadline, and returns a text only
// when it is complete. pg_dump reads in a READ ONLY transaction of its own;
// here too nothing but the catalogs is read. The password goes by a file,
// never by an argument or the environment. Errors: *NotFoundError when no
// pg_dump is new enough, ErrSuperuser, *UnreadableError, ErrDeadline,
// ErrLocked, ErrKilled, ErrIncomplete, *ConnectError, else pg_dump's own message without host and
// user.
func Dump(ctx context.Context, url string, o DumpOptions) (*Dumped, error) {
	if o.LockWait <= 0 {
		o.LockWait = 5 * time.Second
	}
	if o.Deadline <= 0 {
		o.Deadline = 5 * time.Minute
	}
	login, err := Inspect(ctx, url)
	if err != nil {
		return nil, err
	}
	if login.Superuser && !o.AllowSuperuser {
		return nil, ErrSuperuser
	}
	program, version, err := FindDump(o.Getenv, login.Major)
	if err != nil {
		return nil, err
	}
	if login.LeaveOut(o.ExcludeSchemas); len(login.Unreadable) > 0 {
		return nil, &UnreadableError{User: login.User, Tables: login.Unreadable, Grants: login.Grants}
	}
	text, err := runDump(ctx, program, url, o)
	if err != nil {
		return nil, err
	}
	return &Dumped{Text: text, ServerVersion: login.Version, DumpVersion: version, Replica: login.Replica, Login: login}, nil
}

func runDump(ctx context.Context, program, url string, o DumpOptions) (string, error) {
	sweepDumps()
	dir, err := os.MkdirTemp("", fmt.Sprintf("effigy-dump-%d-", os.Getpid()))
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	application := "effigy dump " + rand.Text()[:8]
	environment, secrets, err := libpqFiles(dir, url, application, o.Getenv)
	if err != nil {
		return "", err
	}
	deadline, cancel := context.WithTimeout(ctx, o.Deadline)
	defer cancel()
	cmd := exec.CommandContext(deadline, program, dumpArguments(program, o)...)
	cmd.Env = environment
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	if killed := cmd.ProcessState != nil && cmd.ProcessState.ExitCode() < 0; killed || deadline.Err() != nil {
		endDump(context.WithoutCancel(ctx), url, application)
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case deadline.Err() != nil:
		return "", ErrDeadline
	case err != nil:
		return "", complaint(cmd, err, complaints.String(), secrets)
	}
	text := out.String()
	if !Complete(text) {
		return "", ErrIncomplete
	}
	return text, nil
}

// complaint is what pg_dump said, fit to print.
func complaint(cmd *exec.Cmd, err error, text string, secrets []string) error {
	switch {
	case cmd.ProcessState == nil:
		return fmt.Errorf("pg_dump: %w", err)
	case cmd.ProcessState.ExitCode() < 0:
		return ErrKilled
	case strings.Contains(text, "LOCK TABLE") && strings.Contains(text, "timeout"):
		return ErrLocked
	}
	return fmt.Errorf("pg_dump: %s", scrub(text, secrets))
}

// sweepDumps removes what dumps left whose process was killed: their
// passwords. pg_dump reads them when it starts, so that a minute later
// nobody needs them, whatever the number of the process says.
func sweepDumps() {
	found, err := filepath.Glob(filepath.Join(os.TempDir(), "effigy-dump-*-*"))
	if err != nil {
		return
	}
	for _, dir := range found {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		if age := time.Since(info.ModTime()); age > 24*time.Hour || age > time.Minute && abandoned(filepath.Base(dir)) {
			_ = os.RemoveAll(dir) // another user's stays
		}
	}
}

// abandoned reports whether the process in a folder's name is gone.
func abandoned(name string) bool {
	pid, err := strconv.Atoi(strings.Split(name, "-")[2])
	if err != nil || pid <= 0 {
		return false
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// Complete reports whether a text ends with pg_dump's last line: only blank
// lines, comments and the \unrestrict line may come after it. A dump that was
// killed, or that a full disk cut, has no such line.
func Complete(text string) bool {
	i := strings.LastIndex(text, "\n"+completeMark)
	if i < 0 {
		return false
	}
	for line := range strings.Lines(text[i+1+len(completeMark):]) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\unrestrict`) {
			return false
		}
	}
	return true
}

func dumpArguments(program string, o DumpOptions) []string {
	args := []string{
		"--schema-only", "--no-tablespaces", "--no-subscriptions", "--no-security-labels",
		"--encoding=UTF8", "--no-password", fmt.Sprintf("--lock-wait-timeout=%d", o.LockWait.Milliseconds()),
	}
	for _, name := range o.ExcludeSchemas {
		// A pattern: inside double quotes every character stands for itself.
		args = append(args, `--exclude-schema="`+strings.ReplaceAll(name, `"`, `""`)+`"`)
	}
	if !o.KeepRights {
		args = append(args, "--no-owner", "--no-privileges")
	}
	// The key of \restrict is random otherwise, and no two dumps are the same.
	if help, err := exec.Command(program, "--help").Output(); err == nil && bytes.Contains(help, []byte("--restrict-key")) {
		args = append(args, "--restrict-key=effigy")
	}
	return args
}

// endDump ends the server's side of a dump that was killed: it would go on
// waiting for its lock.
func endDump(ctx context.Context, url, application string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := Connect(ctx, url)
	if err != nil {
		return
	}
	defer conn.Close(ctx)
	// Best effort: the lock wait is bounded anyway.
	_, _ = conn.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND usename = current_user`, application)
}

// libpqFiles writes a password file and a service file for one connection and
// returns a libpq program's whole environment: nothing is inherited, so no
// PGOPTIONS, PGSERVICE or PGHOST of the caller's gets in.
func libpqFiles(dir, url, application string, getenv Getenv) (environment, secrets []string, err error) {
	c, err := libpqConfig(url, getenv)
	if err != nil {
		return nil, nil, err
	}
	var service strings.Builder
	service.WriteString("[effigy]\n")
	for _, p := range c.params {
		if strings.ContainsAny(p[1], "\r\n\x00") {
			return nil, nil, errURL
		}
		service.WriteString(p[0] + "=" + p[1] + "\n")
	}
	escaped := strings.NewReplacer(`\`, `\\`, `:`, `\:`).Replace(c.password)
	if strings.ContainsAny(escaped, "\r\n\x00") {
		return nil, nil, errURL
	}
	passwords := filepath.Join(dir, "passwords")
	services := filepath.Join(dir, "services")
	if err := errors.Join(writeSecret(passwords, []byte("*:*:*:*:"+escaped+"\n")), writeSecret(services, []byte(service.String()))); err != nil {
		return nil, nil, err
	}
	environment = []string{
		"PATH=" + getenv("PATH"), "HOME=" + getenv("HOME"), "LC_ALL=C",
		"PGSERVICEFILE=" + services, "PGSERVICE=effigy", "PGPASSFILE=" + passwords,
		"PGAPPNAME=" + application, "PGCONNECT_TIMEOUT=15",
	}
	return environment, c.secrets(), nil
}
