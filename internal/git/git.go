// Package git reads texts of revisions from the repository around a folder.
//
// It runs the git command and only ever reads: nothing is fetched, written
// or checked out. Revisions and paths come from users and are always passed
// behind options' end, so that none can be taken for an option.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Repository is the repository around a folder.
type Repository struct {
	dir string
}

// At returns the repository that holds dir. Whether there is one shows at the
// first read.
func At(dir string) Repository { return Repository{dir: dir} }

// Text returns a file as it is in a revision. A path is relative to the
// folder given to At; one that starts with "/" is relative to the root of
// the repository.
func (r Repository) Text(ctx context.Context, revision, path string) (string, error) {
	commit, err := r.Commit(ctx, revision)
	if err != nil {
		return "", err
	}
	at := "./" + filepath.ToSlash(path)
	if rooted, ok := strings.CutPrefix(path, "/"); ok {
		at = rooted
	}
	out, err := r.run(ctx, "cat-file", "blob", commit+":"+at)
	if err != nil {
		return "", fmt.Errorf("%s at %s: %w", path, revision, err)
	}
	return out, nil
}

// Commit resolves a revision to the hash of its commit.
func (r Repository) Commit(ctx context.Context, revision string) (string, error) {
	out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("revision %s: %w", revision, err)
	}
	return strings.TrimSpace(out), nil
}

// Date is when the last commit that touched path was made.
func (r Repository) Date(ctx context.Context, path string) (time.Time, error) {
	out, err := r.run(ctx, "log", "-1", "--format=%cI", "--", path)
	if err != nil {
		return time.Time{}, fmt.Errorf("history of %s: %w", path, err)
	}
	if strings.TrimSpace(out) == "" {
		return time.Time{}, fmt.Errorf("history of %s: not committed", path)
	}
	return time.Parse(time.RFC3339, strings.TrimSpace(out))
}

func (r Repository) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = r.dir
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		said := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(problem.String()), "fatal:"))
		if said == "" {
			said = "not found"
		}
		return "", errors.New(said)
	case err != nil:
		return "", fmt.Errorf("git: %w", err)
	}
	return out.String(), nil
}
