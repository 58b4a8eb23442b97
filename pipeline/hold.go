package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// holding is what the judge put into the database that is being built: rows,
// which go before the load, and indexes, which go after it, for functions that
// look rows up while no key exists.
type holding struct {
	schema  *schema.Schema
	tables  []schema.Name
	indexes []string
}

// Hold gives a table rows for functions to read.
func (j *judge) Hold(ctx context.Context, table schema.Name, columns []string, rows [][]*string, more bool) error {
	err := j.under(ctx, func() error {
		if !more {
			if err := postgres.Empty(ctx, j.conn, table); err != nil {
				return err
			}
		}
		return postgres.CopyTexts(ctx, j.conn, table, columns, rows)
	})
	if err != nil {
		return fmt.Errorf("judging with the rows of %s: %w", table, err)
	}
	if j.held == nil || more {
		return nil
	}
	return j.held.note(ctx, j.conn, table)
}

// under does something in one transaction, with the path that the rows are
// loaded under: CHECKs of the table call functions too.
func (j *judge) under(ctx context.Context, do func() error) error {
	statements := []string{"BEGIN"}
	if j.path != "" {
		statements = append(statements, "SET LOCAL search_path TO "+j.path)
	}
	if err := j.conn.Script(ctx, statements...); err != nil {
		return err
	}
	if err := do(); err != nil {
		_ = j.conn.Script(context.WithoutCancel(ctx), "ROLLBACK") // the error that is told is the first
		return err
	}
	return j.conn.Script(ctx, "COMMIT")
}

// setting has a function run under the path that the rows are loaded under:
// a dump's own is empty, and functions without schemas in their names fail.
func (j *judge) setting() string {
	if j.path == "" {
		return ""
	}
	return " SET search_path TO " + j.path
}

// note remembers a table and indexes its keys.
func (h *holding) note(ctx context.Context, conn *postgres.Conn, table schema.Name) error {
	if slices.Contains(h.tables, table) {
		return nil
	}
	h.tables = append(h.tables, table)
	model := h.schema.Table(table)
	if model == nil {
		return nil
	}
	for _, c := range model.Constraints {
		if c.Kind != schema.PrimaryKey && c.Kind != schema.Unique || len(c.Columns) == 0 {
			continue
		}
		name := fmt.Sprintf("effigy_held_%d", len(h.indexes)+1)
		columns := make([]string, len(c.Columns))
		for i, n := range c.Columns {
			columns[i] = postgres.Ident(n)
		}
		sql := "CREATE INDEX " + postgres.Ident(name) + " ON " + postgres.Ident(table.Schema, table.Name) + " (" + strings.Join(columns, ", ") + ")"
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("judging with the rows of %s: %w", table, err)
		}
		h.indexes = append(h.indexes, postgres.Ident(table.Schema, name))
	}
	return nil
}

// empty takes the rows back.
func (h *holding) empty(ctx context.Context, conn *postgres.Conn) error {
	for _, t := range h.tables {
		if err := postgres.Empty(ctx, conn, t); err != nil {
			return err
		}
	}
	return nil
}

// end drops the indexes.
func (h *holding) end(ctx context.Context, conn *postgres.Conn) error {
	if len(h.indexes) == 0 {
		return nil
	}
	if _, err := conn.Exec(ctx, "DROP INDEX "+strings.Join(h.indexes, ", ")); err != nil {
		return fmt.Errorf("dropping indexes of the plan: %w", err)
	}
	h.indexes = nil
	return nil
}
