package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

// program is one run of the command line with everything it may touch.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	runner         io.Writer // where commands to the runner of Actions go; nil for nowhere
	env            func(string) string
	environ        []string
	now            func() time.Time
	dir            string // the working directory
	terminal       bool   // progress bars may be drawn on stderr
	screen         bool   // stdout is a terminal
}

// main runs the command line and returns the exit status.
func (p *program) main(ctx context.Context, args []string) int {
	out := &heard{Writer: p.stdout}
	p.stdout = out
	app := p.app()
	if n := len(args); n > 0 && args[n-1] == asked {
		p.follow(app, args[:n-1])
		return statusDone
	}
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	args, err := arrange(app, args)
	if err == nil {
		err = app.RunContext(ctx, append([]string{"effigy"}, args...))
	}
	return p.finish(ctx, out.lost(err))
}

// heard is an output that knows whether all of it was written.
type heard struct {
	io.Writer
	err error
}

func (h *heard) Write(b []byte) (int, error) {
	n, err := h.Writer.Write(b)
	if h.err == nil {
		h.err = err
	}
	return n, err
}

// lost is the error of a run whose result did not arrive. A reader that went
// away knows.
func (h *heard) lost(err error) error {
	var told *exit
	switch {
	case h.err == nil || err != nil && !(errors.As(err, &told) && told.err == nil):
		return err
	case errors.Is(h.err, syscall.EPIPE):
		return &exit{status: statusFailure}
	}
	return fmt.Errorf("writing the result: %w", h.err)
}

func (p *program) app() *cli.App {
	app := &cli.App{
		Name:            "effigy",
		Usage:           "schema text in, disposable Postgres full of synthetic rows out",
		HideVersion:     true,
		Reader:          p.stdin,
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {},
		HideHelpCommand: true,
		OnUsageError:    misused,
		// A signature such as f(bigint, text) has commas of its own.
		DisableSliceFlagSeparator: true,
		Commands:                  p.commands(),
	}
	prepare("", app.Commands)
	return app
}

// misused tells of a flag's value that cannot be read, with the flag as it is
// typed.
func misused(_ *cli.Context, err error, _ bool) error {
	text := strings.TrimSuffix(err.Error(), ": parse error")
	return usage(strings.Replace(text, " for flag -", " for flag --", 1), "")
}

// prepare gives every command what all have in common.
func prepare(above string, commands []*cli.Command) {
	for _, c := range commands {
		exemplify(above+c.Name, c)
		c.OnUsageError = misused
		c.HideHelpCommand = true
		prepare(above+c.Name+" ", c.Subcommands)
	}
}

func (p *program) commands() []*cli.Command {
	return []*cli.Command{
		p.dump(),
		p.sanitize(),
		p.diff(),
		p.sync(),
		p.schema(),
		p.plan(),
		p.rebuild(),
		p.reset(),
		p.generate(),
		p.sandbox(),
		p.query(),
		p.serve(),
		p.mcp(),
		p.audit(),
		p.server(),
		p.doctor(),
		p.initialise(),
		p.action(),
		p.completion(),
		p.version(),
	}
}
