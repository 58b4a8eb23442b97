package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
)

// tables runs what comes before the rows: schemas, extensions, types,
// functions, sequences, tables without keys, views.
func (b *build) tables(ctx context.Context) (string, error) {
	for _, s := range b.load.Settings {
		if _, err := b.conn.Exec(ctx, s); err != nil {
			return "", fmt.Errorf("%s: setting up the session: %w", b.text.Name, err)
		}
	}
	for _, section := range []ddl.Section{ddl.Schemas, ddl.Extensions, ddl.Tables} {
		if err := b.section(ctx, "tables", section); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d statements", b.steps(ddl.Schemas, ddl.Tables)), nil
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
	err := b.load.Run(section, func(s ddl.Step) error {
		done++
		b.progress(stage, min(done, total), total)
		return b.step(ctx, ddl.RenameRoles(s, b.sb.Roles))
	})
	if err != nil {
		return fmt.Errorf("%s: %w", b.text.Name, err)
	}
	return nil
}

// step runs one statement as the sandbox's role, an extension as the admin.
func (b *build) step(ctx context.Context, s ddl.Step) error {
	if s.Section == ddl.Extensions && s.Kind == "extension" {
		return b.extension(ctx, s)
	}
	_, err := b.conn.PgConn().Exec(ctx, s.SQL).ReadAll()
	if err == nil {
		return nil
	}
	if b.conn.IsClosed() || ctx.Err() != nil {
		return &ddl.Fatal{Err: errors.Join(fmt.Errorf("line %d: %s %s", s.Line, s.Kind, s.Name), err)}
	}
	return errors.New(postgres.Message(err))
}

func (b *build) extension(ctx context.Context, s ddl.Step) error {
	name, in := s.Name, ""
	for _, x := range b.script.Schema.Extensions {
		if x.Name == s.Name || s.Name == quoted(x.Name) {
			name, in = x.Name, x.Schema
		}
	}
	if reason := sandbox.RefusedExtension(name); reason != "" {
		return errors.New(reason)
	}
	if err := sandbox.Extension(ctx, b.admin, b.sb, name, in); err != nil {
		if ctx.Err() != nil {
			return &ddl.Fatal{Err: err}
		}
		return errors.New(postgres.Message(err))
	}
	return nil
}
