package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
)

// TestWorkflows lints the workflow that init writes and those of this
// repository.
func TestWorkflows(t *testing.T) {
	own, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(own) == 0 {
		t.Fatal("no workflows", err)
	}
	for _, path := range append(own, "workflow.yml") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Lint(path, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("%s:%d: %s", path, f.Line, f.Message)
		}
	}
}

// TestActionInputs holds that no input of the Action is interpolated into a
// script, and that the workflow uses inputs the Action has.
func TestActionInputs(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range regexp.MustCompile(`(?m)^ +run: (\|\n(?: {8}.*\n)+|.*\n)`).FindAllString(string(text), -1) {
		if strings.Contains(run, "${{") {
			t.Errorf("interpolated: %s", run)
		}
	}
	head, _, _ := strings.Cut(string(text), "\noutputs:")
	used := regexp.MustCompile(`(?m)^ {10}([a-z-]+): `)
	_, with, _ := strings.Cut(workflow, "uses: effigydb/effigy@main")
	for _, m := range used.FindAllStringSubmatch(with, -1) {
		if !strings.Contains(head, "\n  "+m[1]+":\n") {
			t.Errorf("the workflow uses input %s, which the Action lacks", m[1])
		}
	}
}
