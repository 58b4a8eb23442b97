package main

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestExamples holds that --help of every command shows how it is called.
func TestExamples(t *testing.T) {
	var walk func(path string, commands []*cli.Command)
	walk = func(path string, commands []*cli.Command) {
		for _, c := range commands {
			if len(c.Subcommands) == 0 && !strings.Contains(c.Description, path+c.Name) {
				t.Errorf("%s%s has no example", path, c.Name)
			}
			walk(path+c.Name+" ", c.Subcommands)
		}
	}
	walk("effigy ", (&program{}).app().Commands)
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{"": "rebuild\n", "sandbox": "clean\n", "diff": "--fail-on\n", "sandbox url": "--reader\n"} {
		var b strings.Builder
		p := &program{stdout: &b, stderr: &b}
		if status := p.main(t.Context(), append(strings.Fields(line), asked)); status != statusDone || !strings.Contains(b.String(), want) {
			t.Errorf("%q: status %d, %q", line, status, b.String())
		}
	}
	for shell := range completions {
		var b strings.Builder
		p := &program{stdout: &b, stderr: &b}
		if status := p.main(t.Context(), []string{"completion", shell}); status != statusDone || !strings.Contains(b.String(), asked) {
			t.Errorf("%s: %q", shell, b.String())
		}
	}
}
