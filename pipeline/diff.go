package pipeline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/internal/report"
)

// ReaderPolicy is the policy that lets a sandbox's reader see the rows of
// tables with row security; it belongs to no text.
const ReaderPolicy = "effigy_reader"

// Diff reads both sources and compares what they mean.
func (r *Run) Diff(ctx context.Context, before, after string) (*diff.Result, error) {
	from, to, err := r.both(ctx, before, after)
	if err != nil {
		return nil, err
	}
	return r.Compare(from, to)
}

// DiffExplained compares as Diff does and adds what stands around it.
func (r *Run) DiffExplained(ctx context.Context, before, after string) (*report.Comparison, error) {
	from, to, err := r.both(ctx, before, after)
	if err != nil {
		return nil, err
	}
	result, err := r.Compare(from, to)
	if err != nil {
		return nil, err
	}
	c := r.Explain(ctx, result, from, to)
	c.Question = report.Differs
	return c, nil
}

// both reads two sources. What comes from a server is sanitised, except for
// the names of roles that the other text knows anyway.
func (r *Run) both(ctx context.Context, before, after string) (from, to Text, err error) {
	if strings.HasPrefix(before, "env:") && !strings.HasPrefix(after, "env:") {
		to, from, err = r.both(ctx, after, before)
		return from, to, err
	}
	if from, err = r.Read(ctx, before); err != nil {
		return from, to, err
	}
	reader := r
	if strings.HasPrefix(after, "env:") && !strings.HasPrefix(before, "env:") {
		reader = r.knowing(from)
	}
	to, err = reader.Read(ctx, after)
	return from, to, err
}

// knowing is the run with the roles of a text kept under their names.
func (r *Run) knowing(text Text) *Run {
	script, err := ddl.Parse(text.SQL)
	if err != nil {
		return r // the comparison will tell
	}
	settings := *r.Config
	settings.Sanitize.Map = maps.Clone(settings.Sanitize.Map)
	if settings.Sanitize.Map == nil {
		settings.Sanitize.Map = map[string]string{}
	}
	for _, role := range script.Schema.Roles {
		if name := text.Roles[role]; name != "" {
			role = name
		}
		if _, given := settings.Sanitize.Map[role]; !given {
			settings.Sanitize.Map[role] = role
		}
	}
	run := *r
	run.Config = &settings
	return &run
}

// Compare compares two texts under the ignore rules of the settings. Rules
// that expired or matched nothing are warned about.
func (r *Run) Compare(before, after Text) (*diff.Result, error) {
	result, rules, err := r.compared(before, after)
	if err != nil {
		return nil, err
	}
	for _, u := range rules.unused() {
		r.warn(u)
	}
	return result, nil
}

// compared compares and says nothing about the rules.
func (r *Run) compared(before, after Text) (*diff.Result, *rules, error) {
	rules := r.ignoreRules()
	result, err := diff.Texts(before.SQL, after.SQL, diff.Options{
		OldRoles: before.Roles, NewRoles: after.Roles,
		IgnorePolicies: []string{ReaderPolicy},
		IgnoreKinds:    slices.Concat(before.Incomparable, after.Incomparable),
		Ignore:         rules.match,
	})
	if err != nil {
		return nil, nil, placed(err, before.Name, after.Name)
	}
	return result, rules, nil
}

// placed puts file:line:column and the caret into the error of a text that
// cannot be read.
func placed(err error, before, after string) error {
	var bad *diff.TextError
	if !errors.As(err, &bad) {
		return err
	}
	name := before
	if bad.Side == diff.New {
		name = after
	}
	return located(name, bad.Err)
}

// located prefixes a syntax error with the name of its text and adds the
// line at fault with a caret.
func located(name string, err error) error {
	var s *statement.SyntaxError
	if errors.As(err, &s) {
		return fmt.Errorf("%s:%w\n%s", name, s, s.Caret())
	}
	return fmt.Errorf("%s: %w", name, err)
}
