package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/git"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// modes are the values of the Action's input mode.
var modes = []string{"check", "sync", "rebuild", "comment"}

// action is one run of the GitHub Action.
type action struct {
	*program
	run    *pipeline.Run
	runner *github.Runner
	event  *github.Event
	in     inputs
	// client is nil where there is no token.
	client *github.Client
	made   outcome
}

// inputs are the Action's inputs as action.yml names them.
type inputs struct {
	mode, schema, base, seed, failOn, branch, workflow, artifact string
	rows                                                         string
	write, comment                                               bool
	baselineDays                                                 int
}

// outcome is what the run leaves for later steps.
type outcome struct {
	comparison *report.Comparison
	build      *report.Build
	markdown   string
	server     string
	url        string
	old, new   string // names of the texts for SARIF
	files      bool
}

func (p *program) action() *cli.Command {
	return &cli.Command{
		Name:  "action",
		Usage: "what the GitHub Action runs; its inputs come as variables INPUT_*",
		Description: "Outside GitHub Actions it does the same and writes its files to RUNNER_TEMP.\n\n" +
			"  INPUT_MODE=check INPUT_SCHEMA=schema.sql effigy action",
		Flags:  []cli.Flag{&cli.StringFlag{Name: "config", Usage: "settings `FILE`", EnvVars: []string{"INPUT_CONFIG"}}},
		Action: p.runAction,
	}
}

func (p *program) runAction(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	a := &action{program: p, runner: github.NewRunner(p.stdout, p.env), event: github.ReadEvent(p.env)}
	a.runner.Mask(p.env(pipeline.ProductionURL), p.env(pipeline.RedactionKey))
	err := a.read()
	if err == nil {
		err = a.dispatch(c)
	}
	if finished := a.finish(); err == nil {
		err = finished
	}
	var told *exit
	if err != nil && (!errors.As(err, &told) || told.err != nil) {
		a.runner.Annotate([]github.Note{{Level: "error", Title: "effigy " + a.in.mode, Text: strings.TrimSuffix(err.Error()+"\n"+hintOf(err), "\n")}})
	}
	return err
}

func (a *action) dispatch(c *cli.Context) error {
	if a.in.mode == "comment" {
		return a.relay(c.Context)
	}
	run, err := a.start(c)
	if err != nil {
		return err
	}
	a.run = run
	if a.in.schema == "" {
		if a.in.schema, err = a.schemaOfSettings(); err != nil {
			return err
		}
	}
	switch {
	case a.in.mode == "rebuild":
		return a.rebuildOnly(c.Context)
	case a.in.mode == "sync" || a.env(pipeline.ProductionURL) != "":
		return a.drift(c.Context)
	}
	return a.review(c.Context)
}

// schemaOfSettings is the settings' schema, relative to the working folder:
// it names a file of revisions too.
func (a *action) schemaOfSettings() (string, error) {
	file := a.run.Config.SchemaPath()
	if file == "" {
		return "", usage("no schema given", "set the input schema, or schema in "+config.Name)
	}
	relative, err := filepath.Rel(a.dir, a.path(file))
	return filepath.ToSlash(relative), err
}

// read reads the inputs.
func (a *action) read() error {
	in := a.runner.Input
	a.in = inputs{
		mode: cmp.Or(in("mode"), "check"), schema: in("schema"), base: in("base"), seed: in("seed"), failOn: in("fail-on"),
		branch: cmp.Or(in("branch"), "effigy/sync"), workflow: cmp.Or(in("sync-workflow"), "effigy-sync.yml"),
		artifact: cmp.Or(in("artifact"), "effigy"), rows: cmp.Or(in("rows"), "100"),
	}
	for _, word := range []struct {
		name, value string
		allowed     []string
	}{{"mode", a.in.mode, modes}, {"fail-on", a.in.failOn, append(slices.Clone(failOn), "")}} {
		if !slices.Contains(word.allowed, word.value) {
			return usage(fmt.Sprintf("input %s: unknown value %q", word.name, word.value), "did you mean "+cmp.Or(config.Nearest(word.value, word.allowed), strings.Join(word.allowed, ", "))+"?")
		}
	}
	var errs []error
	a.in.write, errs = truth(in, "write", errs)
	a.in.comment, errs = truth(in, "comment", errs)
	days, err := strconv.Atoi(cmp.Or(in("baseline-days"), "0"))
	if err != nil || days < 0 {
		errs = append(errs, usage("input baseline-days is a number of days", "0 turns it off"))
	}
	if _, err := strconv.ParseInt(a.in.rows, 10, 64); err != nil {
		errs = append(errs, usage("input rows is a number", ""))
	}
	a.in.baselineDays = days
	a.client, _ = a.github(a.event)
	return errors.Join(errs...)
}

func truth(in func(string) string, name string, errs []error) (bool, []error) {
	switch in(name) {
	case "true":
		return true, errs
	case "false", "":
		return false, errs
	}
	return false, append(errs, usage(fmt.Sprintf("input %s is true or false", name), ""))
}

// build runs a rebuild in a process that has neither the production
// credential nor the token, and keeps its result.
func (a *action) build(ctx context.Context, file string, discard bool) error {
	defer a.runner.Group("Build a sandbox")()
	args := []string{"rebuild", file, "--rows", a.in.rows, "--json"}
	if discard {
		args = append(args, "--discard", "--ttl", "1h", "--name", "check")
	}
	if a.in.seed != "" {
		args = append(args, "--seed", a.in.seed)
	}
	out, err := a.self(ctx, args)
	if len(out) > 0 {
		a.made.build = &report.Build{}
		if problem := decode(out, a.made.build); err == nil {
			err = problem
		}
		a.made.server = cmp.Or(a.made.server, a.made.build.Sandbox.ServerVersion)
	}
	return err
}

// finish leaves files, outputs and the summary, whatever happened before.
func (a *action) finish() error {
	if !a.made.files {
		return nil
	}
	list, err := a.leave()
	if err == nil {
		err = a.runner.Outputs(list)
	}
	if err == nil {
		err = a.runner.Summary(a.made.markdown)
	}
	return err
}

// rebuildOnly leaves a sandbox for the later steps of the job.
func (a *action) rebuildOnly(ctx context.Context) error {
	err := a.build(ctx, a.in.schema, false)
	b := a.made.build
	if b == nil {
		return err
	}
	a.runner.Mask(b.Sandbox.URL, b.Sandbox.ReaderURL)
	a.made.url, a.made.files = b.Sandbox.URL, true
	var w strings.Builder
	b.Markdown(&w, github.MaxSummary)
	a.made.markdown = w.String()
	return err
}

// rooted is the path of a file of the working folder from the root of the
// repository, as annotations, commits and the API want it.
func (a *action) rooted(ctx context.Context, file string) (string, error) {
	prefix, err := git.At(a.dir).Prefix(ctx)
	if err != nil {
		return "", fmt.Errorf("the repository: %w", err)
	}
	return path.Join(prefix, filepath.ToSlash(file)), nil
}

// temp is the folder for what the run leaves.
func (a *action) temp() (string, error) {
	dir := filepath.Join(a.runner.Temp(), "effigy")
	return dir, os.MkdirAll(dir, 0o755)
}

// apiTime bounds one run of the API's calls.
const apiTime = 10 * time.Minute

// log writes to the log what a call of the API did.
func (a *action) log(format string, args ...any) {
	fmt.Fprintln(a.stderr, github.Harmless(fmt.Sprintf(format, args...)))
}
