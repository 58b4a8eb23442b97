package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/effigydb/effigy/internal/git"
)

// stale fails where the committed text was last compared with production
// more than the allowed days ago: a change that is checked against an old
// text is hardly checked at all. What counts is the last successful run of
// the sync workflow on the default branch, else the last commit of the text.
func (a *action) stale(ctx context.Context) error {
	if a.in.baselineDays == 0 {
		return nil
	}
	at, what, err := a.synced(ctx)
	switch {
	case err != nil:
		a.log("notice: the age of the baseline is not known: %v", err)
		return nil
	case at.IsZero():
		return nil // nothing was committed yet
	case a.now().Sub(at) <= time.Duration(a.in.baselineDays)*24*time.Hour:
		return nil
	}
	return &exit{status: statusFailure, err: fmt.Errorf("stale: %s was more than %d days ago", what, a.in.baselineDays), hint: "run the sync workflow, or raise baseline-days"}
}

// synced is when the committed text was last known to be production's, and by
// what that is known. It is zero where there is nothing to be old.
func (a *action) synced(ctx context.Context) (time.Time, string, error) {
	branch := a.event.DefaultBranch
	file, err := a.rooted(ctx, a.in.schema)
	if err != nil {
		return time.Time{}, "", err
	}
	if a.client == nil || branch == "" {
		return a.committedAt(ctx)
	}
	at, err := a.client.LastSuccess(ctx, a.in.workflow, branch)
	switch {
	case errors.Is(err, fs.ErrNotExist) && a.exists(ctx, ".github/workflows/"+a.in.workflow):
		return time.Time{}, "", nil // this change brings the workflow
	case err == nil && !at.IsZero():
		return at, "the last successful sync", nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		a.log("notice: %v; the date of the last commit counts", err)
	}
	at, err = a.client.LastCommit(ctx, file, branch)
	if err != nil {
		return a.committedAt(ctx)
	}
	return at, "the last commit of the schema", nil
}

// committedAt asks the checkout, whose history may be cut.
func (a *action) committedAt(ctx context.Context) (time.Time, string, error) {
	r := git.At(a.dir)
	if r.Shallow(ctx) {
		return time.Time{}, "", errors.New("the checkout is shallow, and there is no token to ask GitHub with")
	}
	at, err := r.Date(ctx, a.in.schema)
	return at, "the last commit of the schema", err
}
