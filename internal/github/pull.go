package github

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"

	api "github.com/google/go-github/v72/github"
)

// Proposal is a change of files that is offered as a pull request.
type Proposal struct {
	Branch string // of this repository, the tool's own
	Base   string // the branch it is meant for
	Title  string
	Body   string
	// Files are paths from the root of the repository, in their order.
	Files []File
}

// File is one file as a whole.
type File struct{ Path, Text string }

// Propose makes the branch one commit ahead of the base and opens or updates
// its pull request; there is never a second one. It returns the number and
// what was done: "created", "updated" or "unchanged". The commit is made by
// the API, so that no credential for git is needed on the runner.
func (c *Client) Propose(ctx context.Context, p Proposal) (int, string, error) {
	ctx = patiently(ctx)
	moved, err := c.branch(ctx, p)
	if err != nil {
		return 0, "", explain("branch "+p.Branch, err)
	}
	open, err := c.open(ctx, p.Branch, p.Base)
	if err != nil {
		return 0, "", explain("pull requests", err)
	}
	what := "pull request from " + p.Branch
	if open == nil {
		made, _, err := c.api.PullRequests.Create(ctx, c.owner, c.repo, &api.NewPullRequest{Title: &p.Title, Body: &p.Body, Head: &p.Branch, Base: &p.Base})
		return made.GetNumber(), "created", explain(what, err)
	}
	if !moved && open.GetTitle() == p.Title && plain(open.GetBody()) == p.Body {
		return open.GetNumber(), "unchanged", nil
	}
	_, _, err = c.api.PullRequests.Edit(ctx, c.owner, c.repo, open.GetNumber(), &api.PullRequest{Title: &p.Title, Body: &p.Body})
	return open.GetNumber(), "updated", explain(what, err)
}

// Resolve closes the pull request of a branch, where one is open, with a
// body that says why. It returns its number, or 0.
func (c *Client) Resolve(ctx context.Context, branch, base, body string) (int, error) {
	ctx = patiently(ctx)
	open, err := c.open(ctx, branch, base)
	if err != nil || open == nil {
		return 0, explain("pull requests", err)
	}
	closed := "closed"
	_, _, err = c.api.PullRequests.Edit(ctx, c.owner, c.repo, open.GetNumber(), &api.PullRequest{Body: &body, State: &closed})
	return open.GetNumber(), explain(fmt.Sprintf("pull request %d", open.GetNumber()), err)
}

// open is the open pull request of a branch of this repository, or nil.
func (c *Client) open(ctx context.Context, branch, base string) (*api.PullRequest, error) {
	list, _, err := c.api.PullRequests.List(ctx, c.owner, c.repo, &api.PullRequestListOptions{
		State: "open", Head: c.owner + ":" + branch, Base: base, ListOptions: api.ListOptions{PerPage: perPage},
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// branch points the branch at a commit on top of the base that has the files,
// and reports whether it moved. A branch that has exactly that stays.
func (c *Client) branch(ctx context.Context, p Proposal) (bool, error) {
	base, _, err := c.api.Git.GetRef(ctx, c.owner, c.repo, "heads/"+p.Base)
	if err != nil {
		return false, err
	}
	parent, _, err := c.api.Git.GetCommit(ctx, c.owner, c.repo, base.GetObject().GetSHA())
	if err != nil {
		return false, err
	}
	tree, err := c.tree(ctx, parent.GetTree().GetSHA(), p.Files)
	if err != nil {
		return false, err
	}
	old, resp, err := c.api.Git.GetRef(ctx, c.owner, c.repo, "heads/"+p.Branch)
	if err != nil && (resp == nil || resp.StatusCode != http.StatusNotFound) {
		return false, err
	}
	if old != nil && err == nil {
		head, _, err := c.api.Git.GetCommit(ctx, c.owner, c.repo, old.GetObject().GetSHA())
		if err != nil {
			return false, err
		}
		if head.GetTree().GetSHA() == tree.GetSHA() && len(head.Parents) == 1 && head.Parents[0].GetSHA() == parent.GetSHA() {
			return false, nil
		}
	}
	return true, c.point(ctx, p, parent, tree, err == nil)
}

// tree is the base's tree with the files in it.
func (c *Client) tree(ctx context.Context, base string, files []File) (*api.Tree, error) {
	var entries []*api.TreeEntry
	for _, f := range files {
		text, encoding := base64.StdEncoding.EncodeToString([]byte(f.Text)), "base64"
		blob, _, err := c.api.Git.CreateBlob(ctx, c.owner, c.repo, &api.Blob{Content: &text, Encoding: &encoding})
		if err != nil {
			return nil, err
		}
		mode, kind := "100644", "blob"
		entries = append(entries, &api.TreeEntry{Path: &f.Path, Mode: &mode, Type: &kind, SHA: blob.SHA})
	}
	tree, _, err := c.api.Git.CreateTree(ctx, c.owner, c.repo, base, entries)
	return tree, err
}

func (c *Client) point(ctx context.Context, p Proposal, parent *api.Commit, tree *api.Tree, there bool) error {
	commit, _, err := c.api.Git.CreateCommit(ctx, c.owner, c.repo, &api.Commit{Message: &p.Title, Tree: tree, Parents: []*api.Commit{parent}}, nil)
	if err != nil {
		return err
	}
	name := "refs/heads/" + p.Branch
	ref := &api.Reference{Ref: &name, Object: &api.GitObject{SHA: commit.SHA}}
	if there {
		_, _, err = c.api.Git.UpdateRef(ctx, c.owner, c.repo, ref, true)
	} else {
		_, _, err = c.api.Git.CreateRef(ctx, c.owner, c.repo, ref)
	}
	return err
}
