package main

import (
	"context"
	"fmt"
	"os/user"
	"path/filepath"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/pipeline"
)

// gateFlags are those of every way through the gate.
func gateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "allow-function", Usage: "open a function of the schema's own to the reader: `public.f(bigint)`"},
		&cli.IntFlag{Name: "max-rows", Usage: "rows of an answer", DefaultText: fmt.Sprint(gate.Default.Rows)},
		&cli.IntFlag{Name: "max-bytes", Usage: "bytes of an answer", DefaultText: fmt.Sprint(gate.Default.Bytes)},
		&cli.IntFlag{Name: "max-cell", Usage: "bytes of one value", DefaultText: fmt.Sprint(gate.Default.Cell)},
		&cli.DurationFlag{Name: "timeout", Usage: "of a statement", DefaultText: gate.Default.Timeout.String()},
		&cli.DurationFlag{Name: "lock-timeout", Usage: "of waiting for a lock", DefaultText: gate.Default.LockTimeout.String()},
		&cli.StringFlag{Name: "audit", Usage: "the audit log, a `FILE`; the user's own when not given"},
	}
}

// gate sets the gate up for the run's server.
func (p *program) gate(c *cli.Context, run *pipeline.Run) (*gate.Gate, error) {
	limits := gate.Default
	for _, x := range []struct {
		flag  string
		limit *int
	}{{"max-rows", &limits.Rows}, {"max-bytes", &limits.Bytes}, {"max-cell", &limits.Cell}} {
		if c.IsSet(x.flag) {
			*x.limit = c.Int(x.flag)
		}
		if *x.limit <= 0 {
			return nil, usage("--"+x.flag+" is a positive number", "")
		}
	}
	if c.IsSet("timeout") {
		limits.Timeout = c.Duration("timeout")
	}
	if c.IsSet("lock-timeout") {
		limits.LockTimeout = c.Duration("lock-timeout")
	}
	if limits.Timeout <= 0 || limits.LockTimeout <= 0 {
		return nil, usage("a timeout is a positive duration", "such as 5s")
	}
	allow := append(append([]string{}, run.Config.Gate.AllowFunctions...), c.StringSlice("allow-function")...)
	if err := gate.CheckAllow(allow); err != nil {
		return nil, err
	}
	log, err := p.auditPath(c)
	if err != nil {
		return nil, err
	}
	return &gate.Gate{Limits: limits, Allow: allow, Open: p.opener(run), Audit: &gate.Audit{Path: log}, Now: p.now}, nil
}

// auditPath is where the audit log is: --audit, else in the cache folder.
func (p *program) auditPath(c *cli.Context) (string, error) {
	if name := c.String("audit"); name != "" {
		return p.path(name), nil
	}
	dir, err := postgres.CacheDir(p.env)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "audit.jsonl"), nil
}

// opener finds sandboxes on the one server of this run, which is opened on
// first use.
func (p *program) opener(run *pipeline.Run) func(context.Context, string) (*gate.Target, error) {
	var mu sync.Mutex
	var admin *postgres.Admin
	return func(ctx context.Context, name string) (*gate.Target, error) {
		mu.Lock()
		defer mu.Unlock()
		if admin == nil {
			a, err := run.Admin(ctx)
			if err != nil {
				return nil, err
			}
			admin = a
		}
		sb, err := run.Sandbox(ctx, admin, name)
		if err != nil {
			return nil, err
		}
		return target(admin, sb)
	}
}

func target(admin *postgres.Admin, sb *sandbox.Sandbox) (*gate.Target, error) {
	if sb.State != sandbox.Ready {
		return nil, fmt.Errorf("sandbox %s is %s", sb.Name, state(sb))
	}
	owner, reader, err := sandbox.URLs(admin, sb)
	if err != nil {
		return nil, fmt.Errorf("sandbox %s: %w", sb.Name, err)
	}
	return &gate.Target{Name: sb.Name, Owner: owner, Reader: reader, Role: sb.Reader, Hidden: sb.HideRows}, nil
}

// who is the user of the operating system, for the audit log.
func (p *program) who() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return p.env("USER")
}
