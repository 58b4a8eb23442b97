package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) dump() *cli.Command {
	return &cli.Command{
		Name:  "dump",
		Usage: "read production's schema, sanitised; no row is read",
		Description: "The URL stands in EFFIGY_PRODUCTION_URL. Use a role that may read the schema and\n" +
			"nothing else; a superuser is refused. --from takes what pg_dump wrote elsewhere.\n\n" +
			"  effigy dump --out schema.sql\n" +
			"  effigy dump --from dump.sql --out schema.sql",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout"},
			&cli.StringFlag{Name: "from", Usage: "sanitise a dump made elsewhere, a `FILE` or - for stdin"},
			&cli.StringFlag{Name: "report", Usage: "write what was sanitised as JSON to `FILE`"},
			&cli.BoolFlag{Name: "allow-superuser", Usage: "dump even as a superuser", DisableDefaultText: true},
			&cli.DurationFlag{Name: "lock-wait", Usage: "wait no longer for a table's lock", DefaultText: "5s"},
			&cli.DurationFlag{Name: "deadline", Usage: "end a dump that takes longer", DefaultText: "5m"},
			&cli.StringSliceFlag{Name: "exclude-schema", Usage: "leave a schema out; may be repeated"},
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
	dumpFlags(c, &run.Config.Dump)
	text, clean, err := dumpOf(c, run)
	run.Sink.Close()
	if clean != nil {
		if !c.Bool("quiet") {
			p.printFindings(clean)
		}
		if err := p.writeFindings(c.String("report"), clean); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		return p.replaceFile(out, text.SQL)
	}
	_, err = fmt.Fprint(p.stdout, text.SQL)
	return err
}

func dumpOf(c *cli.Context, run *pipeline.Run) (pipeline.Text, *pipeline.Sanitized, error) {
	if from := c.String("from"); from != "" {
		return run.DumpFrom(c.Context, from)
	}
	return run.Dump(c.Context)
}

// dumpFlags puts the flags over the settings.
func dumpFlags(c *cli.Context, d *config.Dump) {
	d.AllowSuperuser = d.AllowSuperuser || c.Bool("allow-superuser")
	d.ExcludeSchemas = append(d.ExcludeSchemas, c.StringSlice("exclude-schema")...)
	if c.IsSet("lock-wait") {
		d.LockWait = c.Duration("lock-wait")
	}
	if c.IsSet("deadline") {
		d.Deadline = c.Duration("deadline")
	}
}
