package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/git"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/pipeline"
)

// trusted takes what guards production's text from the default branch: the
// sanitiser's settings, the dump's and the ignore rules. Where a run of
// GitHub Actions has production's credential and another branch checked out,
// that branch could otherwise tell the sanitiser to keep everything. What
// only shapes the sandbox stays the branch's own.
func (p *program) trusted(c *cli.Context, settings *config.Config) (*config.Config, error) {
	e := github.ReadEvent(p.env)
	if !e.Actions || p.env(pipeline.ProductionURL) == "" || e.OnDefault() || e.Closed() != "" {
		return settings, nil
	}
	if e.DefaultBranch == "" {
		return nil, refuse("the settings of the default branch can't be read: the event does not name it", "run on schedule, push or workflow_dispatch")
	}
	merged, err := p.settingsOf(c.Context, e, c.String("config"))
	if err != nil {
		return nil, err
	}
	own := *settings
	own.Sanitize, own.Diff, own.Dump = merged.Sanitize, merged.Diff, merged.Dump
	return &own, nil
}

// settingsOf reads the settings of the default branch as Find and Read would
// in a checkout of it.
func (p *program) settingsOf(ctx context.Context, e *github.Event, file string) (*config.Config, error) {
	prefix, err := git.At(p.dir).Prefix(ctx)
	if err != nil {
		return nil, fmt.Errorf("the repository: %w", err)
	}
	for _, name := range settingsPaths(prefix, file) {
		text, err := p.merged(ctx, e, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return config.Parse(name+" on "+e.DefaultBranch, []byte(text))
	}
	return &config.Config{}, nil
}

// settingsPaths are where the settings may stand, from the root of the
// repository, nearest first.
func settingsPaths(prefix, file string) []string {
	if file != "" && !filepath.IsAbs(file) {
		return []string{path.Join(prefix, filepath.ToSlash(file))}
	}
	list := []string{}
	for dir := path.Clean("/" + prefix); ; dir = path.Dir(dir) {
		list = append(list, strings.TrimPrefix(path.Join(dir, config.Name), "/"))
		if dir == "/" {
			return list
		}
	}
}

// merged is a file of the default branch, from what was fetched, else from
// GitHub.
func (p *program) merged(ctx context.Context, e *github.Event, name string) (string, error) {
	revision := "refs/remotes/origin/" + e.DefaultBranch
	repository := git.At(p.dir)
	if _, err := repository.Commit(ctx, revision); err == nil {
		return repository.Text(ctx, revision, "/"+name)
	}
	client, err := p.github(e)
	if err != nil {
		return "", refuse("the settings of "+e.DefaultBranch+" can't be read, and this branch's own are not trusted beside a credential",
			"check out with fetch-depth: 0, or put the token into GITHUB_TOKEN")
	}
	return client.Text(ctx, name, e.DefaultBranch)
}

// github is the API of the repository, as far as the token of the
// environment reaches.
func (p *program) github(e *github.Event) (*github.Client, error) {
	token := p.env("GITHUB_TOKEN")
	if token == "" {
		return nil, errors.New("GITHUB_TOKEN is not set")
	}
	return github.NewClient(p.env("GITHUB_API_URL"), e.Repository, token, github.Wait)
}
