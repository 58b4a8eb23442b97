package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// Made are the sandboxes that a server of tools has built: where a call names
// none, one of them is meant.
type Made struct {
	mu    sync.Mutex
	names []string
}

// Add notes a sandbox that was built.
func (m *Made) Add(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
}

func (m *Made) list() []string {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.names)
}

// unnamed is the name that is meant where none is given: that of the sandbox
// built here, that of the variable, or that of the working copy's file of
// URLs; "" means the only sandbox there is. What the variable names is named,
// whether it is there or not; a file may be left from one that is gone.
func (r *Run) unnamed(ctx context.Context, admin *postgres.Admin) (string, error) {
	made, err := alive(ctx, admin, r.Made.list())
	switch {
	case err != nil:
		return "", err
	case len(made) == 1:
		return made[0], nil
	case len(made) > 1:
		return "", fmt.Errorf("%w, and none was named: %s", sandbox.ErrAmbiguous, strings.Join(made, ", "))
	}
	if name := r.Env(SandboxName); name != "" {
		return name, nil
	}
	var files []string
	for _, dir := range []string{r.Dir, filepath.Dir(r.Config.Path)} {
		if name := envSandbox(filepath.Join(r.path(dir), EnvFile)); name != "" && !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	files, err = alive(ctx, admin, files)
	if err != nil || len(files) == 0 {
		return "", err
	}
	return files[0], nil
}

// alive are the full names of those sandboxes that are there and ready.
func alive(ctx context.Context, admin *postgres.Admin, names []string) ([]string, error) {
	var there []string
	for _, name := range names {
		sb, err := sandbox.Find(ctx, admin, name)
		switch {
		case errors.Is(err, sandbox.ErrNotFound), errors.Is(err, sandbox.ErrAmbiguous):
		case err != nil:
			return nil, err
		case sb.State == sandbox.Ready && !sb.Expired:
			there = append(there, sb.Name)
		}
	}
	return there, nil
}
