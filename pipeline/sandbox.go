package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// Admin returns the server where sandboxes live, started when it is the
// local one. It refuses production.
func (r *Run) Admin(ctx context.Context) (*postgres.Admin, error) {
	admin, err := postgres.OpenAdmin(ctx, r.Env)
	if errors.Is(err, postgres.ErrProduction) {
		return nil, refusal(err.Error(), "point "+AdminURL+" at another server, or unset it to use a local one")
	}
	if err != nil {
		return nil, ServerError(err)
	}
	return admin, nil
}

// ServerError adds how to install what is missing to an error of the local
// server.
func ServerError(err error) error {
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		return hinted(err, missing.Hint)
	}
	if postgres.DiskFull(err) {
		return hinted(fmt.Errorf("server: %w", err), "free some space; XDG_CACHE_HOME puts the local server's folder elsewhere")
	}
	return fmt.Errorf("server: %w", err)
}

// Sandbox finds a sandbox by name or hint; an empty name is the one of this
// working copy, or the only one there is.
func (r *Run) Sandbox(ctx context.Context, admin *postgres.Admin, name string) (*sandbox.Sandbox, error) {
	var sb *sandbox.Sandbox
	var err error
	named := name != ""
	if !named {
		name, err = r.unnamed(ctx, admin)
	}
	if err == nil {
		sb, err = sandbox.Find(ctx, admin, name)
	}
	switch {
	case name == "" && errors.Is(err, sandbox.ErrAmbiguous):
		return nil, hinted(err, "name one of them: --sandbox NAME, or NAME where a command takes it")
	case !named && name != "" && errors.Is(err, sandbox.ErrNotFound):
		return nil, hinted(err, "the variable "+SandboxName+" names it; "+r.meant(ctx, admin, name))
	case errors.Is(err, sandbox.ErrNotFound), errors.Is(err, sandbox.ErrAmbiguous):
		return nil, hinted(err, r.meant(ctx, admin, name))
	case err != nil:
		return nil, err
	}
	return sb, nil
}

// meant is the hint for a name that no one sandbox has.
func (r *Run) meant(ctx context.Context, admin *postgres.Admin, name string) string {
	var names []string
	list, _ := sandbox.List(ctx, admin) // without it there is nothing to guess among
	for _, sb := range list {
		if sb.State == sandbox.Ready && !sb.Expired {
			names = append(names, sb.Hint, sb.Name)
		}
	}
	if near := config.Nearest(name, names); near != "" && near != name {
		return "did you mean " + near + "?"
	}
	return "see effigy sandbox list"
}

// replaced finds the sandbox that the order replaces; the first time there
// is none.
func (b *build) replaced(ctx context.Context) (*sandbox.Sandbox, error) {
	sb, err := sandbox.Find(ctx, b.admin, b.order.Replace)
	if errors.Is(err, sandbox.ErrNotFound) {
		return nil, nil
	}
	if err == nil && sb.Orphaned {
		return nil, refusal(fmt.Sprintf("sandbox %s is half built or half dropped", sb.Name), "effigy sandbox clean removes it")
	}
	return sb, err
}

// create makes the empty sandbox and logs in as its role.
func (b *build) create(ctx context.Context) (string, error) {
	if !b.dry && b.ahead == nil { // the text was read back
		b.planAhead(ctx)
	}
	c := b.Config.Sandbox
	quota := cmp.Or(c.Quota, sandbox.DefaultQuota)
	if b.replaces {
		quota++
	}
	sb, err := sandbox.Create(ctx, b.admin, sandbox.Spec{
		NameHint: b.order.Name, Owner: b.order.Owner, TTL: b.order.TTL, Labels: b.order.Labels,
		Seed: b.order.Seed, Now: b.result.Now, SchemaSHA: b.result.SchemaSHA, Roles: b.script.Schema.Roles,
		Quota: quota, HideRows: c.ReaderBypassesRLS != nil && !*c.ReaderBypassesRLS,
	})
	if errors.Is(err, sandbox.ErrQuota) {
		return "", refusal(err.Error(), "effigy sandbox clean drops those that have expired, effigy sandbox drop NAME one; quota under sandbox in "+config.Name+" allows more")
	}
	if err != nil {
		return "", fmt.Errorf("sandbox: %w", err)
	}
	b.sb = sb
	if b.owner, _, err = sandbox.URLs(b.admin, sb); err != nil {
		return "", err
	}
	b.conn, err = postgres.ConnectForLoad(ctx, b.owner)
	return sb.Name, err
}
