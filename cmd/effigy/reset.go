package main

import (
	"github.com/urfave/cli/v2"
)

func (p *program) reset() *cli.Command {
	return &cli.Command{
		Name:      "reset",
		Usage:     "the same sandbox with the same data, as new",
		ArgsUsage: "NAME [SCHEMA]",
		Description: "From its template; a sandbox without one is built anew from its record. The URL stays.\n\n" +
			"  effigy reset dev",
		Flags:  []cli.Flag{jsonFlag(), quietFlag(), configFlag()},
		Action: p.runReset,
	}
}

func (p *program) runReset(c *cli.Context) error {
	if err := arguments(c, 1, 2); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	result, err := run.Reset(c.Context, c.Args().Get(0), c.Args().Get(1))
	run.Sink.Close()
	return p.told(c, result, err)
}
