package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
)

// relay comments on a pull request for a run that had no right to: the run's
// artifact, which a fork's code may have written, is data and no more. Which
// pull request it is for is asked of GitHub; the report is rendered anew from
// the JSON, in which every text is hostile; what to do, which people might
// follow, and where it is from are not taken over.
func (a *action) relay(ctx context.Context) error {
	run := a.event.Run
	switch {
	case run == nil:
		return usage("mode comment runs on workflow_run", "see docs/action.md")
	case a.client == nil:
		return usage("a comment needs a token", "hand the input github-token over")
	case run.Event != "pull_request":
		a.log("nothing to say: the run was started by %s", run.Event)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, apiTime)
	defer cancel()
	text, err := a.client.Artifact(ctx, run.ID, a.in.artifact, "effigy.json")
	if err != nil {
		return err
	}
	if text == nil {
		a.log("nothing to say: the run left no artifact %s", a.in.artifact)
		return nil
	}
	c, err := hostile(text)
	if err != nil {
		return err
	}
	pull, err := a.client.PullOf(ctx, run)
	if err != nil {
		return err
	}
	if pull == 0 {
		a.log("nothing to say: no open pull request has this head any more")
		return nil
	}
	a.made.comparison, a.made.files = c, true
	a.made.markdown = rendered(c, github.MaxSummary)
	what, err := a.client.Comment(ctx, github.Sticky{Pull: pull, Key: a.in.artifact, Body: commented(c), Clean: !c.Drift})
	if err == nil {
		a.log("comment on pull request %d: %s", pull, what)
	}
	return err
}

func commented(c *report.Comparison) string {
	if c.Drift {
		return rendered(c, github.MaxComment)
	}
	return resolved(c)
}

// maxChanges bounds what is taken from an artifact.
const maxChanges = 20_000

// hostile reads a report that nobody vouches for.
func hostile(text []byte) (*report.Comparison, error) {
	c := &report.Comparison{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("the artifact is no report: %w", err)
	}
	if c.Result == nil || len(c.Changes) > maxChanges {
		return nil, fmt.Errorf("the artifact is no report")
	}
	c.Question, c.From, c.To = report.Reviews, "the base", "the head"
	c.Provenance = []string{"As told by the pull request's own run, which its author controls"}
	c.Todo, c.Taken = nil, ""
	c.Drift, c.Cosmetic, c.Environment = false, 0, 0
	changes := c.Changes
	c.Changes = nil
	for _, x := range changes {
		x.Name = strings.ToValidUTF8(x.Name, "�")
		c.Add(x)
	}
	c.Sort()
	return c, nil
}
