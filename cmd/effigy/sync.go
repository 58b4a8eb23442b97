package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) sync() *cli.Command {
	return &cli.Command{
		Name:  "sync",
		Usage: "CI's command: dump, sanitize, diff, rebuild, report",
		Description: "Compares production (EFFIGY_PRODUCTION_URL) with the committed text and builds a sandbox\n" +
			"from production's text, in a process that has no production credential. Exit status 3 on\n" +
			"drift that is not written back.\n\n" +
			"  effigy sync --schema schema.sql --write --markdown-file report.md",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "schema", Usage: "the committed `FILE`"},
			&cli.BoolFlag{Name: "write", Usage: "replace the committed text when there is drift", DisableDefaultText: true},
			&cli.BoolFlag{Name: "skip-missing", Usage: "the sandbox does without extensions that the server lacks", DisableDefaultText: true},
			&cli.BoolFlag{Name: "no-rebuild", Usage: "leave the sandbox out", DisableDefaultText: true},
			&cli.Int64Flag{Name: "rows", Usage: "rows of every table of the sandbox", DefaultText: "100"},
			&cli.StringFlag{Name: "fail-on", Usage: "what makes the exit status 3: security, breaking, semantic, cosmetic or never"},
			&cli.StringFlag{Name: "markdown-file", Usage: "write the report as Markdown to `FILE`"},
			&cli.BoolFlag{Name: "markdown", Usage: "print Markdown", DisableDefaultText: true},
			jsonFlag(), quietFlag(), configFlag(),
		},
		Action: p.runSync,
	}
}

func (p *program) runSync(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	level, err := choose(c, "fail-on", run.Config.Diff.FailOn, failOn, "semantic")
	if err != nil {
		return err
	}
	order := pipeline.SyncOrder{Schema: c.String("schema"), Write: c.Bool("write")}
	if !c.Bool("no-rebuild") {
		order.Rebuild = p.child(c)
	}
	result, err := run.Sync(c.Context, order)
	var explained *report.Comparison
	if err == nil && (c.Bool("markdown") || c.String("markdown-file") != "") {
		explained = p.explained(c, run, result)
	}
	run.Sink.Close()
	if err != nil {
		return err
	}
	if err := p.printSync(c, result, explained, level); err != nil {
		return err
	}
	if !result.Written && fails(result.Result, level) {
		return &exit{status: statusDrift}
	}
	return nil
}

func (p *program) printSync(c *cli.Context, s *pipeline.Synced, explained *report.Comparison, level string) error {
	if path := c.String("markdown-file"); path != "" {
		if err := p.replaceFile(path, rendered(explained, github.MaxSummary)); err != nil {
			return err
		}
	}
	switch {
	case c.Bool("json"):
		return report.JSON(p.stdout, s)
	case c.Bool("markdown"):
		explained.Markdown(p.stdout, github.MaxSummary)
		return nil
	}
	return p.printDrift(c, s.Result, level)
}

// explained is the report of a sync, as the Action renders it.
func (p *program) explained(c *cli.Context, run *pipeline.Run, s *pipeline.Synced) *report.Comparison {
	schema := cmp.Or(c.String("schema"), run.Config.SchemaPath())
	x := run.Explain(c.Context, s.Result, s.Committed, s.Production)
	x.Question, x.From, x.To, x.Taken = report.Drifts, schema, "production", s.Taken
	x.Provenance = []string{"Production: " + s.Source + "; " + s.Production.Login}
	if !s.Written {
		x.Todo = acceptances(x, schema)
		return x
	}
	x.Provenance = append(x.Provenance, "The committed text was replaced by production's")
	return x
}

// child builds a sandbox in a process of its own, whose environment has no
// production credential, and drops it.
func (p *program) child(c *cli.Context) func(context.Context, string) error {
	return func(ctx context.Context, file string) error {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		rows := c.Int64("rows")
		if rows == 0 {
			rows = 100
		}
		args := []string{"rebuild", file, "--rows", strconv.FormatInt(rows, 10), "--ttl", "1h", "--name", "sync", "--discard", "--quiet"}
		if c.Bool("skip-missing") {
			args = append(args, "--skip-missing")
		}
		if settings := c.String("config"); settings != "" {
			args = append(args, "--config", p.path(settings))
		}
		cmd := exec.CommandContext(ctx, self, args...)
		cmd.Dir, cmd.Env = p.dir, pipeline.WithoutProduction(p.environ)
		cmd.Stdout, cmd.Stderr = io.Discard, p.childLog()
		err = cmd.Run()
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			return &exit{status: ended.ExitCode(), err: fmt.Errorf("production's schema could not be rebuilt: exit status %d", ended.ExitCode())}
		}
		return err
	}
}
