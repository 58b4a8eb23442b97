package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func (p *program) schema() *cli.Command {
	return &cli.Command{
		Name:      "schema",
		Usage:     "a folder of ordered migrations → the schema text they lead to",
		ArgsUsage: "DIR",
		Description: "The migrations run in a scratch database that is removed afterwards.\n\n" +
			"  effigy schema db/migrations --out schema.sql",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout"},
			quietFlag(), configFlag(),
		},
		Action: p.runSchema,
	}
}

func (p *program) runSchema(c *cli.Context) error {
	if err := arguments(c, 1, 1); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	text, err := run.Read(c.Context, c.Args().First())
	run.Sink.Close()
	if err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		return p.replaceFile(out, text.SQL)
	}
	_, err = fmt.Fprint(p.stdout, text.SQL)
	return err
}
