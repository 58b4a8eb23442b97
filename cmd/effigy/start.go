package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// The flags that several commands share. Every call makes a new one, as a
// flag keeps the state of a parse.
func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print one JSON object on stdout", DisableDefaultText: true}
}

func quietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress, only warnings and what is missing", DisableDefaultText: true}
}

func configFlag() cli.Flag {
	return &cli.StringFlag{Name: "config", Usage: "settings `FILE` instead of the nearest " + config.Name}
}

// start reads the settings and sets a run up.
func (p *program) start(c *cli.Context) (*pipeline.Run, error) {
	spend()
	settings, err := p.settings(c)
	var fault *config.Error
	switch {
	case !errors.As(err, &fault):
	case unsettled(called(c)):
		fmt.Fprintf(p.stderr, "notice: %s, which has no say here\n", err)
		settings, err = &config.Config{}, nil
	case fault.Rest != nil && rowless(called(c)):
		settings, err = fault.Rest, nil
	}
	if err != nil {
		return nil, &exit{status: statusUsage, err: err, hint: hintOf(err)}
	}
	if settings, err = p.trusted(c, settings); err != nil {
		return nil, err
	}
	return &pipeline.Run{
		Stdin: p.stdin, Env: p.env, Dir: p.dir, Clock: p.now,
		Sink: saving{p.sink(c)}, Config: settings,
	}, nil
}

// rowless reports a command that makes no rows, so that a mistake in what the
// settings say of tables does not concern it.
func rowless(command string) bool {
	switch first, _, _ := strings.Cut(command, " "); first {
	case "query", "serve", "audit", "dump", "sanitize", "schema":
		return true
	}
	return false
}

// unsettled reports a command that asks the settings nothing at all: a URL is
// to be had, and a sandbox dropped, whatever is mistyped in them.
func unsettled(command string) bool {
	first, _, _ := strings.Cut(command, " ")
	return first == "sandbox" || first == "server"
}

func (p *program) settings(c *cli.Context) (*config.Config, error) {
	if path := c.String("config"); path != "" {
		return config.Read(path)
	}
	return config.Find(p.dir)
}

// sink chooses where events go, once.
func (p *program) sink(c *cli.Context) report.Sink {
	switch {
	case c.Bool("quiet"):
		return report.Warnings(p.stderr)
	case p.terminal:
		return report.Bars(p.stderr)
	}
	return report.Lines(p.stderr)
}

// arguments checks the number of arguments of a command. It names none: one
// too many may be a password.
func arguments(c *cli.Context, least, most int) error {
	switch n := c.NArg(); {
	case n < least:
		return usage(fmt.Sprintf("%s needs %s", called(c), c.Command.ArgsUsage), "see effigy "+called(c)+" --help")
	case n > most:
		return usage(fmt.Sprintf("%s: too many arguments: %d, at most %d", called(c), n, most), "see effigy "+called(c)+" --help")
	}
	return nil
}

// called is the command as it is typed after effigy: sandbox drop.
func called(c *cli.Context) string { return strings.TrimPrefix(c.Command.HelpName, "effigy ") }
