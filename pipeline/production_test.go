package pipeline

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/report"
)

// listener is a production server that nobody may call.
func listener(t *testing.T) (address string, calls *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	calls = &atomic.Int64{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			c.Close()
		}
	}()
	return l.Addr().String(), calls
}

func newRun(t *testing.T, env map[string]string) *Run {
	t.Helper()
	home := t.TempDir()
	return &Run{
		Env: func(name string) string {
			if v, ok := env[name]; ok {
				return v
			}
			if name == "HOME" {
				return home
			}
			return os.Getenv(name)
		},
		Dir: home, Clock: time.Now, Sink: report.Discard, Config: &config.Config{},
	}
}

// TestProductionIsNeverOpened holds the invariant that nothing below the line
// connects to the production URL, neither when it stands beside the admin
// URL nor when both are the same.
func TestProductionIsNeverOpened(t *testing.T) {
	address, calls := listener(t)
	production := "postgres://app:secret@" + address + "/app"
	rows := int64(3)
	work := map[string]func(*Run, context.Context) error{
		"rebuild": func(r *Run, ctx context.Context) error {
			_, err := r.Rebuild(ctx, Order{Source: "schema.sql", Rows: &rows, Discard: true})
			return err
		},
		"plan": func(r *Run, ctx context.Context) error {
			_, err := r.Plan(ctx, Order{Source: "schema.sql", Rows: &rows})
			return err
		},
		"reset": func(r *Run, ctx context.Context) error {
			_, err := r.Reset(ctx, "none", "schema.sql")
			if err != nil && r.Env(AdminURL) != production {
				err = nil // there is no such sandbox
			}
			return err
		},
		"sandbox": func(r *Run, ctx context.Context) error {
			_, err := r.Admin(ctx)
			return err
		},
	}
	admin := pgtest.Admin(t)
	for name, do := range work {
		t.Run(name, func(t *testing.T) {
			beside := newRun(t, map[string]string{ProductionURL: production, AdminURL: admin.URL})
			same := newRun(t, map[string]string{ProductionURL: production, AdminURL: production})
			for _, r := range []*Run{beside, same} {
				if err := os.WriteFile(filepath.Join(r.Dir, "schema.sql"), []byte("CREATE TABLE public.a (id integer PRIMARY KEY);"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := do(beside, t.Context()); err != nil {
				t.Errorf("beside another admin URL: %v", err)
			}
			var refused interface{ Refusal() bool }
			if err := do(same, t.Context()); !errors.As(err, &refused) || !refused.Refusal() {
				t.Errorf("as the admin URL: %v, want a refusal", err)
			}
		})
	}
	if n := calls.Load(); n > 0 {
		t.Errorf("production was called %d times", n)
	}
}
