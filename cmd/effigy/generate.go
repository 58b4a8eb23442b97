package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) generate() *cli.Command {
	return &cli.Command{
		Name:      "generate",
		Usage:     "the rows as files, with no database",
		ArgsUsage: "[SCHEMA]",
		Description: "The same seed and now give the rows of a rebuild. --shard 0/4 makes the first quarter\n" +
			"of every table; the shards one after the other are the whole. Columns that the database\n" +
			"computes are left out, so that --header tells which there are in a file of CSV.\n\n" +
			"  effigy generate schema.sql --out rows --format csv --header --rows 1000000\n" +
			"  effigy generate --plan plan.json --out rows --shard 2/8",
		Flags: append(dataFlags(),
			&cli.StringFlag{Name: "plan", Usage: "a `FILE` of effigy plan --out, in the place of SCHEMA, --rows, --seed and --now"},
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "the `DIR` to write to"},
			&cli.StringFlag{Name: "format", Usage: "sql, csv or copy-binary", DefaultText: "sql"},
			&cli.BoolFlag{Name: "header", Usage: "start CSV with a line of the columns' names, as COPY does with HEADER", DisableDefaultText: true},
			&cli.StringFlag{Name: "shard", Usage: "`I/N`: the part I, from 0, of N", DefaultText: "0/1"},
			&cli.IntFlag{Name: "jobs", Usage: "tables written at once", DefaultText: "one a core"},
			quietFlag(), configFlag(),
		),
		Action: p.runGenerate,
	}
}

func (p *program) runGenerate(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	if c.String("out") == "" {
		return usage("generate needs --out DIR", "such as effigy generate --out rows")
	}
	format, err := choose(c, "format", "", pipeline.Formats, "sql")
	if err != nil {
		return err
	}
	if c.Bool("header") && format != "csv" {
		return usage("--header is of CSV", "add --format csv")
	}
	shard := pipeline.Shard{Count: 1}
	if s := c.String("shard"); s != "" {
		if _, err := fmt.Sscanf(s, "%d/%d", &shard.Index, &shard.Count); err != nil || shard.Index < 0 || shard.Index >= shard.Count {
			return usage("--shard "+s+": expected I/N with I from 0 to N-1", "such as 0/4")
		}
	}
	order, err := p.order(c)
	if err != nil {
		return err
	}
	if order.PlanFile = c.String("plan"); order.PlanFile != "" && (c.NArg() > 0 || c.IsSet("rows") || c.IsSet("seed") || c.IsSet("now")) {
		return usage("the plan file says what schema, rows, seed and now are", "leave them out, or leave --plan out")
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	err = run.Generate(c.Context, order, pipeline.Files{Dir: c.String("out"), Format: format, Header: c.Bool("header"), Shard: shard})
	run.Sink.Close()
	var refused *pipeline.Refused
	if errors.As(err, &refused) {
		report.WriteRefused(p.stderr, refused.List)
		return &exit{status: statusRefused}
	}
	return err
}
