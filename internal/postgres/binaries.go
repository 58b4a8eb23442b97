package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Binaries are the programs of one Postgres installation.
type Binaries struct {
	Dir     string // the folder of initdb, pg_ctl and postgres
	Version string // such as "15.18"
	Major   int
}

// NotFoundError says which program is missing and how to install it.
type NotFoundError struct {
	Program string
	Major   int // at least; 0 for any
	Newest  int // the newest major version that was found; 0 for none
	Hint    string
}

// Error says what is missing.
func (e *NotFoundError) Error() string {
	switch {
	case e.Newest > 0:
		return fmt.Sprintf("the newest %s found is of PostgreSQL %d, the server is %d", e.Program, e.Newest, e.Major)
	case e.Major > 0:
		return fmt.Sprintf("no %s of PostgreSQL %d or later found", e.Program, e.Major)
	}
	return "no " + e.Program + " found"
}

// minMajor is the oldest version a sandbox runs on.
const minMajor = 15

// FindServer finds the newest installation that has initdb, pg_ctl and
// postgres: in EFFIGY_PG_BIN alone when that is set, else on PATH, in
// /usr/lib/postgresql, Homebrew's folders and Postgres.app. The error is a
// *NotFoundError.
func FindServer(getenv Getenv) (*Binaries, error) {
	var best *Binaries
	for _, dir := range binaryDirs(getenv) {
		if !hasPrograms(dir, "initdb", "pg_ctl", "postgres") {
			continue
		}
		version := versionOf(filepath.Join(dir, "postgres"))
		if best == nil || newer(version, best.Version) {
			best = &Binaries{Dir: dir, Version: version, Major: leadingInt(version)}
		}
	}
	if best == nil || best.Major < minMajor {
		return nil, &NotFoundError{Program: "Postgres server (initdb, pg_ctl, postgres)", Major: minMajor, Hint: installHint("server", 0)}
	}
	return best, nil
}

// FindDump finds the newest pg_dump that can read a server of the major
// version. The error is a *NotFoundError.
func FindDump(getenv Getenv, major int) (path, version string, err error) {
	for _, dir := range binaryDirs(getenv) {
		if !hasPrograms(dir, "pg_dump") {
			continue
		}
		candidate := filepath.Join(dir, "pg_dump")
		if v := versionOf(candidate); newer(v, version) {
			path, version = candidate, v
		}
	}
	if found := leadingInt(version); found < major || path == "" {
		return "", "", &NotFoundError{Program: "pg_dump", Major: major, Newest: found, Hint: dumpHint(major, found)}
	}
	return path, version, nil
}

// binaryDirs lists folders that may hold programs, each once.
func binaryDirs(getenv Getenv) []string {
	if dir := getenv("EFFIGY_PG_BIN"); dir != "" {
		return filepath.SplitList(dir)
	}
	dirs := filepath.SplitList(getenv("PATH"))
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/lib/postgresql*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*",
		"/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
		"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin",
	} {
		found, err := filepath.Glob(pattern)
		if err == nil {
			dirs = append(dirs, found...)
		}
	}
	return uniqueDirs(dirs)
}

func uniqueDirs(dirs []string) []string {
	seen := map[string]bool{}
	var unique []string
	for _, dir := range dirs {
		if dir == "" || seen[dir] {
			continue
		}
		seen[dir] = true
		unique = append(unique, dir)
	}
	return unique
}

func hasPrograms(dir string, names ...string) bool {
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			return false
		}
	}
	return true
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+(?:\.\d+)?)`)

// versionOf asks a program for its version; empty when it does not say. A
// wrapper script counts as the program it runs.
func versionOf(program string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return ""
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return ""
	}
	return string(m[1])
}

func newer(a, b string) bool {
	amajor, aminor, _ := strings.Cut(a, ".")
	bmajor, bminor, _ := strings.Cut(b, ".")
	if leadingInt(amajor) != leadingInt(bmajor) {
		return leadingInt(amajor) > leadingInt(bmajor)
	}
	return leadingInt(aminor) > leadingInt(bminor)
}

// dumpHint says how to get a pg_dump for a server. Where one was found but is
// too old, the distribution's own package is that old one.
func dumpHint(major, newest int) string {
	if newest == 0 && major <= minMajor {
		return installHint("client", 0)
	}
	return installHint("client", major) + "; or name the folder of a newer pg_dump in EFFIGY_PG_BIN, or dump elsewhere and use effigy dump --from FILE"
}

// installHint is the command that installs Postgres on this system; a major
// version of 0 is whatever the system has.
func installHint(part string, major int) string {
	version := strconv.Itoa(max(major, minMajor))
	switch {
	case runtime.GOOS == "darwin":
		return "brew install postgresql@" + strconv.Itoa(max(major, 18))
	case programs("apt-get") && major > 0:
		return "sudo apt-get install -y postgresql-common && sudo /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y && sudo apt-get install -y postgresql-" + part + "-" + version
	case programs("apt-get") && part == "client":
		return "sudo apt-get install postgresql-client"
	case programs("apt-get"):
		return "sudo apt-get install postgresql"
	case programs("dnf") && major > 0:
		return "sudo dnf install postgresql" + version + " (from download.postgresql.org)"
	case programs("dnf"):
		return "sudo dnf install postgresql-" + part
	case programs("apk") && major > 0:
		return "sudo apk add postgresql" + version + "-client"
	case programs("apk"):
		return "sudo apk add postgresql"
	}
	return "install PostgreSQL " + version + " or later, or name its bin folder in EFFIGY_PG_BIN"
}

func programs(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil || errors.Is(err, exec.ErrDot)
}
