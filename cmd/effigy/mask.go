package main

import (
	"io"

	"github.com/effigydb/effigy/internal/github"
)

// mask keeps the passwords of connection strings out of the logs of GitHub
// Actions. The runner reads commands on stderr too, so stdout stays what it
// is; they go past the guard, which is there for what others wrote.
func (p *program) mask(urls ...string) {
	if p.runner != nil && p.env("GITHUB_ACTIONS") == "true" {
		github.NewRunner(p.runner, p.env).Mask(urls...)
	}
}

// childLog is where the log of an own process goes: past the guard, as the
// process has one of its own, and its masks are commands that have to work.
func (p *program) childLog() io.Writer {
	if p.runner != nil {
		return p.runner
	}
	return p.stderr
}
