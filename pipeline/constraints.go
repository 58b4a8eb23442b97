package pipeline

import (
	"cmp"
	"context"
	"fmt"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

// constraints runs what comes after the rows: keys and indexes, foreign
// keys, triggers, rules, policies, grants; then materialised views and
// sequences. Postgres is the judge of the rows here.
func (b *build) constraints(ctx context.Context) (string, error) {
	statements := b.steps(ddl.Keys, ddl.After)
	if _, err := b.conn.Exec(ctx, "SET statement_timeout TO 0"); err != nil { // many rows take their time
		return "", fmt.Errorf("session: %w", err)
	}
	if err := b.hasten(ctx); err != nil {
		return "", err
	}
	for _, section := range []ddl.Section{ddl.Keys, ddl.ForeignKeys, ddl.After} {
		if err := b.section(ctx, "constraints", section); err != nil {
			return "", err
		}
	}
	if _, err := b.conn.Exec(ctx, "RESET ALL"); err != nil {
		return "", fmt.Errorf("session: %w", err)
	}
	refused, err := postgres.RefreshViews(ctx, b.conn)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return "", err
	}
	for _, err := range refused {
		if b.conn.IsClosed() {
			return "", err
		}
		b.warn(fmt.Sprintf("a materialized view stays as the text leaves it, without data: %v", err))
	}
	if err := postgres.SetSequences(ctx, b.conn); err != nil {
		return "", fmt.Errorf("sequences: %w", err)
	}
	return report.Count(statements, "statement"), nil
}
