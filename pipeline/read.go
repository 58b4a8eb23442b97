package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/effigydb/effigy/internal/git"
)

// Text is a schema text and where it came from.
type Text struct {
	// Name is how the user called it: a path, git:REV:PATH, env:NAME, ….
	Name string
	SQL  string
	// Roles maps roles of the server to the names a text knows them by, for
	// the text of a sandbox.
	Roles map[string]string
	// Incomparable are kinds of facts that the text does not have like others:
	// rights, where everything belongs to one role.
	Incomparable []string
	// Version says which server and pg_dump made the text, where one did.
	Version string
	// Login tells what production's login may do, where one was used.
	Login string
}

// maxText bounds a schema text that is read: the largest public dumps are a
// few megabytes.
const maxText = 256 << 20

// Read returns the text of a source: a file, "-" for stdin, git:REV:PATH,
// env:NAME (a database whose URL the variable holds), sandbox:NAME, or a
// folder of ordered migrations.
func (r *Run) Read(ctx context.Context, source string) (Text, error) {
	if err := noPassword(source); err != nil {
		return Text{}, err
	}
	kind, rest, _ := strings.Cut(source, ":")
	switch {
	case source == "-":
		return r.readStdin()
	case kind == "git":
		return r.readRevision(ctx, source, rest)
	case kind == "env":
		return r.readServer(ctx, source, rest)
	case kind == "sandbox":
		return r.readSandbox(ctx, source, rest)
	}
	return r.readPath(ctx, source)
}

func (r *Run) readStdin() (Text, error) {
	text, err := readWhole(r.Stdin, maxText)
	if err != nil {
		return Text{}, fmt.Errorf("reading stdin: %w", err)
	}
	return Text{Name: "-", SQL: text}, nil
}

// readWhole refuses what is longer than limit bytes: cut, it would be another
// schema, and a device has no end.
func readWhole(in io.Reader, limit int64) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return "", err
	case int64(len(text)) > limit:
		return "", fmt.Errorf("more than %d bytes", limit)
	}
	return string(text), nil
}

// readFile reads a schema text or a migration.
func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readWhole(f, maxText)
}

func (r *Run) readRevision(ctx context.Context, source, rest string) (Text, error) {
	revision, path, ok := strings.Cut(rest, ":")
	if !ok || revision == "" || path == "" {
		return Text{}, misuse(source+": expected git:REV:PATH", "such as git:HEAD~1:schema.sql")
	}
	files, err := git.At(r.Dir).Folder(ctx, revision, path)
	if err != nil {
		return Text{}, err
	}
	if files != nil {
		return r.readOldMigrations(ctx, source, files)
	}
	text, err := git.At(r.Dir).Text(ctx, revision, path)
	return Text{Name: source, SQL: text}, err
}

// readOldMigrations lays the folder of a revision out beside the checkout.
func (r *Run) readOldMigrations(ctx context.Context, source string, files []git.File) (Text, error) {
	dir, err := os.MkdirTemp("", "effigy-revision-")
	if err != nil {
		return Text{}, err
	}
	defer os.RemoveAll(dir)
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return Text{}, err
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o600); err != nil {
			return Text{}, err
		}
	}
	return r.readMigrations(ctx, source, dir)
}

func (r *Run) readPath(ctx context.Context, source string) (Text, error) {
	path := r.path(source)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Text{}, hinted(fmt.Errorf("%s: no such file", source), "a schema is a file, a folder of migrations, -, git:REV:PATH, env:NAME or sandbox:NAME")
	case err != nil:
		return Text{}, fmt.Errorf("reading %s: %w", source, err)
	case info.IsDir():
		return r.readMigrations(ctx, source, path)
	}
	text, err := readFile(path)
	if err != nil {
		return Text{}, fmt.Errorf("reading %s: %w", source, err)
	}
	return Text{Name: source, SQL: text}, nil
}

// noPassword refuses a connection string where a name is expected: whatever
// stands on a command line is read by other processes and kept in histories.
func noPassword(source string) error {
	if !strings.HasPrefix(source, "postgres://") && !strings.HasPrefix(source, "postgresql://") {
		return nil
	}
	hint := "put it into a variable of the environment and write env:NAME"
	u, err := url.Parse(source)
	if err == nil && u.User != nil {
		if _, set := u.User.Password(); set {
			return misuse("a URL with a password is never an argument", hint)
		}
	}
	return misuse("a URL is not a schema", hint)
}
