package pipeline

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// verify proves what was built: every table has its rows, every constraint
// is valid, and the sandbox's own dump means what the text means. What does
// not hold is a problem of the result, not an error.
func (b *build) verify(ctx context.Context) (string, error) {
	b.reportPlan()
	b.reportSkipped()
	if err := b.verifyRows(ctx); err != nil {
		return "", err
	}
	if err := b.verifyBeside(ctx); err != nil {
		return "", err
	}
	b.result.Verified = len(b.result.Problems) == 0
	if !b.result.Verified {
		return fmt.Sprintf("%d problems", len(b.result.Problems)), nil
	}
	return "rows, constraints and " + b.result.VerifiedBy, nil
}

// verifyBeside dumps the sandbox while its own connection gathers the
// statistics and looks at the constraints.
func (b *build) verifyBeside(ctx context.Context) error {
	group, both := errgroup.WithContext(ctx)
	var dumped *postgres.Dumped
	var missing *postgres.NotFoundError
	group.Go(func() error {
		var err error
		dumped, err = postgres.Dump(both, b.owner, postgres.DumpOptions{Getenv: b.Env, KeepRights: true})
		if err != nil && !errors.As(err, &missing) {
			return fmt.Errorf("dumping the sandbox: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		if err := postgres.Analyze(both, b.owner, b.conn, b.order.Jobs); err != nil {
			return fmt.Errorf("analyze: %w", err)
		}
		return b.verifyConstraints(both)
	})
	if err := group.Wait(); err != nil {
		return err
	}
	if missing != nil {
		b.result.VerifiedBy = "catalogs"
		b.notice("no pg_dump is new enough for this server: the schema was verified by the names in the catalogs, not by definitions")
		return b.verifyCatalogs(ctx)
	}
	return b.verifySchema(ctx, dumped)
}

func (b *build) problem(format string, args ...any) {
	b.result.Problems = append(b.result.Problems, fmt.Sprintf(format, args...))
}

func (b *build) verifyRows(ctx context.Context) error {
	var names []schema.Name
	for _, t := range b.plan.Tables {
		names = append(names, t.Name)
	}
	rows, err := postgres.CountRows(ctx, b.conn, names)
	if err != nil {
		return err
	}
	for i, t := range b.plan.Tables {
		b.result.Tables[i].Rows = rows[t.Name]
		if rows[t.Name] != t.Rows {
			b.problem("%s has %d rows, planned were %d", t.Name, rows[t.Name], t.Rows)
		}
	}
	return nil
}

// verifyConstraints looks for what is not valid although the text wants it.
func (b *build) verifyConstraints(ctx context.Context) error {
	flaws, err := postgres.Flaws(ctx, b.conn)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, t := range b.script.Schema.Tables {
		for _, c := range t.Constraints {
			if c.NotValid || c.NotEnforced {
				wanted[t.Name.Member(c.Name)] = true
			}
		}
	}
	for _, f := range flaws {
		if !wanted[f.Object] && !strings.HasSuffix(f.Reason, "is disabled") { // what the text disables shows in its comparison
			b.problem("%s: %s", f.Object, f.Reason)
		}
	}
	return nil
}

// verifySchema compares the sandbox's dump with the text.
func (b *build) verifySchema(ctx context.Context, dumped *postgres.Dumped) error {
	b.result.VerifiedBy = "pg_dump"
	result, err := diff.Texts(b.text.SQL, dumped.Text, diff.Options{
		NewRoles: reversed(b.sb.Roles), IgnorePolicies: []string{ReaderPolicy}, IgnoreKinds: rights,
	})
	if err != nil {
		return placed(err, b.text.Name, "the sandbox's dump")
	}
	list := b.unexplained(result)
	if len(list) > 0 {
		if list, err = b.secondOpinion(ctx, list, dumped.Text); err != nil {
			return err
		}
	}
	for _, c := range list {
		b.problem("%s %s %s", c.Change, c.Kind, c.Name)
	}
	return nil
}

// secondOpinion asks the server about what the comparison with the text
// found: the text is loaded as it stands into a scratch database, and the
// dumps are compared. A default such as 'now' is one thing in a text and
// another in a dump, and a server's canonical form is its own to give. What
// the text has and the sandbox lacks stays a problem.
func (b *build) secondOpinion(ctx context.Context, found []diff.Change, dump string) ([]diff.Change, error) {
	side, err := b.loaded(ctx, b.admin, b.text, false)
	if err != nil {
		return nil, fmt.Errorf("loading the text to compare: %w", err)
	}
	result, err := diff.Texts(side.dump, dump, diff.Options{
		OldRoles: side.back(b.text), NewRoles: reversed(b.sb.Roles), IgnorePolicies: []string{ReaderPolicy}, IgnoreKinds: rights,
	})
	if err != nil {
		return nil, fmt.Errorf("comparing dumps: %w", err)
	}
	list := slices.DeleteFunc(b.unexplained(result), ofTheLoad)
	for _, c := range found {
		if c.Change == "removed" && !slices.ContainsFunc(list, func(l diff.Change) bool { return l.Kind == c.Kind && l.Name == c.Name }) {
			list = append(list, c)
		}
	}
	return list, nil
}

var instant = regexp.MustCompile(`'\d{4,}-\d\d-\d\d[^']*'`)

// ofTheLoad reports whether two loads of one text differ by the time at which
// they ran, which is what a default of 'now' comes to.
func ofTheLoad(c diff.Change) bool {
	return c.Change == "changed" && instant.ReplaceAllString(c.Before, "") == instant.ReplaceAllString(c.After, "")
}

// unexplained lists the semantic changes that nothing skipped accounts for,
// by name or, for a statement that could not be read, by its line.
func (b *build) unexplained(r *diff.Result) []diff.Change {
	var gone []string
	lines := map[int]bool{}
	for _, s := range b.load.Skipped {
		gone = append(gone, s.Kind+" "+signature(s.Name))
		for _, d := range s.Dependents {
			gone = append(gone, signature(d))
		}
		lines[s.Line] = true
	}
	var list []diff.Change
	for _, c := range r.Changes {
		explained := c.Level != diff.Semantic || c.Kind == "other" && c.Change == "removed" && lines[c.Line] ||
			slices.ContainsFunc(gone, func(g string) bool { return accounts(g, c) })
		if !explained {
			list = append(list, c)
		}
	}
	return list
}

// accounts reports whether a missing object, "kind name", is or holds the
// changed one.
func accounts(gone string, c diff.Change) bool {
	if gone == c.Kind+" "+c.Name {
		return true
	}
	_, name, _ := strings.Cut(gone, " ")
	for _, kind := range []string{"materialized view ", "foreign table ", "event trigger ", "operator class ", "operator family "} {
		if rest, ok := strings.CutPrefix(gone, kind); ok {
			name = rest
		}
	}
	return c.Name == name || strings.HasPrefix(c.Name, name+".")
}

func (b *build) reportPlan() {
	for _, t := range b.plan.Tables {
		b.result.Tables = append(b.result.Tables, report.Table{Name: t.Name.On(b.conn.Major()), Requested: t.Requested, CappedBy: t.CappedBy})
	}
	c := b.plan.Constraints
	b.result.Constraints = report.Constraints{Total: c.Total, Constructed: c.Constructed, Vetted: c.Vetted}
}

func (b *build) reportSkipped() {
	for _, s := range b.load.Skipped {
		x := report.Skipped{Kind: s.Kind, Name: signature(s.Name), Reason: s.Reason, Dependents: []string{}}
		for _, d := range s.Dependents {
			x.Dependents = append(x.Dependents, signature(d))
		}
		b.result.Skipped = append(b.result.Skipped, x)
	}
}

// signature writes the arguments of a routine or operator as a comparison
// does: f(a,b).
func signature(name string) string {
	at := strings.IndexByte(name, '(')
	if at < 0 {
		return name
	}
	return strings.TrimRight(name[:at], " ") + strings.ReplaceAll(name[at:], ", ", ",")
}
