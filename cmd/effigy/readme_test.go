package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds that every command line of the README is one that the
// program takes, and that its workflow is the one init writes.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile("(?m)(?:^|`|\\$ )(?:bin/)?effigy ([a-z][^`\n]*)").FindAllStringSubmatch(string(text), -1)
	if len(lines) < 10 {
		t.Fatalf("only %d command lines", len(lines))
	}
	app := (&program{}).app()
	for _, m := range lines {
		words := strings.Fields(strings.TrimSuffix(m[1], ")\""))
		if strings.ToUpper(words[0]) == words[0] {
			continue
		}
		if _, err := arrange(app, words); err != nil {
			t.Errorf("effigy %s: %v", m[1], err)
		}
	}
	if !strings.Contains(string(text), plain(t)["effigy-sync"]) {
		t.Error("the workflow is not the one that init writes")
	}
	manual, err := os.ReadFile("../../docs/action.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range plain(t) {
		if !strings.Contains(string(manual), text) {
			t.Errorf("docs/action.md: %s is not the workflow that init writes", name)
		}
	}
}
