// Command effigy keeps a text copy of a production schema honest, and builds
// from that text alone a disposable Postgres database full of synthetic rows.
//
// This package reads flags, chooses where output goes and turns errors into
// exit statuses; everything it does is done by package pipeline and the rooms
// below it. Results go to stdout, people's text and progress to stderr. It
// never prints a connection string other than a sandbox's own.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/effigydb/effigy/internal/github"
)

func main() {
	os.Exit(run())
}

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// A reader of stdout or stderr that goes away must not end the process
	// before it has cleaned up: a write then fails instead.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	dir, _ := os.Getwd()
	p := &program{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		env: os.Getenv, environ: os.Environ(), now: time.Now, dir: dir,
		screen:   term.IsTerminal(int(os.Stdout.Fd())),
		terminal: term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb",
	}
	if os.Getenv("GITHUB_ACTIONS") == "true" { // names in a log must not become commands
		guard := github.NewGuard(os.Stderr)
		defer guard.Close()
		p.stderr, p.runner = guard, os.Stderr
	}
	return p.main(ctx, os.Args[1:])
}
