package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
)

// Dump reads the schema of production and sanitises it. It is the only stage
// that opens production, and it reads no row.
func (r *Run) Dump(ctx context.Context) (Text, *Sanitized, error) {
	url := r.Env(ProductionURL)
	if url == "" {
		return Text{}, nil, misuse(ProductionURL+" is not set", "set it to the URL of a role that may read the schema; it is never an argument")
	}
	var raw Text
	_, err := r.stage(ctx, "dump", func(ctx context.Context) (string, error) {
		var err error
		raw, err = r.dumped(ctx, "production", url, r.Config.Sanitize.Roles == "map")
		return raw.Version, err
	})
	if err != nil {
		return Text{}, nil, err
	}
	var clean *Sanitized
	_, err = r.stage(ctx, "sanitize", func(context.Context) (string, error) {
		clean, err = r.Sanitize(raw)
		if err != nil {
			return "", err
		}
		return clean.Summary(), nil
	})
	if err != nil {
		return Text{}, nil, err
	}
	return Text{Name: "production", SQL: clean.SQL, Version: raw.Version}, clean, nil
}

// dumped is the raw text of a server's database.
func (r *Run) dumped(ctx context.Context, name, url string, rights bool) (Text, error) {
	d, err := postgres.Dump(ctx, url, postgres.DumpOptions{
		Getenv: r.Env, KeepRights: rights, AllowSuperuser: r.Config.Dump.AllowSuperuser,
	})
	if err != nil {
		return Text{}, dumpError(name, err)
	}
	return Text{Name: name, SQL: d.Text, Version: "server " + d.ServerVersion + ", pg_dump " + d.DumpVersion}, nil
}

func dumpError(name string, err error) error {
	err = fmt.Errorf("dumping %s: %w", name, err)
	var missing *postgres.NotFoundError
	var unreadable *postgres.UnreadableError
	switch {
	case errors.As(err, &missing):
		return hinted(err, missing.Hint)
	case errors.As(err, &unreadable):
		return &Error{Err: err, hint: "a role that may do this needs:\n" + strings.Join(unreadable.Grants, "\n"), refused: true}
	case errors.Is(err, postgres.ErrSuperuser):
		return &Error{Err: err, hint: "dump as a role that may only read the schema, or set dump.allow_superuser", refused: true}
	case errors.Is(err, postgres.ErrDeadline):
		return hinted(err, "something may hold a lock on a table; try again when it is gone")
	}
	return err
}

// readServer dumps the database whose URL a variable holds. It is sanitised,
// so that it can be compared with what is committed.
func (r *Run) readServer(ctx context.Context, source, name string) (Text, error) {
	url := r.Env(name)
	if url == "" {
		return Text{}, misuse(source+": the variable is not set", "")
	}
	raw, err := r.dumped(ctx, source, url, r.Config.Sanitize.Roles == "map")
	if err != nil {
		return Text{}, err
	}
	clean, err := r.Sanitize(raw)
	if err != nil {
		return Text{}, err
	}
	return Text{Name: source, SQL: clean.SQL, Version: raw.Version}, nil
}
