package pipeline

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// done is the section of steps that have run already.
const done ddl.Section = -1

// hasten runs the keys, indexes and foreign keys of plain tables over several
// connections: each waits for nothing but its tables. What fails, and what
// belongs to partitions, inheritance or roles, is left to the section itself,
// which judges it in order. A key that the rows violate ends the build.
func (b *build) hasten(ctx context.Context, section ddl.Section) error {
	at, steps := b.apart(section)
	if len(steps) < 2 || section == ddl.After {
		return nil
	}
	login, err := withPath(b.owner, b.load.Steps[at[0]].Path)
	if err != nil {
		return err
	}
	failed := map[int]bool{}
	var finished atomic.Int64
	total := int64(b.steps(section, section))
	err = postgres.RunParallel(ctx, login, steps, postgres.RunOptions{
		Jobs: b.order.Jobs,
		Skip: func(e *postgres.StepError) bool {
			failed[e.Index] = true
			return !rowsAtFault(e.Code)
		},
		Progress: func(n int) { b.progress("constraints", finished.Add(int64(n)), total) },
	})
	if err != nil {
		return fmt.Errorf("%s: %w", b.text.Name, err)
	}
	for i, step := range at {
		if !failed[i] {
			b.load.Steps[step].Section = done
		}
	}
	return nil
}

// apart picks the steps of a section that can run beside each other, all
// under the search_path of the first.
func (b *build) apart(section ddl.Section) (at []int, steps []postgres.Step) {
	locks := b.locks()
	for i, s := range b.load.Steps {
		if s.Section != section || len(s.Roles) > 0 || len(at) > 0 && s.Path != b.load.Steps[at[0]].Path {
			continue
		}
		l := locks[s.Kind+" "+s.Name]
		if l.tables == nil || strings.HasPrefix(strings.ToUpper(s.SQL), "ALTER INDEX") {
			continue
		}
		at = append(at, i)
		steps = append(steps, postgres.Step{SQL: s.SQL, Line: s.Line, Locks: l.tables, Cost: l.rows})
	}
	return at, steps
}

// lock is what building a key takes: its tables, and a guess of the work.
type lock struct {
	tables []schema.Name
	rows   int64
}

// locks are those of the constraints and indexes of plain tables.
func (b *build) locks() map[string]lock {
	rows := map[schema.Name]int64{}
	plain := map[schema.Name]bool{}
	for _, t := range b.plan.Tables {
		rows[t.Name] = t.Rows
	}
	for _, t := range b.script.Schema.Tables {
		plain[t.Name] = t.PartitionBy == nil && t.PartitionOf == nil && !t.Foreign
	}
	for _, t := range b.script.Schema.Tables {
		for _, parent := range t.Inherits {
			plain[t.Name], plain[parent] = false, false
		}
	}
	locks := map[string]lock{}
	for _, t := range b.script.Schema.Tables {
		if !plain[t.Name] {
			continue
		}
		for _, c := range t.Constraints {
			l := lock{tables: []schema.Name{t.Name}, rows: rows[t.Name]}
			if c.Kind == schema.ForeignKey {
				if !plain[c.RefTable] {
					continue
				}
				l.tables = append(l.tables, c.RefTable)
			}
			locks["constraint "+t.Name.Member(c.Name)] = l
		}
		for _, i := range t.Indexes {
			locks["index "+i.Name.String()] = lock{tables: []schema.Name{t.Name}, rows: rows[t.Name]}
		}
	}
	return locks
}

// withPath is a connection string whose sessions have a search_path, given as
// SET takes it; "" is the server's default.
func withPath(login, path string) (string, error) {
	if path == "" {
		return login, nil
	}
	u, err := url.Parse(login)
	if err != nil {
		return "", fmt.Errorf("the sandbox's connection string: not a URL")
	}
	q := u.Query()
	q.Set("search_path", strings.ReplaceAll(path, "''", `""`)) // a startup option is no SQL: names stand in double quotes
	u.RawQuery = q.Encode()
	return u.String(), nil
}
