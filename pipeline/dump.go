package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/postgres"
)

// Dump reads the schema of production and sanitises it. It is the only stage
// that dumps production, and it reads no row.
func (r *Run) Dump(ctx context.Context) (Text, *Sanitized, error) {
	if err := r.closed(); err != nil {
		return Text{}, nil, err
	}
	url := r.Env(ProductionURL)
	if url == "" {
		return Text{}, nil, misuse(ProductionURL+" is not set", "set it to the URL of a role that may read the schema (effigy doctor prints its grants), or give a dump made elsewhere with --from FILE")
	}
	return r.cleanDump(ctx, "production", func(ctx context.Context) (Text, error) {
		return r.dumped(ctx, "production", url, r.Config.Sanitize.Roles == "map")
	})
}

// DumpFrom sanitises a dump that pg_dump made elsewhere, a file or stdin. A
// text without pg_dump's last line is refused: it was cut short, or it is no
// dump. As with Dump, what the sanitiser refuses comes with its findings.
func (r *Run) DumpFrom(ctx context.Context, source string) (Text, *Sanitized, error) {
	return r.cleanDump(ctx, source, func(ctx context.Context) (Text, error) {
		text, err := r.Read(ctx, source)
		if err == nil && !postgres.Complete(text.SQL) {
			err = dumpError(source, postgres.ErrIncomplete)
		}
		return text, err
	})
}

// closed refuses to open a database in a run of GitHub Actions that a stranger
// may have started or that has a fork's code, whatever the workflow says.
func (r *Run) closed() error {
	if why := github.ReadEvent(r.Env).Closed(); why != "" {
		return refusal("no database is dumped here: "+why, "dump on schedule, workflow_dispatch or push; a pull request is compared offline, without a secret")
	}
	return nil
}

func (r *Run) cleanDump(ctx context.Context, name string, read func(context.Context) (Text, error)) (Text, *Sanitized, error) {
	var raw Text
	_, err := r.stage(ctx, "dump", func(ctx context.Context) (string, error) {
		var err error
		raw, err = read(ctx)
		return raw.Version, err
	})
	if err != nil {
		return Text{}, nil, err
	}
	var clean *Sanitized
	_, err = r.stage(ctx, "sanitize", func(context.Context) (string, error) {
		if clean, err = r.Sanitize(raw); err != nil {
			return "", err
		}
		return clean.Summary(), nil
	})
	if err != nil {
		return Text{}, clean, err
	}
	return Text{Name: name, SQL: clean.SQL, Version: raw.Version, Login: raw.Login, Incomparable: r.withoutRights()}, clean, nil
}

// withoutRights are the kinds of facts that a sanitised text lacks.
func (r *Run) withoutRights() []string {
	if r.Config.Sanitize.Roles == "map" {
		return nil
	}
	return rights
}

// dumped is the raw text of a server's database.
func (r *Run) dumped(ctx context.Context, name, url string, rights bool) (Text, error) {
	c := r.Config.Dump
	d, err := postgres.Dump(ctx, url, postgres.DumpOptions{
		Getenv: r.Env, KeepRights: rights, AllowSuperuser: c.AllowSuperuser,
		LockWait: c.LockWait, Deadline: c.Deadline, ExcludeSchemas: c.ExcludeSchemas,
	})
	if err != nil {
		return Text{}, dumpError(name, err)
	}
	version := "server " + d.ServerVersion
	if d.Replica {
		version += " (a replica)"
	}
	role := ""
	if name == "production" {
		role = r.excess(d.Login)
		if !rights {
			r.notice(rightsLeftOut)
		}
	}
	return Text{Name: name, SQL: d.Text, Version: version + ", pg_dump " + d.DumpVersion, Login: role}, nil
}

// excess warns where the login may do more than a dump needs, and sums it up.
// Only a superuser is refused; the rest is the doctor's to fail on.
func (r *Run) excess(login *postgres.LoginFacts) string {
	n := 0
	for _, c := range loginChecks(login) {
		if c.State != Good {
			r.warn(c.Text + "; see effigy doctor")
		}
		if c.State == Bad {
			n++
		}
	}
	if n == 0 {
		return "the login may read the schema and change nothing"
	}
	return fmt.Sprintf("the login may do more than a dump needs, in %d respects; see effigy doctor", n)
}

func dumpError(name string, err error) error {
	err = fmt.Errorf("dumping %s: %w", name, err)
	var missing *postgres.NotFoundError
	var unreadable *postgres.UnreadableError
	switch {
	case errors.As(err, &missing):
		return &Error{Err: err, hint: missing.Hint, refused: missing.Newest > 0}
	case errors.As(err, &unreadable):
		return &Error{Err: err, hint: "a role that may do this needs:\n" + strings.Join(unreadable.Grants, "\n"), refused: true}
	case errors.Is(err, postgres.ErrSuperuser):
		return &Error{Err: err, hint: "dump as a role that may only read the schema (effigy doctor prints its grants), or set dump.allow_superuser", refused: true}
	case errors.Is(err, postgres.ErrIncomplete):
		return &Error{Err: err, hint: "pg_dump's last line is missing: it was cut short, or this is no dump of a database", refused: true}
	case errors.Is(err, postgres.ErrLocked):
		return hinted(err, "a migration may be running; try again when it is through, or give --lock-wait")
	case errors.Is(err, postgres.ErrDeadline):
		return hinted(err, "something may hold a lock on a table; try again when it is gone, or give --deadline")
	}
	return err
}

// readServer dumps the database whose URL a variable holds. It is sanitised,
// so that it can be compared with what is committed.
func (r *Run) readServer(ctx context.Context, source, name string) (Text, error) {
	if err := r.closed(); err != nil {
		return Text{}, err
	}
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
	return Text{Name: source, SQL: clean.SQL, Version: raw.Version, Incomparable: r.withoutRights()}, nil
}
