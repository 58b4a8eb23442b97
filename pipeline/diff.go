package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/internal/config"
)

// ReaderPolicy is the policy that lets a sandbox's reader see the rows of
// tables with row security; it belongs to no text.
const ReaderPolicy = "effigy_reader"

// Diff reads both sources and compares what they mean.
func (r *Run) Diff(ctx context.Context, before, after string) (*diff.Result, error) {
	from, err := r.Read(ctx, before)
	if err != nil {
		return nil, err
	}
	to, err := r.Read(ctx, after)
	if err != nil {
		return nil, err
	}
	return r.Compare(from, to)
}

// Compare compares two texts under the ignore rules of the settings. Rules
// that expired or matched nothing are warned about.
func (r *Run) Compare(before, after Text) (*diff.Result, error) {
	rules := r.ignoreRules()
	result, err := diff.Texts(before.SQL, after.SQL, diff.Options{
		OldRoles: before.Roles, NewRoles: after.Roles,
		IgnorePolicies: []string{ReaderPolicy},
		IgnoreKinds:    slices.Concat(before.Incomparable, after.Incomparable),
		Ignore:         rules.match,
	})
	if err != nil {
		return nil, placed(err, before.Name, after.Name)
	}
	for _, u := range rules.unused() {
		r.warn(u)
	}
	return result, nil
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

// rules are the ignore rules of a run with how often each matched.
type rules struct {
	list []config.Ignore
	used []int
	late []config.Ignore
}

func (r *Run) ignoreRules() *rules {
	x := &rules{}
	today := r.Clock().UTC().Format(time.DateOnly)
	for _, rule := range r.Config.Diff.Ignore {
		if rule.Until != "" && rule.Until < today {
			x.late = append(x.late, rule)
			continue
		}
		x.list = append(x.list, rule)
	}
	x.used = make([]int, len(x.list))
	return x
}

// match returns the name of the first rule that covers a change, or "".
// Security changes are covered only by a rule that says so.
func (x *rules) match(c diff.Change) string {
	for i, rule := range x.list {
		if rule.Security != (c.Impact == diff.Security) && c.Impact == diff.Security {
			continue
		}
		if covers(rule.Kind, c.Kind) && covers(rule.Name, c.Name) && covers(rule.Change, c.Change) {
			x.used[i]++
			return title(rule)
		}
	}
	return ""
}

// covers reports whether a glob matches; an empty one matches everything.
func covers(glob, s string) bool {
	if glob == "" {
		return true
	}
	ok, err := path.Match(glob, s)
	return ok || err != nil && glob == s
}

func title(rule config.Ignore) string {
	s := strings.Join(strings.Fields(rule.Kind+" "+rule.Name+" "+rule.Change), " ")
	if rule.Reason != "" {
		s += " (" + rule.Reason + ")"
	}
	return s
}

func (x *rules) unused() []string {
	var list []string
	for _, rule := range x.late {
		list = append(list, "ignore rule expired: "+title(rule))
	}
	for i, n := range x.used {
		if n == 0 {
			list = append(list, "ignore rule matched nothing: "+title(x.list[i]))
		}
	}
	return list
}
