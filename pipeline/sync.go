package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/ddl/merge"
	"github.com/effigydb/effigy/internal/report"
)

// Synced is what a sync found, in the shape of `sync --json`.
type Synced struct {
	*diff.Result
	// Written tells whether the committed text was replaced.
	Written bool `json:"written"`
	// Source tells which server and pg_dump the text is of.
	Source string `json:"source"`
	// Sanitized counts what the sanitiser did, by action, and Taken what it
	// took out, by class.
	Sanitized string `json:"sanitized"`
	Taken     string `json:"taken"`
	// Rebuilt tells whether a sandbox was built from the production text.
	Rebuilt bool `json:"rebuilt"`
	// Committed and Production are the texts that were compared; Text is
	// what the committed one is to become.
	Committed  Text   `json:"-"`
	Production Text   `json:"-"`
	Text       string `json:"-"`
}

// SyncOrder is what a sync is asked for.
type SyncOrder struct {
	Schema string // the committed text; may be missing with Write
	Write  bool   // replace it when there is drift
	// Rebuild builds a sandbox from a schema file, in a process that has no
	// production credential. Nil leaves that out.
	Rebuild func(ctx context.Context, file string) error
}

// Sync compares production with the committed text and, when asked to,
// replaces the text, then proves that a sandbox can be built from it.
func (r *Run) Sync(ctx context.Context, o SyncOrder) (*Synced, error) {
	if o.Schema == "" {
		o.Schema = r.Config.SchemaPath()
	}
	if o.Schema == "" {
		return nil, misuse("no schema given", "name one with --schema, or set schema in effigy.yaml")
	}
	production, clean, err := r.Dump(ctx)
	if err != nil {
		return nil, err
	}
	s := &Synced{Source: production.Version, Sanitized: clean.Summary(), Taken: clean.Taken(), Production: production, Text: production.SQL}
	_, err = r.stage(ctx, "diff", func(ctx context.Context) (string, error) {
		if s.Committed, err = r.committed(ctx, o); err != nil {
			return "", err
		}
		s.Result, err = r.Compare(s.Committed, production)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("drift: %t, %s", s.Drift, report.Count(len(s.Changes), "change")), nil
	})
	if err != nil {
		return nil, err
	}
	if o.Write && s.Drift {
		s.Text = r.takenOver(s)
		if err := WriteFile(r.path(o.Schema), s.Text, 0o644); err != nil {
			return nil, err
		}
		s.Written = true
	}
	if o.Rebuild != nil {
		if err := r.rebuildApart(ctx, o, s.Text); err != nil {
			return nil, err
		}
		s.Rebuilt = true
	}
	return s, nil
}

// takenOver is the committed text with what changed taken over from production:
// every other statement stays byte for byte. Where the result would not mean
// the same as production's text, or not all of it can be read, it is
// production's text as a whole.
func (r *Run) takenOver(s *Synced) string {
	text, ok := merge.Texts(s.Committed.SQL, s.Production.SQL, s.Changes)
	if !ok {
		return s.Production.SQL
	}
	left, _, err := r.compared(Text{Name: s.Committed.Name, SQL: text, Incomparable: s.Committed.Incomparable}, s.Production)
	if err != nil || left.Drift {
		r.notice("the committed text was replaced as a whole: what changed could not be taken over alone")
		return s.Production.SQL
	}
	return text
}

// committed reads the text of the repository; before the first sync it may
// be missing.
func (r *Run) committed(ctx context.Context, o SyncOrder) (Text, error) {
	info, err := os.Stat(r.path(o.Schema))
	switch {
	case o.Write && errors.Is(err, fs.ErrNotExist):
		return Text{Name: o.Schema}, nil
	case o.Write && err == nil && info.IsDir():
		return Text{}, misuse(o.Schema+": migrations can't be written", "compare without --write, and add a migration")
	}
	return r.Read(ctx, o.Schema)
}

// rebuildApart hands the new text to a child as a file.
func (r *Run) rebuildApart(ctx context.Context, o SyncOrder, text string) error {
	return AsFile(text, func(file string) error {
		_, err := r.stage(ctx, "rebuild", func(ctx context.Context) (string, error) { return "", o.Rebuild(ctx, file) })
		return err
	})
}

// path resolves a path from the folder of the run.
func (r *Run) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.Dir, name)
}

// WithoutProduction is an environment, as os.Environ gives it, without the
// production credential.
func WithoutProduction(environ []string) []string {
	var list []string
	for _, e := range environ {
		if !strings.HasPrefix(e, ProductionURL+"=") {
			list = append(list, e)
		}
	}
	return list
}
