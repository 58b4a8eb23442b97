package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/effigydb/effigy/internal/git"
	"github.com/effigydb/effigy/internal/sandbox"
)

// finish lets the reader in, swaps the sandbox in for the old one and tells
// where it is.
func (b *build) finish(ctx context.Context) (string, error) {
	b.result.Sandbox.Name = b.sb.Name
	if b.order.Discard || !b.result.Verified && !b.order.Keep {
		return "", nil
	}
	b.closeConn(ctx)
	if err := b.letIn(ctx); err != nil {
		return "", fmt.Errorf("sandbox: %w", err)
	}
	if b.result.Verified && !b.order.NoTemplate {
		switch err := sandbox.Template(ctx, b.admin, b.sb); {
		case errors.Is(err, sandbox.ErrNotFound):
			b.notice(b.sb.Name + " was replaced by another build in the meantime")
		case err != nil:
			b.warn(fmt.Sprintf("effigy reset will have to build it anew: %v", err))
		}
	}
	if err := b.describe(); err != nil {
		return b.sb.Name, err
	}
	if f := b.order.EnvFile; f != "" && git.At(filepath.Dir(b.path(f))).Exposed(ctx, filepath.Base(f)) {
		b.notice(f + " holds passwords and git does not ignore it: add it to .gitignore")
	}
	return b.sb.Name, nil
}

// patience is how long a sandbox that another process is at is waited for
// before the swap.
const patience = time.Minute

// letIn makes the sandbox ready, swapped in for the one to replace where there
// is one by now: another build may have put its own there in the meantime.
func (b *build) letIn(ctx context.Context) error {
	for began := b.Clock(); ; {
		if b.order.Replace != "" && b.result.Verified {
			var err error
			if b.old, err = b.replaced(ctx); err != nil {
				return err
			}
		}
		if b.old == nil {
			return sandbox.FinishLoad(ctx, b.admin, b.sb)
		}
		same, err := sandbox.Replace(ctx, b.admin, b.old, b.sb)
		switch {
		case err == nil:
			b.tellSwap(same)
			return nil
		case !errors.Is(err, sandbox.ErrNotFound) && !errors.Is(err, sandbox.ErrBusy):
			return err
		case b.Clock().Sub(began) > patience:
			return hinted(err, "try again when that has ended")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (b *build) tellSwap(samePassword bool) {
	if b.old.Held != nil {
		b.warn(fmt.Sprintf("the sandbox that was replaced is still there, see effigy sandbox clean: %v", b.old.Held))
	}
	if !samePassword {
		b.warn("the URL has another password than before: the old one was made on another machine")
	}
}

// describe fills in the part of the result about the sandbox.
func (b *build) describe() error {
	owner, reader, err := sandbox.URLs(b.admin, b.sb)
	if err != nil {
		return err
	}
	s := &b.result.Sandbox
	s.Name, s.Database, s.Role = b.sb.Name, b.sb.Name, b.sb.Name
	s.URL, s.ReaderURL = owner, reader
	s.ExpiresAt = b.sb.Expires.UTC().Format("2006-01-02T15:04:05Z")
	s.ServerVersion = b.sb.ServerVersion
	for text, name := range b.sb.Roles {
		b.result.Roles[text] = name
	}
	if b.order.EnvFile != "" {
		return WriteEnv(b.path(b.order.EnvFile), s.Name, s.URL, s.ReaderURL)
	}
	return nil
}
