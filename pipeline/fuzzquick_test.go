package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
)

// quick plans and loads a schema in a transaction that is rolled back, without
// a sandbox around it: some twenty times as many schemas in the same time. It
// says what is wrong, or "".
func (l *laboratory) quick(t *testing.T, s *composed, rows int64) string {
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	wrong, err := l.load(ctx, s, rows)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "hang: " + ctx.Err().Error()
	case err != nil:
		return "error: " + err.Error()
	}
	return wrong
}

func (l *laboratory) load(ctx context.Context, s *composed, rows int64) (string, error) {
	parsed, err := ddl.Parse(s.text())
	if err != nil {
		return "", err
	}
	if len(parsed.Problems) > 0 {
		return "", fmt.Errorf("line %d: %s", parsed.Problems[0].Line, parsed.Problems[0].Message)
	}
	if err := l.conn.Script(ctx, "BEGIN"); err != nil {
		return "", err
	}
	defer func() { _ = l.conn.Script(context.WithoutCancel(ctx), "ROLLBACK", "DISCARD TEMP") }()
	tables, constraints := s.halves()
	if err := l.conn.Script(ctx, tables...); err != nil {
		return "", fmt.Errorf("tables: %w", err)
	}
	if *shrink { // what was left out may be needed
		if err := l.conn.Script(ctx, append(append([]string{"SAVEPOINT whole"}, constraints...), "ROLLBACK TO whole")...); err != nil {
			return "", err
		}
	}
	plan, err := generator.New(ctx, generator.Request{
		Schema: parsed.Schema, Rows: rows, Seed: "5", Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
		BuildTime: time.Now(), Judge: &judge{conn: l.conn},
	})
	if err != nil {
		return "", err
	}
	var refused []string
	for _, r := range plan.Refused {
		refused = append(refused, fmt.Sprintf("refused: %s %s: %s", r.Object, r.Constraint, r.Reason))
	}
	if len(refused) > 0 {
		return strings.Join(refused, "\n"), nil
	}
	for _, x := range plan.Tables {
		if err := l.copy(ctx, x); err != nil {
			return "", err
		}
	}
	for _, sql := range constraints {
		if err := l.conn.Script(ctx, sql); err != nil {
			return "", fmt.Errorf("%s: %w", sql, err)
		}
	}
	return s.short(rows, func(name string) (int64, string) {
		i := slices.IndexFunc(plan.Tables, func(x *generator.Table) bool { return x.Name.String() == name })
		return plan.Tables[i].Rows, plan.Tables[i].CappedBy
	}), nil
}

// copy loads the rows of a table.
func (l *laboratory) copy(ctx context.Context, x *generator.Table) error {
	w, err := x.NewWriter(nil)
	if err != nil {
		return err
	}
	var text []byte
	for i := range x.Rows {
		text = w.AppendText(text, i)
	}
	if w.Err() != nil {
		return w.Err()
	}
	names := make([]string, len(x.Columns))
	for i, c := range x.Columns {
		names[i] = postgres.Ident(c.Name)
	}
	sql := fmt.Sprintf("COPY %s (%s) FROM STDIN", postgres.Ident(x.Name.Schema, x.Name.Name), strings.Join(names, ", "))
	if _, err := l.conn.PgConn().CopyFrom(ctx, strings.NewReader(string(text)), sql); err != nil {
		return fmt.Errorf("%s: %w", x.Name, err)
	}
	return nil
}

// halves are the statements up to the tables, and those on their constraints.
func (s *composed) halves() (tables, constraints []string) {
	text := s.text()
	for _, sql := range strings.Split(strings.TrimSuffix(text, ";\n"), ";\n") {
		if strings.HasPrefix(sql, "ALTER TABLE") || strings.HasPrefix(sql, "CREATE UNIQUE") || strings.HasPrefix(sql, "CREATE INDEX") {
			constraints = append(constraints, sql)
		} else {
			tables = append(tables, sql)
		}
	}
	return tables, constraints
}
