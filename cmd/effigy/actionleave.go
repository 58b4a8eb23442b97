package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/github"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

// leave writes the report's files and lists the outputs.
func (a *action) leave() ([]github.Output, error) {
	dir, err := a.temp()
	if err != nil {
		return nil, err
	}
	m := &a.made
	list := []github.Output{{Name: "server-version", Value: m.server}, {Name: "sandbox-url", Value: m.url}}
	write := func(output, name, text string) {
		if err == nil && text != "" {
			err = pipeline.WriteFile(filepath.Join(dir, name), text, 0o644)
			list = append(list, github.Output{Name: output, Value: filepath.Join(dir, name)})
		}
	}
	write("report-path", "effigy.md", m.markdown)
	var machine, sarif bytes.Buffer
	if c := m.comparison; c != nil {
		err = errors.Join(err, report.JSON(&machine, c), report.DriftSARIF(&sarif, c.Result, m.old, m.new))
		list = append(list, counted(c.Result)...)
	} else if m.build != nil {
		err = errors.Join(err, report.JSON(&machine, m.build.Public()))
	}
	write("json-path", "effigy.json", machine.String())
	write("sarif-path", "effigy.sarif", sarif.String())
	return list, err
}

// counted are the outputs that steps and jobs decide on.
func counted(r *diff.Result) []github.Output {
	n := map[string]int{}
	for _, c := range r.Changes {
		if c.Level == diff.Semantic {
			n[c.Impact]++
			n[c.Change]++
		}
	}
	list := []github.Output{{Name: "drift", Value: strconv.FormatBool(r.Drift)}}
	for _, name := range []string{"breaking", "security", "added", "changed", "removed"} {
		list = append(list, github.Output{Name: name, Value: strconv.Itoa(n[name])})
	}
	return list
}

// verdict is how a comparison ends that has been told in full: the first of
// the faults met on the way, else drift where its changes reach the level.
func (a *action) verdict(c *report.Comparison, level, text string, faults ...error) error {
	for _, fault := range faults {
		if fault != nil {
			return fault
		}
	}
	if !fails(c.Result, level) {
		return nil
	}
	fmt.Fprintf(a.stderr, "drift: %s: %d changes, see the summary\n", github.Harmless(text), len(c.Changes))
	return &exit{status: statusDrift}
}

// annotate marks the lines of the committed text, worst first: place tells
// the line of a change in it.
func (a *action) annotate(ctx context.Context, c *report.Comparison, place func(diff.Change) int, levels map[string]string) {
	file, err := a.rooted(ctx, a.in.schema)
	if info, problem := os.Stat(a.path(a.in.schema)); err != nil || problem != nil || info.IsDir() {
		return
	}
	var notes []github.Note
	for _, x := range c.Changes {
		if x.Level == diff.Semantic {
			notes = append(notes, github.Note{Level: levels[x.Impact], File: file, Line: place(x), Title: "Schema: " + x.Impact, Text: report.Sentence(x)})
		}
	}
	a.runner.Annotate(notes)
}

// Levels of annotations by impact: of drift, and of a change under review,
// which is somebody's intention.
var (
	driftLevels  = map[string]string{diff.Security: "error", diff.Breaking: "error", diff.Additive: "warning", diff.Neutral: "warning"}
	reviewLevels = map[string]string{diff.Security: "warning", diff.Breaking: "warning", diff.Additive: "notice", diff.Neutral: "notice"}
)

// self runs this program in a process whose environment has no credential of
// others, and returns its stdout.
func (a *action) self(ctx context.Context, args []string) ([]byte, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if a.run.Config.Path != "" {
		args = append(args, "--config", a.run.Config.Path)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = a.dir, withoutSecrets(a.environ)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, a.childLog()
	err = cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return out.Bytes(), &exit{status: ended.ExitCode(), err: fmt.Errorf("effigy %s: exit status %d", args[0], ended.ExitCode()), hint: "the log above tells why"}
	}
	return out.Bytes(), err
}

// withoutSecrets is an environment without what a build has no use for.
func withoutSecrets(environ []string) []string {
	var list []string
	for _, e := range pipeline.WithoutProduction(environ) {
		name, _, _ := strings.Cut(e, "=")
		if name != "GITHUB_TOKEN" && name != pipeline.RedactionKey && !strings.HasPrefix(name, "INPUT_") && !strings.HasPrefix(name, "ACTIONS_") {
			list = append(list, e)
		}
	}
	return list
}

// decode reads the JSON of an own process. A refusal has another shape and
// leaves the result empty.
func decode(text []byte, into *report.Build) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("the result of the build: %w", err)
	}
	return nil
}
