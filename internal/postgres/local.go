package postgres

import (
	"context"
)

// Local is the local throwaway server: a cluster in the user's cache folder.
type Local struct {
	Getenv Getenv
	// Dir holds the cluster; empty for the user's cache folder, or for
	// /var/cache/effigy when run as root.
	Dir string
}

// Server is a running local server.
type Server struct {
	Admin   Admin
	Dir     string // the cluster's folder
	Port    int
	Version string // of the binaries, such as "15.18"
	Major   int
	Started bool // by this call
}

// Status says how the local server stands.
type Status struct {
	Dir     string `json:"dir"`
	Version string `json:"version"`
	Port    int    `json:"port"`
	PID     int    `json:"pid"`
	Running bool   `json:"running"`
}

// Ensure returns the running server; it is initialised and started where
// needed. Calls of several processes at once are serialised by a lock file.
// The error is a *NotFoundError when there are no binaries.
func (l *Local) Ensure(ctx context.Context) (*Server, error) { return l.ensure(ctx) }

// Stop ends the server, sessions included. Stopping one that does not run is
// no error; the result says whether one ran.
func (l *Local) Stop(ctx context.Context) (bool, error) { return l.stop(ctx) }

// Status looks at the server without starting it.
func (l *Local) Status(ctx context.Context) (*Status, error) { return l.status(ctx) }
