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
	"io/fs"
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
// the repository. The error wraps fs.ErrNotExist when the revision is there
// and the file is not.
func (r Repository) Text(ctx context.Context, revision, path string) (string, error) {
	object, _, err := r.object(ctx, revision, path)
	if err != nil {
		return "", err
	}
	out, err := r.run(ctx, "cat-file", "blob", object)
	if err != nil {
		return "", fmt.Errorf("%s at %s: %w", path, revision, err)
	}
	return out, nil
}

// object names a file or folder of a revision and tells its type, "blob" or
// "tree".
func (r Repository) object(ctx context.Context, revision, path string) (id, kind string, err error) {
	commit, err := r.Commit(ctx, revision)
	if err != nil {
		return "", "", err
	}
	at := "./" + filepath.ToSlash(path)
	if rooted, ok := strings.CutPrefix(path, "/"); ok {
		at = rooted
	}
	id, err = r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+":"+at)
	if err != nil {
		return "", "", fmt.Errorf("%s at %s: %w", path, revision, fs.ErrNotExist)
	}
	id = strings.TrimSpace(id)
	kind, err = r.run(ctx, "cat-file", "-t", id)
	return id, strings.TrimSpace(kind), err
}

// File is a file of a revision; Path is relative to the folder asked for.
type File struct{ Path, Text string }

// Folder returns the files below a folder of a revision, nil when the path
// is a file there. Errors are those of Text.
func (r Repository) Folder(ctx context.Context, revision, path string) ([]File, error) {
	tree, kind, err := r.object(ctx, revision, path)
	if err != nil || kind != "tree" {
		return nil, err
	}
	out, err := r.run(ctx, "ls-tree", "-r", "-z", "--full-tree", tree)
	if err != nil {
		return nil, fmt.Errorf("%s at %s: %w", path, revision, err)
	}
	files := []File{}
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		facts, name, _ := strings.Cut(entry, "\t")
		f := strings.Fields(facts) // mode, type, object
		if len(f) != 3 || f[1] != "blob" || f[0] == "120000" || !filepath.IsLocal(name) {
			continue // links and submodules lead out of the tree
		}
		text, err := r.run(ctx, "cat-file", "blob", f[2])
		if err != nil {
			return nil, fmt.Errorf("%s at %s: %w", path, revision, err)
		}
		files = append(files, File{name, text})
	}
	return files, nil
}

// Prefix is the path of the folder from the root of the repository, with "/"
// at its end, or "" for the root.
func (r Repository) Prefix(ctx context.Context) (string, error) {
	out, err := r.run(ctx, "rev-parse", "--show-prefix")
	return strings.TrimSpace(out), err
}

// Merged is the first parent of HEAD where HEAD is a merge: the branch that a
// pull request goes to, on a runner that checked out the merge. Otherwise "".
func (r Repository) Merged(ctx context.Context) string {
	out, err := r.run(ctx, "rev-list", "--parents", "-n", "1", "HEAD")
	if f := strings.Fields(out); err == nil && len(f) == 3 {
		return f[1]
	}
	return ""
}

// Shallow reports whether the history is cut: dates of files are unknown
// then.
func (r Repository) Shallow(ctx context.Context) bool {
	out, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	return err != nil || strings.TrimSpace(out) == "true"
}

// Exposed reports a file that git would add to the next commit of all: not
// tracked, and not ignored.
func (r Repository) Exposed(ctx context.Context, path string) bool {
	out, err := r.run(ctx, "ls-files", "--others", "--exclude-standard", "--", path)
	return err == nil && strings.TrimSpace(out) != ""
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
