package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// done is the section of steps that have run already.
const done ddl.Section = -1

// hasten runs the keys, indexes and foreign keys of tables over several
// connections, the longest first: each waits for nothing but its tables, a
// foreign key for the keys of both of its. What fails, and what belongs to
// inheritance or roles, is left to the sections themselves, which judge it in
// order. A key that the rows violate ends the build.
func (b *build) hasten(ctx context.Context) error {
	locks := b.locks()
	at, steps := b.apart(nil, ddl.Keys, locks)
	more, foreign := b.apart(at, ddl.ForeignKeys, locks)
	of, fill := b.refreshing(at)
	at, steps = append(at, of...), append(steps, fill...)
	at, steps = append(at, more...), append(steps, foreign...)
	if len(steps) < 2 || at[0] == ownStep {
		return nil
	}
	login, err := withPath(b.owner, b.load.Steps[at[0]].Path)
	if err != nil {
		return err
	}
	failed := map[int]bool{}
	var finished atomic.Int64
	total := int64(b.steps(ddl.Keys, ddl.ForeignKeys))
	err = postgres.RunParallel(ctx, login, steps, postgres.RunOptions{
		Jobs: b.order.Jobs,
		Skip: func(e *postgres.StepError) bool {
			failed[e.Index] = true
			return at[e.Index] == ownStep || !rowsAtFault(e.Code)
		},
		Progress: func(n int) { b.progress("constraints", finished.Add(int64(n)), total) },
	})
	if err != nil {
		return fmt.Errorf("%s: %w", b.text.Name, err)
	}
	for i, step := range at {
		if step != ownStep && !failed[i] {
			b.load.Steps[step].Section = done
		}
	}
	return nil
}

// apart picks the steps of a section that can run beside each other, the
// longest first, all under the search_path of the first; before are steps
// picked already.
func (b *build) apart(before []int, section ddl.Section, locks map[string]lock) (at []int, steps []postgres.Step) {
	first := -1
	if len(before) > 0 {
		first = before[0]
	}
	for i, s := range b.load.Steps {
		if s.Section != section || len(s.Roles) > 0 || first >= 0 && s.Path != b.load.Steps[first].Path {
			continue
		}
		l := locks[s.Kind+" "+s.Name]
		if l.tables == nil || strings.HasPrefix(strings.ToUpper(s.SQL), "ALTER INDEX") {
			continue
		}
		if at = append(at, i); first < 0 {
			first = i
		}
	}
	of := func(i int) lock { return locks[b.load.Steps[i].Kind+" "+b.load.Steps[i].Name] }
	slices.SortStableFunc(at, func(i, k int) int { return cmp.Compare(of(k).cost, of(i).cost) })
	for _, i := range at {
		s, l := b.load.Steps[i], of(i)
		steps = append(steps, postgres.Step{SQL: s.SQL, Line: s.Line, Locks: l.tables, Shared: l.shared, Cost: l.cost})
	}
	return at, steps
}

// ownStep stands for a step that the text does not have.
const ownStep = -1

// refreshing fills the materialised views that read tables alone beside the
// keys; picked are steps that run before. Row security would hide rows from them
// once it stands: views of such tables, and what fails here, are filled in the
// end. A view's own keys come before its rows: no rule of a table tells that they
// are distinct, and a view that is not filled takes the index all the same.
func (b *build) refreshing(picked []int) (at []int, steps []postgres.Step) {
	roots, rows := b.roots(), b.rowsOfTables()
	for _, v := range b.script.Schema.Views {
		step := postgres.Step{SQL: postgres.RefreshView(v.Name), Shared: true}
		for _, n := range v.DependsOn {
			t := b.script.Schema.Table(n)
			if t == nil || t.RowSecurity || roots[n] == (schema.Name{}) {
				step.Locks = nil
				break
			}
			step.Locks = append(step.Locks, roots[n])
			step.Cost += rows[n]
		}
		keys, ok := b.keysOf(v.Name, picked)
		if !v.Materialized || len(step.Locks) == 0 || !ok {
			continue
		}
		for _, i := range keys {
			s := b.load.Steps[i]
			at, steps = append(at, i), append(steps, postgres.Step{SQL: s.SQL, Line: s.Line, Locks: []schema.Name{v.Name}})
		}
		step.Locks = append(step.Locks, v.Name)
		at, steps = append(at, ownStep), append(steps, step)
	}
	return at, steps
}

// keysOf are the indexes of a view; false where they can't run beside others.
func (b *build) keysOf(view schema.Name, picked []int) (at []int, ok bool) {
	for i, s := range b.load.Steps {
		if s.Section != ddl.Keys || s.Target != view {
			continue
		}
		if len(s.Roles) > 0 || len(picked) == 0 || s.Path != b.load.Steps[picked[0]].Path {
			return nil, false
		}
		at = append(at, i)
	}
	return at, true
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
