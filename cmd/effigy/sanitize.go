package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) sanitize() *cli.Command {
	return &cli.Command{
		Name:      "sanitize",
		Usage:     "take secrets, personal data and internal names out of a schema text",
		ArgsUsage: "[FILE]",
		Description: "Reads FILE, or stdin, and writes the text to stdout. Rows, and statements it does not\n" +
			"know, are refused: exit status 4, and nothing is written.\n\n" +
			"  pg_dump --schema-only app | effigy sanitize > schema.sql",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "report", Usage: "write the findings as JSON to `FILE`"},
			quietFlag(), configFlag(),
		},
		Action: p.runSanitize,
	}
}

func (p *program) runSanitize(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	source := c.Args().First()
	if source == "" {
		source = "-"
	}
	text, err := run.Read(c.Context, source)
	if err != nil {
		return err
	}
	clean, err := run.Sanitize(text)
	run.Sink.Close()
	if clean != nil {
		if err := p.writeFindings(c.String("report"), clean); err != nil {
			return err
		}
		if !c.Bool("quiet") {
			p.printFindings(clean)
		}
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.stdout, clean.SQL)
	return err
}

// printFindings tells people what was done to a text.
func (p *program) printFindings(clean *pipeline.Sanitized) {
	for _, line := range clean.Lines() {
		fmt.Fprintln(p.stderr, line)
	}
	if summary := clean.Summary(); summary != "" {
		fmt.Fprintln(p.stderr, summary)
	}
}

// writeFindings writes what was done to a text, without what was taken out.
func (p *program) writeFindings(path string, clean *pipeline.Sanitized) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(p.path(path))
	if err != nil {
		return err
	}
	err = report.JSON(f, clean)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
