package main

import (
	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// failOn are the values of --fail-on, from the fewest failures to the most:
// each but the last also fails on what stands before it.
var failOn = []string{"security", "breaking", "semantic", "cosmetic", "never"}

func (p *program) diff() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "compare two schemas by meaning",
		ArgsUsage: "OLD NEW",
		Description: "OLD and NEW are a file, - for stdin, git:REV:PATH, env:NAME (a database whose URL\n" +
			"the variable holds), sandbox:NAME or a folder of migrations.\n" +
			"Exit status 0: they mean the same; 3: drift.\n\n" +
			"  effigy diff git:main:schema.sql schema.sql\n" +
			"  effigy diff schema.sql db/migrations --fail-on breaking\n" +
			"  pg_dump -s app | effigy diff schema.sql - --markdown",
		Flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "markdown", Usage: "print Markdown", DisableDefaultText: true},
			&cli.BoolFlag{Name: "sarif", Usage: "print SARIF 2.1.0", DisableDefaultText: true},
			&cli.BoolFlag{Name: "server", Usage: "load both into throwaway databases and compare what one pg_dump prints", DisableDefaultText: true},
			&cli.StringFlag{Name: "fail-on", Usage: "what makes the exit status 3: security, breaking, semantic, cosmetic or never"},
			quietFlag(), configFlag(),
		},
		Action: p.runDiff,
	}
}

func (p *program) runDiff(c *cli.Context) error {
	if err := arguments(c, 2, 2); err != nil {
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
	if c.Bool("markdown") && !c.Bool("server") && !c.Bool("json") {
		return p.diffMarkdown(c, run, level)
	}
	compare := run.Diff
	if c.Bool("server") {
		compare = run.DiffServer
	}
	result, err := compare(c.Context, c.Args().Get(0), c.Args().Get(1))
	run.Sink.Close()
	if err != nil {
		return err
	}
	if c.Bool("sarif") {
		err = report.DriftSARIF(p.stdout, result, c.Args().Get(0), c.Args().Get(1))
	} else {
		err = p.printDrift(c, result, level)
	}
	if err == nil && fails(result, level) {
		err = &exit{status: statusDrift}
	}
	return err
}

// diffMarkdown prints a comparison with what stands around it.
func (p *program) diffMarkdown(c *cli.Context, run *pipeline.Run, level string) error {
	explained, err := run.DiffExplained(c.Context, c.Args().Get(0), c.Args().Get(1))
	run.Sink.Close()
	if err != nil {
		return err
	}
	explained.Markdown(p.stdout, github.MaxComment)
	if fails(explained.Result, level) {
		return &exit{status: statusDrift}
	}
	return nil
}

func (p *program) printDrift(c *cli.Context, r *diff.Result, level string) error {
	switch {
	case c.Bool("json"):
		return report.JSON(p.stdout, r)
	case c.Bool("markdown"):
		report.DriftMarkdown(p.stdout, r)
	default:
		report.DriftText(p.stdout, r, report.DriftStyle{Colour: p.colour(), Cosmetic: level == "cosmetic"})
	}
	return nil
}

// colour tells whether stdout is a terminal whose user has not asked for
// plain text (no-color.org).
func (p *program) colour() bool {
	return p.screen && p.env("NO_COLOR") == "" && p.env("TERM") != "dumb"
}

// fails tells whether a result reaches the level that a user set.
func fails(r *diff.Result, level string) bool {
	switch level {
	case "never":
		return false
	case "semantic":
		return r.Drift
	case "cosmetic":
		return r.Drift || r.Cosmetic > 0
	}
	for _, c := range r.Changes {
		if c.Level == diff.Semantic && (c.Impact == diff.Security || level == "breaking" && c.Impact == diff.Breaking) {
			return true
		}
	}
	return false
}
