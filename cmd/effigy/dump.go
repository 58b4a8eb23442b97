package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func (p *program) dump() *cli.Command {
	return &cli.Command{
		Name:  "dump",
		Usage: "read production's schema, sanitised; no row is read",
		Description: "The URL stands in EFFIGY_PRODUCTION_URL. Use a role that may read the schema and\n" +
			"nothing else; a superuser is refused.\n\n" +
			"  effigy dump --out schema.sql",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout"},
			&cli.StringFlag{Name: "report", Usage: "write what was sanitised as JSON to `FILE`"},
			&cli.BoolFlag{Name: "allow-superuser", Usage: "dump even as a superuser", DisableDefaultText: true},
			quietFlag(), configFlag(),
		},
		Action: p.runDump,
	}
}

func (p *program) runDump(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	run.Config.Dump.AllowSuperuser = run.Config.Dump.AllowSuperuser || c.Bool("allow-superuser")
	text, clean, err := run.Dump(c.Context)
	run.Sink.Close()
	if err != nil {
		return err
	}
	if err := p.writeFindings(c.String("report"), clean); err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		return p.replaceFile(out, text.SQL)
	}
	_, err = fmt.Fprint(p.stdout, text.SQL)
	return err
}
