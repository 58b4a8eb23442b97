package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// dataFlags choose the rows.
func dataFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Int64Flag{Name: "rows", Usage: "rows of every table", DefaultText: "1000"},
		&cli.StringFlag{Name: "seed", Usage: "the same seed and now give the same rows", DefaultText: "random"},
		&cli.BoolFlag{Name: "skip-missing", Usage: "build the rest without what needs an extension that the server lacks", DisableDefaultText: true},
		&cli.StringFlag{Name: "now", Usage: "the `TIME` all generated times are relative to", DefaultText: "now"},
	}
}

func (p *program) rebuild() *cli.Command {
	return &cli.Command{
		Name:      "rebuild",
		Usage:     "a fresh, filled, verified sandbox from a schema text",
		ArgsUsage: "[SCHEMA]",
		Description: "SCHEMA is a file, -, git:REV:PATH or a folder of migrations; without it, the one that\n" +
			"effigy.yaml names. On a refusal (exit status 4) and on a failed verification (5) no\n" +
			"sandbox is left.\n\n" +
			"  effigy rebuild schema.sql --rows 500\n" +
			"  effigy rebuild schema.sql --replace dev --seed 7 --now 2026-01-01T00:00:00Z",
		Flags: append(dataFlags(),
			&cli.IntFlag{Name: "jobs", Usage: "streams that load at once", DefaultText: "one a core of the local server, else 2"},
			&cli.StringFlag{Name: "name", Usage: "a `HINT` for the sandbox's name"},
			&cli.StringFlag{Name: "replace", Usage: "swap the new sandbox in for `NAME` under the same URL, once it is verified"},
			&cli.DurationFlag{Name: "ttl", Usage: "how long the sandbox lives", DefaultText: "168h"},
			&cli.StringFlag{Name: "owner", Usage: "whom the sandbox is counted for"},
			&cli.StringSliceFlag{Name: "label", Usage: "`KEY=VALUE` kept with the sandbox"},
			&cli.StringFlag{Name: "env-file", Usage: "write the URLs to `FILE`; with --replace, to .env.effigy"},
			&cli.BoolFlag{Name: "keep", Usage: "keep the sandbox when its verification fails", DisableDefaultText: true},
			&cli.BoolFlag{Name: "no-template", Usage: "make no copy for effigy reset to start from", DisableDefaultText: true},
			&cli.BoolFlag{Name: "discard", Usage: "drop the sandbox once it is verified: a proof that the schema builds", DisableDefaultText: true},
			jsonFlag(), quietFlag(), configFlag(),
		),
		Action: p.runRebuild,
	}
}

func (p *program) runRebuild(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	order, err := p.order(c)
	if err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	result, err := run.Rebuild(c.Context, order)
	run.Sink.Close()
	return p.told(c, result, err)
}

// order reads the flags of a rebuild.
func (p *program) order(c *cli.Context) (pipeline.Order, error) {
	widen()
	o := pipeline.Order{
		Source: c.Args().First(), Seed: c.String("seed"), Jobs: c.Int("jobs"), Name: c.String("name"),
		Replace: c.String("replace"), TTL: c.Duration("ttl"), Owner: c.String("owner"),
		EnvFile: c.String("env-file"), SkipMissing: c.Bool("skip-missing"), Keep: c.Bool("keep"), Discard: c.Bool("discard"), NoTemplate: c.Bool("no-template"),
	}
	if c.IsSet("jobs") && o.Jobs < 1 {
		return o, usage(fmt.Sprintf("--jobs %d: expected 1 or more", o.Jobs), "leave it out for one a core")
	}
	if o.Replace != "" && o.EnvFile == "" {
		o.EnvFile = pipeline.EnvFile
	}
	if c.IsSet("rows") {
		rows := c.Int64("rows")
		o.Rows = &rows
	}
	var err error
	if o.Labels, err = labels(c); err != nil {
		return o, err
	}
	if c.IsSet("ttl") && o.TTL <= 0 {
		return o, usage("--ttl is a positive duration", "such as 24h")
	}
	if now := c.String("now"); now != "" {
		t, err := time.Parse(time.RFC3339, now)
		if err != nil {
			return o, usage(fmt.Sprintf("--now %s: not a time", now), "such as 2026-01-31T12:00:00Z")
		}
		o.Now = t
	}
	return o, nil
}

// labels reads the flags --label KEY=VALUE.
func labels(c *cli.Context) (map[string]string, error) {
	all := map[string]string{}
	for _, l := range c.StringSlice("label") {
		key, value, ok := strings.Cut(l, "=")
		if !ok || key == "" {
			return nil, usage(fmt.Sprintf("--label %s: expected KEY=VALUE", l), "such as --label team=shop")
		}
		all[key] = value
	}
	return all, nil
}

// told prints what a rebuild came to.
func (p *program) told(c *cli.Context, b *report.Build, err error) error {
	var refused *pipeline.Refused
	if errors.As(err, &refused) {
		report.WriteRefused(p.stderr, refused.List)
		if c.Bool("json") {
			if err := report.JSON(p.stdout, refused); err != nil {
				return err
			}
		}
		return &exit{status: statusRefused}
	}
	if err != nil {
		return err
	}
	p.mask(b.Sandbox.URL, b.Sandbox.ReaderURL)
	if c.Bool("quiet") && b.Verified {
		b.WriteMissing(p.stderr)
	} else {
		b.WriteSummary(p.stderr)
	}
	if c.Bool("json") {
		err = report.JSON(p.stdout, b)
	} else if b.Sandbox.URL != "" {
		_, err = fmt.Fprintln(p.stdout, b.Sandbox.URL)
	}
	if err == nil && !b.Verified {
		return &exit{status: statusUnproven}
	}
	return err
}
