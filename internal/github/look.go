package github

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	api "github.com/google/go-github/v72/github"
)

// LastSuccess is when a workflow last succeeded on a branch; zero when it
// never did. The error wraps fs.ErrNotExist when there is no such workflow.
func (c *Client) LastSuccess(ctx context.Context, workflow, branch string) (time.Time, error) {
	ctx = patiently(ctx)
	runs, _, err := c.api.Actions.ListWorkflowRunsByFileName(ctx, c.owner, c.repo, workflow, &api.ListWorkflowRunsOptions{
		Branch: branch, Status: "success", ListOptions: api.ListOptions{PerPage: 1},
	})
	switch {
	case missing(err):
		return time.Time{}, fmt.Errorf("workflow %s: %w", workflow, fs.ErrNotExist)
	case err != nil:
		return time.Time{}, explain("runs of "+workflow, err)
	case len(runs.WorkflowRuns) == 0:
		return time.Time{}, nil
	}
	return runs.WorkflowRuns[0].GetUpdatedAt().Time, nil
}

// LastCommit is when a path was last committed on a branch; zero when it
// never was.
func (c *Client) LastCommit(ctx context.Context, path, branch string) (time.Time, error) {
	ctx = patiently(ctx)
	list, _, err := c.api.Repositories.ListCommits(ctx, c.owner, c.repo, &api.CommitsListOptions{
		Path: path, SHA: branch, ListOptions: api.ListOptions{PerPage: 1},
	})
	if err != nil {
		return time.Time{}, explain("commits of "+path, err)
	}
	if len(list) == 0 {
		return time.Time{}, nil
	}
	return list[0].GetCommit().GetCommitter().GetDate().Time, nil
}

// Text is a file of a branch. The error wraps fs.ErrNotExist when the branch
// has no such file.
func (c *Client) Text(ctx context.Context, path, branch string) (string, error) {
	ctx = patiently(ctx)
	file, _, _, err := c.api.Repositories.GetContents(ctx, c.owner, c.repo, path, &api.RepositoryContentGetOptions{Ref: branch})
	switch {
	case missing(err):
		return "", fmt.Errorf("%s on %s: %w", path, branch, fs.ErrNotExist)
	case err != nil:
		return "", explain(path+" on "+branch, err)
	case file == nil:
		return "", fmt.Errorf("%s on %s: not a file", path, branch)
	}
	return file.GetContent()
}

// PullOf finds the open pull request whose head a run was for, or 0. The
// run's own word on that is not asked: what a fork's run writes is hostile.
func (c *Client) PullOf(ctx context.Context, run *Run) (int, error) {
	ctx = patiently(ctx)
	owner, _, _ := strings.Cut(run.HeadRepository, "/")
	opt := &api.PullRequestListOptions{State: "open", Head: owner + ":" + run.HeadBranch, ListOptions: api.ListOptions{PerPage: perPage}}
	for {
		list, resp, err := c.api.PullRequests.List(ctx, c.owner, c.repo, opt)
		if err != nil {
			return 0, explain("pull requests", err)
		}
		for _, p := range list {
			if p.GetHead().GetSHA() == run.HeadSHA && p.GetHead().GetRepo().GetFullName() == run.HeadRepository {
				return p.GetNumber(), nil
			}
		}
		if resp.NextPage == 0 {
			return 0, nil
		}
		opt.Page = resp.NextPage
	}
}

// Bounds of an artifact: of the archive and of a file that is read from it.
const (
	maxArchive = 16 << 20
	maxMember  = 8 << 20
)

// Artifact is one file out of an artifact of a run, nil when the run left no
// such artifact. The archive stays in memory and is bounded: it is hostile.
func (c *Client) Artifact(ctx context.Context, run int64, name, file string) ([]byte, error) {
	ctx = patiently(ctx)
	what := "artifact " + name
	opt := &api.ListOptions{PerPage: perPage}
	for {
		list, resp, err := c.api.Actions.ListWorkflowRunArtifacts(ctx, c.owner, c.repo, run, opt)
		if err != nil {
			return nil, explain(what, err)
		}
		for _, a := range list.Artifacts {
			if a.GetName() == name && !a.GetExpired() {
				text, err := c.member(ctx, a.GetID(), file)
				return text, explain(what, err)
			}
		}
		if resp.NextPage == 0 {
			return nil, nil
		}
		opt.Page = resp.NextPage
	}
}

func (c *Client) member(ctx context.Context, id int64, file string) ([]byte, error) {
	place, _, err := c.api.Actions.DownloadArtifact(ctx, c.owner, c.repo, id, 1)
	if err != nil {
		return nil, err
	}
	// The address is signed and is another host's: no token goes there.
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, place.String(), nil)
	if err != nil {
		return nil, errors.New("its address is no URL")
	}
	resp, err := (&http.Client{Timeout: time.Minute}).Do(req)
	if err != nil {
		return nil, errors.New("it could not be fetched")
	}
	defer resp.Body.Close()
	archive, err := io.ReadAll(io.LimitReader(resp.Body, maxArchive+1))
	if err != nil || resp.StatusCode != http.StatusOK || len(archive) > maxArchive {
		return nil, fmt.Errorf("it could not be read: status %d, %d bytes", resp.StatusCode, len(archive))
	}
	return unpack(archive, file)
}

func unpack(archive []byte, file string) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		if f.Name != file {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		text, err := io.ReadAll(io.LimitReader(r, maxMember+1))
		if err == nil && len(text) > maxMember {
			err = fmt.Errorf("%s is larger than %d bytes", file, maxMember)
		}
		return text, err
	}
	return nil, fmt.Errorf("it has no %s", file)
}
