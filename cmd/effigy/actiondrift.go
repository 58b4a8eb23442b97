package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/git"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// drift compares production with the committed text and fails when they
// differ. In mode sync with the input write, one pull request offers
// production's text.
func (a *action) drift(ctx context.Context) error {
	level := cmp.Or(a.in.failOn, a.run.Config.Diff.FailOn, "semantic")
	writes := a.in.mode == "sync" && a.in.write
	if writes && a.event.Pull != nil {
		return usage("a pull request offers no other: sync with write runs on a branch", "use mode check here")
	}
	done := a.runner.Group("Compare with production")
	s, err := a.run.Sync(ctx, pipeline.SyncOrder{Schema: a.in.schema, Write: writes})
	done()
	if err != nil {
		return err
	}
	c := a.run.Explain(ctx, s.Result, s.Committed, s.Production)
	c.Question, c.From, c.To, c.Taken = report.Drifts, a.in.schema, "production", s.Taken
	c.Provenance = []string{"Production: " + s.Source + "; " + s.Production.Login}
	a.made.comparison, a.made.files, a.made.server = c, true, versionOf(s.Source)
	a.made.old, a.made.new = a.in.schema, a.in.schema
	built := pipeline.AsFile(s.Text, func(file string) error { return a.build(ctx, file, true) })
	c.Provenance = append(c.Provenance, a.proof(built))
	offered := a.offer(ctx, c, s, writes)
	a.made.markdown = rendered(c, github.MaxSummary)
	a.annotate(ctx, c, committedLine(s), driftLevels)
	return a.verdict(c, level, "production differs from "+a.in.schema, built, offered, a.say(ctx, c))
}

// offer opens, updates or resolves the pull request with production's text,
// and puts into the report how to accept it.
func (a *action) offer(ctx context.Context, c *report.Comparison, s *pipeline.Synced, writes bool) error {
	base := strings.TrimPrefix(a.event.Ref, "refs/heads/")
	c.Todo = acceptances(c, a.in.schema)
	if !writes || a.client == nil || base == a.event.Ref {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, apiTime)
	defer cancel()
	if !s.Written {
		n, err := a.client.Resolve(ctx, a.in.branch, base, resolved(c))
		if n > 0 {
			a.log("pull request %d: closed, there is no drift any more", n)
		}
		return mayWrite(err)
	}
	file, err := a.rooted(ctx, a.in.schema)
	if err != nil {
		return err
	}
	c.Todo = slices.Insert(c.Todo, 0, report.Todo{Text: "Review and merge the pull request from the branch " + a.in.branch + ": it takes production's text over."})
	n, what, err := a.client.Propose(ctx, github.Proposal{
		Branch: a.in.branch, Base: base, Title: title(a.in.schema, s.Result), Body: rendered(c, github.MaxComment),
		Files: []github.File{{Path: file, Text: s.Text}},
	})
	if err == nil {
		a.log("pull request %d: %s", n, what)
	}
	return mayWrite(err)
}

// mayWrite adds what a token needs for a pull request.
func mayWrite(err error) error {
	if errors.Is(err, github.ErrForbidden) {
		return &exit{status: statusFailure, err: err, hint: "the job needs permissions contents: write and pull-requests: write, and the repository's setting that Actions may create pull requests"}
	}
	return err
}

// title is the title of the pull request and of its commit.
func title(schema string, r *diff.Result) string {
	return fmt.Sprintf("%.100s: as in production (%s)", github.Harmless(schema), report.Counts(r))
}

func rendered(c *report.Comparison, limit int) string {
	var b strings.Builder
	c.Markdown(&b, limit)
	return b.String()
}

func resolved(c *report.Comparison) string {
	var b strings.Builder
	c.Resolved(&b)
	return b.String()
}

// acceptances are the ways to end a drift, with the exact commands.
func acceptances(c *report.Comparison, schema string) []report.Todo {
	if !c.Drift {
		return nil
	}
	list := []report.Todo{
		{Text: "Take production's text over:", Language: "sh", Code: fmt.Sprintf(
			"export EFFIGY_PRODUCTION_URL='postgres://…'\neffigy sync --write --schema %s\ngit commit -m %s -- %s",
			quoted(schema), quoted("schema as in production"), quoted(schema))},
		{Text: "Or change production: what is listed as added stands only there, what is removed is missing there."},
	}
	for _, x := range c.Changes {
		if x.Level == diff.Semantic {
			return append(list, report.Todo{Text: "Or let a difference be. This rule in effigy.yaml covers the first one:", Language: "yaml", Code: rule(x)})
		}
	}
	return list
}

// rule is an ignore rule for one change. Strings are JSON's, which YAML reads.
func rule(x diff.Change) string {
	name := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(x.Name)
	text := fmt.Sprintf("diff:\n  ignore:\n    - kind: %s\n      name: %s\n      change: %s\n      reason: why it may differ\n", inJSON(x.Kind), inJSON(name), inJSON(x.Change))
	if x.Impact == diff.Security {
		text += "      security: true\n"
	}
	return text
}

func inJSON(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(text)
}

// quoted is a word of a shell.
func quoted(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// proof tells what a build came to.
func (a *action) proof(err error) string {
	b := a.made.build
	switch {
	case err != nil || b == nil || !b.Verified:
		return "Sandbox: none could be built and verified from the new text; the log tells why"
	}
	return "Sandbox: built from the new text and verified: " + b.Extent()
}

// committedLine tells where a change stands in the text that is committed, or
// that was written over it.
func committedLine(s *pipeline.Synced) func(diff.Change) int {
	tables := report.TableLines(s.Committed.SQL)
	return func(x diff.Change) int { return cmp.Or(x.OldLine, tables[x.Relation], 1) }
}

// versionOf is the server's version in "server 17.5, pg_dump 17.5".
func versionOf(source string) string {
	f := strings.Fields(source)
	if len(f) < 2 {
		return ""
	}
	return strings.Trim(f[1], ",")
}

// short is the hash of a commit as people write it.
func short(ctx context.Context, dir, revision string) string {
	commit, err := git.At(dir).Commit(ctx, revision)
	if err != nil {
		return revision
	}
	return commit[:min(len(commit), 10)]
}
