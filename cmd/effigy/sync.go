package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/urfave/cli/v2"

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
	run.Sink.Close()
	if err != nil {
		return err
	}
	if err := p.printSync(c, result, level); err != nil {
		return err
	}
	if !result.Written && fails(result.Result, level) {
		return &exit{status: statusDrift}
	}
	return nil
}

func (p *program) printSync(c *cli.Context, s *pipeline.Synced, level string) error {
	if path := c.String("markdown-file"); path != "" {
		f, err := os.Create(p.path(path))
		if err != nil {
			return err
		}
		syncMarkdown(f, s)
		if err := f.Close(); err != nil {
			return err
		}
	}
	switch {
	case c.Bool("json"):
		return report.JSON(p.stdout, s)
	case c.Bool("markdown"):
		syncMarkdown(p.stdout, s)
		return nil
	}
	return p.printDrift(c, s.Result, level)
}

// syncMarkdown adds to a drift report where the text is from, what was taken
// out of it, and what to do.
func syncMarkdown(w io.Writer, s *pipeline.Synced) {
	report.DriftMarkdown(w, s.Result)
	fmt.Fprintf(w, "\nProduction: %s.\n", s.Source)
	if s.Taken != "" {
		fmt.Fprintf(w, "\nTaken out of its text, by class: %s.\n", s.Taken)
	}
	switch {
	case s.Written:
		fmt.Fprintln(w, "\nThe committed text was replaced by production's.")
	case s.Drift:
		fmt.Fprintln(w, "\nTo take production's text over: `effigy sync --write`.")
	}
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
