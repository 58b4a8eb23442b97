package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Local is the local throwaway server: a cluster in the user's cache folder,
// one for each major version, started on demand and left running. It is as
// fast as a cluster gets that nobody minds losing, listens on loopback and a
// socket, takes passwords only, and lets PUBLIC into no database.
type Local struct {
	Getenv Getenv
	// Dir holds the clusters; empty for the user's cache folder, or for
	// /var/cache/effigy when run as root.
	Dir string
	// Settings of the server beside its own, which they override.
	Settings map[string]string
}

// Server is a running local server.
type Server struct {
	Admin   Admin
	Dir     string // the cluster's folder
	Port    int
	Version string // of the server, such as "15.18"
	Major   int
	Started bool // by this call
}

// Status says how the local server stands.
type Status struct {
	Dir     string `json:"dir"`
	Version string `json:"version"` // of the binaries
	Port    int    `json:"port"`
	PID     int    `json:"pid"`
	Running bool   `json:"running"`
}

// Ensure returns the running server; it is initialised and started where
// needed. Calls of several processes at once are serialised by a lock file.
// The error is a *NotFoundError when there are no binaries.
func (l *Local) Ensure(ctx context.Context) (*Server, error) {
	c, err := l.cluster()
	if err != nil {
		return nil, err
	}
	secret, err := machineSecret(l.Getenv)
	if err != nil {
		return nil, err
	}
	if server := c.answering(ctx, secret); server != nil {
		return server, nil
	}
	unlock, err := c.exclusive(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if server := c.answering(ctx, secret); server != nil {
		return server, nil
	}
	if err := c.bringUp(ctx); err != nil {
		c.vanish()
		return nil, fmt.Errorf("local server in %s: %w", c.dir, err)
	}
	server := c.answering(ctx, secret)
	if server == nil {
		return nil, fmt.Errorf("local server in %s: it runs but does not let the admin in", c.dir)
	}
	server.Started = true
	return server, nil
}

// Stop ends the server, sessions included. Stopping one that does not run is
// no error; the result says whether one ran.
func (l *Local) Stop(ctx context.Context) (bool, error) {
	c, err := l.cluster()
	if err != nil {
		return false, err
	}
	if _, err := os.Stat(c.data()); errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	unlock, err := c.exclusive(ctx)
	if err != nil {
		return false, err
	}
	defer unlock()
	if c.postmaster() == 0 {
		return false, nil
	}
	if err := c.control(ctx, "stop", "-m", "fast", "-w", "-t", "60"); err != nil {
		return true, fmt.Errorf("local server in %s: stopping: %w", c.dir, err)
	}
	return true, nil
}

// Status looks at the server without starting it.
func (l *Local) Status(context.Context) (*Status, error) {
	c, err := l.cluster()
	if err != nil {
		return nil, err
	}
	s := &Status{Dir: c.dir, Version: c.bin.Version, PID: c.postmaster()}
	s.Running = s.PID != 0
	if err := c.load(); err == nil {
		s.Port = c.keys.Port
	}
	return s, nil
}

// cluster finds the binaries and the folder, and touches neither.
func (l *Local) cluster() (*cluster, error) {
	bin, err := FindServer(l.Getenv)
	if err != nil {
		return nil, err
	}
	base := l.Dir
	if base == "" {
		if base, err = CacheDir(l.Getenv); err != nil {
			return nil, err
		}
	}
	account, err := serverAccount()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(base, fmt.Sprintf("pg%d", bin.Major))
	return &cluster{bin: bin, dir: dir, account: account, settings: l.Settings}, nil
}

// answering returns the server if it lets the admin in right now. Nothing is
// said to whoever else may have its port while it is down.
func (c *cluster) answering(ctx context.Context, secret []byte) *Server {
	if c.load() != nil || c.postmaster() == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := Connect(ctx, c.url(adminRole, c.keys.Admin))
	if err != nil {
		return nil
	}
	defer conn.Close(ctx)
	return &Server{
		Admin: Admin{
			URL: c.url(adminRole, c.keys.Admin), Superuser: c.url(superRole, c.keys.Superuser),
			Secret: secret, Local: true,
		},
		Dir: c.dir, Port: c.keys.Port, Version: conn.Version(), Major: conn.Major(),
	}
}
