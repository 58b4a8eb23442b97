package postgres

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The roles of the local server. The superuser creates extensions that are
// not trusted; everything else is the admin's, who is none.
const (
	superRole = "postgres"
	adminRole = "effigy"
)

// cluster is the local server's folder: data, socket, log, keys and lock.
type cluster struct {
	bin     *Binaries
	dir     string
	account *account
	keys    keys

	settings map[string]string // beside those of configure
}

// keys is what is kept beside the data directory, readable by the user alone.
type keys struct {
	Port      int    `json:"port"`
	Superuser string `json:"superuser_password"`
	Admin     string `json:"admin_password"`
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }
func (c *cluster) log() string  { return filepath.Join(c.dir, "log", "server.log") }

// socket is the folder of the server's socket, or empty where the path is
// longer than a socket's name may be.
func (c *cluster) socket() string {
	const longest = 107 - len("/.s.PGSQL.65535")
	if dir := filepath.Join(c.dir, "socket"); len(dir) <= longest {
		return dir
	}
	return ""
}

func (c *cluster) url(user, password string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(user, password), Path: "/postgres",
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(c.keys.Port)), RawQuery: "sslmode=disable",
	}
	return u.String()
}

func (c *cluster) load() error {
	path := filepath.Join(c.dir, "keys.json")
	if err := ownedByUs(path); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &c.keys)
}

func (c *cluster) save() error {
	text, err := json.Marshal(c.keys)
	if err != nil {
		return err
	}
	return writeSecret(filepath.Join(c.dir, "keys.json"), text)
}

// exclusive takes the cluster's lock file, made on the way, and returns what
// gives it back.
func (c *cluster) exclusive(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(c.dir, c.account.folderMode()); err != nil {
		return nil, err
	}
	if err := ownedByUs(c.dir); err != nil {
		return nil, err
	}
	if err := c.account.open(filepath.Dir(c.dir), c.dir); err != nil {
		return nil, err
	}
	return lockFile(ctx, filepath.Join(c.dir, "lock"))
}

// vanish removes the folder and the lock in it where no cluster came of them.
// The lock is held.
func (c *cluster) vanish() {
	if _, err := os.Lstat(c.data()); err != nil {
		os.Remove(filepath.Join(c.dir, "lock"))
		os.Remove(c.dir) // what else is in there stays
	}
}

// bringUp initialises where needed and starts where needed; once more when the
// server that was there went away meanwhile. The lock is held.
func (c *cluster) bringUp(ctx context.Context) error {
	err := c.tryUp(ctx)
	var gone *ConnectError
	if errors.As(err, &gone) && ctx.Err() == nil && c.postmaster() == 0 {
		err = c.tryUp(ctx)
	}
	return err
}

func (c *cluster) tryUp(ctx context.Context) error {
	if err := c.initialise(ctx); err != nil {
		return err
	}
	if c.postmaster() == 0 {
		err := c.start(ctx)
		switch {
		case err == nil || ctx.Err() != nil:
		case DiskFull(err) && c.dropBallast(), !portFree(c.keys.Port): // the port was taken while it started
			err = c.start(ctx)
		}
		if err != nil && ctx.Err() == nil && c.broken() {
			err = c.again(ctx)
		}
		if err != nil {
			return err
		}
	}
	if err := c.ballast(); err != nil && !DiskFull(err) {
		return err
	}
	return c.admit(ctx)
}

// broken reports whether the log ends in what a power cut makes of a cluster
// that never waits for the disk.
func (c *cluster) broken() bool {
	last := lastLine(c.log())
	for _, sign := range []string{"PANIC", "checkpoint record", "invalid primary", "could not open file", "could not read file", "incorrect checksum", "incompatible with server"} {
		if strings.Contains(last, sign) {
			return true
		}
	}
	return false
}

// again makes the cluster anew. Nothing is lost that can't be rebuilt.
func (c *cluster) again(ctx context.Context) error {
	if err := os.RemoveAll(c.data()); err != nil {
		return err
	}
	if err := c.initialise(ctx); err != nil {
		return err
	}
	return c.start(ctx)
}

// start starts the server on its port, or on another free one where that is
// taken, and waits until it answers.
func (c *cluster) start(ctx context.Context) error {
	if err := c.forget(ctx); err != nil {
		return err
	}
	if c.keys.Port == 0 || !portFree(c.keys.Port) {
		port, err := freePort()
		if err != nil {
			return err
		}
		c.keys.Port = port
		if err := c.save(); err != nil {
			return err
		}
	}
	if err := errors.Join(c.configure(), c.freshLog()); err != nil {
		return err
	}
	err := c.control(ctx, "start", "-w", "-t", "60", "-l", c.log())
	if err != nil {
		said := lastLine(c.log())
		if full := fullDisk(said); full != nil {
			err = full
		}
		return fmt.Errorf("starting: %w%s", err, said)
	}
	return nil
}

// freshLog keeps one earlier log.
func (c *cluster) freshLog() error {
	err := os.Rename(c.log(), c.log()+".old")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// control runs pg_ctl.
func (c *cluster) control(ctx context.Context, args ...string) error {
	return c.account.run(ctx, c.dir, filepath.Join(c.bin.Dir, "pg_ctl"), append(args, "-D", c.data(), "-s")...)
}

func portFree(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("looking for a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// admit makes the admin and shuts PUBLIC out. It runs at each start, so that
// a kill between initdb and here costs nothing.
func (c *cluster) admit(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := c.awaited(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	verifier, err := Verifier(c.keys.Admin, rand.Reader)
	if err != nil {
		return err
	}
	var exists bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, adminRole).Scan(&exists); err != nil {
		return err
	}
	verb := "CREATE"
	if exists {
		verb = "ALTER"
	}
	// All or nothing: an admin who is let in says that PUBLIC is not.
	err = conn.Script(ctx,
		verb+" ROLE "+Ident(adminRole)+" LOGIN CREATEDB CREATEROLE PASSWORD "+Literal(verifier),
		"REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC",
		"GRANT CONNECT ON DATABASE postgres TO "+Ident(adminRole))
	if err != nil {
		return fmt.Errorf("setting up the admin: %w", err)
	}
	return nil
}

// awaited connects as the superuser, once a server that somebody has just
// started listens, and after recovery where that goes on.
func (c *cluster) awaited(ctx context.Context) (*Conn, error) {
	for {
		conn, err := Connect(ctx, c.url(superRole, c.keys.Superuser))
		early := Code(err) == "57P03" || Code(err) == "" && c.postmaster() != 0
		if err == nil || ctx.Err() != nil || !early {
			return conn, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// lastLine is the last fatal line of the server's log.
func lastLine(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.Contains(lines[i], "FATAL") || strings.Contains(lines[i], "PANIC") {
			return ": " + lines[i]
		}
	}
	return ""
}
