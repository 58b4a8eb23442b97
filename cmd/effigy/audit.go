package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/internal/report"
)

func (p *program) audit() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "the log of every statement that came to the gate",
		ArgsUsage: "verify|path",
		Action:    needsSubcommand,
		Subcommands: []*cli.Command{
			{Name: "verify", Usage: "check that no line was changed or taken out; exit status 5 when one was", ArgsUsage: "[FILE]", Flags: []cli.Flag{
				&cli.StringFlag{Name: "head", Usage: "the `HASH` that the last line must have"}, jsonFlag(),
			}, Action: p.verifyAudit},
			{Name: "path", Usage: "where the log is", Action: func(c *cli.Context) error {
				path, err := p.auditPath(c)
				if err == nil {
					_, err = fmt.Fprintln(p.stdout, path)
				}
				return err
			}},
		},
	}
}

func (p *program) verifyAudit(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	path, err := p.auditPath(c)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		path = p.path(c.Args().First())
	}
	chain, err := (&gate.Audit{Path: path}).Verify()
	if err != nil {
		return err
	}
	if head := c.String("head"); head != "" && chain.Broken == 0 && chain.Head != head {
		chain.Broken, chain.Reason = chain.Lines, "the last line has another hash: lines were cut off or added"
	}
	if c.Bool("json") {
		err = report.JSON(p.stdout, chain)
	} else if chain.Broken == 0 {
		_, err = fmt.Fprintf(p.stdout, "%d lines, head %s\n", chain.Lines, chain.Head)
		if chain.Torn > 0 {
			fmt.Fprintf(p.stderr, "notice: %d unfinished lines, of writers that were killed\n", chain.Torn)
		}
	} else {
		_, err = fmt.Fprintf(p.stderr, "broken: %s\n", chain.Reason)
	}
	if err == nil && chain.Broken > 0 {
		return &exit{status: statusUnproven}
	}
	return err
}
