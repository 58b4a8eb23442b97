package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/schema"
)

// tables runs what comes before the rows: schemas, extensions, types,
// functions, sequences, tables without keys, views.
func (b *build) tables(ctx context.Context) (string, error) {
	if err := b.prepare(ctx); err != nil {
		return "", err
	}
	for _, section := range []ddl.Section{ddl.Schemas, ddl.Extensions, ddl.Tables} {
		if err := b.section(ctx, "tables", section); err != nil {
			return "", err
		}
	}
	if err := b.findMissing(ctx); err != nil {
		return "", err
	}
	if refused := b.load.Blocked(); !b.ran && len(refused) > 0 && len(b.lost()) == 0 {
		hint := "is it a schema text for Postgres?"
		if len(b.lacks) > 0 {
			hint = b.installHint(b.lacks[0].name)
		}
		return "", hinted(fmt.Errorf("%s: the server refuses every statement, the first on line %d: %s", b.text.Name, refused[0].Line, refused[0].Reason), hint)
	}
	return report.Count(b.steps(ddl.Schemas, ddl.Tables), "statement"), nil
}

// prepare sets the session up as the text wants it. While there are no rows a
// statement has a limit: DDL is done long before, and code that the text
// runs, or has a constraint call, may be a loop.
func (b *build) prepare(ctx context.Context) error {
	limit := fmt.Sprintf("SET statement_timeout TO %d", cmp.Or(b.Limit, time.Minute).Milliseconds())
	for _, s := range append(slices.Clone(b.load.Settings), limit) {
		if _, err := b.conn.Exec(ctx, s); err != nil {
			return fmt.Errorf("%s: setting up the session: %w", b.text.Name, err)
		}
	}
	return nil
}

// findMissing notes the tables that the server does not have: their types,
// extensions or servers are missing, and no row can be planned for them.
func (b *build) findMissing(ctx context.Context) error {
	names, err := postgres.Strings(ctx, b.conn, `SELECT n.nspname || '.' || c.relname FROM pg_catalog.pg_class c
		JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p')`)
	if err != nil {
		return fmt.Errorf("catalogs: %w", err)
	}
	there := map[string]bool{}
	for _, n := range names {
		there[n] = true
	}
	b.missing = map[schema.Name]bool{}
	for _, t := range b.script.Schema.Tables {
		if !there[t.Name.Schema+"."+t.Name.Name] {
			b.missing[t.Name] = true
		}
	}
	return nil
}

func (b *build) steps(from, to ddl.Section) int {
	n := 0
	for _, s := range b.load.Steps {
		if s.Section >= from && s.Section <= to {
			n++
		}
	}
	return n
}

// section runs one section; what the server refuses ends in load.Skipped.
func (b *build) section(ctx context.Context, stage string, section ddl.Section) error {
	done, total := int64(0), int64(b.steps(section, section))
	b.load.Roles = b.sb.Roles
	err := b.load.Run(section, func(s ddl.Step) error {
		done += int64(1 + strings.Count(s.SQL, ";\n"))
		b.progress(stage, min(done, total), total)
		return b.step(ctx, s)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", b.text.Name, err)
	}
	return nil
}

// step runs one statement, or a batch of them, as the sandbox's role; an
// extension is created by the admin, one at a time.
func (b *build) step(ctx context.Context, s ddl.Step) error {
	switch {
	case s.Section == ddl.Extensions && s.Kind == "extension":
		return b.extension(ctx, s)
	case s.Section == ddl.Extensions && s.Kind == "batch":
		return errors.New("extensions are created one by one")
	}
	_, err := b.conn.PgConn().Exec(ctx, s.SQL).ReadAll()
	if err == nil {
		b.ran = b.ran || s.Kind != "set"
		return nil
	}
	if ctx.Err() != nil {
		return &ddl.Fatal{Err: ctx.Err()}
	}
	if s.Kind != "batch" && postgres.Code(err) == canceled {
		return &ddl.Fatal{Err: hinted(errors.New(postgres.Message(err)), "what it runs does not end; mend it in the schema text")}
	}
	if b.conn.IsClosed() || s.Kind != "batch" && s.Section >= ddl.Keys && rowsAtFault(postgres.Code(err)) {
		return &ddl.Fatal{Err: errors.New(postgres.Message(err))}
	}
	return errors.New(postgres.Message(err))
}

// canceled is the code of a statement that a timeout has ended.
const canceled = "57014"

// rowsAtFault reports whether an error that comes after the rows is theirs:
// data exceptions, integrity violations, exceptions raised by functions and
// index rows that are too large. Such a key may not be skipped.
func rowsAtFault(code string) bool {
	return strings.HasPrefix(code, "22") || strings.HasPrefix(code, "23") || code == "P0001" || code == "54000"
}

func (b *build) extension(ctx context.Context, s ddl.Step) error {
	name, in := s.Name, ""
	for _, x := range b.script.Schema.Extensions {
		if x.Name == s.Name || s.Name == schema.Quote(x.Name) {
			name, in = x.Name, x.Schema
		}
	}
	if reason := sandbox.RefusedExtension(name); reason != "" {
		return errors.New(reason)
	}
	err := sandbox.Extension(ctx, b.admin, b.sb, name, in)
	if err != nil && in != "" && ctx.Err() == nil { // some choose their own schema, whatever search_path says
		if sandbox.Extension(ctx, b.admin, b.sb, name, "") == nil {
			err = nil
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			return &ddl.Fatal{Err: err}
		}
		b.lack(name, err)
		return errors.New(postgres.Message(err))
	}
	return nil
}
