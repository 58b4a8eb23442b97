package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/git"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// review tells what a change of the committed text does, and needs no
// credential. It fails when the new text can't be built and verified, when
// the change reaches fail-on (never, unless told), or when the committed text
// is so old that it says little about production.
func (a *action) review(ctx context.Context) error {
	base, err := a.base(ctx)
	if err != nil {
		return err
	}
	done := a.runner.Group("Compare with " + short(ctx, a.dir, base))
	before, after, err := a.sides(ctx, base)
	var result *diff.Result
	if err == nil {
		result, err = a.run.Compare(before, after)
	}
	done()
	if err != nil {
		return err
	}
	c := a.run.Explain(ctx, result, before, after)
	c.Question, c.From, c.To = report.Reviews, "the base", "the head"
	c.Provenance = []string{"Base: " + a.in.schema + " at " + short(ctx, a.dir, base) + "; head: at " + short(ctx, a.dir, a.head())}
	a.made.comparison, a.made.files, a.made.old, a.made.new = c, true, a.in.schema, a.in.schema
	built := a.build(ctx, a.in.schema, true)
	c.Provenance = append(c.Provenance, a.proof(built))
	stale := a.stale(ctx)
	if stale != nil {
		c.Provenance = append(c.Provenance, "Baseline: "+stale.Error())
	}
	c.Todo = reviewing(a.in.schema, short(ctx, a.dir, base), result)
	a.made.markdown = rendered(c, github.MaxSummary)
	tables := report.TableLines(after.SQL)
	a.annotate(ctx, c, func(x diff.Change) int {
		if x.Change == "removed" {
			return cmp.Or(tables[x.Relation], 1)
		}
		return x.Line
	}, reviewLevels)
	return a.verdict(c, cmp.Or(a.in.failOn, "never"), "the change reaches fail-on: "+a.in.failOn, built, stale, a.say(ctx, c))
}

// sides reads both texts; a base without the schema is empty.
func (a *action) sides(ctx context.Context, base string) (before, after pipeline.Text, err error) {
	if after, err = a.run.Read(ctx, a.in.schema); err != nil {
		return before, after, err
	}
	before, err = a.run.Read(ctx, "git:"+base+":"+a.in.schema)
	if errors.Is(err, fs.ErrNotExist) {
		before, err = pipeline.Text{Name: "git:" + base + ":" + a.in.schema}, nil
	}
	return before, after, err
}

// head is the revision that is checked out.
func (a *action) head() string {
	if a.event.Pull != nil && a.event.Pull.HeadSHA != "" {
		return a.event.Pull.HeadSHA
	}
	return "HEAD"
}

// base is the revision to compare with: the input, else on a pull request the
// branch it goes to, on a push what was there before, else the default
// branch. Only what was fetched can be read.
func (a *action) base(ctx context.Context) (string, error) {
	r := git.At(a.dir)
	var tried []string
	if a.in.base != "" {
		tried = []string{a.in.base}
	} else {
		if a.event.Pull != nil {
			// The runner checks out a merge; its first parent is the base as
			// it is now.
			tried = append(tried, r.Merged(ctx), a.event.Pull.BaseSHA, "refs/remotes/origin/"+a.event.Pull.BaseRef)
		}
		if strings.Trim(a.event.Before, "0") != "" {
			tried = append(tried, a.event.Before)
		}
		tried = append(tried, "refs/remotes/origin/"+cmp.Or(a.event.DefaultBranch, "main"))
	}
	for _, revision := range tried {
		if revision == "" {
			continue
		}
		if _, err := r.Commit(ctx, revision); err == nil {
			return revision, nil
		}
	}
	return "", usage("the base to compare with was not fetched: "+strings.Join(tried, " "), "check out with fetch-depth: 2 on pull requests, or 0, or set the input base")
}

// reviewing are the commands to look at a change with.
func reviewing(schema, base string, r *diff.Result) []report.Todo {
	if !r.Drift {
		return nil
	}
	return []report.Todo{
		{Text: "Merging accepts the change. To look at it, and at a database that has it:", Language: "sh", Code: "effigy diff git:" + quoted(base+":"+schema) + " " + quoted(schema) + "\neffigy rebuild " + quoted(schema) + " --replace dev"},
	}
}

// say keeps the comment on the pull request, where that is wanted. A token
// that may only read, as a fork's, leaves it at the summary.
func (a *action) say(ctx context.Context, c *report.Comparison) error {
	if !a.in.comment || a.event.Pull == nil {
		return nil
	}
	if a.client == nil {
		return usage("a comment needs a token", "hand the input github-token over")
	}
	ctx, cancel := context.WithTimeout(ctx, apiTime)
	defer cancel()
	what, err := a.client.Comment(ctx, a.sticky(ctx, c, a.event.Pull.Number))
	if errors.Is(err, github.ErrForbidden) {
		a.log("notice: the token may not comment, as is so on forks: the report is in the summary")
		return nil
	}
	if err == nil {
		a.log("comment: %s", what)
	}
	return err
}

// sticky is the comment of a comparison.
func (a *action) sticky(ctx context.Context, c *report.Comparison, pull int) github.Sticky {
	key, err := a.rooted(ctx, a.in.schema)
	if err != nil {
		key = a.in.schema
	}
	s := github.Sticky{Pull: pull, Key: key, Body: rendered(c, github.MaxComment), Clean: !c.Drift}
	if s.Clean {
		s.Body = resolved(c)
	}
	return s
}

// exists reports whether there is a file in the checkout, by its path from
// the root of the repository.
func (a *action) exists(ctx context.Context, rooted string) bool {
	prefix, err := git.At(a.dir).Prefix(ctx)
	if err != nil {
		return false
	}
	up := strings.Repeat("../", strings.Count(prefix, "/"))
	_, err = os.Stat(a.path(up + rooted))
	return err == nil
}
